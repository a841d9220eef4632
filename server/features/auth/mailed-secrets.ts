import type { Database } from '#server/database/client.ts';
import { limits } from '#shared/limits.ts';
import { deleteCode, findMemberById, holdEmail, putCode, setTemporaryPassword } from './auth.queries.ts';
import { liftLoginBounds } from './login-tries.ts';
import { hashPassword } from './password-hashing.ts';
import { randomDigits, temporaryPassword } from './random-secrets.ts';
import { revokeSessions } from './sessions.service.ts';

// Made at the moment a mail is sent, so that no secret ever lies in the queue; each attempt makes a new one, and the
// one before it no longer counts.

/**
 * Gives a member a temporary password for the mail that is being sent; it ends the sessions made with the old one.
 * @returns null when the member is no longer Approved
 */
export async function makeTemporaryPassword(database: Database, memberId: string): Promise<string | null> {
  const member = await findMemberById(database, memberId, 'own');
  if (!member) return null;
  const password = temporaryPassword();
  const passwordHash = await hashPassword(password);
  return database.transaction(async (tx) => {
    if (!(await setTemporaryPassword(tx, memberId, passwordHash, limits.temporaryPasswordDays))) return null;
    await revokeSessions(tx, { memberId });
    await deleteCode(tx, memberId);
    await liftLoginBounds(tx, 'member', member.email);
    return password;
  });
}

/**
 * Makes the one live code of a member for the mail that is being sent.
 * @param to the e-mail it is sent to
 * @returns null when the member is no longer Approved, or has another e-mail by now
 */
export async function makeOneTimeCode(database: Database, memberId: string, to: string): Promise<string | null> {
  if (!(await findMemberById(database, memberId, 'own'))) return null;
  const code = randomDigits(limits.otpDigits);
  // A million codes are soon tried on a plain hash; on this one they take longer than the code lives.
  const codeHash = await hashPassword(code);
  return database.transaction(async (tx) => {
    // Held against a change of the e-mail, so that no code is put after the ones before were ended.
    if (!(await holdEmail(tx, memberId, to))) return null;
    await putCode(tx, memberId, codeHash, { tries: limits.otpTriesInAll, minutes: limits.otpMinutes });
    return code;
  });
}
