import { AppError } from '#shared/errors.ts';
import { messages } from '#shared/messages.ts';
import { toast } from '#web/lib/browser/toast.ts';
import { isOffline } from '#web/lib/calls/api.ts';
import { failureOf } from '#web/lib/calls/failures.ts';
import { useSingleRun } from '#web/lib/calls/useSingleRun.ts';

/** The message when a call fails; by default the server's. */
export type FailureText = (error: AppError) => string;

/** Whether an error says more than the words for an exception: the server refused, or this device is offline. */
const isReason = (error: unknown): error is AppError => error instanceof AppError && (!error.isFault || isOffline());

/** The specified messages for a status that could not be changed: refused by the server, or not reached. */
export const statusFailure: FailureText = (error) => {
  if (!isReason(error)) return messages.status.exception;
  return error.isFault ? error.message : messages.status.failed;
};

/**
 * The error to throw for a failed save: why the server refused it or that the device is offline, or else `words`.
 * @param words the specified message for an exception
 */
export function saveFailure(error: unknown, words: string): AppError {
  if (isReason(error)) return error;
  console.error(error);
  return new AppError('UNAVAILABLE', words);
}

/** Runs one call at a time, ignores a second one meanwhile, and shows as a toast what it answers; nothing if it was given up. */
export function useAttempt() {
  const { busy, run } = useSingleRun();
  const attempt = async (
    work: () => Promise<{ message: string } | undefined>,
    failureText: FailureText = ({ message }) => message,
  ): Promise<boolean> => {
    const succeeded = await run(async () => {
      try {
        const answer = await work();
        if (answer) toast.success(answer.message);
        return Boolean(answer);
      } catch (error) {
        toast.error(failureText(failureOf(error)));
        return false;
      }
    });
    return succeeded ?? false;
  };
  return { busy, attempt };
}
