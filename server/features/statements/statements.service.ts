import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Core } from '#server/core.ts';
import { findOfficePayments } from '#server/features/payments/office-payments.ts';
import { writeLog } from '#server/log/log.queries.ts';
import type { ColumnMapping, LineList, StatementAnswer, StatementLine } from '#shared/contracts/statements.ts';
import { AppError, notFound } from '#shared/errors.ts';
import { paginationOf } from '#shared/fields.ts';
import { officeMessages } from '#shared/office-messages.ts';
import type { Fate } from './classify.ts';
import { linesOfStatement, theseLines } from './match.queries.ts';
import { bookReceived, matchLines } from './matching.ts';
import type { ReadTable } from './read-credits.ts';
import { linesOf, readStatement } from './read-statement.ts';
import * as queries from './statements.queries.ts';

/** Bank statements: which credits are for which payments. */
export function createStatementsService({ database, config }: Core) {
  /** What a mapping of the office's does not fit. */
  function mustFit(table: ReadTable, given: ColumnMapping | undefined): void {
    if (!given) return;
    const isOutside = Object.values(given).some((index) => index != null && index >= table.columns.length);
    const message = isOutside ? officeMessages.statement.mapping : officeMessages.statement.noDates;
    const hasNoDay = table.dated === 0 && table.columns.some(({ samples }) => samples.some((text) => text !== ''));
    if (isOutside || hasNoDay) throw new AppError('VALIDATION', message, { fields: { mapping: message } });
  }

  /** Lines as the office sees them, each in its list; those that are in no list are left out. */
  async function linesAsSeen(
    rows: readonly queries.LineRow[],
    fates: ReadonlyMap<string, Fate>,
    statementOf: (lineId: string) => string,
  ): Promise<StatementLine[]> {
    const shown = rows.filter(({ id }) => fates.get(id)?.list !== 'already');
    const ids = new Set(shown.flatMap(({ id }) => fates.get(id)?.paymentIds ?? []));
    const payments = await findOfficePayments(database, config.publicUrl, [...ids]);
    return shown.map(({ id, date, amount, narration, utr }) => {
      const { list, paymentIds, why } = fates.get(id)!;
      return {
        _id: id,
        statementId: statementOf(id),
        list: list as LineList,
        date,
        amount: amount / 100,
        narration,
        utr,
        payments: paymentIds.flatMap((paymentId) => payments.get(paymentId) ?? []),
        why,
      };
    });
  }

  async function answerOf(
    { id, needsMapping, columns: names, mapping }: queries.StatementRow,
    table?: ReadTable,
  ): Promise<Omit<StatementAnswer, 'success'>> {
    const rows = await queries.findOpenLinesOf(database, id);
    const fates = await matchLines(database, rows, linesOfStatement(id));
    const booked = await bookReceived(database, fates, id);
    for (const [lineId, fate] of fates) {
      if (fate.list !== 'already' || booked.has(lineId)) continue;
      fate.list = 'toLook';
      fate.why = 'This payment was changed a moment ago. Please load the statement again.';
    }
    const counts = await queries.countBooked(database, id);
    const columns = table?.columns ?? names.map((name, index) => ({ index, name, samples: [] }));
    const lines = await linesAsSeen(rows, fates, () => id);
    const of = (list: LineList) => lines.filter((line) => line.list === list);
    return {
      statement: { _id: id, needsMapping, columns, mapping },
      sure: of('sure'),
      toLook: of('toLook'),
      unknown: of('unknown'),
      seenBefore: counts.seen,
      alreadyReceived: counts.already,
    };
  }

  /**
   * Reads a file and keeps its credits.
   * @param given how the columns of this file are to be taken; kept for files with the same headings
   * @throws UNREADABLE_FILE, TOO_LARGE, VALIDATION for a mapping that does not fit
   */
  async function read(path: string, given: ColumnMapping | undefined, by: string) {
    const table = await readStatement(path, given, (headings) => queries.findMappings(database, headings));
    mustFit(table, given);
    const fileHash = createHash('sha256')
      .update(await readFile(path))
      .digest('base64url');
    const statement = await database.transaction(async (tx) => {
      const { mapping } = table;
      // Without headings these are the cells of a line, which may be a debit.
      const columns = table.columns.map(({ name }) => (table.hasHeadings ? name : ''));
      const row = await queries.insertStatement(tx, {
        by,
        needsMapping: mapping === null,
        columns,
        mapping,
        fileHash,
        creditCount: table.credits.length,
        creditAmount: table.credits.reduce((sum, { paise }) => sum + paise, 0),
        balances: null,
      });
      if (given) await queries.saveMapping(tx, table.headings, given);
      const isOther = ({ id, mapping: earlier }: queries.StatementRow) =>
        id !== row.id && mapping !== null && !isDeepStrictEqual(earlier, mapping);
      const again = (await queries.findReadingsOf(tx, fileHash)).some(isOther);
      await queries.insertLines(tx, row.id, linesOf(table.credits), again);
      if (again) await queries.withdrawOthers(tx, row);
      const note = table.credits.length === 1 ? '1 credit' : `${table.credits.length} credits`;
      await writeLog(tx, { kind: 'member', by, action: 'read a bank statement', note });
      return row;
    });
    return answerOf(statement, table);
  }

  /** @throws NOT_FOUND */
  async function get(id: string) {
    const statement = await queries.findStatement(database, id);
    if (!statement) throw notFound('This statement');
    return answerOf(statement);
  }

  async function listOpen(page: number) {
    const { rows, total } = await queries.findOpenLines(database, page, false);
    const ids = rows.map((row) => row.id);
    const fates = await matchLines(database, rows, theseLines(ids));
    await bookReceived(database, fates, undefined);
    const statementOf = await queries.findStatementsOf(database, ids);
    const data = await linesAsSeen(rows, fates, (lineId) => statementOf.get(lineId) ?? '');
    return { data, pagination: paginationOf(page, total) };
  }

  return { read, get, listOpen };
}
