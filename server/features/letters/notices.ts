import type { Config } from '#server/config.ts';
import type { Readable, Transaction } from '#server/platform/database/client.ts';
import { notify } from '#server/platform/database/client.ts';
import { markRemoved } from '#server/platform/storage/files.queries.ts';
import type { LetterFilter, LetterState } from '#shared/contracts/letters.ts';
import { endOf, voteEnds } from './begin.ts';
import {
  findLetter,
  findLetterSettings,
  insertLetter,
  lockLetter,
  removeLetter,
  saveLetter,
} from './letters.queries.ts';
import { stopLetter } from './mail-makers.ts';
import { changedText, type NoticeChange } from './presentation.ts';
import { addRecipients } from './recipients.queries.ts';

// Notices that another feature writes, for the office to send.

/** What is known of a notice; undefined when it was deleted. */
export const noticeOf = (db: Readable, id: string) => findLetter(db, id, []);

/** The clear days that a notice needs. */
export const neededClearDays = async (db: Readable): Promise<number> => (await findLetterSettings(db)).clearDays;

/** Writes the draft of a notice. @returns its id */
export const draftNotice = (
  tx: Transaction,
  notice: { title: string; text: string; filter: LetterFilter; meetingOn: string; by: string },
): Promise<string> => insertLetter(tx, { kind: 'notice', ...notice });

/** Nobody has got it yet. */
const isUnsent = (letter: { state: LetterState } | undefined) =>
  letter?.state === 'draft' || letter?.state === 'scheduled';

type Site = Pick<Config, 'publicUrl'>;

/** Changes a notice that was not sent yet. One that has begun says what is so now where its text said what was before, and that it was changed; that of a moved vote stops until the office lets it go on. */
export async function changeNotice(
  tx: Transaction,
  site: Site,
  id: string,
  change: { text: string; meetingOn: string },
  since: NoticeChange,
): Promise<void> {
  const letter = await lockLetter(tx, id);
  if (!letter) return;
  if (isUnsent(letter)) return void (await saveLetter(tx, id, change));
  await saveLetter(tx, id, { text: changedText(letter.text, since), meetingOn: change.meetingOn });
  if (letter.state === 'sending' && since.kind === 'moved')
    await stopLetter(tx, site, letter, 'Its vote was moved. When it goes on, the others get it with the new times.');
}

/** Deletes a notice that was not sent yet, and stops one that is being sent. */
export async function endNotice(tx: Transaction, site: Site, id: string, end: keyof typeof voteEnds): Promise<void> {
  const letter = await lockLetter(tx, id);
  if (isUnsent(letter)) {
    await removeLetter(tx, id);
    if (letter?.file) await markRemoved(tx, [letter.file]);
  } else if (letter?.state === 'sending') {
    await stopLetter(tx, site, letter, voteEnds[end]);
  }
}

/** Sends a notice that has begun to these members too. */
export async function sendNoticeTo(tx: Transaction, id: string, memberIds: readonly string[]): Promise<void> {
  const letter = await lockLetter(tx, id);
  if (!letter || letter.startedAt === null || (await endOf(tx, letter)) !== '') return;
  if ((await addRecipients(tx, id, memberIds)) === 0) return;
  // Two people have decided this: the one who sent it to the others may have left.
  if (letter.state !== 'stopped') await saveLetter(tx, id, { state: 'sending', senderId: null });
  await notify(tx, 'letters');
}

/** The rate at which letters are sent. */
export const perMinuteOfLetters = async (db: Readable): Promise<number> => (await findLetterSettings(db)).perMinute;
