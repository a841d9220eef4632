import { open } from 'node:fs/promises';

/** Pictures that we decode, by the decoder's names. */
export type PictureKind = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif';

const ascii = (head: Uint8Array, from: number, to: number) => Buffer.from(head.subarray(from, to)).toString('latin1');

/** The brands of an ISO media file (AVIF, HEIC, MP4 …): the major one, then the compatible ones. */
function brands(head: Uint8Array): string[] {
  if (ascii(head, 4, 8) !== 'ftyp') return [];
  const end = Math.min(Buffer.from(head).readUInt32BE(0), head.length);
  const mediaTypes = [ascii(head, 8, 12)];
  for (let at = 16; at + 4 <= end; at += 4) mediaTypes.push(ascii(head, at, at + 4));
  return mediaTypes;
}

/**
 * The type of a file by its first bytes; names and claimed types are ignored.
 * @param head at least the first 64 bytes, or the whole of a shorter file
 * @returns a media type; `application/octet-stream` for everything unknown, texts included
 */
export function mediaTypeOf(head: Uint8Array): string {
  const start = ascii(head, 0, 16);
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (start.startsWith('RIFF') && ascii(head, 8, 12) === 'WEBP') return 'image/webp';
  if (/^GIF8[79]a/.test(start)) return 'image/gif';
  if (/^(II\*\0|MM\0\*)/.test(start)) return 'image/tiff';
  if (start.startsWith('%PDF-')) return 'application/pdf';
  if (start.startsWith('PK\x03\x04')) return 'application/zip';
  const brandList = brands(head);
  if (brandList.some((brand) => brand === 'avif' || brand === 'avis')) return 'image/avif';
  if (brandList.some((brand) => /^(hei|hev|mif1|msf1)/.test(brand))) return 'image/heic';
  return 'application/octet-stream';
}

const kinds: Record<string, PictureKind> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'avif',
};

/** The kind of picture of a media type; undefined for types that we do not decode. */
export const pictureKind = (type: string): PictureKind | undefined => kinds[type];

/** The first bytes of a file. */
export async function headOf(path: string): Promise<Uint8Array> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(new Uint8Array(256), 0, 256, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
