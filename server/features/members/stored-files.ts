import type { Core } from '#server/core.ts';
import type { UploadedFile } from '#server/platform/http/multipart.ts';
import type { Files, StoredFile } from '#server/platform/storage/files.ts';
import { headOf, mediaTypeOf } from '#server/platform/storage/media-type.ts';
import { AppError } from '#shared/errors.ts';
import { isEmailConflict } from './members.queries.ts';

/** The files of a person's form. */
export interface PersonFiles {
  document?: UploadedFile;
  picture?: UploadedFile;
}

/** Stores them, to be attached in the change. @throws UNSUPPORTED_FILE */
export async function storePersonFiles(files: Files, { picture: pictureValue, document: scan }: PersonFiles) {
  const picture = pictureValue && (await files.storePicture(pictureValue, 'profile', 'picture'));
  const document = scan && (await files.store(scan, 'document'));
  return { picture, document, stored: [picture, document].filter((file) => file !== undefined) };
}

/** Stores a document of the office. @throws UNSUPPORTED_FILE with this message for a file that is not a PDF, or too large */
export async function storePdf(files: Files, upload: UploadedFile, largest: number, message: string) {
  if (!(await isPdf(upload, largest))) throw new AppError('UNSUPPORTED_FILE', message, { fields: { file: message } });
  return files.store(upload, 'file');
}

/** Whether an upload is a PDF of at most `largest` bytes. */
export const isPdf = async ({ bytes, path }: UploadedFile, largest: number): Promise<boolean> =>
  bytes <= largest && mediaTypeOf(await headOf(path)) === 'application/pdf';

/** Rolls back a change that turned out not to be needed. */
export class RollbackQuietly extends Error {}

/**
 * Runs a change that attaches files which were stored for it. If a rule refuses the change, they are deleted at once. After any
 * other failure the outcome is uncertain; then the clean-up decides, by what is attached.
 */
export async function withUploadedFiles<T>(
  { database, files, log }: Core,
  stored: StoredFile[],
  change: () => Promise<T>,
): Promise<T> {
  try {
    return await change();
  } catch (error) {
    const isRefused = error instanceof AppError || error instanceof RollbackQuietly || isEmailConflict(error);
    if (isRefused && stored.length > 0) {
      const discard = database.transaction(async (tx) => {
        await files.attach(tx, ...stored);
        await files.release(tx, ...stored.map((file) => file.key));
      });
      await discard.catch(() => log.warn({}, 'files of a refused change could not be discarded at once'));
    }
    throw error;
  }
}
