import type { Queryable } from '#server/database/client.ts';
import type { AppError } from '#shared/errors.ts';
import type { Subject } from './sessions.queries.ts';

/** The second step of a login, after the right password and never before it. */
export interface SecondStep {
  /** Whether there is one. */
  asked: boolean;
  /** Uses the code. @returns what the log says about it; null when the code is wrong or used up */
  spend(tx: Queryable): Promise<string | null>;
  /** Forgets the wrong codes before a right one; the last thing that a transaction does. */
  forgive(tx: Queryable): Promise<void>;
  wrong(): AppError;
}

/** Begins what a login needs beside the password. */
export type BeginSecondStep = (db: Queryable, subject: Subject, code: string) => Promise<SecondStep>;
