import type { Core } from '#server/core.ts';
import type { Transaction } from '#server/database/client.ts';
import { checkPasswordChange, wrongPassword } from '#server/features/auth/password-change.ts';
import { hashPassword, verifyPassword } from '#server/features/auth/password-hashing.ts';
import { createSession, revokeSessions } from '#server/features/auth/sessions.service.ts';
import * as throttle from '#server/features/auth/throttles.ts';
import { countInLog, writeLog } from '#server/features/log/log.queries.ts';
import { networkOf } from '#server/features/throttles/network.ts';
import { countTry, forgetTries, uncountTry } from '#server/features/throttles/throttles.queries.ts';
import { AppError } from '#shared/errors.ts';
import {
  type Administrator,
  findAdministratorByEmail,
  findAdministratorById,
  holdAdministrator,
  noteLogin,
  setOwnPassword,
  spendRecoveryCode,
  spendStep,
} from './administrators.queries.ts';
import { hashOfRecoveryCode, stepOfCode } from './second-factor.ts';

const loginFailed = () => new AppError('LOGIN_FAILED', 'The e-mail or the password is not right.');

function secondFactorNeeded(message: string): AppError {
  return new AppError('SECOND_FACTOR', message, { fields: { code: message } });
}

/**
 * Logs an administrator in. An unknown e-mail, a wrong password, an invitation whose time is over and a disabled
 * administrator give one answer, after the same work.
 * @param given `code` is '' or the second factor: six digits or a recovery code
 * @throws LOGIN_FAILED; SECOND_FACTOR when the password is right and the code is missing or wrong; TOO_MANY, UNAVAILABLE
 */
export async function loginAdministrator(
  core: Core,
  given: { email: string; password: string; code: string },
  address: string,
): Promise<{ token: string; mustChangePassword: boolean }> {
  const { database } = core;
  const network = networkOf(address);
  await countTry(database, throttle.adminLoginPerAddress, network);
  await countTry(database, throttle.adminLoginPerAccount, given.email);

  const found = await findAdministratorByEmail(database, given.email);
  const passwordHash = found && !found.disabled && !found.passwordExpired ? found.passwordHash : null;
  const fits = await verifyPassword(passwordHash, given.password);
  if (!found || !passwordHash || !fits) {
    await noteFailure(core);
    throw loginFailed();
  }
  if (found.secondFactor && given.code === '') {
    // The password was right: asking for the code is a step of the login, not a failed try.
    await uncountTry(database, throttle.adminLoginPerAccount, given.email);
    await uncountTry(database, throttle.adminLoginPerAddress, network);
    throw secondFactorNeeded('Please enter the code from your authenticator app');
  }
  if (found.secondFactor) await countTry(database, throttle.secondFactors, found.id);

  const token = await database.transaction(async (tx) => {
    // Being disabled or a new password meanwhile must not leave this session behind.
    if (!(await holdAdministrator(tx, found.id, passwordHash))) return null;
    const factor = found.secondFactor ? await spendSecondFactor(tx, found, given.code) : '';
    if (factor === null) return null;
    await forgetTries(tx, throttle.adminLoginPerAccount, given.email);
    await forgetTries(tx, throttle.secondFactors, found.id);
    await uncountTry(tx, throttle.adminLoginPerAddress, network);
    await noteLogin(tx, found.id);
    await writeLog(tx, { kind: 'login', by: found.email, action: 'logged in', note: factor });
    return createSession(tx, { administratorId: found.id });
  });
  if (token === null) {
    await noteFailure(core);
    throw found.secondFactor ? secondFactorNeeded('This code is not right, or was used before') : loginFailed();
  }
  return { token, mustChangePassword: found.mustChangePassword };
}

/** @returns what the log says about it; null when the code is wrong or used up */
async function spendSecondFactor(tx: Transaction, administrator: Administrator, code: string): Promise<string | null> {
  const { id, totpSecret } = administrator;
  const step = totpSecret === null ? null : stepOfCode(totpSecret, code);
  if (step !== null) return (await spendStep(tx, id, step)) ? '' : null;
  const left = await spendRecoveryCode(tx, id, hashOfRecoveryCode(code));
  return left === null ? null : `with a recovery code; ${left} left`;
}

/** Somebody is trying: how often, but not with which e-mail, which may be anybody's typing error. */
async function noteFailure({ database, log }: Core): Promise<void> {
  log.warn({}, 'the login of an administrator failed');
  await countInLog(database, { kind: 'login', by: 'website', action: 'failed logins of administrators' });
}

/**
 * Changes an administrator's own password; the session that asks stays, all others end.
 * @throws WRONG_PASSWORD with the wire's field names, VALIDATION for a new one that is too easy or the old one again
 */
export async function changeAdministratorPassword(
  { database }: Core,
  caller: { administratorId: string; sessionId: string },
  given: { oldPassword: string; newPassword: string },
): Promise<void> {
  const id = caller.administratorId;
  await countTry(database, throttle.passwordChanges, id);
  const administrator = await findAdministratorById(database, id);
  const oldHash = administrator?.passwordHash;
  if (!administrator || !oldHash) throw new AppError('NOT_LOGGED_IN', 'Please log in.');
  await checkPasswordChange({
    email: administrator.email,
    passwordHash: oldHash,
    current: given.oldPassword,
    currentField: 'oldPassword',
    next: given.newPassword,
  });
  const newHash = await hashPassword(given.newPassword);
  await database.transaction(async (tx) => {
    if (!(await setOwnPassword(tx, id, newHash, oldHash))) throw wrongPassword('oldPassword');
    await revokeSessions(tx, { administratorId: id }, caller.sessionId);
    await forgetTries(tx, throttle.passwordChanges, id);
    await writeLog(tx, { kind: 'administrator', by: administrator.email, action: 'changed the own password' });
  });
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
