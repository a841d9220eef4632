import { parentPort } from 'node:worker_threads';
import { SMTPServer } from 'smtp-server';

// Reports its port, then the kind of each received mail.

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  disableReverseLookup: true,
  onData(stream, _session, done) {
    let head = '';
    stream.on('data', (chunk: Buffer) => {
      if (head.length < 4_000) head += chunk.toString('latin1');
    });
    stream.on('end', () => {
      parentPort?.postMessage(/^x-mail-kind: (.*)$/im.exec(head)?.[1]?.trim() ?? '');
      done();
    });
  },
});
server.listen(0, '127.0.0.1', () => parentPort?.postMessage((server.server.address() as { port: number }).port));
