import { notify, type Readable, type Transaction } from '#server/platform/database/client.ts';
import { writeLog } from '#server/platform/log/log.queries.ts';
import { enqueueMail } from '#server/platform/mail/outbox.ts';
import { clock, indianDay } from '#shared/clock.ts';
import { AppError } from '#shared/errors.ts';
import { hasPower } from '#shared/powers.ts';
import * as queries from './letters.queries.ts';
import { clearDaysBetween, clearDaysText } from './presentation.ts';
import { fixRecipients } from './recipients.queries.ts';

export const noRecipients = () => new AppError('NO_RECIPIENTS', 'No member matches this selection.');

export const kindName = (kind: queries.LetterRow['kind']) => (kind === 'notice' ? 'Notice' : 'Circular');

/** The States that a letter is for, all of them within its author's reach. */
export const recipientStates = ({ filter, states }: Pick<queries.LetterRow, 'filter' | 'states'>) =>
  filter.state || states.length === 0 ? (filter.state ?? '') : states;

/**
 * Begins to send a locked letter: fixes its recipients and gives its number.
 * @throws NO_RECIPIENTS
 */
export async function beginLetter(tx: Transaction, row: queries.LetterRow, by: string): Promise<void> {
  const people = await fixRecipients(tx, row.id, row.filter, recipientStates(row));
  if (people === 0) throw noRecipients();
  const now = clock.now();
  // Last, as no other letter can begin until this is committed.
  const number = await queries.takeNumber(tx, Number(clock.today().slice(0, 4)));
  const days = await clearDaysOf(tx, row, clock.today());
  const isLate = row.tooLate && days && days.left < days.needed;
  const change = {
    state: 'sending',
    number,
    startedAt: now,
    resumedAt: now,
    text: await textOf(tx, row),
    // As many as there are now: a vote may have been moved since they were confirmed.
    tooLate: isLate ? { ...row.tooLate!, clearDays: days.left } : null,
  } as const;
  await queries.saveLetter(tx, row.id, change);
  const action = `began to send ${row.kind} ${number} to ${people} ${people === 1 ? 'member' : 'members'}`;
  await writeLog(tx, { kind: 'content', feature: 'letters', by, action, subject: row.title });
  await notify(tx, 'letters');
}

/** The office may have edited the notice of a vote: what of its hashes is missing is added. */
async function textOf(tx: Transaction, { text, filter }: queries.LetterRow): Promise<string> {
  const hashes = filter.vote ? await queries.findVote(tx, filter.vote) : undefined;
  const missing = hashes ? hashLines(hashes).filter((line) => !text.includes(line)) : [];
  return [text, ...missing].join('\n\n');
}

const keyLine = 'SHA-256 of the public key: ';

/** What a notice of a vote says of it, so that each reader can check it later. */
export const hashLines = ({ rollHash, keyFingerprint, paperHash }: queries.VoteHashes): string[] =>
  [
    ['SHA-256 of the roll: ', rollHash],
    [keyLine, keyFingerprint],
    ['SHA-256 of the paper: ', paperHash],
  ].flatMap(([of, hash]) => (hash ? [`${of}${hash}`] : []));

/** Why the notice of a vote ends, by what became of the vote. */
export const voteEnds = { cancelled: 'Its vote was cancelled.', draft: 'Its vote became a draft again.' };
const meetingHasCome = 'The day of the meeting has come.';

/** Whether a notice is that of its vote, or null. */
async function voteOfNotice(db: Readable, { id, filter }: Pick<queries.LetterRow, 'id' | 'filter'>) {
  const vote = filter.vote ? await queries.findVote(db, filter.vote) : undefined;
  return vote?.noticeId === id ? vote : null;
}

/** The clear days that a notice sent on a day has before its meeting, which a vote may have moved since, and how many are asked for: none once it was sent to all, for whom it is sent later; null for a circular. */
export async function clearDaysOf(db: Readable, row: queries.LetterRow, sentOn: string) {
  if (row.kind === 'circular' || row.meetingOn === null) return null;
  const vote = await voteOfNotice(db, row);
  const left = clearDaysBetween(sentOn, vote ? indianDay(vote.opensAt) : row.meetingOn);
  return { left, needed: row.endedAt === null ? (await queries.findLetterSettings(db)).clearDays : 0 };
}

