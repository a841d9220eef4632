import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { registerMember } from '#shared/contracts/registrations.ts';
import { formOf } from '#tests/app.ts';
import { pictureFile, registrationBody, scannedId } from '#tests/factories/members.ts';
import { percentile } from './measure.ts';
import { startBenchSite } from './site.ts';

export const title = 'Logins and registrations beside sockets that begin a body and send nothing more';

const seconds = Number(process.env.BENCH_SECONDS ?? 20);
const sockets = 2_000;
const addresses = 200;

const head = (path: string, from: string, type: string, length: number) =>
  `POST /api${path} HTTP/1.1\r\nhost: test\r\nx-forwarded-for: ${from}\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\n\r\n`;

/** Keeps one connection of each kind in turn, opening the next whenever one is closed. */
async function hold(port: number, number: number, over: AbortSignal): Promise<void> {
  const from = `198.51.${100 + Math.floor((number % addresses) / 100)}.${number % 100}`;
  const text =
    number % 3 === 2
      ? `${head('/Directory/Create', from, 'multipart/form-data; boundary=x', 1_000_000)}--x`
      : `${head(number % 3 ? '/Directory/Login' : '/Contact/createContact', from, 'application/json', 100)}{`;
  while (!over.aborted) {
    const socket: Socket = connect(port, '127.0.0.1', () => socket.write(text));
    const close = () => socket.destroy();
    over.addEventListener('abort', close);
    socket.on('data', close).on('error', () => {});
    await new Promise((resolve) => socket.once('close', resolve));
    over.removeEventListener('abort', close);
    await sleep(100);
  }
}

export async function run(): Promise<void> {
  const site = await startBenchSite(10);
  try {
    for (const count of [0, sockets]) {
      const over = new AbortController();
      const held = Array.from({ length: count }, (_, number) =>
        hold(Number(new URL(site.url).port), number, over.signal),
      );
      await sleep(3_000);
      const files = { document: scannedId(), picture: await pictureFile() };
      const calls: Record<string, (number: number) => Promise<Response>> = {
        logins: (number) =>
          fetch(`${site.url}/api/Directory/Login`, {
            method: 'POST',
            headers: { 'content-type': 'application/json', 'x-forwarded-for': `203.0.113.${number % 250}` },
            body: JSON.stringify({ email: `nobody-${count}-${number}@example.org`, password: 'not the one' }),
          }),
        registrations: (number) => {
          const { type, bytes } = formOf(
            registerMember,
            registrationBody({ email: `new-${count}-${number}@example.org` }),
            files,
          );
          const from = `203.0.113.${number % 250}`;
          const headers = { 'content-type': type, 'x-forwarded-for': from };
          return fetch(`${site.url}/api/Directory/Create`, { method: 'POST', headers, body: new Uint8Array(bytes) });
        },
      };
      for (const [name, call] of Object.entries(calls)) {
        const times: number[] = [];
        const answers = new Map<number, number>();
        const end = performance.now() + (seconds * 1_000) / 2;
        for (let number = 0; performance.now() < end; number += 1) {
          const began = performance.now();
          const answer = await call(number);
          await answer.arrayBuffer();
          times.push(performance.now() - began);
          answers.set(answer.status, (answers.get(answer.status) ?? 0) + 1);
          await sleep(50);
        }
        const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)].map((ms) => ms.toFixed(0));
        console.log(
          `  ${name.padEnd(14)} beside ${String(count).padStart(5)} sockets: p50 ${p50} ms, p95 ${p95} ms   ${JSON.stringify(Object.fromEntries(answers))}`,
        );
      }
      over.abort();
      await Promise.all(held);
    }
  } finally {
    await site.stop();
  }
}
