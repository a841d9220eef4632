import type { Core } from '#server/core.ts';
import type { StoredFile } from '#server/storage/files.ts';
import { AppError } from '#shared/errors.ts';
import { isEmailConflict } from './members.queries.ts';

/** Rolls back a change that turned out not to be needed. */
export class NotNeeded extends Error {}

/**
 * Runs a change that attaches files which were stored for it. If a rule refuses the change, they are deleted at once. After any
 * other failure the outcome is uncertain; then the clean-up decides, by what is attached.
 */
export async function withStored<T>(
  { database, files, log }: Core,
  stored: StoredFile[],
  change: () => Promise<T>,
): Promise<T> {
  try {
    return await change();
  } catch (error) {
    const isRefused = error instanceof AppError || error instanceof NotNeeded || isEmailConflict(error);
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
