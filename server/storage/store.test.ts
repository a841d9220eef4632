import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp } from '#tests/app.ts';
import { type S3Peer, startS3Peer } from '#tests/s3.ts';
import { openStorage } from './open-storage.ts';
import { parseS3Address } from './s3-address.ts';
import { isStorageKey, type Storage } from './storage.ts';

let dataDir: string;
let peer: S3Peer;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'association-store-'));
  peer = await startS3Peer();
});
afterEach(async () => {
  await peer.close();
  await rm(dataDir, { recursive: true, force: true });
});

const stores: [string, () => Promise<Storage>][] = [
  ['a folder', () => openStorage({ dataDir, storageUrl: undefined })],
  ['an S3-compatible store', () => openStorage({ dataDir, storageUrl: peer.url })],
];

describe.each(stores)('%s', (_name, open) => {
  const read = async (store: Storage, key: string) => {
    const found = await store.get(key);
    return found && { bytes: found.bytes, text: (await buffer(found.body)).toString() };
  };

  test('gives back what was put, replaces, removes, and has nothing else', async () => {
    const store = await open();
    await store.check();
    const path = join(dataDir, 'source');
    await writeFile(path, 'from a file');
    await store.put('private/ab/abc', { path });
    await store.put('media/x/800.webp', { bytes: new TextEncoder().encode('from bytes') });
    expect(await read(store, 'private/ab/abc')).toEqual({ bytes: 11, text: 'from a file' });
    expect(await read(store, 'media/x/800.webp')).toEqual({ bytes: 10, text: 'from bytes' });
    await store.put('private/ab/abc', { bytes: new Uint8Array() });
    expect(await read(store, 'private/ab/abc')).toEqual({ bytes: 0, text: '' });
    await store.remove('private/ab/abc');
    await store.remove('private/ab/abc');
    expect(await read(store, 'private/ab/abc')).toBeNull();
    expect(await read(store, 'never/was')).toBeNull();
  });

  test('takes no key that could lead elsewhere', async () => {
    const store = await open();
    for (const key of ['../x', 'a/../../x', '/etc/passwd', 'a//b', '', '.hidden', 'a/.', 'a\\b', 'a?b', 'a b', 'ä']) {
      expect(isStorageKey(key), key).toBe(false);
      await expect(store.put(key, { bytes: new Uint8Array(1) }), key).rejects.toThrow();
      await expect(store.get(key), key).rejects.toThrow();
      await expect(store.remove(key), key).rejects.toThrow();
    }
  });
});

describe('a folder', () => {
  test('its files are for their owner only, and nothing half written stays', async () => {
    const store = await openStorage({ dataDir, storageUrl: undefined });
    await store.put('private/ab/abc', { bytes: new Uint8Array(10) });
    await writeFile(join(dataDir, 'open to all'), 'an upload', { mode: 0o644 });
    await store.put('private/ab/copied', { path: join(dataDir, 'open to all') });
    const folder = join(dataDir, 'files', 'private', 'ab');
    for (const name of ['abc', 'copied']) expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
    await store.remove('private/ab/copied');
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    await expect(store.put('private/ab/other', { path: join(dataDir, 'missing') })).rejects.toThrow();
    expect(await readdir(folder)).toEqual(['abc']);
    // What a killed process leaves while it writes goes with the file it was to become.
    await writeFile(join(folder, '.abc.1234'), 'half');
    await store.remove('private/ab/abc');
    expect(await readdir(folder)).toEqual([]);
  });

  test('is not ready when it is gone', async () => {
    const store = await openStorage({ dataDir, storageUrl: undefined });
    await rm(join(dataDir, 'files'), { recursive: true });
    await expect(store.check()).rejects.toThrow();
  });
});

describe('an S3-compatible store', () => {
  test('keys lie below the folder of the address', async () => {
    const store = await openStorage({ dataDir, storageUrl: peer.url });
    await store.put('private/ab/abc', { bytes: new Uint8Array(3) });
    expect([...peer.objects.keys()]).toEqual(['/files/site/private/ab/abc']);
  });

  test('a moment of trouble is passed over, more is told, and neither key nor address with it', async () => {
    const store = await openStorage({ dataDir, storageUrl: peer.url });
    peer.failures = [503, 500];
    await store.put('a', { bytes: new Uint8Array(3) });
    expect(peer.requests).toHaveLength(3);
    peer.failures = [500, 500, 500];
    const error: Error = await store.get('a').then(
      () => Promise.reject(new Error('no failure')),
      (failure) => failure,
    );
    expect(error).toMatchObject({ code: 'UNAVAILABLE', status: 503 });
    expect(`${error.message} ${error.cause}`).not.toMatch(/hush|AKIA|127\.0\.0\.1/);
  });

  test('a wrong secret and a wrong region are refused', async () => {
    for (const wrong of [peer.url.replace('hush', 'hash'), peer.url.replace('ap-south-1', 'eu-west-1')]) {
      const store = await openStorage({ dataDir, storageUrl: wrong });
      await expect(store.check()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      await expect(store.put('a', { bytes: new Uint8Array(1) })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      await expect(store.get('a')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    }
    expect(peer.objects.size).toBe(0);
  });

  test('the server is ready only while the store answers', async () => {
    const site = await startTestApp({ STORAGE_URL: peer.url });
    try {
      expect((await site.app.inject('/readyz')).statusCode).toBe(200);
      peer.hangs = true;
      expect((await site.app.inject('/readyz')).statusCode).toBe(503);
      expect((await site.app.inject('/healthz')).statusCode).toBe(200);
      peer.hangs = false;
      expect((await site.app.inject('/readyz')).statusCode).toBe(200);
    } finally {
      peer.hangs = false;
      await site.close();
    }
  });

  test.each([
    ['s3://k:s@host/bucket', { endpoint: 'https://host', bucket: 'bucket', prefix: '', region: 'us-east-1' }],
    [
      's3://k%2F:s%2B@h:9000/b/a/b/?region=auto&tls=false',
      { endpoint: 'http://h:9000', prefix: 'a/b/', region: 'auto', accessKeyId: 'k/', secretAccessKey: 's+' },
    ],
    ['s3://k@host/bucket', null],
    ['s3://k:s@host', null],
    ['s3://k:s@host/bucket?regoin=x', null],
    ['s3://k:s@host/bucket?tls=no', null],
    ['s3://k:s%@host/bucket', null],
    ['s3://k:s@host/../bucket/..%2f', null],
    ['https://k:s@host/bucket', null],
  ])('reads %s', (text, expected) => {
    if (expected === null) expect(parseS3Address(text)).toBeNull();
    else expect(parseS3Address(text)).toMatchObject(expected);
  });
});
