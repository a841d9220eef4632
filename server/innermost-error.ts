/** The reason of a failure as the system or the database gives it. */
export interface Reason extends Error {
  code?: string;
  syscall?: string;
  constraint?: string;
}

/** What a failure comes from: a failed query carries the reason inside; a host with several addresses, one for each. */
export function innermostError(error: unknown): Reason {
  if (error instanceof AggregateError && error.errors[0] instanceof Error) return innermostError(error.errors[0]);
  if (!(error instanceof Error)) return new Error(String(error));
  return error.cause instanceof Error ? innermostError(error.cause) : error;
}
