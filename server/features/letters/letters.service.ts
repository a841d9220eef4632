import type { Core } from '#server/core.ts';
import { notify, type Transaction } from '#server/database/client.ts';
import { recordContentChange } from '#server/features/content/content-change.ts';
import { asKnown } from '#server/features/content/known-version.ts';
import { bundledStates } from '#server/features/locations/bundle.ts';
import { withStored } from '#server/features/members/stored-files.ts';
import type { Auth } from '#server/http/access.ts';
import type { UploadedFile } from '#server/http/multipart.ts';
import { writeLog } from '#server/log/log.queries.ts';
import type { StoredFile } from '#server/storage/files.ts';
import { headOf, mediaTypeOf } from '#server/storage/media-type.ts';
import { clock, indianDay } from '#shared/clock.ts';
import {
  type Circular,
  type LetterFilter,
  type LetterKind,
  type LetterSettings,
  type LetterState,
  withoutEmpty,
} from '#shared/contracts/letters.ts';
import { AppError, notFound } from '#shared/errors.ts';
import { paginationOf } from '#shared/fields.ts';
import type { FileAnswer } from '#shared/file-response.ts';
import { limits } from '#shared/limits.ts';
import { officeMessages } from '#shared/office-messages.ts';
import { beginLetter, kindName, meantStates, noRecipients } from './begin.ts';
import { clearDaysBetween, clearDaysText } from './clear-days.ts';
import * as queries from './letters.queries.ts';
import { circularOf } from './presentation.ts';
import { countMeant, meansAnybody } from './recipients.queries.ts';
import { takeBackQueued } from './sending.queries.ts';

const called = 'This letter';
const text = officeMessages.letters;
const yearMs = 366 * 24 * 60 * 60 * 1_000;

type Administrator = Pick<Extract<Auth, { role: 'admin' }>, 'email' | 'administratorId' | 'states'>;

/** What a form says of a letter; absent: unchanged. */
export interface LetterChange {
  kind?: LetterKind | undefined;
  title?: string | undefined;
  text?: string | undefined;
  filter?: LetterFilter | undefined;
  meetingOn?: string | null | undefined;
  removeFile?: boolean | undefined;
}

const invalid = (field: string, message: string) =>
  new AppError('VALIDATION', message, { fields: { [field]: message } });
const wrongState = (message: string) => new AppError('WRONG_STATE', message);

/** @throws VALIDATION at `field` for a State that is none, or not one of those that the author may write to */
function mustBeReached(State: string | undefined, states: readonly string[], field: string): void {
  if (!State) return;
  if (!bundledStates.includes(State) || (states.length > 0 && !states.includes(State)))
    throw invalid(field, text.state);
}

/** @throws VALIDATION for a notice without a day of its meeting that is still to come */
function meetingOf(kind: LetterKind, meetingOn: string | null): string | null {
  if (kind === 'circular') return null;
  if (meetingOn === null) throw invalid('meetingOn', text.meetingOn);
  if (meetingOn <= clock.today()) throw invalid('meetingOn', text.meetingPast);
  return meetingOn;
}

const stateTexts: Record<LetterState, string> = {
  draft: 'This letter is a draft.',
  scheduled: 'This letter is scheduled. Please stop it first.',
  sending: 'This letter is being sent.',
  stopped: 'This letter was stopped while it was sent.',
  sent: 'This letter has been sent.',
};

