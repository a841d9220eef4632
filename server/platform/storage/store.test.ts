import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openTestApp } from '#tests/app.ts';
import { type S3Peer, startS3Peer } from '#tests/s3.ts';
import { eventually } from '#tests/wait.ts';
import { UnreadableFile } from './envelope.ts';
import { openStorage } from './open-storage.ts';
import { openS3Storage } from './s3.ts';
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

/** Forces a garbage collection. */
function cleanUpMemory(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

interface Keys {
  filesKey?: string;
  filesKeyOld?: string[];
}
const newKey = () => randomBytes(32).toString('base64');
const key = newKey();

interface Place {
  open(keys?: Keys): Promise<Storage>;
  /** The stored bytes, as seen with access to the disk or the bucket. */
  bytes(key: string): Promise<Buffer>;
  overwrite(key: string, bytes: Buffer): Promise<void>;
}
const folder: Place = {
  open: (keys) => openStorage({ dataDir, ...keys }),
  bytes: (key) => readFile(join(dataDir, 'files', key)),
  overwrite: (key, bytes) => writeFile(join(dataDir, 'files', key), bytes),
};
const bucket: Place = {
  open: (keys) => openStorage({ dataDir, storageUrl: peer.url, ...keys }),
  bytes: async (key) => peer.objects.get(`/files/site/${key}`)!,
  overwrite: async (key, bytes) => void peer.objects.set(`/files/site/${key}`, bytes),
};
const places: [string, Place][] = [
  ['a folder', folder],
  ['an S3-compatible store', bucket],
];
const stores: [string, () => Promise<Storage>][] = [
  ['a folder', folder.open],
  ['an S3-compatible store', bucket.open],
  ['a folder, encrypted', () => folder.open({ filesKey: key })],
  ['an S3-compatible store, encrypted', () => bucket.open({ filesKey: key })],
];

describe.each(stores)('%s', (_name, open) => {
  const read = async (store: Storage, key: string) => {
    const storedBody = await store.get(key);
    return storedBody && { bytes: storedBody.bytes, text: (await buffer(storedBody.body)).toString() };
  };

  test('returns what was put, replaces, removes, and holds nothing else', async () => {
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

  test('returns parts, wherever they begin and end', async () => {
    const store = await open();
    const piece = 64 * 1024;
    const content = randomBytes(3 * piece + 100);
    await store.put('private/ab/abc', { bytes: content });
    const ends = [0, 1, piece - 1, piece, piece + 1, 2 * piece, 3 * piece - 1, 3 * piece, content.length - 1];
    for (const from of ends) {
      for (const to of ends.filter((each) => each >= from)) {
        const storedBody = await store.get('private/ab/abc', { part: { from, to } });
        expect(storedBody!.bytes).toBe(content.length);
        expect((await buffer(storedBody!.body)).equals(content.subarray(from, to + 1)), `${from} to ${to}`).toBe(true);
      }
    }
    expect(await store.get('never/was', { part: { from: 0, to: 1 } })).toBeNull();
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

describe.each(places)('%s with a key', (_name, { open, bytes, overwrite }) => {
  const place = 'private/ab/abc';
  const other = 'private/ab/abd';
  const piece = 64 * 1024;
  const read = async (store: Storage, at = place) => {
    const storedBody = await store.get(at);
    const body = await buffer(storedBody!.body);
    expect(body.length).toBe(storedBody!.bytes);
    return body;
  };

  test.each([0, 1, piece - 1, piece, piece + 1, 5 * piece, 10 * 1024 * 1024])(
    'gives back a file of %i bytes, of which nothing can be seen where it lies',
    async (length) => {
      const store = await open({ filesKey: key });
      const content = randomBytes(length);
      const path = join(dataDir, 'source');
      await writeFile(path, content);
      await store.put(place, { path });
      await store.put(other, { bytes: content });
      const [lies, liesBeside] = [await bytes(place), await bytes(other)];
      if (length >= 32)
        for (const each of [lies, liesBeside]) expect(each.includes(content.subarray(0, 32))).toBe(false);
      // Each file has its own key, so that equal files do not look equal.
      const rows = [lies, liesBeside].map((each) => each.subarray(49, -16));
      if (length >= 32) expect(rows[0]!.equals(rows[1]!)).toBe(false);
      expect((await read(store)).equals(content)).toBe(true);
      expect((await read(store, other)).equals(content)).toBe(true);
    },
  );

  test('public pictures are not encrypted', async () => {
    const store = await open({ filesKey: key });
    await store.put('media/x/800.webp', { bytes: Buffer.from('for everybody') });
    expect((await bytes('media/x/800.webp')).toString()).toBe('for everybody');
    expect((await read(store, 'media/x/800.webp')).toString()).toBe('for everybody');
  });

  test('any change is detected: a byte, the end, the order, the place', async () => {
    const store = await open({ filesKey: key });
    const content = randomBytes(3 * piece);
    await store.put(place, { bytes: content });
    await store.put(other, { bytes: randomBytes(3 * piece) });
    const whole = await bytes(place);
    const [head, stored] = [49, piece + 16];
    const flipped = (at: number) => {
      const bent = Buffer.from(whole);
      bent[at]! ^= 1;
      return bent;
    };
    const pieces = [0, 1, 2].map((index) => whole.subarray(head + index * stored, head + (index + 1) * stored));
    const tampered: Record<string, Buffer> = {
      'the version': flipped(8),
      'the id of the key': flipped(10),
      'the salt': flipped(20),
      'the first piece': flipped(head),
      'a byte in the middle': flipped(head + stored + 100),
      'the last tag': flipped(whole.length - 1),
      'a byte less': whole.subarray(0, -1),
      'a piece less': whole.subarray(0, head + 2 * stored),
      'nothing but the head': whole.subarray(0, head),
      'half of the head': whole.subarray(0, 20),
      'a byte more': Buffer.concat([whole, Buffer.of(0)]),
      'two pieces exchanged': Buffer.concat([whole.subarray(0, head), pieces[1]!, pieces[0]!, pieces[2]!]),
      'another file': await bytes(other),
    };
    for (const [what, bent] of Object.entries(tampered)) {
      await overwrite(place, bent);
      await expect(read(store), what).rejects.toBeInstanceOf(UnreadableFile);
    }
    await overwrite(place, flipped(head + stored + 100));
    const part = async (from: number, to: number) => buffer((await store.get(place, { part: { from, to } }))!.body);
    await expect(part(piece + 5_000, piece + 5_001)).rejects.toBeInstanceOf(UnreadableFile);
    expect((await part(2 * piece, 2 * piece + 1)).equals(content.subarray(2 * piece, 2 * piece + 2))).toBe(true);
    await overwrite(place, tampered['a piece less']!);
    await expect(part(2 * piece - 1, 2 * piece - 1)).rejects.toBeInstanceOf(UnreadableFile);
    await overwrite(place, whole);
    expect((await read(store)).equals(content)).toBe(true);
  });

  test('with another key it cannot be read, with the old one beside a new one it can', async () => {
    const store = await open({ filesKey: key });
    await store.put(place, { bytes: Buffer.from('a scanned ID') });
    const next = newKey();
    for (const keys of [{}, { filesKey: next }, { filesKeyOld: [next] }]) {
      await expect((await open(keys)).get(place)).rejects.toBeInstanceOf(UnreadableFile);
    }
    const both = await open({ filesKey: next, filesKeyOld: [newKey(), key] });
    expect((await read(both)).toString()).toBe('a scanned ID');
    await both.put(other, { bytes: Buffer.from('another one') });
    expect((await read(await open({ filesKey: next }), other)).toString()).toBe('another one');
  });

  test('an unencrypted file can be read as well', async () => {
    const content = randomBytes(3 * piece);
    await (await open()).put(place, { bytes: content });
    const store = await open({ filesKey: key });
    expect(await store.get(place)).toMatchObject({ keyId: null, bytes: content.length });
    expect((await read(store)).equals(content)).toBe(true);
  });
});

describe('the key', () => {
  test('may be in a file, and its errors are reported without the value', async () => {
    const path = join(dataDir, 'files.key');
    const problem = async () =>
      openStorage({ dataDir, filesKey: path }).then(
        () => 'none',
        (error: Error) => error.message,
      );
    expect(await problem()).toBe('The file that FILES_KEY names cannot be read (ENOENT).');
    for (const wrong of ['', 'hush', randomBytes(31).toString('base64'), `${key}\n${key}`, randomBytes(32)]) {
      await writeFile(path, wrong);
      expect(await problem()).toMatch(/^The file that FILES_KEY names must hold 32 bytes in base64 and nothing else/);
    }
    await writeFile(path, `${key}\n`);
    const store = await openStorage({ dataDir, filesKey: path });
    expect(store.keyId).toBe((await openStorage({ dataDir, filesKey: key })).keyId);
    expect(store.keyId).toMatch(/^[0-9a-f]{16}$/);
  });
});

describe('a folder', () => {
  test('its files are for their owner only, and no partial file stays', async () => {
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
    // The partial file of a killed process is removed when the file is written again, and with the file.
    await writeFile(join(folder, '.abc.1234'), 'half');
    await store.put('private/ab/abc', { bytes: new Uint8Array(10) });
    expect(await readdir(folder)).toEqual(['abc']);
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

  test('a short failure is retried, a longer one reported, without key and address', async () => {
    const store = await openStorage({ dataDir, storageUrl: peer.url });
    peer.failures = [503, 500];
    await store.put('a', { bytes: new Uint8Array(3) });
    expect(peer.requests).toHaveLength(3);
    peer.failures = [500, 500, 500];
    const error: Error = await store.get('a').then(
      () => Promise.reject(new Error('no failure')),
      (failure) => failure,
    );
    expect(error).toMatchObject({ code: 'UNAVAILABLE' });
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
    const site = await openTestApp({ STORAGE_URL: peer.url });
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

  test('that never answers times out, even after a garbage collection', async () => {
    const silent = openS3Storage(parseS3Address(peer.url)!, 400);
    peer.hangs = true;
    try {
      const writing = silent.put('a/b', { bytes: Buffer.alloc(10) }).catch((error: unknown) => error);
      await eventually(() => peer.requests.some((each) => each.startsWith('PUT')), 'the store is asked');
      cleanUpMemory();
      const late = sleep(5_000, 'it is waited for', { ref: false });
      expect(await Promise.race([writing, late])).toMatchObject({ code: 'UNAVAILABLE' });
    } finally {
      peer.hangs = false;
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
