import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { decrypt, encrypt, headBytes, isEncrypted, keyIdOf, plainBytes, UnreadableFile } from './envelope.ts';
import type { FileKeys } from './file-keys.ts';
import { publicPrefix, ReplacedFile, type Source, type Storage, type Store, type StoredBody } from './storage.ts';

/** A generator, so that the source is opened only when it is read. */
async function* streamOf(source: Source): AsyncGenerator<Uint8Array> {
  if ('bytes' in source) yield source.bytes;
  else yield* 'path' in source ? createReadStream(source.path) : source.stream;
}

/** Splits a stream into its first bytes and the rest. */
async function divide(body: Readable): Promise<{ head: Buffer; rest: AsyncGenerator<Uint8Array> }> {
  const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  let held = Buffer.alloc(0);
  while (held.length < headBytes) {
    const { value, done } = await chunks.next();
    if (done) break;
    held = Buffer.concat([held, value]);
  }
  async function* rest() {
    yield held.subarray(headBytes);
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
  }
  return { head: held.subarray(0, headBytes), rest: rest() };
}

async function* joined(head: Uint8Array, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield head;
  for await (const chunk of rest) if (chunk.length > 0) yield chunk;
}

/**
 * Encrypts people's files before they are stored, and decrypts them when they are read. Public pictures are not
 * encrypted. Unencrypted files can be read too, so encryption can be introduced at any time.
 */
export function encrypting(store: Store, { current, all }: FileKeys): Storage {
  async function open(path: string, { body, bytes }: { body: Readable; bytes: number }): Promise<StoredBody | null> {
    const { head, rest } = await divide(body);
    if (!isEncrypted(head)) {
      // Not read a second time: an encrypted file may have replaced it meanwhile.
      const clear = Readable.from(joined(head, rest), { objectMode: false });
      clear.once('close', () => body.destroy());
      return { body: clear, bytes, keyId: null };
    }
    const keyId = keyIdOf(head);
    const key = all.get(keyId);
    if (!key) throw new UnreadableFile('its key is not given');
    const plain = Readable.from(decrypt(head, rest, key, path), { objectMode: false });
    // Whether it was read to the end or not.
    plain.once('close', () => body.destroy());
    return { body: plain, bytes: plainBytes(bytes), keyId };
  }

  return {
    keyId: current?.id ?? null,
    knows: (keyId) => all.has(keyId),
    async put(path, source) {
      if (!current || path.startsWith(publicPrefix)) return store.put(path, source);
      return store.put(path, { stream: encrypt(streamOf(source), current, path) });
    },
    async get(path, { isClear = false } = {}) {
      for (let triesLeft = 3; ; triesLeft -= 1) {
        const found = await store.get(path);
        if (!found) return null;
        if (path.startsWith(publicPrefix) || (isClear && all.size === 0)) return { ...found, keyId: null };
        try {
          return await open(path, found);
        } catch (error) {
          found.body.destroy();
          if (!(error instanceof ReplacedFile) || triesLeft === 0) throw error;
        }
      }
    },
    remove: (path) => store.remove(path),
    check: () => store.check(),
  };
}
