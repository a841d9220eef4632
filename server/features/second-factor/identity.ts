import type { Core } from '#server/core.ts';
import { wrongPassword } from '#server/features/auth/password-change.ts';
import * as throttle from '#server/features/auth/throttles.ts';
import { lockOwner } from '#server/features/passkeys/passkeys.queries.ts';
import { proveSelf } from '#server/features/passkeys/passkeys.service.ts';
import type { Transaction } from '#server/platform/database/client.ts';
import type { Auth } from '#server/platform/http/access.ts';
import { serverMessages } from '#server/platform/server-messages.ts';
import { countTry, forgetTries } from '#server/platform/throttles/throttles.queries.ts';
import { AppError } from '#shared/errors.ts';
import { hasPasskey, type OwnProof } from '#shared/own-proof.ts';
import { holdOwner, type Owner } from './owner.ts';
import { codeTexts, spendSecondFactor } from './spend.ts';

export function wrongCode(message: string = codeTexts.wrong): AppError {
  return new AppError('WRONG_CODE', message, { fields: { code: message } });
}

/** How somebody has shown who they are. */
export interface Shown {
  /** By a passkey, or by password and code. */
  twoFactors: boolean;
  /** The log's words about it. */
  note: string;
}

/**
 * Confirms the caller's identity by a passkey, or by the password and, if it is on, the second factor.
 * `work` runs in the transaction that uses the code.
 * @throws WRONG_PASSWORD at field `password`, WRONG_CODE at field `code`, TOO_MANY; PASSKEY_REFUSED
 */
export async function withIdentity(
  core: Core,
  auth: Auth,
  owner: Owner,
  input: OwnProof & { code: string },
  work: (tx: Transaction, shown: Shown) => Promise<void>,
): Promise<void> {
  const { database } = core;
  const { id, subject, factor } = owner;
  await proveSelf(core, auth, owner.passwordHash, input);
  if (hasPasskey(input)) {
    return database.transaction(async (tx) => {
      if (!(await lockOwner(tx, subject))) throw new AppError('NOT_LOGGED_IN', serverMessages.notLoggedIn);
      await work(tx, { twoFactors: true, note: 'with a passkey' });
    });
  }
  if (factor?.on) {
    if (input.code === '') throw wrongCode(codeTexts.missing);
    await countTry(database, throttle.secondFactors, id);
  }
  await database.transaction(async (tx) => {
    if (!(await holdOwner(tx, owner))) throw wrongPassword('password');
    if (!factor?.on) return work(tx, { twoFactors: false, note: '' });
    const note = await spendSecondFactor(tx, subject, factor, input.code);
    if (note === null) throw wrongCode();
    await work(tx, { twoFactors: true, note });
    await forgetTries(tx, throttle.secondFactors, id);
  });
}
