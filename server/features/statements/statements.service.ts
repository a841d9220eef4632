import { isDeepStrictEqual } from 'node:util';
import type { Core } from '#server/core.ts';
import { findOfficePayments } from '#server/features/payments/office-payments.ts';
import { writeLog } from '#server/log/log.queries.ts';
import { said } from '#server/said.ts';
import type { LineList, MappingGiven, StatementAnswer, StatementLine } from '#shared/contracts/statements.ts';
import { AppError, notFound } from '#shared/errors.ts';
import { paginationOf } from '#shared/fields.ts';
import { officeMessages } from '#shared/office-messages.ts';
import { linesOfStatement, theseLines } from './match.queries.ts';
import { bookReceived, type Matches, matchLines } from './matching.ts';
import { openStatement, type Statement } from './open-statement.ts';
import type { StatementTable } from './statement.worker.ts';
import * as queries from './statements.queries.ts';

function dismissalOf({ dismissedAt, dismissedBy, dismissedNote }: queries.LineRow): StatementLine['dismissed'] {
  return dismissedAt && { note: dismissedNote, by: dismissedBy, at: dismissedAt.toISOString() };
}

/** Bank statements, and the matching of credits with payments. */
export function createStatementsService({ database, config }: Core) {
  /** @throws for a mapping of the office that does not fit the table */
  function mustFit(table: StatementTable, given: MappingGiven | undefined): void {
    if (table.datesUnclear) throw new AppError('DATES_UNCLEAR', officeMessages.statement.datesUnclear);
    if (!given || !('date' in given)) return;
    const isOutside = Object.values(given).some((index) => typeof index === 'number' && index >= table.columns.length);
    const message = isOutside ? officeMessages.statement.mapping : officeMessages.statement.noDates;
    const hasNoDay = table.dated === 0 && table.columns.some(({ samples }) => samples.some((text) => text !== ''));
    if (isOutside || hasNoDay) throw new AppError('VALIDATION', message, { fields: { mapping: message } });
  }

  /** Lines for the office, each in its list; those in no list are left out. */
  async function linesAsSeen(
    rows: readonly queries.LineRow[],
    { results, credits }: Matches,
    statementOf: (lineId: string) => string,
  ): Promise<StatementLine[]> {
    const shown = rows.filter(({ id }) => results.get(id)?.list !== 'already');
    const ids = new Set(shown.flatMap(({ id }) => results.get(id)?.paymentIds ?? []));
    const payments = await findOfficePayments(database, config.publicUrl, [...ids], credits);
    return shown.map((row) => {
      const { id, date, amount, narration, utr } = row;
      const { list, paymentIds, why } = results.get(id)!;
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
        dismissed: dismissalOf(row),
      };
    });
  }

  async function answerOf(
    statement: queries.StatementRow,
    table?: StatementTable,
  ): Promise<Omit<StatementAnswer, 'success'>> {
    const { id, needsMapping, columns: names, mapping } = statement;
    const rows = await queries.findOpenLinesOf(database, id);
    const matches = await matchLines(database, rows, linesOfStatement(id));
    const { results } = matches;
    if (table) {
      const booked = await bookReceived(database, results, id);
      for (const [lineId, result] of results) {
        if (result.list !== 'already' || booked.has(lineId)) continue;
        result.list = 'toLook';
        result.why = 'This payment was changed a moment ago. Please load the statement again.';
      }
    }
    const counts = await queries.countBooked(database, id);
    // Viewing a statement books nothing: a match with a payment received meanwhile waits for the next file.
    const waiting = [...results.values()].filter((result) => result.list === 'already' && !table).length;
    const columns = table?.columns ?? names.map((name, index) => ({ index, name, samples: [] }));
    const lines = await linesAsSeen(rows, matches, () => id);
    const of = (list: LineList) => lines.filter((line) => line.list === list);
    return {
      statement: { _id: id, needsMapping, columns, mapping },
      sure: of('sure'),
      toLook: of('toLook'),
      unknown: of('unknown'),
      seenBefore: counts.seen,
      alreadyReceived: counts.already + waiting,
      dismissed: counts.dismissed,
      credits: {
        count: statement.creditCount ?? counts.count,
        amount: (statement.creditAmount ?? counts.amount) / 100,
      },
      balances: statement.balances,
    };
  }

  /**
   * Reads a file and stores its credits.
   * @param given the mapping of its columns; stored for files with the same headings
   * @throws UNREADABLE_FILE, TOO_LARGE, DATES_UNCLEAR, VALIDATION for a mapping that does not fit
   */
  async function read(path: string, given: MappingGiven | undefined, by: string, gone: AbortSignal) {
    const findKept = (headings: string[]) => queries.findMappings(database, headings);
    const file = await openStatement(path, given, findKept, gone);
    const { table } = file;
    try {
      mustFit(table, given);
      const statement = await keep(file, given, by);
      return { ...(await answerOf(statement, table)), unread: table.unread };
    } finally {
      await file.close();
    }
  }

  function keep({ table, lines }: Statement, given: MappingGiven | undefined, by: string) {
    const { mapping, credits, fileHash, balances } = table;
    return database.transaction(async (tx) => {
      // Without headings these are the cells of a line, which may be a debit.
      const columns = table.columns.map(({ name }) => (table.hasHeadings ? name : ''));
      const row = await queries.insertStatement(tx, {
        by,
        needsMapping: mapping === null,
        columns,
        mapping,
        fileHash,
        creditCount: credits.count,
        creditAmount: credits.paise,
        balances,
      });
      if (given && mapping) await queries.saveMapping(tx, table.headings, mapping);
      const isOther = ({ id, mapping: earlier }: queries.StatementRow) =>
        id !== row.id && mapping !== null && !isDeepStrictEqual(earlier, mapping);
      const again = (await queries.findReadingsOf(tx, fileHash)).some(isOther);
      await queries.insertLines(tx, row.id, lines(), again);
      if (again) await queries.withdrawOthers(tx, row);
      const note = credits.count === 1 ? '1 credit' : `${credits.count} credits`;
      await writeLog(tx, { kind: 'member', by, action: 'read a bank statement', note });
      return row;
    });
  }

  /** @throws NOT_FOUND */
  async function get(id: string) {
    const statement = await queries.findStatement(database, id);
    if (!statement) throw notFound('This statement');
    return answerOf(statement);
  }

  /** The matches of lines, except dismissed ones. */
  async function matchesOf(rows: queries.LineRow[]) {
    const open = rows.filter((row) => row.dismissedAt === null);
    const matches = await matchLines(database, open, theseLines(open.map((row) => row.id)));
    for (const { id, dismissedAt } of rows) {
      const why = 'This credit was dismissed as no membership payment.';
      if (dismissedAt !== null) matches.results.set(id, { list: 'unknown', paymentIds: [], why });
    }
    return matches;
  }

  /** @param dismissed lists dismissed lines in place of open ones */
  async function listOpen(page: number, dismissed: boolean) {
    const { rows, total } = await queries.findOpenLines(database, page, dismissed);
    const ids = rows.map((row) => row.id);
    const matches = await matchesOf(rows);
    const statementOf = await queries.findStatementsOf(database, ids);
    const data = await linesAsSeen(rows, matches, (lineId) => statementOf.get(lineId) ?? '');
    return { data, pagination: paginationOf(page, total) };
  }

  /**
   * Marks a credit as not being a membership payment, or undoes that.
   * @throws NOT_FOUND, LINE_USED for a booked line, WRONG_STATE for one that another reading of its file has withdrawn
   */
  async function dismiss(lineId: string, note: string, undo: boolean, by: string): Promise<StatementLine> {
    await database.transaction(async (tx) => {
      const line = (await queries.lockLines(tx, undefined, [lineId])).get(lineId);
      if (!line) throw notFound('This line of the statement');
      if (line.booked > 0) throw new AppError('LINE_USED', said.lineUsed);
      if (line.withdrawn) throw new AppError('WRONG_STATE', said.lineNotRead);
      await queries.setDismissed(tx, lineId, by, undo ? null : note);
      const action = undo ? 'took back the dismissal of a credit' : 'dismissed a credit';
      await writeLog(tx, { kind: 'member', by, action, note });
    });
    const rows = await queries.findLineById(database, lineId);
    const matches = await matchesOf(rows);
    // It matches a payment that was received by hand; the next statement books it.
    for (const result of matches.results.values()) if (result.list === 'already') result.list = 'toLook';
    const statementOf = await queries.findStatementsOf(database, [lineId]);
    const [line] = await linesAsSeen(rows, matches, (id) => statementOf.get(id) ?? '');
    if (!line) throw notFound('This line of the statement');
    return line;
  }

  return { read, get, listOpen, dismiss };
}
