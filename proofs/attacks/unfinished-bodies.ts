// Opens connections with endless bodies to one's own server:
//   node proofs/attacks/unfinished-bodies.ts --connections 200 --seconds 60 --networks 50
// Without --address it starts a server with a heap of 256 MB, and reports how it fared.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startServerProcess } from '#tests/server-process.ts';
import { visit } from './visitors.ts';

export interface Attack {
  /** One's own server: `http://127.0.0.1:3000`. */
  address: string;
  connections: number;
  /** Ends the attack. */
  over: AbortSignal;
  /** The number of networks; needs `TRUST_PROXY=loopback`. 1: all from this machine's address. */
  networks?: number;
  /** Called with each answer's status; 'closed' if there was none. */
  onAnswer?: (status: string) => void;
}

interface Request {
  path: string;
  type: string;
  /** The announced length, which is never sent completely. */
  length: number;
  body: () => Iterable<string | Buffer>;
}

const form = (body: Request['body']): Request => ({
  path: 'POST /api/Directory/Create',
  type: 'multipart/form-data; boundary=x',
  length: 30_000_000,
  body,
});
const head = (name: string, more = '') => `\r\n--x\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n`;
const scan = Buffer.alloc(256 * 1024, '%PDF');

/** Each kind attacks another buffer of a server: texts, names, single bytes, files on disk, JSON. */
const kinds: Request[] = [
  form(function* () {
    for (let number = 0; number < 10; number += 1) yield `${head(`text${number}`)}${'x'.repeat(25_000)}`;
  }),
  form(function* () {
    for (let number = 0; number < 199; number += 1) yield `${head(`text${number}`)}${'x'.repeat(100_000)}`;
  }),
  form(function* () {
    for (let number = 0; number < 199; number += 1) yield head(`name${number}`, `; filename="${'n'.repeat(3_900)}"`);
  }),
  form(function* () {
    yield head('ProsecutorName');
    for (let number = 0; number < 20_000; number += 1) yield 'x';
  }),
  form(function* () {
    for (const name of ['document', 'profile_Pic']) {
      yield head(name, `; filename="${name}.pdf"`);
      for (let number = 0; number < 40; number += 1) yield scan;
    }
  }),
  {
    path: 'POST /api/Directory/Login',
    type: 'application/json',
    length: 128 * 1024,
    body: function* () {
      yield `{"email":"${'x'.repeat(100_000)}`;
      for (let number = 0; number < 20_000; number += 1) yield 'x';
    },
  },
];

/** Keeps that many connections busy until the end. */
export async function sendUnfinishedBodies({ address, connections, over, networks = 1, onAnswer }: Attack) {
  const { hostname, port } = new URL(address);
  const open = new Set<Socket>();
  over.addEventListener('abort', () => {
    for (const socket of open) socket.destroy();
  });

  async function attackOnce(number: number): Promise<void> {
    const { path, type, length, body } = kinds[number % kinds.length]!;
    const socket = connect(Number(port), hostname).setNoDelay(true);
    open.add(socket);
    let status = 'closed';
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    socket.on('error', () => {});
    socket.on('data', (answer: Buffer) => {
      status = /^HTTP\/1\.1 (\d+)/.exec(answer.toString('latin1'))?.[1] ?? status;
      socket.destroy();
    });
    const network = number % networks;
    const from =
      networks > 1
        ? `x-forwarded-for: 2001:db8:${(network >> 8).toString(16)}:${(network & 255).toString(16)}::1\r\n`
        : '';
    socket.write(`${path} HTTP/1.1\r\nhost: test\r\n${from}content-type: ${type}\r\ncontent-length: ${length}\r\n\r\n`);
    // Refusals come on the headers; sending the body as well would only measure copying.
    await Promise.race([sleep(200), closed]);
    for (const chunk of body()) {
      if (socket.destroyed) break;
      if (chunk.length === 1) await Promise.race([sleep(1), closed]);
      if (!socket.write(chunk)) await Promise.race([once(socket, 'drain').catch(() => {}), closed]);
    }
    await closed;
    open.delete(socket);
    if (!over.aborted) onAnswer?.(status);
  }

  const attacker = async (number: number) => {
    while (!over.aborted) {
      await attackOnce(number);
      await sleep(50);
    }
  };
  await Promise.all(Array.from({ length: connections }, (_, number) => attacker(number)));
}

/** A process's memory in megabytes; undefined if the system does not report it. */
export function memoryOf(pid: number): number | undefined {
  try {
    const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
  } catch {
    return undefined;
  }
}

/** A small heap, so that a leak shows soon. */
export const smallHeap = { NODE_OPTIONS: '--max-old-space-size=256', TRUST_PROXY: 'loopback' };

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      address: { type: 'string' },
      connections: { type: 'string', default: '200' },
      seconds: { type: 'string', default: '60' },
      networks: { type: 'string', default: '1' },
    },
  });
  const dataDir = await mkdtemp(join(tmpdir(), 'association-attack-'));
  const server = values.address ? undefined : await startServerProcess({ dataDir, env: smallHeap });
  await server?.ready();
  const address = values.address ?? server!.address;
  const memory: number[] = [];
  const timer = setInterval(() => memory.push((server && memoryOf(server.child.pid!)) ?? 0), 500);
  const seconds = Number(values.seconds);
  const over = AbortSignal.timeout(seconds * 1_000);
  const answers: Record<string, number> = {};
  const [visits] = await Promise.all([
    visit({ address, over }),
    sendUnfinishedBodies({
      address,
      over,
      connections: Number(values.connections),
      networks: Number(values.networks),
      onAnswer: (status) => {
        answers[status] = (answers[status] ?? 0) + 1;
      },
    }),
  ]);
  clearInterval(timer);
  console.log(`${values.connections} connections for ${seconds} s from ${values.networks} network(s)`);
  console.log(`  answered: ${JSON.stringify(answers)}`);
  console.log(`  other visitors: ${JSON.stringify(visits)}`);
  if (server) {
    console.log(
      `  memory at most ${Math.max(...memory).toFixed(0)} MB; the server ${server.child.exitCode === null ? 'lives' : 'is gone'}`,
    );
    server.child.kill('SIGTERM');
    await server.ended();
  }
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
}

if (import.meta.main) await main();
