import { type Core, serviceOf } from '#server/core.ts';
import type { Transaction } from '#server/platform/database/client.ts';
import type { ActingAdministrator } from '#server/platform/http/access.ts';
import type { UploadedFile } from '#server/platform/http/multipart.ts';
import { writeLog } from '#server/platform/log/log.queries.ts';
import type { StoredFile } from '#server/platform/storage/files.ts';
import { storePdf, withUploadedFiles } from '#server/platform/storage/uploads.ts';
import { clock } from '#shared/clock.ts';
import { type Letter, type LetterFilter, type LetterKind, withoutEmpty } from '#shared/contracts/letters.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { kindName } from './begin.ts';
import { createLetterRecords, invalid, mustBeReached, stateTexts, wrongState } from './letter-records.ts';
import * as queries from './letters.queries.ts';

const text = messages.letters;
const ofVote = 'This is the notice of a vote, without which it does not open. It goes when the vote is a draft again.';

/** The fields of a letter's form; absent: unchanged. */
export interface LetterChange {
  kind?: LetterKind | undefined;
  title?: string | undefined;
  text?: string | undefined;
  filter?: LetterFilter | undefined;
  meetingOn?: string | null | undefined;
  removeFile?: boolean | undefined;
}

/** @throws VALIDATION for a notice without a future day of its meeting */
function meetingOf(kind: LetterKind, meetingOn: string | null): string | null {
  if (kind === 'circular') return null;
  if (meetingOn === null) throw invalid('meetingOn', text.meetingOn);
  if (meetingOn <= clock.today()) throw invalid('meetingOn', text.meetingPast);
  return meetingOn;
}

/** Drafts of circulars and notices. */
export function createDraftService(core: Core) {
  const { database, files } = core;
  const { view, known } = serviceOf(core, createLetterRecords);

  const keep = async (upload: UploadedFile | undefined) =>
    upload && (await storePdf(files, upload, limits.letterFileBytes, text.file));

  return {
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
      who: ActingAdministrator,
    ): Promise<Letter> {
      mustBeReached(filter.state, who.states, 'filter');
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
        await writeLog(tx, {
          kind: 'content',
          feature: 'letters',
          by: who.email,
          action: `${kindName(kind)} drafted`,
          subject: title,
        });
        return id;
      };
      const id = await withUploadedFiles(core, file ? [file] : [], () => database.transaction(insert));
      return view(id, who);
    },

    /** @throws NOT_FOUND, RECORD_CHANGED, WRONG_STATE, VALIDATION, UNSUPPORTED_FILE */
    async update(
      id: string,
      change: LetterChange,
      upload: UploadedFile | undefined,
      version: number,
      who: ActingAdministrator,
    ): Promise<Letter> {
      const file = await keep(upload);
      const save = async (tx: Transaction) => {
        const row = await known(tx, id, who, version);
        if (row.state !== 'draft') throw wrongState(stateTexts[row.state]);
        const kind = row.filter.vote ? row.kind : (change.kind ?? row.kind);
        // The notice of a vote goes to exactly its roll, whatever else is changed.
        const { vote } = row.filter;
        const filter = vote ? { vote } : (change.filter ?? row.filter);
        mustBeReached(filter.state, row.states, 'filter');
        const meetingOn = change.meetingOn === undefined ? row.meetingOn : change.meetingOn;
        const dropped = file || change.removeFile ? row.file : null;
        if (file) await files.attach(tx, file);
        await queries.saveLetter(tx, id, {
          kind,
          title: change.title ?? row.title,
          text: change.text ?? row.text,
          filter: withoutEmpty(filter),
          meetingOn: meetingOf(kind, meetingOn),
          ...(file || dropped ? fileColumns(file) : {}),
        });
        await files.release(tx, dropped);
        const subject = change.title ?? row.title;
        await writeLog(tx, {
          kind: 'content',
          feature: 'letters',
          by: who.email,
          action: `${kindName(kind)} changed`,
          subject,
        });
      };
      await withUploadedFiles(core, file ? [file] : [], () => database.transaction(save));
      return view(id, who);
    },

    /** @throws NOT_FOUND; WRONG_STATE unless a draft, and for the notice of a vote */
    async remove(id: string, who: ActingAdministrator): Promise<void> {
      await database.transaction(async (tx) => {
        const row = await known(tx, id, who);
        if (row.state !== 'draft') throw wrongState(stateTexts[row.state]);
        if (row.filter.vote && (await queries.findVote(tx, row.filter.vote))?.noticeId === id) throw wrongState(ofVote);
        await queries.removeLetter(tx, id);
        await files.release(tx, row.file);
        await writeLog(tx, {
          kind: 'content',
          feature: 'letters',
          by: who.email,
          action: `${kindName(row.kind)} deleted`,
          subject: row.title,
        });
      });
    },
  };
}

const fileColumns = (file: StoredFile | undefined) => ({
  file: file?.key ?? null,
  fileName: file?.name ?? '',
  fileBytes: file?.bytes ?? 0,
});
