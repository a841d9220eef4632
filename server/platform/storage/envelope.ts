import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { FileKey } from './file-keys.ts';
import type { Part } from './storage.ts';

// An encrypted file: 8 magic bytes, the version, the key's id, a random salt; then chunks of 64 KiB,
// each AES-256-GCM with its tag. Each file has its own key, derived from the key and the salt, so a chunk's number is a sufficient
// nonce. The nonce also marks the last chunk: removed, added and moved chunks are detected. The header and the file's
// path are authenticated with every chunk, so that no file can replace another.

/** The file cannot be decrypted: its key is not given, or it was changed. */
export class UnreadableFile extends Error {}

const magic = Buffer.from('\x89AFE\r\n\x1a\n', 'latin1');
const version = 1;
const idBytes = 8;
const saltBytes = 32;
const tagBytes = 16;
export const headBytes = magic.length + 1 + idBytes + saltBytes;
/** The size of a chunk; a file of one chunk is verified completely before its first byte is returned. */
export const pieceBytes = 64 * 1024;

/** Whether these are the first bytes of an encrypted file. */
export const isEncrypted = (head: Uint8Array): boolean => magic.equals(head.subarray(0, magic.length));

/** The id of the required key. @throws UnreadableFile */
export function keyIdOf(head: Buffer): string {
  if (head.length < headBytes) throw new UnreadableFile('it is cut off');
  if (head[magic.length] !== version) throw new UnreadableFile('a newer version of the program has written it');
  return head.subarray(magic.length + 1, magic.length + 1 + idBytes).toString('hex');
}

const piecesIn = (storedBytes: number) => Math.max(1, Math.ceil((storedBytes - headBytes) / (pieceBytes + tagBytes)));

/** The size of a file before encryption. */
export const plainBytes = (storedBytes: number): number => storedBytes - headBytes - tagBytes * piecesIn(storedBytes);

/** The chunks of a stored file that hold a part of the original, where they lie, and whether they are its last. */
export function piecesOfPart(storedBytes: number, { from, to }: Part): { stored: Part; first: number; toEnd: boolean } {
  const first = Math.floor(from / pieceBytes);
  const after = Math.min(Math.floor(to / pieceBytes) + 1, piecesIn(storedBytes));
  const offsetOf = (number: number) => headBytes + number * (pieceBytes + tagBytes);
  const stored = { from: offsetOf(first), to: Math.min(offsetOf(after), storedBytes) - 1 };
  return { stored, first, toEnd: after === piecesIn(storedBytes) };
}

interface Bound {
  key: Buffer;
  data: Buffer;
}

function bind({ bytes }: FileKey, head: Buffer, path: string): Bound {
  const key = hkdfSync('sha256', bytes, head.subarray(-saltBytes), 'a file', 32);
  return { key: Buffer.from(key), data: Buffer.concat([head, Buffer.from(path)]) };
}

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(number, 7);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

/** Splits into chunks of one size, each valid until the next is read; there is always a last one, which may be shorter or empty. */
async function* piecesOf(
  source: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<{ piece: Buffer; number: number; isLast: boolean }> {
  const piece = Buffer.alloc(size);
  let filled = 0;
  let number = 0;
  for await (const bytes of source) {
    for (let offset = 0; offset < bytes.length; ) {
      // Only now: a chunk is the last one if nothing follows.
      if (filled === size) {
        yield { piece, number, isLast: false };
        number += 1;
        filled = 0;
      }
      const part = bytes.subarray(offset, offset + size - filled);
      piece.set(part, filled);
      filled += part.length;
      offset += part.length;
    }
  }
  yield { piece: piece.subarray(0, filled), number, isLast: true };
}

/** Encrypts a file for `path`. */
export async function* encrypt(source: AsyncIterable<Uint8Array>, key: FileKey, path: string): AsyncGenerator<Buffer> {
  const head = Buffer.concat([magic, Buffer.of(version), Buffer.from(key.id, 'hex'), randomBytes(saltBytes)]);
  const bound = bind(key, head, path);
  yield head;
  for await (const { piece, number, isLast } of piecesOf(source, pieceBytes)) {
    const cipher = createCipheriv('aes-256-gcm', bound.key, nonceOf(number, isLast)).setAAD(bound.data);
    yield Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()]);
  }
}

/**
 * Decrypts chunk by chunk, each verified before it is returned.
 * @param first the number of the first chunk
 * @param toEnd whether that part goes to the end of the file
 * @throws UnreadableFile at the first changed one
 */
export async function* decrypt(
  head: Buffer,
  rest: AsyncIterable<Uint8Array>,
  key: FileKey,
  path: string,
  { first, toEnd } = { first: 0, toEnd: true },
): AsyncGenerator<Buffer> {
  const bound = bind(key, head, path);
  for await (const { piece, number, isLast } of piecesOf(rest, pieceBytes + tagBytes)) {
    if (piece.length < tagBytes) throw new UnreadableFile('it is cut off');
    const nonce = nonceOf(first + number, isLast && toEnd);
    const decipher = createDecipheriv('aes-256-gcm', bound.key, nonce, { authTagLength: tagBytes });
    decipher.setAAD(bound.data).setAuthTag(piece.subarray(-tagBytes));
    const plain = decipher.update(piece.subarray(0, -tagBytes));
    try {
      decipher.final();
    } catch {
      throw new UnreadableFile('it is not what was written');
    }
    yield plain;
  }
}
