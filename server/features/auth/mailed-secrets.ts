import type { Core } from '#server/core.ts';
import type { Database } from '#server/platform/database/client.ts';
import type { DueMail } from '#server/platform/mail/kinds.ts';
import { stillWaits } from '#server/platform/mail/mail.queries.ts';
import { limits } from '#shared/limits.ts';
import { findMemberById, holdEmail, lockApproved, putCode, setTemporaryPassword } from './auth.queries.ts';
import { liftLoginBounds } from './login-tries.ts';
import { hashPassword, randomDigits, temporaryPassword } from './password-hashing.ts';

/** The mail for which a secret is made. */
type Claimed = Pick<DueMail, 'id'>;

// Made when a mail is sent, so that the queue never holds a secret; each try makes a new one, and
// the previous one is invalid.

/**
 * Gives a member a temporary password for the mail that is being sent; it ends the sessions of the old one.
 * @returns null when the member is no longer Approved
 */
export async function makeTemporaryPassword(
  { database, takeBack }: Pick<Core, 'database' | 'takeBack'>,
  memberId: string,
  due?: Claimed,
): Promise<string | null> {
  const member = await findMemberById(database, memberId, 'unrestricted');
  if (!member) return null;
  const password = temporaryPassword();
  const passwordHash = await hashPassword(password);
  return database.transaction(async (tx) => {
    if (!(await lockApproved(tx, memberId)) || (due && !(await stillWaits(tx, due)))) return null;
    if (!(await setTemporaryPassword(tx, memberId, passwordHash, limits.temporaryPasswordDays))) return null;
    // Before their first password nobody can have been in.
    if (member.passwordHash !== null) await takeBack(tx, { subject: { memberId }, exceptMailId: due?.id });
    await liftLoginBounds(tx, 'member', member.email);
    return password;
  });
}

/**
 * Makes a member's one-time code for the mail that is being sent; earlier ones become invalid.
 * @param to the e-mail it is sent to
 * @returns null when the member is no longer Approved, has another e-mail now, or has taken the account back meanwhile
 */
export async function makeOneTimeCode(
  database: Database,
  memberId: string,
  to: string,
  due?: Claimed,
): Promise<string | null> {
  if (!(await findMemberById(database, memberId, 'unrestricted'))) return null;
  const code = randomDigits(limits.otpDigits);
  // A million codes are soon tried on a fast hash; on this one that takes longer than the code is valid.
  const codeHash = await hashPassword(code);
  return database.transaction(async (tx) => {
    // Locked against a change of the e-mail, which ends all codes: none may be added after it.
    if (!(await holdEmail(tx, memberId, to)) || (due && !(await stillWaits(tx, due)))) return null;
    await putCode(tx, memberId, codeHash, { tries: limits.otpTriesInAll, minutes: limits.otpMinutes });
    return code;
  });
}
