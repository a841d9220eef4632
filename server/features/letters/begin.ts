import { notify, type Transaction } from '#server/platform/database/client.ts';
import { writeLog } from '#server/platform/log/log.queries.ts';
import { enqueueMail } from '#server/platform/mail/outbox.ts';
import { clock } from '#shared/clock.ts';
import { AppError } from '#shared/errors.ts';
import { hasPower } from '#shared/powers.ts';
import * as queries from './letters.queries.ts';
import { hashLines } from './notices.ts';
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
  const change = { state: 'sending', number, startedAt: now, resumedAt: now, text: await textOf(tx, row) } as const;
  await queries.saveLetter(tx, row.id, change);
  const action = `began to send ${row.kind} ${number} to ${people} ${people === 1 ? 'member' : 'members'}`;
  await writeLog(tx, { kind: 'content', by, action, subject: row.title });
  await notify(tx, 'letters');
}

/** The office may have edited the notice of a vote: what of its hashes is missing is added. */
async function textOf(tx: Transaction, { text, filter }: queries.LetterRow): Promise<string> {
  const hashes = filter.vote ? await queries.findVoteHashes(tx, filter.vote) : undefined;
  const missing = hashes ? hashLines(hashes).filter((line) => !text.includes(line)) : [];
  return [text, ...missing].join('\n\n');
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
  if (row.meetingOn === null) return null;
  const clearDays = clearDaysBetween(clock.today(), row.meetingOn);
  if (clearDays < 0) return 'The day of the meeting has come.';
  const { clearDays: needed } = await queries.findLetterSettings(tx);
  if (clearDays >= needed || row.tooLate) return null;
  return `${clearDaysText(clearDays)} would be left before the meeting, and ${needed} are asked for.`;
}

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
  await queries.saveLetter(tx, id, { state: 'draft', at: null, senderId: null, tooLate: null });
  await writeLog(tx, {
    kind: 'content',
    by: 'website',
    action: 'letter is a draft again',
    subject: row.title,
    note: reason,
  });
  const data = { title: row.title, reason, link: `${publicUrl}${page}` };
  for (const to of new Set([row.by, ...(sender ? [sender.email] : [])])) {
    await enqueueMail(tx, { kind: 'letter-returned', to, data });
  }
}
