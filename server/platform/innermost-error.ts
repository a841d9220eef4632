/** The cause of a failure as the system or the database reports it. */
export interface Reason extends Error {
  code?: string;
  syscall?: string;
  /** The name that was looked up. */
  hostname?: string;
  path?: string;
  constraint?: string;
}

/** The cause of an error: a failed query contains it; a host with several addresses has one for each. */
export function innermostError(error: unknown): Reason {
  if (error instanceof AggregateError && error.errors[0] instanceof Error) return innermostError(error.errors[0]);
  if (!(error instanceof Error)) return new Error(String(error));
  return error.cause instanceof Error ? innermostError(error.cause) : error;
}
