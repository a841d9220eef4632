import type { BaseCore } from '#server/platform/base-core.ts';
import { innermostError } from '#server/platform/explain-failure.ts';
import type { UploadedFile } from '#server/platform/http/multipart.ts';
import { AppError } from '#shared/errors.ts';
import type { Files, StoredFile } from './files.ts';
import { headOf, mediaTypeOf } from './media-type.ts';

/** Stores a document of the office. @throws UNSUPPORTED_FILE with this message for a file that is not a PDF, or too large */
export async function storePdf(files: Files, upload: UploadedFile, largest: number, message: string) {
  if (!(await isPdf(upload, largest))) throw new AppError('UNSUPPORTED_FILE', message, { fields: { file: message } });
  return files.store(upload, 'file');
}

/** Whether an upload is a PDF of at most `largest` bytes. */
export const isPdf = async ({ bytes, path }: UploadedFile, largest: number): Promise<boolean> =>
  bytes <= largest && mediaTypeOf(await headOf(path)) === 'application/pdf';

/** A constraint has refused the change. */
const isConflict = (error: unknown): boolean => innermostError(error).code?.startsWith('23') === true;

/** Rolls back a change that turned out not to be needed. */
export class RollbackQuietly extends Error {}

/**
 * Runs a change that attaches files which were stored for it. If a rule refuses the change, they are deleted at once. After any
 * other failure the outcome is uncertain; then the clean-up decides, by what is attached.
 */
export async function withUploadedFiles<T>(
  { database, files, log }: Pick<BaseCore, 'database' | 'log'> & { files: Files },
  stored: StoredFile[],
  change: () => Promise<T>,
): Promise<T> {
  try {
    return await change();
  } catch (error) {
    const isRefused = error instanceof AppError || error instanceof RollbackQuietly || isConflict(error);
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
