import type { Database } from '#server/database/client.ts';
import { limits } from '#shared/limits.ts';
import { deleteCode, findMemberById, putCode, setTemporaryPassword } from './auth.queries.ts';
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
  const member = await findMemberById(database, memberId);
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
 * @returns null when the member is no longer Approved
 */
export async function makeOneTimeCode(database: Database, memberId: string): Promise<string | null> {
  if (!(await findMemberById(database, memberId))) return null;
  const code = randomDigits(limits.otpDigits);
  // A million codes are soon tried on a plain hash; on this one they take longer than the code lives.
  const codeHash = await hashPassword(code);
  await putCode(database, memberId, codeHash, { tries: limits.otpTriesInAll, minutes: limits.otpMinutes });
  return code;
}
