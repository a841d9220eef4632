import { createHash } from 'node:crypto';
import type { Readable, Transaction } from '#server/platform/database/client.ts';
import { madeFile } from '#server/platform/file-answers.ts';
import type { UploadedFile } from '#server/platform/http/multipart.ts';
import { encodeForPrint } from '#server/platform/storage/pictures.ts';
import type { Jpeg } from '#server/platform/typesetting/drawing.ts';
import type { FileAnswer } from '#shared/endpoint.ts';
import { notFound } from '#shared/errors.ts';
import { findPicture, keepPicture } from './receipts.queries.ts';

const size = { width: 700, height: 240 };

/**
 * Stores a signature for print, by its hash: documents issued with it show it for ever.
 * @returns a function that stores it within a transaction, and returns its hash
 * @throws UNSUPPORTED_FILE
 */
export async function prepareSignature(
  upload: UploadedFile,
  field: string,
): Promise<(tx: Transaction) => Promise<string>> {
  const picture = await encodeForPrint({ path: upload.path }, size, field);
  const hash = createHash('sha256').update(picture.bytes).digest('hex');
  return async (tx) => {
    await keepPicture(tx, hash, picture);
    return hash;
  };
}

/** The signature on a document; null for none. */
export const printedSignature = async (db: Readable, hash = ''): Promise<Jpeg | null> =>
  hash === '' ? null : ((await findPicture(db, hash)) ?? null);

/** @throws NOT_FOUND */
export async function signatureFile(db: Readable, hash: string): Promise<FileAnswer> {
  const picture = await printedSignature(db, hash);
  if (!picture) throw notFound('This picture');
  return madeFile(picture.bytes, 'image/jpeg', 'signature.jpg');
}
