import type { Core } from '#server/core.ts';
import { storedFile } from '#server/platform/file-answers.ts';
import type { ActingAdministrator } from '#server/platform/http/access.ts';
import { clock } from '#shared/clock.ts';
import type { LetterFilter, LetterKind } from '#shared/contracts/letters.ts';
import type { FileAnswer } from '#shared/endpoint.ts';
import { notFound } from '#shared/errors.ts';
import { paginationOf } from '#shared/fields.ts';
import { recipientStates } from './begin.ts';
import { mustBeReached } from './letter-records.ts';
import * as queries from './letters.queries.ts';
import { letterOf } from './presentation.ts';
import { countRecipients } from './recipients.queries.ts';

/** Circulars and notices for the office, and counts of their recipients. */
export function createLettersService({ database, files }: Core) {
  return {
    async recipients(kind: LetterKind, filter: LetterFilter, { states }: ActingAdministrator) {
      mustBeReached(filter.state, states, 'state');
      const { people, ...leftOut } = await countRecipients(
        database.reader,
        kind,
        filter,
        recipientStates({ filter, states: [...states] }),
      );
      return { people, byMail: people - leftOut.noAddress - leftOut.switchedOff - leftOut.bounced, leftOut };
    },

    /** The number of the letter that is sent next, while no other one is sent before. */
    nextNumber: () => queries.findNextNumber(database, Number(clock.today().slice(0, 4))),

    async list({ page, ...wanted }: queries.LetterList & { page: number }, { states }: ActingAdministrator) {
      const { rows, total } = await queries.listLetters(database, states, wanted, page);
      return { data: rows.map(letterOf), pagination: paginationOf(page, total) };
    },

    async file(id: string, who: ActingAdministrator): Promise<FileAnswer> {
      const row = await queries.findLetter(database, id, who.states);
      const file = row?.file ? await files.open(row.file) : null;
      if (!row || !file) throw notFound('This file');
      return storedFile(file, row.fileName);
    },
  };
}
