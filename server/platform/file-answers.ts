import type { FileAnswer } from '#shared/endpoint.ts';
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

/** The header of a file: its name in plain letters for old programs, and as it is. */
export function disposition(kind: 'inline' | 'attachment', name: string): string {
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `${kind}; filename="${name.replace(/[^\w. -]/g, '_')}"; filename*=UTF-8''${encoded}`;
}
