import { type Core, serviceOf } from '#server/core.ts';
import { notify, type Transaction } from '#server/platform/database/client.ts';
import type { ActingAdministrator } from '#server/platform/http/access.ts';
import { writeLog } from '#server/platform/log/log.queries.ts';
import { clock, indianDay } from '#shared/clock.ts';
import type { Letter } from '#shared/contracts/letters.ts';
import { AppError } from '#shared/errors.ts';
import { messages } from '#shared/messages.ts';
import { beginLetter, kindName, noRecipients, recipientStates } from './begin.ts';
import { createLetterRecords, invalid, stateTexts, wrongState } from './letter-records.ts';
import * as queries from './letters.queries.ts';
import { clearDaysBetween, clearDaysText } from './presentation.ts';
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
        const row = await known(tx, id, who, version);
        if (row.state !== 'draft') throw wrongState(stateTexts[row.state]);
        const when = at === undefined ? null : new Date(at);
        const now = clock.ms();
        if (when && (when.getTime() <= now || when.getTime() > now + yearMs)) throw invalid('at', text.at);
        const confirmed = await lateness(tx, row, indianDay(when ?? clock.now()), tooLate ?? false, who.email);
        if (!(await hasRecipients(tx, row.filter, recipientStates(row)))) throw noRecipients();
        const change = { senderId: who.administratorId, at: when, tooLate: confirmed };
        if (confirmed) {
          const action = 'sends a notice later than its clear days ask for';
          const note = clearDaysText(confirmed.clearDays);
          await writeLog(tx, { kind: 'content', by: who.email, action, subject: row.title, note });
        }
        if (when === null) {
          await queries.saveLetter(tx, id, change);
          return beginLetter(tx, row, who.email);
        }
        await queries.saveLetter(tx, id, { ...change, state: 'scheduled' });
        const action = `${kindName(row.kind)} scheduled`;
        await writeLog(tx, { kind: 'content', by: who.email, action, subject: row.title, note: when.toISOString() });
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
          by: who.email,
          action: `${kindName(row.kind)} stopped`,
          subject: row.title,
        });
      });
      return view(id, who);
    },

    /** @throws NOT_FOUND, RECORD_CHANGED, WRONG_STATE */
    async resume(id: string, version: number | undefined, who: ActingAdministrator): Promise<Letter> {
      await database.transaction(async (tx) => {
        const row = await known(tx, id, who, version);
        if (row.state !== 'stopped') throw wrongState(stateTexts[row.state]);
        await queries.saveLetter(tx, id, {
          state: 'sending',
          resumedAt: clock.now(),
          // From now on they send it.
          senderId: who.administratorId,
        });
        const action = `${kindName(row.kind)} goes on`;
        await writeLog(tx, { kind: 'content', by: who.email, action, subject: row.title });
        await notify(tx, 'letters');
      });
      return view(id, who);
    },
  };
}

/** The confirmation of a notice sent too late; null where none is needed. @throws TOO_LATE, VALIDATION */
async function lateness(
  tx: Transaction,
  { kind, meetingOn }: queries.LetterRow,
  sentOn: string,
  isConfirmed: boolean,
  by: string,
): Promise<queries.LetterRow['tooLate']> {
  if (kind === 'circular' || meetingOn === null) return null;
  const clearDays = clearDaysBetween(sentOn, meetingOn);
  if (clearDays < 0) throw invalid('meetingOn', text.meetingPast);
  const { clearDays: needed } = await queries.findLetterSettings(tx);
  if (clearDays >= needed) return null;
  if (isConfirmed) return { clearDays, by, at: clock.now().toISOString() };
  const left = clearDays === 1 ? '1 clear day is' : `${clearDays} clear days are`;
  throw new AppError('TOO_LATE', `Only ${left} left before the meeting; ${needed} are asked for.`);
}
