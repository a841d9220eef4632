import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Processes, setUpProcesses } from '#tests/processes.ts';
import type { ServerProcess } from '#tests/server-process.ts';
import { eventually } from '#tests/wait.ts';
import { flood } from '../attacks/page-flood.ts';
import { memoryOf, sendUnfinishedBodies, smallHeap } from '../attacks/unfinished-bodies.ts';
import { type Visits, visit } from '../attacks/visitors.ts';
import { figure, isLong, size } from './size.ts';

// Clients that cause excessive load, and their effect on other visitors, on a server with a small heap.

const seconds = isLong ? 15 : 1;
const clients = size(100, 1_000);
const bounds = { p95: 500, megabytes: 450 };

let site: Processes;
let server: ServerProcess;
beforeAll(async () => {
  site = await setUpProcesses(smallHeap);
  server = await site.start();
});
afterAll(() => site.close());

interface Attack {
  over: AbortSignal;
  answers: Map<string, number>;
}

const head = (line: string, more: string[] = []) => [line, 'host: test', ...more, '', ''].join('\r\n');
const forged = (number: number) =>
  `x-forwarded-for: 2001:db8:${(number >> 16).toString(16)}:${(number & 0xffff).toString(16)}::1`;

/** Keeps many slow connections open, and reopens those that were closed. */
async function slowClients({ over, answers }: Attack, live: (socket: Socket, number: number) => Promise<void>) {
  const { hostname, port } = new URL(server.address);
  const client = async (number: number) => {
    while (!over.aborted) {
      const socket = connect(Number(port), hostname).setNoDelay(true);
      const stop = () => socket.destroy();
      over.addEventListener('abort', stop);
      socket.on('error', () => {});
      socket.once('data', (data: Buffer) => {
        const status = /^HTTP\/1\.1 (\d+)/.exec(data.toString('latin1'))?.[1] ?? 'other';
        answers.set(status, (answers.get(status) ?? 0) + 1);
      });
      const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
      await Promise.race([live(socket, number).catch(() => {}), closed]);
      await closed;
      over.removeEventListener('abort', stop);
      if (!over.aborted) await sleep(100);
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, number) => client(number)));
}

/** Sends a byte a second until the server closes the connection. */
async function trickle(socket: Socket, text: string): Promise<void> {
  for (const sign of text) {
    if (socket.destroyed) return;
    socket.write(sign);
    await sleep(1_000);
  }
}

const form = '--x\r\ncontent-disposition: form-data; name="document"; filename="a.pdf"\r\n\r\n';
const formHead = (number: number) => [
  forged(number),
  'content-type: multipart/form-data; boundary=x',
  'content-length: 9000000',
];

