import { buffer } from 'node:stream/consumers';
import type { Core } from '#server/core.ts';
import type { Queryable, Transaction } from '#server/platform/database/client.ts';
import { dayInWords } from '#server/platform/languages/dates.ts';
import { writeLog } from '#server/platform/log/log.queries.ts';
import type {
  Attachment,
  AttachmentMakers,
  DueMail,
  LateValues,
  LetterSecrets,
  OnFinalOutcome,
  StillTrue,
} from '#server/platform/mail/kinds.ts';
import { enqueueMail } from '#server/platform/mail/outbox.ts';
import { officeAddresses } from '#server/platform/mail/to-office.ts';
import { serverMessages } from '#server/platform/server-messages.ts';
import { startOfIndianDay } from '#shared/clock.ts';
import { AppError } from '#shared/errors.ts';
import { paths } from '#shared/paths.ts';
import { endOf, lackOfDays } from './begin.ts';
import * as queries from './letters.queries.ts';
import { textToSend } from './presentation.ts';
import { findForMail, letterMailKinds, settleRecipient, withdrawQueued } from './sending.queries.ts';

/** A letter stops when this many of its last mails were rejected: its list, or our reputation with mail servers, has to be checked. */
const looked = 50;
const refusedAtMost = 10;

/** Makes the content of letters' mails when they are sent, and records the results. */
export function createLetterMakers({ config, database, files }: Pick<Core, 'config' | 'database' | 'files'>) {
  /** Caches the file of the letter being sent for all its recipients. */
  let cached: { letter: queries.LetterRow; attachments: Attachment[] } | undefined;

  async function letterOf(id: string) {
    const letter = await queries.findLetter(database, id, []);
    if (!letter) return undefined;
    if (cached?.letter.id === id && cached.letter.file === letter.file) return { ...cached, letter };
    const file = letter.file === null ? null : await files.open(letter.file);
    const attachments = file ? [{ name: letter.fileName, type: file.type, bytes: await buffer(file.body) }] : [];
    cached = { letter, attachments };
    return cached;
  }

  async function secretOf(due: DueMail): Promise<LetterSecrets | null> {
    const recipient = await findForMail(database, due.id);
    // Has left, or unsubscribed, since the mail was queued.
    if (!recipient || recipient.leftOut !== null) return null;
    const letter = await letterOf(recipient.letterId);
    if (!letter || (await endOf(database, letter.letter)) !== '') return null;
    const { kind, number, title, text, meetingOn } = letter.letter;
    return {
      number: number ?? '',
      title,
      text: textToSend(text),
      meetingOn: meetingOn === null ? '' : dayInWords(startOfIndianDay(meetingOn)),
      unsubscribeLink:
        kind === 'circular' && recipient.code ? `${config.publicUrl}${paths.unsubscribe(recipient.code)}` : '',
    };
  }

  const attachmentsOf = async ({ data }: DueMail) => (await letterOf(data.circular ?? ''))?.attachments ?? null;

  /** Stops a locked letter if too many of its last mails were rejected, and tells the office. */
  async function watch(tx: Transaction, row: queries.LetterRow | undefined): Promise<void> {
    if (row?.state !== 'sending' || row.resumedAt === null) return;
    const refused = await queries.countRefused(tx, row.id, row.resumedAt, looked);
    if (refused < refusedAtMost) return;
    await stopLetter(tx, config, row, `${refused} of the last ${looked} mails were refused.`);
  }

  const onFinalOutcome: OnFinalOutcome = async (tx, due, outcome) => {
    if (!letterMailKinds.some((kind) => kind === due.kind)) return;
    const reason = outcome.state === 'dropped' ? await reasonLeftOut(tx, due) : outcome.reason;
    const isRefused = outcome.state === 'failed' || outcome.state === 'bounced';
    // The letter is locked before its recipients, as where they are queued and stopped.
    const row = isRefused ? await queries.lockLetter(tx, due.data.circular ?? '') : undefined;
    const isNoted = await settleRecipient(tx, due.id, due.recipient, { ...outcome, reason });
    if (isNoted) await watch(tx, row);
  };

  /** Until its letter is stopped, or lets it go, a notice without enough clear days waits. @throws TOO_LATE */
  async function isTrue(db: Queryable, { id }: DueMail): Promise<boolean> {
    const recipient = await findForMail(db, id);
    const letter = recipient && (await queries.findLetter(db, recipient.letterId, []));
    if (!letter || (await endOf(db, letter)) !== '') return false;
    const lack = await lackOfDays(db, letter);
    if (lack !== '') throw new AppError('TOO_LATE', lack);
    return true;
  }

  const stillTrue: StillTrue = { notice: isTrue };
  const lateValues: LateValues = { circular: secretOf, notice: secretOf };
  const attachmentMakers: AttachmentMakers = { circular: attachmentsOf, notice: attachmentsOf };
  return { stillTrue, lateValues, attachmentMakers, onFinalOutcome };
}

/** Why the mail of a recipient was dropped. */
async function reasonLeftOut(tx: Transaction, due: DueMail): Promise<string> {
  const recipient = await findForMail(tx, due.id);
  const letter = recipient && (await queries.findLetter(tx, recipient.letterId, []));
  return recipient?.leftOut ?? ((letter && (await endOf(tx, letter))) || serverMessages.noLongerNeeded);
}

/** Stops a locked letter for a reason that its author and the office are told. */
export async function stopLetter(
  tx: Transaction,
  { publicUrl }: Pick<Core['config'], 'publicUrl'>,
  row: queries.LetterRow,
  reason: string,
): Promise<void> {
  await queries.saveLetter(tx, row.id, { state: 'stopped' });
  await withdrawQueued(tx, row.id);
  await writeLog(tx, {
    kind: 'content',
    feature: 'letters',
    by: 'website',
    action: 'stopped a letter',
    subject: row.title,
    note: reason,
  });
  const data = { title: row.title, number: row.number ?? '', reason, link: `${publicUrl}${paths.admin.letters}` };
  const office = await officeAddresses(tx, { power: 'letters', states: row.states });
  for (const to of new Set([row.by, ...office])) await enqueueMail(tx, { kind: 'letter-stopped', to, data });
}
