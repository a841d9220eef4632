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
