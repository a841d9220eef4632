import { withCurrentPassword, wrongPassword } from '#server/features/auth/password-change.ts';
import { verifyPassword } from '#server/features/auth/password-hashing.ts';
import * as throttle from '#server/features/auth/throttles.ts';
import type { Database, Transaction } from '#server/platform/database/client.ts';
import { countTry, forgetTries } from '#server/platform/throttles/throttles.queries.ts';
import { AppError } from '#shared/errors.ts';
import { holdOwner, type Owner } from './owner.ts';
import { codeTexts, spendSecondFactor } from './spend.ts';

export function wrongCode(message: string = codeTexts.wrong): AppError {
  return new AppError('WRONG_CODE', message, { fields: { code: message } });
}

/** Checks the password, and counts the tries. @throws WRONG_PASSWORD at field `password`, TOO_MANY */
export async function confirmPassword(database: Database, owner: Owner, password: string): Promise<void> {
  await withCurrentPassword(database, owner.id, async () => {
    if (!(await verifyPassword(owner.passwordHash, password))) throw wrongPassword('password');
  });
}

/**
 * Confirms the owner's identity by the password and, if it is on, the second factor.
 * `work` runs in the transaction that uses the code, with the log's words about it.
 * @throws WRONG_PASSWORD at field `password`, WRONG_CODE at field `code`, TOO_MANY
 */
export async function withIdentity(
  database: Database,
  owner: Owner,
  given: { password: string; code: string },
  work: (tx: Transaction, usedCode: string) => Promise<void>,
): Promise<void> {
  const { id, subject, factor } = owner;
  await confirmPassword(database, owner, given.password);
  if (factor?.on) {
    if (given.code === '') throw wrongCode(codeTexts.missing);
    await countTry(database, throttle.secondFactors, id);
  }
  await database.transaction(async (tx) => {
    if (!(await holdOwner(tx, owner))) throw wrongPassword('password');
    if (!factor?.on) return work(tx, '');
    const usedCode = await spendSecondFactor(tx, subject, factor, given.code);
    if (usedCode === null) throw wrongCode();
    await work(tx, usedCode);
    await forgetTries(tx, throttle.secondFactors, id);
  });
}
