import { useState } from 'react';
import { AppError } from '#shared/errors.ts';
import { messages } from '#shared/messages.ts';
import { toast } from '#web/lib/toast.ts';

/** What to say when a call fails; by default the server's own message. */
export type FailureText = (error: AppError | undefined) => string;

const ownMessage: FailureText = (error) => error?.message ?? messages.general.failed;

/** The specified words for a status that could not be changed: refused by the server, or not reached. */
export const statusFailure: FailureText = (error) =>
  error && error.status < 500 ? messages.status.failed : messages.status.exception;

/** Runs one call at a time: its message comes as a toast, whether it succeeds or fails. */
export function useAttempt() {
  const [busy, setBusy] = useState(false);
  const attempt = async (
    work: () => Promise<{ message: string }>,
    failureText: FailureText = ownMessage,
  ): Promise<boolean> => {
    setBusy(true);
    try {
      toast.success((await work()).message);
      return true;
    } catch (error) {
      if (!(error instanceof AppError)) console.error(error);
      toast.error(failureText(error instanceof AppError ? error : undefined));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, attempt };
}
