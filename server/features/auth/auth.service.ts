import type { Core } from '#server/core.ts';
import type { Transaction } from '#server/database/client.ts';
import { writeLog } from '#server/features/log/log.queries.ts';
import { networkOf } from '#server/features/throttles/network.ts';
import { countTry, forgetTries, uncountTry } from '#server/features/throttles/throttles.queries.ts';
import { enqueueMail, withdrawMails } from '#server/mail/outbox.ts';
import { AppError } from '#shared/errors.ts';
import {
  deleteCode,
  findMemberByEmail,
  findMemberById,
  holdMember,
  type MemberLogin,
  setOwnPassword,
  spendCode,
  takeTry,
} from './auth.queries.ts';
import { checkPasswordChange, wrongPassword } from './password-change.ts';
import { hashPassword, verifyPassword } from './password-hashing.ts';
import { passwordProblem } from './password-rules.ts';
import { createSession, revokeSessions } from './sessions.service.ts';
import * as throttle from './throttles.ts';

const loginFailed = () =>
  new AppError('LOGIN_FAILED', 'The e-mail or the password is not right, or the membership is not approved yet.');

const wrongCode = () => {
  const message = 'This code is not right or no longer valid. Please check it, or ask for a new one.';
  return new AppError('WRONG_CODE', message, { fields: { otp: message } });
};

const sessionOver = () => new AppError('NOT_LOGGED_IN', 'Please log in.');

/**
 * Logs a member in. An unknown e-mail, a wrong password, a temporary password whose time is over and a record that is
 * not Approved give one answer, after the same work.
 * @param address the client's network address
 * @throws LOGIN_FAILED, TOO_MANY, UNAVAILABLE
 */
export async function loginMember(
  { database }: Core,
  given: { email: string; password: string },
  address: string,
): Promise<{ token: string; mustChangePassword: boolean }> {
  const network = networkOf(address);
  await countTry(database, throttle.loginPerAddress, network);
  await countTry(database, throttle.loginPerAccount, given.email);

  const member = await findMemberByEmail(database, given.email);
  const passwordHash = member && !member.passwordExpired ? member.passwordHash : null;
  const fits = await verifyPassword(passwordHash, given.password);
  if (!member || !passwordHash || !fits) throw loginFailed();

  return database.transaction(async (tx) => {
    // A rejection or a new password meanwhile must not leave this session behind.
    if (!(await holdMember(tx, member.id, passwordHash))) throw loginFailed();
    await forgetTries(tx, throttle.loginPerAccount, given.email);
    await uncountTry(tx, throttle.loginPerAddress, network);
    await writeLog(tx, {
      kind: 'login',
      by: 'member',
      subject: member.reference,
      action: 'logged in',
      memberId: member.id,
    });
    const token = await createSession(tx, { memberId: member.id });
    return { token, mustChangePassword: member.mustChangePassword };
  });
}

/**
 * Queues the mail with a one-time code, if there is an Approved member with that e-mail; says nothing either way. The
 * code itself is made when the mail is sent.
 * @throws TOO_MANY
 */
export async function sendOneTimeCode({ database }: Core, email: string, address: string): Promise<void> {
  await countTry(database, throttle.codesPerAddress, networkOf(address));
  // One transaction, so that one commit is waited for whether there is a mail or not.
  await database.transaction(async (tx) => {
    await countTry(tx, throttle.codesPerAccount, email);
    const member = await findMemberByEmail(tx, email);
    if (member) {
      await enqueueMail(tx, { kind: 'otp', to: member.email, data: { name: member.name }, memberId: member.id });
    }
  });
}

/**
 * Sets a new password with a one-time code, and ends all sessions.
 * @throws WRONG_CODE for one that is wrong, too old, used up, or of nobody; VALIDATION for a password that is too easy;
 * TOO_MANY, UNAVAILABLE
 */
export async function resetPassword(
  { database }: Core,
  given: { email: string; otp: string; newPassword: string },
  address: string,
): Promise<void> {
  await countTry(database, throttle.resetsPerAddress, networkOf(address));
  // Looked at first, because it costs no try of the code and says nothing about an account.
  const problem = passwordProblem(given.newPassword, given.email);
  if (problem) throw new AppError('VALIDATION', problem, { fields: { newPassword: problem } });

  const { member, codeHash } = await database.transaction(async (tx) => {
    await countTry(tx, throttle.resetsPerAccount, given.email);
    const found = await findMemberByEmail(tx, given.email);
    return { member: found, codeHash: found ? await takeTry(tx, found.id) : null };
  });
  const fits = await verifyPassword(codeHash, given.otp.replace(/\D/g, ''));
  if (!member || !codeHash || !fits) throw wrongCode();

  const passwordHash = await hashPassword(given.newPassword);
  await database.transaction(async (tx) => {
    if (!(await spendCode(tx, member.id, codeHash))) throw wrongCode();
    if (!(await setOwnPassword(tx, member.id, passwordHash))) throw wrongCode();
    await revokeSessions(tx, { memberId: member.id });
    await forgetTries(tx, throttle.loginPerAccount, given.email);
    await forgetTries(tx, throttle.resetsPerAccount, given.email);
    await ownPasswordChosen(tx, member, 'set a new password with a one-time code');
  });
}

/**
 * Changes a logged-in member's password; the session that asks stays, all others end.
 * @throws WRONG_PASSWORD with the wire's field names, VALIDATION for a new one that is too easy or the old one again
 */
export async function changeMemberPassword(
  { database }: Core,
  caller: { memberId: string; sessionId: string },
  given: { currentPassowrd: string; newPassword: string },
): Promise<void> {
  await countTry(database, throttle.passwordChanges, caller.memberId);
  const member = await findMemberById(database, caller.memberId);
  if (!member?.passwordHash) throw sessionOver();
  await checkPasswordChange({
    email: member.email,
    passwordHash: member.passwordHash,
    current: given.currentPassowrd,
    currentField: 'currentPassowrd',
    next: given.newPassword,
  });
  const oldHash = member.passwordHash;
  const newHash = await hashPassword(given.newPassword);
  await database.transaction(async (tx) => {
    if (!(await setOwnPassword(tx, member.id, newHash, oldHash))) throw wrongPassword('currentPassowrd');
    await revokeSessions(tx, { memberId: member.id }, caller.sessionId);
    await deleteCode(tx, member.id);
    await forgetTries(tx, throttle.passwordChanges, member.id);
    await ownPasswordChosen(tx, member, 'changed the password');
  });
}

/** Whether a member still has a temporary password; false for one that is gone. */
export async function mustMemberChangePassword({ database }: Core, memberId: string): Promise<boolean> {
  return (await findMemberById(database, memberId))?.mustChangePassword ?? false;
}

async function ownPasswordChosen(tx: Transaction, member: MemberLogin, action: string): Promise<void> {
  // Credentials that were delayed would put a temporary password in the place of this one.
  await withdrawMails(tx, 'credentials', member.id);
  await writeLog(tx, { kind: 'member', by: 'member', subject: member.reference, action, memberId: member.id });
  await enqueueMail(tx, {
    kind: 'password-changed',
    to: member.email,
    data: { name: member.name },
    memberId: member.id,
  });
}
