import type { Database } from '#server/platform/database/client.ts';
import { withTry } from '#server/platform/throttles/tries.ts';
import { AppError, type FieldErrors } from '#shared/errors.ts';
import { hashPassword, verifyPassword } from './password-hashing.ts';
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
 * Changes a password, after the current one or a passkey. Both problems, of the old and of the new one, are reported together.
 * @param change `current`: undefined for a passkey, which `byPasskey` then demands; `set` stores the new hash, while the old one is
 *   what it was
 * @throws WRONG_PASSWORD, VALIDATION, TOO_MANY, and what `byPasskey` throws
 */
export async function changeOwnPassword(
  database: Database,
  change: {
    ownerId: string;
    person: Person;
    passwordHash: string | null;
    current: string | undefined;
    currentField: string;
    next: string;
    byPasskey: () => Promise<void>;
    set: (newHash: string, oldHash: string | undefined) => Promise<void>;
  },
): Promise<void> {
  const { current, next, passwordHash } = change;
  const problem = await passwordProblem(next, change.person);
  const isSame = async () => (current === undefined ? verifyPassword(passwordHash, next) : next === current);
  const reason = problem ?? ((await isSame()) ? 'Please choose a password other than the current one' : null);
  const fields: FieldErrors = reason ? { newPassword: reason } : {};
  const refused = () => new AppError('VALIDATION', reason ?? '', { fields });
  if (current === undefined) {
    if (reason) throw refused();
    await change.byPasskey();
    return change.set(await hashPassword(next), undefined);
  }
  await withCurrentPassword(database, change.ownerId, async () => {
    if (!(await verifyPassword(passwordHash, current))) throw wrongPassword(change.currentField, fields);
    if (reason) throw refused();
    await change.set(await hashPassword(next), passwordHash ?? undefined);
  });
}
