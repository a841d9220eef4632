import { type Core, serviceOf } from '#server/core.ts';
import { holdLogin } from '#server/features/auth/auth.queries.ts';
import { notify, type Transaction } from '#server/platform/database/client.ts';
import type { ActingAdministrator } from '#server/platform/http/access.ts';
import { writeLog } from '#server/platform/log/log.queries.ts';
import { clock, indianDay } from '#shared/clock.ts';
import type { Letter } from '#shared/contracts/letters.ts';
import { AppError } from '#shared/errors.ts';
import { messages } from '#shared/messages.ts';
import { beginLetter, clearDaysOf, endOf, isConfirmed, kindName, noRecipients, recipientStates } from './begin.ts';
import { createLetterRecords, invalid, stateTexts, wrongState } from './letter-records.ts';
import * as queries from './letters.queries.ts';
import { clearDaysText } from './presentation.ts';
import { hasRecipients } from './recipients.queries.ts';
import { withdrawQueued } from './sending.queries.ts';

const text = messages.letters;
const yearMs = 366 * 24 * 60 * 60 * 1_000;

/** Sends drafts, now or later, and stops them. */
export function createSendingService(core: Pick<Core, 'database'>) {
  const { database } = core;
  const { view, known } = serviceOf(core, createLetterRecords);
  return {
    /**
     * Sends a draft, now or at a time.
     * @throws NOT_FOUND, RECORD_CHANGED, WRONG_STATE, VALIDATION, NO_RECIPIENTS; TOO_LATE unless that is confirmed
     */
    async send(
      id: string,
      { at, tooLate, version }: { at?: string | undefined; tooLate?: boolean | undefined; version: number },
      who: ActingAdministrator,
    ): Promise<Letter> {
      await database.transaction(async (tx) => {
        await holdLogin(tx, who);
        const row = await known(tx, id, who, version);
        if (row.state !== 'draft') throw wrongState(stateTexts[row.state]);
        const when = at === undefined ? null : new Date(at);
        const now = clock.ms();
        if (when && (when.getTime() <= now || when.getTime() > now + yearMs)) throw invalid('at', text.at);
        const confirmed = await lateness(tx, row, indianDay(when ?? clock.now()), tooLate ?? false, who);
        if (!(await hasRecipients(tx, row.filter, recipientStates(row)))) throw noRecipients();
        const change = { senderId: who.administratorId, at: when, tooLate: confirmed };
        if (when === null) {
          await queries.saveLetter(tx, id, change);
          return beginLetter(tx, { ...row, ...change }, who.email);
        }
        await queries.saveLetter(tx, id, { ...change, state: 'scheduled' });
        const action = `${kindName(row.kind)} scheduled`;
        await writeLog(tx, {
          kind: 'content',
          feature: 'letters',
          by: who.email,
          action,
          subject: row.title,
          note: when.toISOString(),
        });
        await notify(tx, 'letters');
      });
      return view(id, who);
    },

    /** Stops a letter being sent; a scheduled one becomes a draft again. @throws NOT_FOUND, RECORD_CHANGED, WRONG_STATE */
    async stop(id: string, version: number | undefined, who: ActingAdministrator): Promise<Letter> {
      await database.transaction(async (tx) => {
        const row = await known(tx, id, who, version);
        if (row.state === 'scheduled') {
          await queries.saveLetter(tx, id, { state: 'draft', at: null, senderId: null, tooLate: null });
        } else if (row.state === 'sending') {
          await queries.saveLetter(tx, id, { state: 'stopped' });
          await withdrawQueued(tx, id);
        } else {
          throw wrongState(stateTexts[row.state]);
        }
        await writeLog(tx, {
          kind: 'content',
          feature: 'letters',
          by: who.email,
          action: `${kindName(row.kind)} stopped`,
          subject: row.title,
        });
      });
      return view(id, who);
    },

    /**
     * Sends a stopped letter to those who have not got it.
     * @throws NOT_FOUND, RECORD_CHANGED; WRONG_STATE, also once the meeting or the vote of a notice is past; TOO_LATE unless that is confirmed
     */
    async resume(
      id: string,
      { tooLate = false, version }: { tooLate?: boolean | undefined; version?: number | undefined },
      who: ActingAdministrator,
    ): Promise<Letter> {
      await database.transaction(async (tx) => {
        await holdLogin(tx, who);
        const row = await known(tx, id, who, version);
        if (row.state !== 'stopped') throw wrongState(stateTexts[row.state]);
        const end = await endOf(tx, row);
        if (end !== '') throw wrongState(`It cannot go on. ${end}`);
        const confirmed = await lateness(tx, row, clock.today(), tooLate, who);
        await queries.saveLetter(tx, id, {
          state: 'sending',
          resumedAt: clock.now(),
          tooLate: confirmed ?? row.tooLate,
          // From now on they send it.
          senderId: who.administratorId,
        });
        const action = `${kindName(row.kind)} goes on`;
        await writeLog(tx, { kind: 'content', feature: 'letters', by: who.email, action, subject: row.title });
        await notify(tx, 'letters');
      });
      return view(id, who);
    },
  };
}

/** The confirmation of a notice sent too late, which is logged; null where no new one is needed. @throws TOO_LATE, VALIDATION */
async function lateness(
  tx: Transaction,
  row: queries.LetterRow,
  sentOn: string,
  confirms: boolean,
  { email: by }: ActingAdministrator,
): Promise<queries.LetterRow['tooLate']> {
  const days = await clearDaysOf(tx, row, sentOn);
  if (!days) return null;
  const { left: clearDays, needed } = days;
  if (clearDays < 0) throw invalid('meetingOn', text.meetingPast);
  if (clearDays >= needed || isConfirmed(row, clearDays)) return null;
  const left = clearDays === 1 ? '1 clear day is' : `${clearDays} clear days are`;
  if (!confirms) throw new AppError('TOO_LATE', `Only ${left} left before the meeting; ${needed} are asked for.`);
  const action = 'sends a notice later than its clear days ask for';
  await writeLog(tx, {
    kind: 'content',
    feature: 'letters',
    by,
    action,
    subject: row.title,
    note: clearDaysText(clearDays),
  });
  return { clearDays, by, at: clock.now().toISOString() };
}