/** Starts valid uploads and aborts them in the middle. */
async function abortedUploads({ over, answers }: Attack): Promise<void> {
  const { hostname, port } = new URL(server.address);
  const bytes = Buffer.alloc(64 * 1024, '%PDF');
  let count = 0;
  const uploads = size(50, 500);
  const client = async () => {
    while (count < uploads && !over.aborted) {
      const number = count++;
      const socket = connect(Number(port), hostname);
      socket.on('error', () => {});
      let status = 'aborted';
      socket.once('data', (data: Buffer) => {
        status = data.toString('latin1', 9, 12);
      });
      socket.write(head('POST /api/Directory/Create HTTP/1.1', formHead(number)) + form);
      for (let part = 0; part < 3 + (number % 20) && !socket.destroyed; part += 1) {
        if (!socket.write(bytes)) await Promise.race([once(socket, 'drain'), once(socket, 'close')]).catch(() => {});
      }
      if (number % 2) socket.resetAndDestroy();
      else socket.destroy();
      answers.set(status, (answers.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: 25 }, client));
}

/** Tries wrong passwords for many accounts from many networks. */
async function logins({ over, answers }: Attack): Promise<void> {
  let sent = 0;
  const client = async () => {
    while (!over.aborted) {
      const number = sent++;
      const path = number % 2 ? '/api/Directory/Login' : '/api/Admin/Login';
      const status = await fetch(server.address + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': forged(number).slice(17) },
        body: JSON.stringify({ email: `nobody${number}@example.org`, password: 'Banyan-tree-court-41' }),
        signal: AbortSignal.any([over, AbortSignal.timeout(30_000)]),
      }).then(
        async (answer) => {
          await answer.arrayBuffer();
          return String(answer.status);
        },
        () => 'none',
      );
      if (!over.aborted) answers.set(status, (answers.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: 60 }, client));
}

const floodOf =
  (pathOf: () => string) =>
  async ({ over, answers }: Attack) => {
    await Promise.all(Array.from({ length: 150 }, () => flood(server.address, pathOf, over, answers)));
  };

const attacks: [string, (attack: Attack) => Promise<unknown>][] = [
  ['nothing else', async () => {}],
  [
    'clients that send their headers slowly',
    (attack) => slowClients(attack, (socket) => trickle(socket, head('GET / HTTP/1.1', ['x: y'.repeat(50)]))),
  ],
  [
    'clients that send JSON slowly',
    (attack) =>
      slowClients(attack, async (socket, number) => {
        socket.write(
          head('POST /api/Directory/Login HTTP/1.1', [
            forged(number),
            'content-type: application/json',
            'content-length: 5000',
          ]),
        );
        await trickle(socket, ' '.repeat(5_000));
      }),
  ],
  [
    'clients that send a form slowly',
    (attack) =>
      slowClients(attack, async (socket, number) => {
        socket.write(head('POST /api/Directory/Create HTTP/1.1', formHead(number)) + form);
        await trickle(socket, 'x'.repeat(5_000));
      }),
  ],
  [
    'clients that do not read',
    (attack) =>
      slowClients(attack, async (socket, number) => {
        socket.pause();
        for (let times = 0; times < 20; times += 1) socket.write(head('GET / HTTP/1.1', [forged(number)]));
      }),
  ],
  [
    'clients that only wait',
    (attack) => slowClients(attack, async (socket) => void socket.write(head('GET /healthz HTTP/1.1'))),
  ],
  ['aborted uploads', abortedUploads],
  ['a flood of pages that are not there', floodOf(() => `/news?id=${randomUUID()}`)],
  ['a flood of made-up parameters', floodOf(() => `/membership?membership=${randomUUID()}&isRegistered=true`)],
  ['a flood of logins', logins],
  [
    'unfinished bodies from many networks',
    ({ over, answers }) => {
      const onAnswer = (status: string) => answers.set(status, (answers.get(status) ?? 0) + 1);
      return sendUnfinishedBodies({ address: server.address, over, connections: 200, networks: 200, onAnswer });
    },
  ],
];

test.each(attacks)('other visitors beside %s', async (name, attack) => {
  const over = new AbortController();
  const answers = new Map<string, number>();
  let memory = 0;
  const watch = setInterval(() => {
    memory = Math.max(memory, memoryOf(server.child.pid!) ?? 0);
  }, 200);
  let visits: Visits;
  try {
    const visiting = visit({ address: server.address, over: over.signal, people: 4 });
    const attacking = attack({ over: over.signal, answers });
    await sleep(seconds * 1_000);
    over.abort();
    [visits] = await Promise.all([visiting, attacking]);
  } finally {
    over.abort();
    clearInterval(watch);
  }
  const met = JSON.stringify(Object.fromEntries([...answers].sort()));
  figure(
    `${name}: others p50 ${visits.p50} ms, p95 ${visits.p95} ms, slowest ${visits.slowest} ms ${JSON.stringify(visits.answers)}; ${memory.toFixed(0)} MB; answered ${met}`,
  );
  expect(server.child.exitCode).toBeNull();
  expect(Object.keys(visits.answers)).toEqual(['200']);
  expect(memory).toBeLessThan(bounds.megabytes);
  if (isLong) expect(visits.p95).toBeLessThan(bounds.p95);
  // Only the process's own folder is left.
  const left = async () => (await readdir(join(site.dataDir, 'uploads'), { recursive: true })).length;
  await eventually(async () => (await left()) <= 1, 'the uploads are gone');
});
