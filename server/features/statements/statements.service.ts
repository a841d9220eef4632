import type { Core } from '#server/core.ts';
import { schedulesOfLines, whySchedule } from '#server/features/checkoff/schedule-lines.ts';
import { bookReceived } from '#server/features/payments/bookings.ts';
import { findOfficePayments } from '#server/features/payments/office-payments.ts';
import * as credits from '#server/parts/bank-credits/credits.queries.ts';
import { type Matches, matchLines } from '#server/parts/bank-credits/matching.ts';
import { writeLog } from '#server/platform/log/log.queries.ts';
import { serverMessages } from '#server/platform/server-messages.ts';
import { findMappings, saveMapping } from '#server/platform/spreadsheets/column-mappings.queries.ts';
import type { LineList, MappingInput, StatementAnswer, StatementLine } from '#shared/contracts/statements.ts';
import { AppError, notFound, orNotFound } from '#shared/errors.ts';
import { paginationOf } from '#shared/fields.ts';
import { messages } from '#shared/messages.ts';
import { fieldsOfMapping } from '#shared/statement-columns.ts';
import { openStatement } from './open-statement.ts';
import type { StatementTable } from './statement.worker.ts';
import * as queries from './statements.queries.ts';
import { itemsOf, maxBatchesAtOnce, storeKind, storePart } from './storing.ts';

function dismissalOf({ dismissedAt, dismissedBy, dismissedNote }: credits.LineRow): StatementLine['dismissed'] {
  return dismissedAt && { note: dismissedNote, by: dismissedBy, at: dismissedAt.toISOString() };
}

/** How long the call that sends a large file waits until it is stored; the answer then says how far it is. */
const maxWaitMs = 20_000;

