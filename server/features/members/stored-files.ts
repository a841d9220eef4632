import type { Core } from '#server/core.ts';
import type { StoredFile } from '#server/storage/files.ts';
import { AppError } from '#shared/errors.ts';
import { isEmailConflict } from './members.queries.ts';

/** Ends a change that turned out not to be needed. */
export class NotNeeded extends Error {}

/**
 * Runs a change that attaches files which were stored for it. When a rule refuses the change, they go at once. After any
 * other failure it is not certain what happened to it; then the sweeper decides, by what is attached.
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
