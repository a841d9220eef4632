import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { StoredPicture } from '#server/platform/database/columns.ts';
import { createFiles } from '#server/platform/storage/files.ts';
import { openStorage } from '#server/platform/storage/open-storage.ts';
import { cardAddress, createPublicPictures, pictureSet } from '#server/platform/storage/public-pictures.ts';
import { openTestApp, startTestApp, type TestApp } from '#tests/app.ts';
import { startS3Peer } from '#tests/s3.ts';

const site = await startTestApp();
const picture = await storePicture(site);

async function storePicture({ config, database }: TestApp): Promise<StoredPicture> {
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const core = { config, database, storage: await openStorage(config), log };
  const source = await sharp({ create: { width: 900, height: 600, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer();
  return createPublicPictures(core, createFiles(core)).store(source, 'Image');
}

test('every address of a picture returns it, cached for a year', async () => {
  const { src, srcSet, avif } = pictureSet(picture);
  const every = `${srcSet}, ${avif}`.split(', ').map((part) => part.split(' ')[0] ?? '');
  const addresses = new Set([src, ...every, cardAddress(picture)]);
  expect(addresses.size).toBe(7);
  for (const url of addresses) {
    const answer = await site.app.inject(url);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': url.endsWith('.jpg') ? 'image/jpeg' : `image/${url.split('.')[1]}`,
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
      'content-length': String(answer.rawPayload.length),
    });
    const width = /(\d+)\.\w+$/.exec(url)?.[1] ?? '1200';
    expect((await sharp(answer.rawPayload).metadata()).width).toBe(Number(width));

    const head = await site.app.inject({ method: 'HEAD', url });
    expect([head.statusCode, head.rawPayload.length]).toEqual([200, 0]);
    expect(head.headers['content-length']).toBe(String(answer.rawPayload.length));

    const response = await site.app.inject({ url, headers: { 'if-none-match': String(answer.headers.etag) } });
    expect([response.statusCode, response.rawPayload.length]).toEqual([304, 0]);
  }
});

test('anything else is not found, and not cached', async () => {
  const { hash } = picture;
  const wrong = [
    `/media/${hash}/801.webp`,
    `/media/${hash}/800.jpg`,
    `/media/${hash}/..%2f..%2fserver.pid`,
    `/media/${hash}/%2e%2e`,
    `/media/..%2fprivate/og.jpg`,
    `/media/${'0'.repeat(32)}/og.jpg`,
    `/media/${hash.toUpperCase()}/og.jpg`,
    `/media/${hash}/`,
    `/media/${hash}/og.jpg/x`,
  ];
  for (const url of wrong) {
    const answer = await site.app.inject(url);
    expect(answer.statusCode, url).toBe(404);
    expect(answer.headers['cache-control'] ?? '', url).not.toContain('immutable');
  }
});

test('from an S3-compatible store too; while that does not answer nothing is cached', async () => {
  const store = await startS3Peer();
  const remote = await openTestApp({ STORAGE_URL: store.url });
  try {
    const { src } = pictureSet(await storePicture(remote));
    const answer = await remote.app.inject(src);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/webp']);
    expect((await sharp(answer.rawPayload).metadata()).width).toBe(800);
    store.failures = [500, 500, 500];
    const away = await remote.app.inject(src);
    expect([away.statusCode, away.headers['cache-control'], away.headers.etag]).toEqual([503, 'no-store', undefined]);
    expect(away.json()).toMatchObject({ success: false, code: 'UNAVAILABLE' });
    store.objects.clear();
    expect((await remote.app.inject(src)).statusCode).toBe(404);
  } finally {
    await remote.close();
    await store.close();
  }
});

test('after an aborted download the next one is complete, and the server stops at once', async () => {
  await site.app.listen({ host: '127.0.0.1', port: 0 });
  const address = site.app.server.address();
  if (typeof address !== 'object' || !address) throw new Error('not listening');
  const url = `http://127.0.0.1:${address.port}${pictureSet(picture).src}`;
  const abort = new AbortController();
  const first = await fetch(url, { signal: abort.signal });
  abort.abort();
  await expect(first.arrayBuffer()).rejects.toThrow();
  const second = await fetch(url);
  const body = second.body as unknown as NodeJS.ReadableStream;
  expect((await buffer(body)).length).toBe(Number(second.headers.get('content-length')));
  // An open connection would delay the stop by more than a minute.
  const count = performance.now();
  await site.app.close();
  expect(performance.now() - count).toBeLessThan(20_000);
});
