import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** The harmless text that every scanner reports as malware; in two pieces, so that none reports this file. */
export const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');

/** A local scanner with clamd's protocol that detects one test file. */
export interface ClamdPeer {
  /** For CLAMD_URL. */
  url: string;
  /** The bytes of each file that it was sent. */
  scanned: Buffer[];
  /** May be changed at any time. `silent`: accepts everything and never answers; `small`: accepts up to 100 bytes; `broken`: answers nonsense. */
  mood: 'well' | 'silent' | 'small' | 'broken';
  close(): Promise<void>;
}

export async function startClamdPeer(): Promise<ClamdPeer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    let left = Buffer.alloc(0);
    let isCommand = true;
    const file: Buffer[] = [];
    const answer = (text: string) => socket.end(`${text}\0`);
    socket.on('data', (chunk: Buffer) => {
      left = Buffer.concat([left, chunk]);
      if (isCommand) {
        const end = left.indexOf(0);
        if (end < 0) return;
        if (left.subarray(0, end).toString() !== 'zINSTREAM') return answer('UNKNOWN COMMAND');
        left = left.subarray(end + 1);
        isCommand = false;
      }
      while (left.length >= 4) {
        const length = left.readUInt32BE(0);
        if (length === 0) {
          const whole = Buffer.concat(file);
          peer.scanned.push(whole);
          if (peer.mood === 'silent') return;
          if (peer.mood === 'broken') return answer('HTTP/1.1 400 Bad Request');
          return answer(whole.includes(eicar) ? 'stream: Eicar-Test-Signature FOUND' : 'stream: OK');
        }
        if (left.length < 4 + length) return;
        file.push(left.subarray(4, 4 + length));
        left = left.subarray(4 + length);
        if (peer.mood === 'small' && Buffer.concat(file).length > 100) {
          return answer('INSTREAM size limit exceeded. ERROR');
        }
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const peer: ClamdPeer = {
    url: `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    scanned: [],
    mood: 'well',
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  return peer;
}
