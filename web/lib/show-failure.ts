import { AppError } from '#shared/errors.ts';
import { messages } from '#shared/messages.ts';
import { toast } from '#web/lib/toast.ts';

/** Tells why something failed, in the server's words where it has said something. */
export function showFailure(error: unknown, fallback: string = messages.general.failed) {
  if (!(error instanceof AppError)) console.error(error);
  toast.error(error instanceof AppError ? error.message : fallback);
}
