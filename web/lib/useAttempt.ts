import { AppError } from '#shared/errors.ts';
import { messages } from '#shared/messages.ts';
import { toast } from '#web/lib/toast.ts';
import { useSingleRun } from '#web/lib/useSingleRun.ts';

/** The message when a call fails; by default the server's. */
export type FailureText = (error: AppError | undefined) => string;

const ownMessage: FailureText = (error) => error?.message ?? messages.general.failed;

/** The specified messages for a status that could not be changed: refused by the server, or not reached. */
export const statusFailure: FailureText = (error) =>
  error && !error.isFault ? messages.status.failed : messages.status.exception;

/**
 * The error to throw for a failed save: the server's reason for refusing it, or `words` when it gave none.
 * @param words the specified message for an exception
 */
export function saveFailure(error: unknown, words: string): AppError {
  if (error instanceof AppError && !error.isFault) return error;
  console.error(error);
  return new AppError('UNAVAILABLE', words);
}

/** Runs one call at a time, ignores a second one meanwhile, and shows the result's message as a toast. */
export function useAttempt() {
  const { busy, run } = useSingleRun();
  const attempt = async (
    work: () => Promise<{ message: string }>,
    failureText: FailureText = ownMessage,
  ): Promise<boolean> => {
    const succeeded = await run(async () => {
      try {
        toast.success((await work()).message);
        return true;
      } catch (error) {
        if (!(error instanceof AppError)) console.error(error);
        toast.error(failureText(error instanceof AppError ? error : undefined));
        return false;
      }
    });
    return succeeded ?? false;
  };
  return { busy, attempt };
}
