import { deleteSessionsOf, type Subject } from '#server/features/auth/sessions.queries.ts';
import type { Queryable, Transaction } from '#server/platform/database/client.ts';
import { dayInWords } from '#server/platform/languages/dates.ts';
import { deletePasskeys, findPasskeys, takeOverPasskeys, type WhichPasskeys } from './passkeys.queries.ts';

// What happens to an account's passkeys when something happens to the account: in the transaction of that change.

/**
 * Removes passkeys of an account, those added from a moment on and a named one, and ends the sessions that they opened.
 * @returns how many
 */
export async function removePasskeys(tx: Transaction, subject: Subject, which: WhichPasskeys): Promise<number> {
  const ids = await deletePasskeys(tx, subject, which);
  await deleteSessionsOf(tx, ids);
  return ids.length;
}

/**
 * Gives a member's passkeys to the record that goes on for them: they log in to that one from then on. Both records are locked.
 * @param from whose passkeys, links ‘This was not me’ and handle it takes
 * @param to must have no passkeys: phones keep one for each handle
 */
export async function movePasskeys(tx: Transaction, from: string, to: string): Promise<void> {
  const ids = (await findPasskeys(tx, { memberId: from })).map(({ id }) => id);
  await deleteSessionsOf(tx, ids);
  await takeOverPasskeys(tx, from, to);
}

/** A member's passkeys, each with its day, for a mail; '' for none. */
export async function passkeysInWords(db: Queryable, memberId: string): Promise<string> {
  const all = await findPasskeys(db, { memberId });
  return all.map(({ name, addedAt }) => `‘${name}’, added on ${dayInWords(addedAt)}`).join('; ');
}

/** For the log and the command line: '3 passkeys removed'; '' for none. */
export const removedInWords = (count: number): string =>
  count === 0 ? '' : `${count} ${count === 1 ? 'passkey' : 'passkeys'} removed`;
