import { hashPassword, randomDigits, verifyPassword } from '#server/features/auth/password-hashing.ts';
import type { Queryable, Transaction } from '#server/platform/database/client.ts';
import { putMailCode, spendMailCode, takeMailCodeTry } from '#server/platform/mail/codes.queries.ts';
import { plainDigits } from '#shared/digits.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';

type Purpose = 'ready' | 'form';

const wrongCode = () => {
  const message = 'This code is wrong, was used, or is older than an hour. Please ask for a new one.';
  return new AppError('WRONG_CODE', message, { fields: { code: message } });
};

/** Makes the code of an administrator, which replaces an earlier one. @param way the hash of what it proves */
export async function makeMailCode(
  db: Queryable,
  administratorId: string,
  purpose: Purpose,
  way: string,
): Promise<string> {
  const code = randomDigits(limits.otpDigits);
  await putMailCode(db, { administratorId, purpose, codeHash: await hashPassword(code), way });
  return code;
}

/**
 * Checks a code that was typed, and uses it up in the change that it allows.
 * @param way the hash of what it must prove
 * @throws WRONG_CODE, also for the right one after five wrong ones, and for one of another way
 */
export async function openMailCode(
  db: Queryable,
  administratorId: string,
  purpose: Purpose,
  typed: string,
  way: string,
): Promise<{ use: (tx: Transaction) => Promise<void> }> {
  const row = await takeMailCodeTry(db, administratorId, purpose);
  const fits = await verifyPassword(row?.codeHash ?? null, plainDigits(typed).replace(/\D/g, ''));
  if (!row || !fits || row.way !== way) throw wrongCode();
  return {
    async use(tx) {
      if (!(await spendMailCode(tx, row))) throw wrongCode();
    },
  };
}