/** Bank statements, and the matching of credits with payments. */
export function createStatementsService({ database, config, jobs }: Core) {
  /** @throws for a mapping of the office that does not fit the table */
  function mustFit(table: StatementTable, mapping: MappingInput | undefined): void {
    if (table.datesUnclear) throw new AppError('DATES_UNCLEAR', messages.statement.datesUnclear);
    if (!mapping || !('date' in mapping)) return;
    const isOutside = Object.values(mapping).some(
      (index) => typeof index === 'number' && index >= table.columns.length,
    );
    const message = isOutside ? messages.statement.mapping : messages.statement.noDates;
    const hasNoDay = table.dated === 0 && table.columns.some(({ samples }) => samples.some((text) => text !== ''));
    if (isOutside || hasNoDay) throw new AppError('VALIDATION', message, { fields: { mapping: message } });
  }

  /** Lines for the office, each in its list; those in no list are left out. */
  async function linesAsSeen(
    rows: readonly credits.LineRow[],
    { verdicts, credits: known }: Matches,
    statementOf: (lineId: string) => string,
  ): Promise<StatementLine[]> {
    const shown = rows.filter(({ id }) => verdicts.get(id)?.list !== 'already');
    const ids = new Set(shown.flatMap(({ id }) => verdicts.get(id)?.paymentIds ?? []));
    const payments = await findOfficePayments(database, config.publicUrl, [...ids], known);
    const schedules = await schedulesOfLines(database, shown);
    return shown.map((row) => {
      const { id, date, amount, narration, texts, utr } = row;
      const verdict = verdicts.get(id)!;
      const { paymentIds, settlement, otherName, named, version } = verdict;
      const isLookedAt = row.dismissedAt === null && (verdict.list === 'unknown' || verdict.list === 'toLook');
      const ofSchedules = isLookedAt ? (schedules.get(id) ?? []) : [];
      const isSchedule = verdict.list === 'unknown' && ofSchedules.length > 0;
      const { list, reason, why } = isSchedule
        ? { list: 'toLook' as const, reason: 'SCHEDULE' as const, why: whySchedule(ofSchedules) }
        : verdict;
      return {
        id,
        statementId: statementOf(id),
        list: list as LineList,
        date,
        amount: amount / 100,
        narration,
        texts,
        utr: utr || null,
        payments: paymentIds.flatMap((paymentId) => payments.get(paymentId) ?? []),
        settlement: settlement ? { id: settlement.id, utr: settlement.utr, amount: settlement.amount / 100 } : null,
        schedules: ofSchedules,
        reason,
        otherName,
        named,
        why,
        version,
        dismissed: dismissalOf(row),
      };
    });
  }

  async function answerOf(
    statement: queries.StatementRow,
    table?: StatementTable,
  ): Promise<Omit<StatementAnswer, 'success'>> {
    const { id, needsMapping, columns: names, mapping, jobId } = statement;
    const job = jobId === null ? undefined : await jobs.awaitEnd(jobId);
    const isStored = job === undefined || job.state === 'done';
    const rows = isStored ? await credits.findOpenLinesOf(database, id) : [];
    const matches = await matchLines(database, rows, credits.linesOfStatement(id));
    const { verdicts } = matches;
    if (table && jobId === null) {
      const booked = await bookReceived(database, verdicts, id);
      for (const [lineId, verdict] of verdicts) {
        if (verdict.list !== 'already' || booked.has(lineId)) continue;
        const why = 'This payment was changed a moment ago. Please load the statement again.';
        verdicts.set(lineId, { ...verdict, list: 'toLook', reason: 'NOT_OPEN', why });
      }
    }
    const counts = await credits.countBooked(database, id);
    // Viewing a statement books nothing: a match with a payment received meanwhile waits for the next file.
    const waiting = rows.filter((row) => verdicts.get(row.id)?.list === 'already' && !table);
    const columns = table?.columns ?? names.map((name, index) => ({ index, name, samples: [] }));
    const lines = await linesAsSeen(rows, matches, () => id);
    const total = statement.creditCount ?? counts.all.count;
    const share = job && !isStored ? job.done / job.total : 1;
    const progress = { done: Math.floor(total * share), total };
    const state = needsMapping ? 'needsMapping' : isStored ? 'ready' : job.state === 'failed' ? 'failed' : 'reading';
    const lists = Object.groupBy(lines, ({ list }) => list);
    const rupees = (list: LineList) => (lists[list] ?? []).reduce((sum, { amount }) => sum + amount * 100, 0) / 100;
    return {
      statement: { id, state, progress, needsMapping, columns, mapping },
      sure: lists.sure ?? [],
      agrees: lists.agrees ?? [],
      toLook: lists.toLook ?? [],
      unknown: lists.unknown ?? [],
      seenBefore: counts.seen.count,
      alreadyReceived: counts.already.count + waiting.length,
      dismissed: counts.dismissed.count,
      credits: {
        count: total,
        amount: (statement.creditAmount ?? counts.all.amount) / 100,
      },
      amounts: {
        sure: rupees('sure'),
        agrees: rupees('agrees'),
        toLook: rupees('toLook'),
        unknown: rupees('unknown'),
        seenBefore: counts.seen.amount / 100,
        alreadyReceived: (counts.already.amount + waiting.reduce((sum, { amount }) => sum + amount, 0)) / 100,
        dismissed: counts.dismissed.amount / 100,
      },
      balances: statement.balances,
    };
  }

  /**
   * Reads a file and stores its credits.
   * @param mapping that of its columns; stored for files with the same headings
   * @throws UNREADABLE_FILE, TOO_LARGE, DATES_UNCLEAR, VALIDATION for a mapping that does not fit
   */
  async function read(path: string, mapping: MappingInput | undefined, by: string, gone: AbortSignal) {
    const table = await openStatement(path, mapping, await findMappings(database), gone);
    mustFit(table, mapping);
    const statement = await keep(table, mapping, by);
    if (statement.jobId !== null) {
      const deadline = performance.now() + maxWaitMs;
      while (performance.now() < deadline && !gone.aborted) {
        if ((await jobs.awaitEnd(statement.jobId))?.state !== 'running') break;
      }
    }
    return {
      ...(await answerOf(statement, table)),
      unread: table.unread,
      left: table.left,
    };
  }

  function keep(table: StatementTable, officeMapping: MappingInput | undefined, by: string) {
    const { mapping, credits: totals, fileHash, balances, batches } = table;
    return database.transaction(async (tx) => {
      // Without headings these are the cells of a line, which may be a debit.
      const columns = table.columns.map(({ name }) => (table.hasHeadings ? name : ''));
      const row = await queries.insertStatement(tx, {
        by,
        needsMapping: mapping === null,
        columns,
        mapping,
        fileHash,
        creditCount: totals.count,
        creditAmount: totals.paise,
        balances,
        jobId: null,
      });
      if (officeMapping && 'date' in officeMapping) {
        await saveMapping(tx, table.headings, fieldsOfMapping(officeMapping));
      }
      const parts = itemsOf(batches);
      if (batches.length > maxBatchesAtOnce) {
        row.jobId = await jobs.begin(tx, { kind: storeKind, by, data: { statementId: row.id }, items: parts });
        await queries.setJob(tx, row.id, row.jobId);
      } else for (const part of parts) await storePart(tx, row, part);
      const note = totals.count === 1 ? '1 credit' : `${totals.count} credits`;
      await writeLog(tx, { kind: 'member', by, action: 'read a bank statement', note });
      return row;
    });
  }

  /** @throws NOT_FOUND */
  async function get(id: string) {
    const statement = orNotFound(await queries.findStatement(database, id), 'This statement');
    return answerOf(statement);
  }

  /** The matches of lines, except dismissed ones. */
  async function matchesOf(rows: credits.LineRow[]) {
    const open = rows.filter((row) => row.dismissedAt === null);
    const matches = await matchLines(database, open);
    for (const { id, dismissedAt } of rows) {
      const why = 'This credit was dismissed as no membership payment.';
      const nothing = {
        list: 'unknown',
        paymentIds: [],
        reason: null,
        otherName: false,
        named: '',
        version: '',
      } as const;
      if (dismissedAt !== null) matches.verdicts.set(id, { ...nothing, paymentIds: [], why });
    }
    return matches;
  }

  /** @param dismissed lists dismissed lines in place of open ones */
  async function listOpen(page: number, dismissed: boolean) {
    const { rows, total } = await credits.findOpenLines(database, page, dismissed);
    const ids = rows.map((row) => row.id);
    const matches = await matchesOf(rows);
    const statementOf = await credits.findStatementsOf(database, ids);
    const data = await linesAsSeen(rows, matches, (lineId) => statementOf.get(lineId) ?? '');
    return { data, pagination: paginationOf(page, total) };
  }

  /**
   * Marks a credit as not being a membership payment, or undoes that.
   * @throws NOT_FOUND, LINE_USED for a booked line, WRONG_STATE for one that another reading of its file has withdrawn
   */
  async function dismiss(lineId: string, note: string, undo: boolean, by: string): Promise<StatementLine> {
    await database.transaction(async (tx) => {
      const line = (await credits.lockLines(tx, undefined, [lineId])).get(lineId);
      if (!line) throw notFound('This line of the statement');
      if (line.booked > 0) throw new AppError('LINE_USED', serverMessages.lineUsed);
      if (line.withdrawn) throw new AppError('WRONG_STATE', serverMessages.lineNotRead);
      await credits.setDismissed(tx, lineId, by, undo ? null : note);
      const action = undo ? 'took back the dismissal of a credit' : 'dismissed a credit';
      await writeLog(tx, { kind: 'member', by, action, note });
    });
    const rows = await credits.findLineById(database, lineId);
    const matches = await matchesOf(rows);
    // It matches a payment that was received by hand; the next statement books it.
    for (const [id, verdict] of matches.verdicts) {
      if (verdict.list === 'already') matches.verdicts.set(id, { ...verdict, list: 'toLook', reason: 'NOT_OPEN' });
    }
    const statementOf = await credits.findStatementsOf(database, [lineId]);
    const [line] = await linesAsSeen(rows, matches, (id) => statementOf.get(id) ?? '');
    if (!line) throw notFound('This line of the statement');
    return line;
  }

  return { read, get, listOpen, dismiss };
}
