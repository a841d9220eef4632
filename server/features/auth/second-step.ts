import type { Queryable } from '#server/platform/database/client.ts';
import type { AppError } from '#shared/errors.ts';
import type { Subject } from './sessions.queries.ts';

/** The second factor of a login, checked only after the right password. */
export interface SecondStep {
  /** Whether the account has one. */
  asked: boolean;
  /** Uses the code. @returns the log's words for it; null when the code is wrong or used */
  spend(tx: Queryable): Promise<string | null>;
  /** Resets the counter of wrong codes after a right one; the last step of a transaction. */
  forgive(tx: Queryable): Promise<void>;
  wrong(): AppError;
}

/** Begins the second step of a login. */
export type BeginSecondStep = (db: Queryable, subject: Subject, code: string) => Promise<SecondStep>;
