import { AppError } from '#shared/errors.ts';
import { messages } from '#shared/messages.ts';
import { toast } from '#web/lib/toast.ts';

/** Shows why something failed: the server's message, or `fallback`. */
export function showFailure(error: unknown, fallback: string = messages.general.failed) {
  if (!(error instanceof AppError)) console.error(error);
  toast.error(error instanceof AppError ? error.message : fallback);
}