/** Circulars and notices as the office writes and sends them. */
export function createLettersService(core: Core) {
  const { database, files } = core;

  async function view(id: string, who: Administrator): Promise<Circular> {
    const row = await queries.findLetter(database, id, who.states);
    if (!row) throw notFound(called);
    return circularOf(row);
  }

  const known = async (tx: Transaction, id: string, who: Administrator, version?: number) =>
    asKnown(await queries.lockLetter(tx, id, who.states), called, version);

  /** @throws UNSUPPORTED_FILE for what is no PDF, or too large */
  async function keep(upload: UploadedFile | undefined): Promise<StoredFile | undefined> {
    if (!upload) return undefined;
    const isTooLarge = upload.bytes > limits.letterFileBytes;
    if (isTooLarge || mediaTypeOf(await headOf(upload.path)) !== 'application/pdf') {
      throw new AppError('UNSUPPORTED_FILE', text.file, { fields: { file: text.file } });
    }
    return files.store(upload, 'file');
  }

  return {
    async recipients(kind: LetterKind, filter: LetterFilter, { states }: Administrator) {
      mustBeReached(filter.State, states, 'State');
      const { people, ...leftOut } = await countMeant(
        database.reader,
        kind,
        filter,
        meantStates({ filter, states: [...states] }),
      );
      return { people, byMail: people - leftOut.switchedOff - leftOut.bounced, leftOut };
    },

    async list({ page, ...wanted }: queries.LetterList & { page: number }, { states }: Administrator) {
      const { rows, total } = await queries.listLetters(database, states, wanted, page);
      return { data: rows.map(circularOf), pagination: paginationOf(page, total) };
    },

    get: view,

    async file(id: string, who: Administrator): Promise<FileAnswer> {
      const row = await queries.findLetter(database, id, who.states);
      const file = row?.file ? await files.open(row.file) : null;
      if (!row || !file) throw notFound('This file');
      return {
        body: file.body,
        type: file.type,
        length: file.bytes,
        attachment: row.fileName,
        scan: file.scan,
        cacheControl: 'private, no-store',
      };
    },

    /** @throws VALIDATION, UNSUPPORTED_FILE */
    async create(
      {
        kind,
        title,
        text: content,
        filter = {},
        meetingOn = null,
      }: LetterChange & { kind: LetterKind; title: string; text: string },
      upload: UploadedFile | undefined,
      who: Administrator,
    ): Promise<Circular> {
      mustBeReached(filter.State, who.states, 'filter');
      const row = { kind, title, text: content, filter: withoutEmpty(filter), meetingOn: meetingOf(kind, meetingOn) };
      const file = await keep(upload);
      const insert = async (tx: Transaction) => {
        if (file) await files.attach(tx, file);
        const id = await queries.insertLetter(tx, {
          ...row,
          ...fileColumns(file),
          states: [...who.states].sort(),
          by: who.email,
        });
        await writeLog(tx, { kind: 'content', by: who.email, action: `${kindName(kind)} drafted`, subject: title });
        return id;
      };
      const id = await withStored(core, file ? [file] : [], () => database.transaction(insert));
      return view(id, who);
    },

    /** @throws NOT_FOUND, RECORD_CHANGED, WRONG_STATE, VALIDATION, UNSUPPORTED_FILE */
    async update(
      id: string,
      change: LetterChange,
      upload: UploadedFile | undefined,
      version: number,
      who: Administrator,
    ): Promise<Circular> {
      const file = await keep(upload);
      const save = async (tx: Transaction) => {
        const row = await known(tx, id, who, version);
        if (row.state !== 'draft') throw wrongState(stateTexts[row.state]);
        const kind = change.kind ?? row.kind;
        const filter = change.filter ?? row.filter;
        mustBeReached(filter.State, row.states, 'filter');
        const given = change.meetingOn === undefined ? row.meetingOn : change.meetingOn;
        const dropped = file || change.removeFile ? row.file : null;
        if (file) await files.attach(tx, file);
        await queries.saveLetter(tx, id, {
          kind,
          title: change.title ?? row.title,
          text: change.text ?? row.text,
          filter: withoutEmpty(filter),
          meetingOn: meetingOf(kind, given),
          ...(file || dropped ? fileColumns(file) : {}),
        });
        await files.release(tx, dropped);
        const subject = change.title ?? row.title;
        await writeLog(tx, { kind: 'content', by: who.email, action: `${kindName(kind)} changed`, subject });
      };
      await withStored(core, file ? [file] : [], () => database.transaction(save));
      return view(id, who);
    },

    /** @throws NOT_FOUND, WRONG_STATE for what is no draft */
    async remove(id: string, who: Administrator): Promise<void> {
      await database.transaction(async (tx) => {
        const row = await known(tx, id, who);
        if (row.state !== 'draft') throw wrongState(stateTexts[row.state]);
        await queries.removeLetter(tx, id);
        await files.release(tx, row.file);
        await writeLog(tx, {
          kind: 'content',
          by: who.email,
          action: `${kindName(row.kind)} deleted`,
          subject: row.title,
        });
      });
    },

    /**
     * Sends a draft, now or at a time.
     * @throws NOT_FOUND, RECORD_CHANGED, WRONG_STATE, VALIDATION, NO_RECIPIENTS; TOO_LATE unless that is confirmed
     */
    async send(
      id: string,
      { at, tooLate, version }: { at?: string | undefined; tooLate?: boolean | undefined; version: number },
      who: Administrator,
    ): Promise<Circular> {
      await database.transaction(async (tx) => {
        const row = await known(tx, id, who, version);
        if (row.state !== 'draft') throw wrongState(stateTexts[row.state]);
        const when = at === undefined ? null : new Date(at);
        const now = clock.ms();
        if (when && (when.getTime() <= now || when.getTime() > now + yearMs)) throw invalid('at', text.at);
        const confirmed = await lateness(tx, row, indianDay(when ?? clock.now()), tooLate ?? false, who.email);
        if (!(await meansAnybody(tx, row.filter, meantStates(row)))) throw noRecipients();
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

    /** Stops what is being sent; a scheduled one is a draft again. @throws NOT_FOUND, RECORD_CHANGED, WRONG_STATE */
    async stop(id: string, version: number | undefined, who: Administrator): Promise<Circular> {
      await database.transaction(async (tx) => {
        const row = await known(tx, id, who, version);
        if (row.state === 'scheduled') {
          await queries.saveLetter(tx, id, { state: 'draft', at: null, senderId: null, tooLate: null });
        } else if (row.state === 'sending') {
          await queries.saveLetter(tx, id, { state: 'stopped' });
          await takeBackQueued(tx, id);
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
    async resume(id: string, version: number | undefined, who: Administrator): Promise<Circular> {
      await database.transaction(async (tx) => {
        const row = await known(tx, id, who, version);
        if (row.state !== 'stopped') throw wrongState(stateTexts[row.state]);
        await queries.saveLetter(tx, id, { state: 'sending', resumedAt: clock.now() });
        const action = `${kindName(row.kind)} goes on`;
        await writeLog(tx, { kind: 'content', by: who.email, action, subject: row.title });
        await notify(tx, 'letters');
      });
      return view(id, who);
    },

    async settings(): Promise<LetterSettings> {
      return presented(await queries.findLetterSettings(database));
    },

    /** @throws VALIDATION when nothing is sent, RECORD_CHANGED */
    async changeSettings(
      change: Partial<Omit<LetterSettings, 'version'>>,
      version: number | undefined,
      by: string,
    ): Promise<LetterSettings> {
      const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
      if (Object.keys(given).length === 0) throw new AppError('VALIDATION', 'Nothing was sent that could be changed.');
      return database.transaction(async (tx) => {
        const before = presented(asKnown(await queries.lockLetterSettings(tx), 'This settings record', version));
        const after = presented(await queries.saveLetterSettings(tx, given));
        const names = Object.keys(given) as (keyof LetterSettings)[];
        const changed = names.filter((name) => before[name] !== after[name]);
        const note = changed.map((name) => `${name}: ${before[name]} → ${after[name]}`).join('; ');
        await recordContentChange(tx, by, 'Settings changed', 'Letters', note);
        await notify(tx, 'letters');
        return after;
      });
    },
  };
}

const presented = ({ perMinute, clearDays, bouncesUntilStop, version }: queries.LetterSettingsRow): LetterSettings => ({
  perMinute,
  clearDays,
  bouncesUntilStop,
  version,
});

const fileColumns = (file: StoredFile | undefined) => ({
  file: file?.key ?? null,
  fileName: file?.name ?? '',
  fileBytes: file?.bytes ?? 0,
});

/** Of a notice that is sent too late, which somebody has confirmed; null where there is nothing to confirm. @throws TOO_LATE, VALIDATION */
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
