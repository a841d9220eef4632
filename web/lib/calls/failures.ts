import { AppError } from '#shared/errors.ts';
import { messages } from '#shared/messages.ts';
import { toast } from '#web/lib/browser/toast.ts';
import { isOffline, unreached } from '#web/lib/calls/api.ts';

/**
 * Why something failed: the server's refusal or a network that was not reached, as `api` throws them. Anything else is a fault of
 * the page, which is logged.
 */
export function failureOf(error: unknown): AppError {
  if (error instanceof AppError) return error;
  // A script could not be fetched.
  if (isOffline()) return unreached();
  console.error(error);
  return new AppError('INTERNAL', messages.general.failed);
}

/** Shows why something failed. */
export function showFailure(error: unknown): void {
  toast.error(failureOf(error).message);
}
