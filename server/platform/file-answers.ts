import type { FileAnswer } from '#shared/file-response.ts';
import type { OpenFile } from './storage/files.ts';

/** A document made for this answer. */
export const madeFile = (bytes: Uint8Array, type: string, attachment: string): FileAnswer => ({
  body: bytes,
  type,
  length: bytes.byteLength,
  attachment,
  cacheControl: 'private, no-store',
});

/** A stored file of somebody, for download only. */
export const storedFile = ({ body, type, bytes, scan }: OpenFile, attachment: string): FileAnswer => ({
  body,
  type,
  length: bytes,
  attachment,
  scan,
  cacheControl: 'private, no-store',
});
