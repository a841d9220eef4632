import { setTimeout as wait } from 'node:timers/promises';

/** Longer than queueing a mail or checking a code takes: the duration must not reveal what the answer does not. Tests shorten it. */
export const minimumDuration = { ms: 200 };

/** The result of `work`, delayed to a minimum duration, so that it does not show how much there was to do. */
export async function withMinimumDuration<T>(work: Promise<T>): Promise<T> {
  await Promise.allSettled([work, wait(minimumDuration.ms)]);
  return work;
}

/**
 * The result of `work` if it comes in time; the work itself goes on.
 * @throws an error with the code ETIMEDOUT
 */
export async function withTimeout<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(reject, milliseconds, Object.assign(new Error('too slow'), { code: 'ETIMEDOUT' }));
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
