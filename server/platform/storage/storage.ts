import type { Readable } from 'node:stream';

/** The content to store; a stream is read once. */
export type Source = { path: string } | { bytes: Uint8Array } | { stream: AsyncIterable<Uint8Array> };

/** Bytes of a file, both within it. */
export interface Part {
  from: number;
  to: number;
}

/**
 * The interface of every store. Keys are made by us: letters, digits, `-`, `_`, `.` and `/`.
 * `put` returns only when the file would survive a power cut; it replaces an existing file atomically.
 */
export interface Store {
  put(key: string, source: Source): Promise<void>;
  /** Null when there is no such file. With `part` the body is that alone; `bytes` are those of the whole file. */
  get(key: string, part?: Part): Promise<{ body: Readable; bytes: number } | null>;
  /** No error when there is no such file. */
  remove(key: string): Promise<void>;
  /** @throws when the store does not answer */
  check(): Promise<void>;
}

export interface StoredBody {
  /** For an encrypted file it fails with UnreadableFile at the first changed chunk. */
  body: Readable;
  bytes: number;
  /** The key it was encrypted with; null: unencrypted. */
  keyId: string | null;
}

/** The file was replaced since it was found: a retry gets the new one. */
export class ReplacedFile extends Error {}

/** A store that encrypts people's files if there is a key. Its users see the original content. */
export interface Storage extends Omit<Store, 'get'> {
  /** The key for new files; null: no encryption. */
  keyId: string | null;
  /** Whether it has this key. */
  knows(keyId: string): boolean;
  /**
   * Null when there is no such file.
   * @param isClear true where the file was certainly never encrypted
   * @throws UnreadableFile when its key is not given
   */
  get(key: string, options?: { isClear?: boolean; part?: Part | undefined }): Promise<StoredBody | null>;
}

/** Whether a key can never lead out of the store, in any kind of store. */
export const isStorageKey = (key: string): boolean =>
  key.length <= 300 && key.split('/').every((part) => /^[\w-][\w.-]*$/.test(part) && !part.includes('..'));

/** Public pictures use their address as key: `media/<hash>/<file>`. */
export const publicPrefix = 'media/';
/** The path of a key. Folders by the first letters limit the number of files in each. */
export const pathOf = (key: string) => (key.startsWith(publicPrefix) ? key : `private/${key.slice(0, 2)}/${key}`);
