import type { Core } from '#server/core.ts';
import type { Queryable, Transaction } from '#server/platform/database/client.ts';
import type { ActingAdministrator } from '#server/platform/http/access.ts';
import { writeLog } from '#server/platform/log/log.queries.ts';
import * as lines from '#server/platform/log/reading-lines.queries.ts';
import { mailFullAdministrators } from '#server/platform/mail/to-office.ts';
import { type Opened, opened, type Reads } from '#shared/endpoint.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { paths } from '#shared/paths.ts';
import * as queries from './reading.queries.ts';

/** For the log and the budget. */
type Reader = Pick<ActingAdministrator, 'administratorId' | 'email'>;

/** Counts in words: '3 records, 1 ID'. Cases are in no line of the log: who reads it may not know of them. */
function inWords(counts: ReadonlyMap<Opened, number>): string {
  return opened
    .filter((what) => what !== 'case')
    .map((what) => [what, counts.get(what) ?? 0] as const)
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `${count} ${what}${count === 1 ? '' : 's'}`)
    .join(', ');
}

const usedUp = () =>
  new AppError(
    'CONFIRMATION_NEEDED',
    'You have gone through very many records within an hour. Please confirm with your password that it is you.',
  );

/** Records what administrators read of people, and limits it by an hourly budget. */
export function createReadings({ config, database }: Pick<Core, 'config' | 'database'>) {
  /** A hundred scanned IDs in an hour may be hard work, or theft: administrators with full powers are told. */
  async function tellOfBulk(tx: Transaction, by: string): Promise<void> {
    const count = await queries.countIdsOfHour(tx, by);
    if (count < limits.idsAnHour || !(await lines.noteBulk(tx, by, `${count} IDs`))) return;
    const data = { by, count: String(count), link: `${config.publicUrl}${paths.admin.log}` };
    await mailFullAdministrators(tx, { kind: 'ids-office', data });
  }

  /** Records a reading at the person, and in one line of the log per day and administrator. */
  async function noteOpened(what: Opened, memberId: string, by: string): Promise<void> {
    await database.transaction(async (tx) => {
      if (!(await queries.noteOpened(tx, by, what, memberId))) return;
      if (what === 'case') return;
      // Locked before the count, so that of two concurrent calls the later one counts both.
      const line = await lines.holdLineOfDay(tx, by);
      await lines.writeLineOfDay(tx, line, `opened ${inWords(await queries.countOpenedToday(tx, by))}`);
      if (what === 'ID') await tellOfBulk(tx, by);
    });
  }

  async function tellOthers({ administratorId, email }: Reader): Promise<void> {
    await database.transaction(async (tx) => {
      const rows = await queries.noteTold(tx, administratorId);
      if (rows === undefined) return;
      const note = `${rows} rows of lists`;
      await writeLog(tx, { kind: 'security', by: email, action: 'used up the hour’s budget of records', note });
      const data = { by: email, rows: String(rows), link: `${config.publicUrl}${paths.admin.log}` };
      await mailFullAdministrators(tx, { kind: 'office-budget', data }, administratorId);
    });
  }

  async function noteListed(rows: number, reader: Reader): Promise<void> {
    if (rows === 0 || (await queries.takeRows(database, reader.administratorId, rows))) return;
    await tellOthers(reader);
    throw usedUp();
  }

  return {
    /**
     * Records what a call read for an administrator, before the answer is sent.
     * @param reading the call's answer, and the record that its address names
     * @throws CONFIRMATION_NEEDED when the hour's budget is used up
     */
    async note(reads: Reads, reading: { id: string | undefined; answer: object }, reader: Reader): Promise<void> {
      if ('lists' in reads) {
        const rows = (reading.answer as Record<string, unknown>)[reads.lists];
        await noteListed(Array.isArray(rows) ? rows.length : 0, reader);
        return;
      }
      if (reads.counted) await noteListed(1, reader);
      const { id = '' } = reading;
      const finders = { payment: queries.findPayer, case: queries.findAsker } as const;
      const memberId = reads.of ? await finders[reads.of](database, id) : reading.id;
      if (memberId) await noteOpened(reads.opens, memberId, reader.email);
    },
  };
}

/** After a confirmation by password a new hour begins. */
export const beginReadingHour = queries.beginHour;

/** The office's readings of a person, the last first. */
export async function readingsOf(db: Queryable, memberId: string) {
  const rows = await queries.findReadingsOf(db, memberId);
  return rows.map(({ at, ...reading }) => ({ ...reading, at: at.toISOString() }));
}
