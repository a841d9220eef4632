import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually } from '#tests/wait.ts';
import { createCdnPurge } from './cdn-purge.ts';

interface Call {
  method: string | undefined;
  authorization: string | undefined;
  body: string;
}

let calls: Call[];
let answers: number[];
let warnings: object[];
let cdn: Server;
let purge: ReturnType<typeof createCdnPurge>;
beforeEach(async () => {
  calls = [];
  answers = [];
  warnings = [];
  cdn = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method, headers } = request;
    calls.push({ method, authorization: headers.authorization, body: Buffer.concat(chunks).toString() });
    response.writeHead(answers.shift() ?? 200).end('{}');
  });
  await new Promise<void>((resolve) => cdn.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(cdn.address() as AddressInfo).port}/purge`;
  const log = { info() {}, error() {}, warn: (fields: object) => void warnings.push(fields) };
  purge = createCdnPurge({ url, token: 'secret' }, log);
});
afterEach(async () => {
  await purge.stop();
  cdn.closeAllConnections();
  await new Promise((resolve) => cdn.close(resolve));
});

test('changes shortly after one another purge once, with the token', async () => {
  for (let change = 0; change < 5; change++) purge.wake();
  await eventually(() => calls.length > 0, 'the CDN is told');
  await purge.stop();
  expect(calls).toEqual([{ method: 'POST', authorization: 'Bearer secret', body: '{"purge_everything":true}' }]);
});

test('a failed purge is retried until it succeeds, and the log says so without the token', async () => {
  answers = [500];
  purge.wake();
  await eventually(() => calls.length === 2, 'it is told again');
  expect(warnings).toEqual([{ reason: 'it answered 500' }]);
});

test('a change during a purge leads to another one, and a stop waits for none', async () => {
  purge.wake();
  await eventually(() => calls.length === 1, 'the first is told');
  purge.wake();
  await eventually(() => calls.length === 2, 'the second is told');
  answers = Array.from({ length: 50 }, () => 503);
  purge.wake();
  await eventually(() => calls.length === 3, 'the third is refused');
  await purge.stop();
});
