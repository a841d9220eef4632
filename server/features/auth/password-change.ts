import type { Database } from '#server/platform/database/client.ts';
import { withTry } from '#server/platform/throttles/tries.ts';
import { AppError, type FieldErrors } from '#shared/errors.ts';
import { verifyPassword } from './password-hashing.ts';
import { type Person, passwordProblem } from './password-rules.ts';
import { passwordChanges } from './throttles.ts';

/** The given current password is not right, or not any more. A 400: the session itself is valid. */
export function wrongPassword(field: string, others: FieldErrors = {}): AppError {
  const message = 'The current password is incorrect';
  return new AppError('WRONG_PASSWORD', message, { fields: { ...others, [field]: message } });
}

/** Runs work that needs an owner's current password; only a wrong one counts. @throws TOO_MANY, and what `work` throws */
export function withCurrentPassword<T>(database: Database, ownerId: string, work: () => Promise<T>): Promise<T> {
  const counter = { throttle: passwordChanges, subject: ownerId, clearedByRight: true } as const;
  return withTry(database, [counter], ({ code }) => code === 'WRONG_PASSWORD', work);
}

/**
 * Checks the old and the new password of a change and reports both problems together.
 * @throws WRONG_PASSWORD, VALIDATION
 */
export async function checkPasswordChange(change: {
  person: Person;
  passwordHash: string;
  current: string;
  currentField: string;
  next: string;
}): Promise<void> {
  const same = change.next === change.current ? 'Please choose a password other than the current one' : null;
  const problem = (await passwordProblem(change.next, change.person)) ?? same;
  const fields: FieldErrors = problem ? { newPassword: problem } : {};
  if (!(await verifyPassword(change.passwordHash, change.current))) throw wrongPassword(change.currentField, fields);
  if (problem) throw new AppError('VALIDATION', problem, { fields });
}