/** Why a letter that has begun must not go on; '' when it may. Asked again for each of its mails. */
export async function endOf(db: Readable, row: queries.LetterRow): Promise<string> {
  const vote = row.filter.vote ? await queries.findVote(db, row.filter.vote) : undefined;
  if (vote?.noticeId === row.id && vote.state === 'cancelled') return voteEnds.cancelled;
  // A vote that was a draft since has another key, and none while it is one.
  const isOfKey = vote?.keyFingerprint && row.text.includes(vote.keyFingerprint);
  if (row.filter.vote && row.text.includes(keyLine) && !isOfKey) return voteEnds.draft;
  const days = await clearDaysOf(db, row, clock.today());
  return days && days.left < 0 ? meetingHasCome : '';
}

/** Why the administrator who sends a letter may not any more; null when they may. */
export async function senderObstacle(
  tx: Transaction,
  { senderId, states }: Pick<queries.LetterRow, 'senderId' | 'states'>,
): Promise<string | null> {
  const sender = await queries.findSender(tx, senderId);
  if (!sender || !hasPower(sender, 'letters')) return 'The administrator who sends it may not send letters any more.';
  const within =
    sender.states.length === 0 || (states.length > 0 && states.every((each) => sender.states.includes(each)));
  return within ? null : 'The administrator who sends it may not write to all of its States any more.';
}

/** Why a scheduled letter must not begin; null when it may. */
async function obstacle(tx: Transaction, row: queries.LetterRow): Promise<string | null> {
  const notTheirs = await senderObstacle(tx, row);
  if (notTheirs) return notTheirs;
  return (await lackOfDays(tx, row)) || null;
}

/** That a notice has fewer clear days than are asked for or were confirmed; '' when it has enough. Asked again for each of its mails. */
export async function lackOfDays(db: Readable, row: queries.LetterRow): Promise<string> {
  const days = await clearDaysOf(db, row, clock.today());
  if (!days) return '';
  const { left, needed } = days;
  if (left < 0) return meetingHasCome;
  if (isConfirmed(row, left) || left >= needed) return '';
  const confirmed = row.tooLate ? `; ${clearDaysText(row.tooLate.clearDays)} were confirmed` : '';
  return `${clearDaysText(left)} would be left before the meeting, and ${needed} are asked for${confirmed}.`;
}

/** Whether somebody has confirmed that a notice is sent with so few clear days. */
export const isConfirmed = ({ tooLate }: queries.LetterRow, clearDays: number): boolean =>
  tooLate !== null && tooLate.clearDays <= clearDays;

/** Begins a scheduled letter, or makes it a draft again and mails the administrator who scheduled it. */
export async function beginScheduled(tx: Transaction, id: string, publicUrl: string, page: string): Promise<void> {
  const row = await queries.lockLetter(tx, id);
  if (row?.state !== 'scheduled' || row.at === null || row.at > clock.now()) return;
  const sender = await queries.findSender(tx, row.senderId);
  let reason = await obstacle(tx, row);
  if (reason === null) {
    try {
      return await tx.transaction((step) => beginLetter(step, row, sender?.email ?? row.by));
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'NO_RECIPIENTS')) throw error;
      reason = error.message;
    }
  }
  await returnToDraft(tx, row, reason, `${publicUrl}${page}`, [row.by, ...(sender ? [sender.email] : [])]);
}

/** Makes a scheduled letter a draft again, and says why. @param link to the letters */
export async function returnToDraft(
  tx: Transaction,
  { id, title }: Pick<queries.LetterRow, 'id' | 'title'>,
  reason: string,
  link: string,
  to: readonly string[],
): Promise<void> {
  await queries.saveLetter(tx, id, { state: 'draft', at: null, senderId: null, tooLate: null });
  const action = 'letter is a draft again';
  await writeLog(tx, { kind: 'content', feature: 'letters', by: 'website', action, subject: title, note: reason });
  const data = { title, reason, link };
  for (const each of new Set(to)) await enqueueMail(tx, { kind: 'letter-returned', to: each, data });
}
