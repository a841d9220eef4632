import { Readable } from 'node:stream';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { beforeAll, expect, test } from 'vitest';
import { loginAdmin } from '#shared/contracts/auth.ts';
import { exportDirectory, searchDirectory } from '#shared/contracts/directory.ts';
import { startTestApp } from '#tests/app.ts';
import { memberFactory } from '#tests/factories/members.ts';
import { confirmedToken } from '#tests/logins.ts';
import { compressAnswers } from './compression.ts';

const site = await startTestApp();
const token = await confirmedToken(site);
beforeAll(async () => {
  for (let count = 0; count < 10; count += 1) await memberFactory(site);
});

const accepting = (encodings: string) => ({ token, headers: { 'accept-encoding': encodings } });

test('an answer comes packed as its caller can unpack it, and says the same', async () => {
  const plain = await site.call(searchDirectory, { query: {} }, { token });
  expect(plain.headers).not.toHaveProperty('content-encoding');
  expect(plain.headers.vary).toContain('Accept-Encoding');
  for (const [accepted, encoding, unpack] of [
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ] as const) {
    const packed = await site.app.inject({
      url: '/api/Directory/searchDirectory',
      headers: { authorization: `Bearer ${token}`, 'accept-encoding': accepted },
    });
    expect(packed.headers['content-encoding']).toBe(encoding);
    expect(Number(packed.headers['content-length'])).toBe(packed.rawPayload.length);
    expect(packed.rawPayload.length).toBeLessThan(plain.raw.length / 3);
    expect(JSON.parse(unpack(packed.rawPayload).toString()).pagination).toEqual(
      JSON.parse(plain.raw.toString()).pagination,
    );
  }
});

test('small answers, answers to a POST, and what is packed already go as they are', async () => {
  const small = await site.app.inject({ url: '/api/Session', headers: { ...accepting('br').headers } });
  expect(small.headers).not.toHaveProperty('content-encoding');
  const posted = await site.call(loginAdmin, { body: { email: 'x'.repeat(3000), password: '' } }, accepting('br'));
  expect(posted.headers).not.toHaveProperty('content-encoding');
  const book = await site.call(exportDirectory, { query: { format: 'xlsx' } }, accepting('br'));
  expect(book.status).toBe(200);
  expect(book.headers).not.toHaveProperty('content-encoding');
});

test('an export is packed while it is written', async () => {
  const plain = await site.call(exportDirectory, { query: { format: 'csv' } }, { token });
  const packed = await site.call(exportDirectory, { query: { format: 'csv' } }, accepting('gzip'));
  expect(packed.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(packed.raw)).toEqual(plain.raw);
});

test('a stream that breaks off does not end as if it were whole, and one that nobody reads is let go', async () => {
  const app = Fastify();
  compressAnswers(app);
  let source: Readable | undefined;
  app.get('/breaks', (_request, reply) => {
    const rows = async function* () {
      yield 'row\n'.repeat(50_000);
      throw new Error('the database went away');
    };
    return reply.type('text/csv').send(Readable.from(rows()));
  });
  app.get('/endless', (_request, reply) => {
    source = new Readable({ read: () => void source?.push('row\n'.repeat(10_000)) });
    return reply.type('text/csv').send(source);
  });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  try {
    const headers = { 'accept-encoding': 'gzip' };
    await expect(fetch(`${address}/breaks`, { headers }).then((answer) => answer.text())).rejects.toThrow();
    const abortController = new AbortController();
    const answer = await fetch(`${address}/endless`, { headers, signal: abortController.signal });
    await answer.body!.getReader().read();
    abortController.abort();
    await expect.poll(() => source?.destroyed).toBe(true);
  } finally {
    await app.close();
  }
});
