import { once } from 'node:events';
import { connect } from 'node:net';

/** Requests page after page on one connection until the end, and counts the answers by status. */
export async function flood(
  url: string,
  pathOf: () => string,
  over: AbortSignal,
  answers: Map<string, number>,
): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).setNoDelay(true);
  await once(socket, 'connect');
  over.addEventListener('abort', () => socket.destroy());
  const ask = () => socket.write(`GET ${pathOf()} HTTP/1.1\r\nhost: test\r\naccept-encoding: br\r\n\r\n`);
  let missing = 0;
  socket.on('error', () => {});
  socket.on('data', (chunk: Buffer) => {
    let bytes = chunk.length;
    if (missing === 0) {
      const end = chunk.indexOf('\r\n\r\n');
      const head = chunk.toString('latin1', 0, end);
      missing = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
      bytes -= end + 4;
      const status = head.slice(9, 12);
      answers.set(status, (answers.get(status) ?? 0) + 1);
    }
    missing -= bytes;
    if (missing === 0) ask();
  });
  ask();
  await once(socket, 'close');
}
