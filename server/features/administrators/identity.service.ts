import type { Core } from '#server/core.ts';
import type { Transaction } from '#server/database/client.ts';
import { wrongPassword } from '#server/features/auth/password-change.ts';
import { verifyPassword } from '#server/features/auth/password-hashing.ts';
import { markConfirmed } from '#server/features/auth/sessions.queries.ts';
import * as throttle from '#server/features/auth/throttles.ts';
import { writeLog } from '#server/log/log.queries.ts';
import { countTry, forgetTries } from '#server/throttles/throttles.queries.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import {
  type Administrator,
  findAdministratorById,
  holdAdministrator,
  spendRecoveryCode,
  spendStep,
} from './administrators.queries.ts';
import { hashOfRecoveryCode, stepOfCode } from './second-factor.ts';

/** The administrator of a session. @throws NOT_LOGGED_IN when the row is gone */
export async function self({ database }: Core, id: string): Promise<Administrator> {
  const administrator = await findAdministratorById(database, id);
  if (!administrator) throw new AppError('NOT_LOGGED_IN', 'Please log in.');
  return administrator;
}

export function wrongCode(message = 'This code is incorrect, or has already been used'): AppError {
  return new AppError('WRONG_CODE', message, { fields: { code: message } });
}

/**
 * Uses the second factor.
 * @param code six digits of the app, or a recovery code however it is typed
 * @returns what the log says about it; null when the code is wrong or used up
 */
export async function spendSecondFactor(
  tx: Transaction,
  { id, totpSecret }: Administrator,
  code: string,
): Promise<string | null> {
  const step = totpSecret === null ? null : stepOfCode(totpSecret, code);
  if (step !== null) return (await spendStep(tx, id, step)) ? '' : null;
  const left = await spendRecoveryCode(tx, id, hashOfRecoveryCode(code));
  return left === null ? null : `with a recovery code; ${left} left`;
}

/** Whether the password is right; counts the tries. @throws WRONG_PASSWORD at field `password`, TOO_MANY */
export async function confirmPassword(
  { database }: Core,
  administrator: Administrator,
  password: string,
): Promise<void> {
  await countTry(database, throttle.passwordChanges, administrator.id);
  if (!(await verifyPassword(administrator.passwordHash, password))) throw wrongPassword('password');
  await forgetTries(database, throttle.passwordChanges, administrator.id);
}

/**
 * Makes sure that it is the administrator who is sitting there: by the password and, where it is on, the second factor.
 * `work` is done together with the use of the code; it gets what the log says about the code.
 * @throws WRONG_PASSWORD at field `password`, WRONG_CODE at field `code`, TOO_MANY
 */
export async function withIdentity(
  core: Core,
  administrator: Administrator,
  given: { password: string; code: string },
  work: (tx: Transaction, factor: string) => Promise<void>,
): Promise<void> {
  const { database } = core;
  const { id, secondFactor, passwordHash } = administrator;
  await confirmPassword(core, administrator, given.password);
  if (secondFactor) {
    if (given.code === '') throw wrongCode('Please enter the code from your authenticator app');
    await countTry(database, throttle.secondFactors, id);
  }
  await database.transaction(async (tx) => {
    if (passwordHash === null || !(await holdAdministrator(tx, id, passwordHash))) throw wrongPassword('password');
    const factor = secondFactor ? await spendSecondFactor(tx, administrator, given.code) : '';
    if (factor === null) throw wrongCode();
    await forgetTries(tx, throttle.secondFactors, id);
    await work(tx, factor);
  });
}

/**
 * Lets a session do for some minutes what asks for the password again.
 * @throws WRONG_PASSWORD at field `password`, WRONG_CODE at field `code`, TOO_MANY
 */
export async function confirmSession(
  core: Core,
  caller: { administratorId: string; sessionId: string },
  given: { password: string; code: string },
): Promise<void> {
  const administrator = await self(core, caller.administratorId);
  await withIdentity(core, administrator, given, async (tx, factor) => {
    await markConfirmed(tx, caller.sessionId, limits.confirmedMinutes);
    await writeLog(tx, { kind: 'login', by: administrator.email, action: 'gave the password again', note: factor });
  });
}
