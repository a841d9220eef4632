import type { Core } from '#server/core.ts';
import type { Readable } from '#server/platform/database/client.ts';
import { writeLog } from '#server/platform/log/log.queries.ts';
import type { CellValue } from '#server/platform/spreadsheets/spreadsheet.ts';
import { tableAnswer } from '#server/platform/spreadsheets/write-table.ts';
import type { LetterMailState } from '#shared/contracts/letters.ts';
import type { FileAnswer } from '#shared/endpoint.ts';
import { orNotFound } from '#shared/errors.ts';
import { paginationOf } from '#shared/fields.ts';
import * as queries from './letters.queries.ts';
import { clearDaysText, recipientOf } from './presentation.ts';

const batch = 2_000;
const called = 'This letter';
const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'short', timeStyle: 'medium', timeZone: 'Asia/Kolkata' });
const inIndia = (date: Date | string | null) => (date === null ? '' : moment.format(new Date(date)));

/** Of the list's columns, in characters. */
const widths = [20, 30, 20, 34, 10, 40, 22, 22];

const words: Record<LetterMailState, string> = {
  waiting: 'Waiting',
  sent: 'Sent',
  failed: 'Failed',
  bounced: 'Bounced',
  leftOut: 'Left out',
};

/** The result of a letter by recipient; for a notice this is the service list. */
export function createLetterResults({ database, log }: Pick<Core, 'database' | 'log'>) {
  async function find(id: string, states: readonly string[], db: Readable = database) {
    return orNotFound(await queries.findLetter(db, id, states), called);
  }

  async function* rowsOf(letter: queries.LetterView): AsyncGenerator<CellValue[]> {
    const { tooLate } = letter;
    yield [
      `${letter.kind === 'notice' ? 'Notice' : 'Circular'} ${letter.number ?? ''}`,
      letter.title,
      ...(letter.meetingOn === null ? [] : [`Meeting on ${letter.meetingOn}`]),
    ];
    if (tooLate) {
      yield [`Sent with ${clearDaysText(tooLate.clearDays)}, confirmed by ${tooLate.by} on ${inIndia(tooLate.at)}`];
    }
    yield ['Member number', 'Name', 'State', 'E-mail', 'Mail', 'Reason', 'At', 'Read at'];
    for await (const rows of queries.eachResult(database.reader, letter.id, batch)) {
      for (const row of rows) {
        const { name, memberNumber, state, email, mail, reason } = recipientOf(row);
        yield [memberNumber ?? '', name, state, email ?? '', words[mail], reason, inIndia(row.at), inIndia(row.readAt)];
      }
    }
  }

  return {
    /** @throws NOT_FOUND */
    async list(id: string, mail: LetterMailState | 'read' | '', page: number, states: readonly string[]) {
      return database.snapshot(async (db) => {
        const { counts } = await find(id, states, db);
        const rows = await queries.findResults(db, id, mail, page);
        return {
          data: rows.map(recipientOf),
          totals: counts,
          pagination: paginationOf(page, mail === '' ? counts.people : counts[mail]),
        };
      });
    },

    /** @throws NOT_FOUND */
    async exported(id: string, states: readonly string[], by: string): Promise<FileAnswer> {
      const letter = await find(id, states);
      await writeLog(database, {
        kind: 'export',
        by,
        action: 'exported the results of a letter as xlsx',
        subject: letter.number ?? letter.title,
      });
      const name = `${letter.kind}-${(letter.number ?? 'draft').replace('/', '-')}`;
      const onBreak = (error: Error) => log.error({ code: error.name }, 'a list broke off');
      // Above the table stand what the letter is, and whether it was late.
      const frozen = letter.tooLate ? 3 : 2;
      return tableAnswer('xlsx', name, 'Results', rowsOf(letter), onBreak, { frozen, widths });
    },
  };
}
