import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  decrypt,
  encrypt,
  headBytes,
  isEncrypted,
  keyIdOf,
  pieceBytes,
  piecesOfPart,
  plainBytes,
  UnreadableFile,
} from './envelope.ts';
import type { FileKey, FileKeys } from './file-keys.ts';
import {
  type Part,
  publicPrefix,
  ReplacedFile,
  type Source,
  type Storage,
  type Store,
  type StoredBody,
} from './storage.ts';

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

/** What is left of a stream after its first bytes, up to so many. */
async function* cut(source: AsyncIterable<Uint8Array>, skipped: number, length: number): AsyncGenerator<Uint8Array> {
  let [skip, left] = [skipped, length];
  for await (const chunk of source) {
    const part = chunk.subarray(skip, skip + left);
    skip = Math.max(0, skip - chunk.length);
    left -= part.length;
    if (part.length > 0) yield part;
    if (left === 0) return;
  }
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
  function keyOf(head: Buffer): { keyId: string; key: FileKey } {
    const keyId = keyIdOf(head);
    const key = all.get(keyId);
    if (!key) throw new UnreadableFile('its key is not given');
    return { keyId, key };
  }

  /** A part of a file that may be encrypted: its head, and then the chunks in which the part lies. */
  async function openPart(path: string, part: Part): Promise<StoredBody | null> {
    const start = await store.get(path, { from: 0, to: headBytes - 1 });
    if (!start) return null;
    const head = await buffer(start.body);
    const again = async (bytes: Part) => {
      const file = await store.get(path, bytes);
      if (file?.bytes === start.bytes) return file;
      file?.body.destroy();
      throw new ReplacedFile();
    };
    if (!isEncrypted(head)) return { ...(await again(part)), keyId: null };
    const { keyId, key } = keyOf(head);
    const { stored, first, toEnd } = piecesOfPart(start.bytes, part);
    const { body } = await again(stored);
    const pieces = decrypt(head, body as AsyncIterable<Uint8Array>, key, path, { first, toEnd });
    const plain = Readable.from(cut(pieces, part.from - first * pieceBytes, part.to - part.from + 1), {
      objectMode: false,
    });
    plain.once('close', () => body.destroy());
    return { body: plain, bytes: plainBytes(start.bytes), keyId };
  }

  async function open(path: string, { body, bytes }: { body: Readable; bytes: number }): Promise<StoredBody> {
    const { head, rest } = await divide(body);
    if (!isEncrypted(head)) {
      // Not read a second time: an encrypted file may have replaced it meanwhile.
      const clear = Readable.from(joined(head, rest), { objectMode: false });
      clear.once('close', () => body.destroy());
      return { body: clear, bytes, keyId: null };
    }
    const { keyId, key } = keyOf(head);
    const plain = Readable.from(decrypt(head, rest, key, path), { objectMode: false });
    // Whether it was read to the end or not.
    plain.once('close', () => body.destroy());
    return { body: plain, bytes: plainBytes(bytes), keyId };
  }

  async function openWhole(path: string): Promise<StoredBody | null> {
    const file = await store.get(path);
    try {
      return file && (await open(path, file));
    } catch (error) {
      file?.body.destroy();
      throw error;
    }
  }

  return {
    keyId: current?.id ?? null,
    knows: (keyId) => all.has(keyId),
    async put(path, source) {
      if (!current || path.startsWith(publicPrefix)) return store.put(path, source);
      return store.put(path, { stream: encrypt(streamOf(source), current, path) });
    },
    async get(path, { isClear = false, part } = {}) {
      if (path.startsWith(publicPrefix) || (isClear && all.size === 0)) {
        const file = await store.get(path, part);
        return file && { ...file, keyId: null };
      }
      for (let triesLeft = 3; ; triesLeft -= 1) {
        try {
          return await (part ? openPart(path, part) : openWhole(path));
        } catch (error) {
          if (!(error instanceof ReplacedFile) || triesLeft === 0) throw error;
        }
      }
    },
    remove: (path) => store.remove(path),
    check: () => store.check(),
  };
}
