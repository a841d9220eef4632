import { said } from '#server/platform/server-messages.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';

const megabytes = limits.fileBytes / 1024 / 1024;
const head = /^data:[\w.+-]*(?:\/[\w.+-]*)?(?:;[\w-]+=[\w.+-]+)*;base64,/i;

const refuse = (message: string) => new AppError('UNSUPPORTED_FILE', message);

/**
 * The bytes of a base64 data URL, 10 MB at most. The claimed type is ignored.
 * @throws UNSUPPORTED_FILE with a plain message
 */
export function decodeDataUrl(url: string): Uint8Array {
  const start = head.exec(url.slice(0, 300))?.[0].length;
  if (start === undefined) throw refuse('This picture could not be read.');
  // Checked by its length, before anything is decoded.
  const decodedLength = Math.floor(((url.length - start) * 3) / 4) - 2;
  if (decodedLength > limits.fileBytes) throw tooLarge();
  const bytes = Buffer.from(url.slice(start), 'base64');
  if (bytes.byteLength > limits.fileBytes) throw tooLarge();
  if (bytes.byteLength === 0) throw refuse(said.emptyFile);
  return bytes;
}

const tooLarge = () => refuse(`This picture is larger than ${megabytes} MB. Please choose a smaller one.`);
