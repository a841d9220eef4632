import { AppError } from '#shared/errors.ts';
import { messages } from '#shared/messages.ts';
import { toast } from '#web/lib/toast.ts';

/** Shows why something failed. */
export function showFailure(error: unknown) {
  if (!(error instanceof AppError)) console.error(error);
  toast.error(error instanceof AppError ? error.message : messages.general.failed);
}
