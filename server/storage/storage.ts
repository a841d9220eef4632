import type { Readable } from 'node:stream';

/**
 * The narrow port to wherever files lie. Keys are made by us: letters, digits, `-`, `_`, `.` and `/`.
 * `put` returns only when the file would survive a power cut; it replaces whatever lay there.
 */
export interface Storage {
  put(key: string, source: { path: string } | { bytes: Uint8Array }): Promise<void>;
  /** Null when there is no such file. */
  get(key: string): Promise<{ body: Readable; bytes: number } | null>;
  /** No error when there is no such file. */
  remove(key: string): Promise<void>;
  /** @throws when the store does not answer */
  check(): Promise<void>;
}

/** Whether a key can never lead out of the store, whatever the store makes of it. */
export const isStorageKey = (key: string): boolean =>
  key.length <= 300 && key.split('/').every((part) => /^[\w-][\w.-]*$/.test(part) && !part.includes('..'));
