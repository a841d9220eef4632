import type { Readable } from 'node:stream';

/** What is to be stored; a stream is read once. */
export type Source = { path: string } | { bytes: Uint8Array } | { stream: AsyncIterable<Uint8Array> };

/**
 * The narrow port to wherever files lie. Keys are made by us: letters, digits, `-`, `_`, `.` and `/`.
 * `put` returns only when the file would survive a power cut; it replaces whatever lay there, all of it or nothing.
 */
export interface Store {
  put(key: string, source: Source): Promise<void>;
  /** Null when there is no such file. */
  get(key: string): Promise<{ body: Readable; bytes: number } | null>;
  /** No error when there is no such file. */
  remove(key: string): Promise<void>;
  /** @throws when the store does not answer */
  check(): Promise<void>;
}

export interface StoredBody {
  /** Of an encrypted file it fails with UnreadableFile at the first piece that is not what was written. */
  body: Readable;
  bytes: number;
  /** With which key it lay there encrypted; null: in the clear. */
  keyId: string | null;
}

/** Another one has taken its place since it was looked for: a call that asks again gets that. */
export class ReplacedFile extends Error {}

/** A store that encrypts the files of people, where there is a key. Its users see them as they were sent. */
export interface Storage extends Store {
  /** With which key it encrypts; null: it does not. */
  keyId: string | null;
  /** Whether it can read what is encrypted with this key. */
  knows(keyId: string): boolean;
  /**
   * Null when there is no such file.
   * @param isClear true where it is certain that the file was never encrypted
   * @throws UnreadableFile when its key is not given
   */
  get(key: string, options?: { isClear?: boolean }): Promise<StoredBody | null>;
}

/** Whether a key can never lead out of the store, whatever the store makes of it. */
export const isStorageKey = (key: string): boolean =>
  key.length <= 300 && key.split('/').every((part) => /^[\w-][\w.-]*$/.test(part) && !part.includes('..'));

/** Public pictures keep their address as key: `media/<hash>/<file>`. */
export const publicPrefix = 'media/';
/** Where a key's bytes lie. Folders by the first letters keep any one of them short. */
export const placeOf = (key: string) => (key.startsWith(publicPrefix) ? key : `private/${key.slice(0, 2)}/${key}`);
