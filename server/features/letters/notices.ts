import type { Readable, Transaction } from '#server/platform/database/client.ts';
import { notify } from '#server/platform/database/client.ts';
import type { LetterFilter, LetterState } from '#shared/contracts/letters.ts';
import {
  findLetter,
  findLetterSettings,
  insertLetter,
  lockLetter,
  removeLetter,
  saveLetter,
  type VoteHashes,
} from './letters.queries.ts';
import { addRecipients } from './recipients.queries.ts';

// Notices that another feature writes, for the office to send.

/** What is known of a notice; undefined when it was deleted. */
export const noticeOf = (db: Readable, id: string) => findLetter(db, id, []);

/** The clear days that a notice needs. */
export const neededClearDays = async (db: Readable): Promise<number> => (await findLetterSettings(db)).clearDays;

/** What a notice of a vote says of it, so that each reader can check it later. */
export const hashLines = ({ rollHash, keyFingerprint, paperHash }: VoteHashes): string[] =>
  [
    ['roll', rollHash],
    ['public key', keyFingerprint],
    ['paper', paperHash],
  ].flatMap(([of, hash]) => (hash ? [`SHA-256 of the ${of}: ${hash}`] : []));

/** Writes the draft of a notice. @returns its id */
export const draftNotice = (
  tx: Transaction,
  notice: { title: string; text: string; filter: LetterFilter; meetingOn: string; by: string },
): Promise<string> => insertLetter(tx, { kind: 'notice', ...notice });

/** Nobody has got it yet. */
const isUnsent = (letter: { state: LetterState } | undefined) =>
  letter?.state === 'draft' || letter?.state === 'scheduled';

/** Changes a notice that was not sent yet; one that was sent stays as it is. */
export async function changeDraftNotice(
  tx: Transaction,
  id: string,
  change: { text: string; meetingOn: string },
): Promise<void> {
  if (isUnsent(await lockLetter(tx, id))) await saveLetter(tx, id, change);
}

/** Deletes a notice that was not sent yet. */
export async function dropDraftNotice(tx: Transaction, id: string): Promise<void> {
  if (isUnsent(await lockLetter(tx, id))) await removeLetter(tx, id);
}

/** Sends a notice that has begun to these members too. */
export async function sendNoticeTo(tx: Transaction, id: string, memberIds: readonly string[]): Promise<void> {
  const letter = await lockLetter(tx, id);
  if (!letter || letter.startedAt === null) return;
  if ((await addRecipients(tx, id, memberIds)) === 0) return;
  if (letter.state === 'sent') await saveLetter(tx, id, { state: 'sending', endedAt: null });
  await notify(tx, 'letters');
}

/** The rate at which letters are sent. */
export const perMinuteOfLetters = async (db: Readable): Promise<number> => (await findLetterSettings(db)).perMinute;
