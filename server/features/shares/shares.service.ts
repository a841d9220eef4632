import type { Core } from '#server/core.ts';
import { bundledStates } from '#server/features/locations/bundle.ts';
import { findIssuer, holdYears } from '#server/features/receipts/issued.queries.ts';
import { mustBeOpenOn } from '#server/features/receipts/receipt-settings.service.ts';
import type { Readable } from '#server/platform/database/client.ts';
import { lockTextUntilCommit } from '#server/platform/database/locks.ts';
import type { Reach } from '#server/platform/database/reach.ts';
import { assertVersion } from '#server/platform/database/versions.ts';
import { madeFile } from '#server/platform/file-answers.ts';
import { writeLog } from '#server/platform/log/log.queries.ts';
import { tableAnswer } from '#server/platform/spreadsheets/write-table.ts';
import { typeset } from '#server/platform/typesetting/typesetter.ts';
import { createWorkQueue } from '#server/platform/work-queue.ts';
import { clock } from '#shared/clock.ts';
import type { ShareEntry, SharePayment, ShareSettings } from '#shared/contracts/shares.ts';
import type { FileAnswer } from '#shared/endpoint.ts';
import { AppError, notFound, orNotFound, recordChanged } from '#shared/errors.ts';
import { daysOfFinancialYear, financialYearOf, nextFinancialYear } from '#shared/financial-year.ts';
import { type MembershipValue, membershipLabels } from '#shared/memberships.ts';
import { messages } from '#shared/messages.ts';
import { formatExactRupees } from '#shared/money.ts';
import { addMissingShares, countMissingShares } from './share-entries.queries.ts';
import { type ShareLine, sharesSheet, sheetLook, sheetRows } from './share-sheet.ts';
import * as queries from './shares.queries.ts';

const text = messages.shares;
const rupees = (paise: number) => paise / 100;
const paiseOf = (amount: number) => Math.round(amount * 100);

const invalid = (field: string, message: string) =>
  new AppError('VALIDATION', message, { fields: { [field]: message } });

const lastDayOf = (month: string) => {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
};

/** The days of a month or a financial year; without either all. */
function daysOf({ period, year }: { period?: string | undefined; year?: string | undefined }): queries.Days {
  if (period) return { from: `${period}-01`, until: lastDayOf(period) };
  if (!year) return { from: null, until: null };
  const { first, last } = daysOfFinancialYear(year);
  return { from: first, until: last };
}

export function createSharesService({ database, log }: Pick<Core, 'database' | 'log'>) {
  // A large State's statement takes some 100 MB while it is made.
  const statements = createWorkQueue({
    capacity: 2,
    parallel: 2,
    waiting: 20,
    busy: () =>
      new AppError('UNAVAILABLE', 'Many statements are being made just now. Please try again in a minute.', {
        retryAfter: 30,
      }),
  });

  /** The balances of States within a reach. */
  async function list(filter: { period?: string | undefined; year?: string | undefined }, reach: Reach) {
    const rows = await queries.sumShares(database.reader, daysOf(filter), reach.narrow());
    const add = (of: (row: (typeof rows)[number]) => number) => rupees(rows.reduce((sum, row) => sum + of(row), 0));
    return {
      data: rows
        .filter(({ state }) => state !== '')
        .map(({ state, reversedGross: _gross, receipts, oldestUnpaid, gross, share, reversed, paid, balance }) => ({
          state,
          receipts,
          gross: rupees(gross),
          share: rupees(share),
          reversed: rupees(reversed),
          paid: rupees(paid),
          balance: rupees(balance),
          oldestUnpaid,
        })),
      totals: {
        receipts: rows.reduce((sum, row) => sum + row.receipts, 0),
        gross: add((row) => row.gross),
        share: add((row) => row.share),
        reversed: add((row) => row.reversed),
        paid: add((row) => row.paid),
        balance: add((row) => row.balance),
        centre: add((row) => row.gross - row.reversedGross - row.share + row.reversed),
      },
    };
  }

  /** A State's lines with the balances before and after, as of one moment. */
  async function linesOf(state: string, days: queries.Days) {
    return database.snapshot(async (db) => {
      const opening = days.from === null ? 0 : await queries.balanceOf(db, state, days.from);
      const rows = await queries.findShareEntries(db, state, days);
      if (rows.length === 0 && !bundledStates.includes(state) && !(await queries.hasLines(db, state))) {
        throw notFound('This State');
      }
      const reversed = await queries.findTakenBack(db, state);
      return { opening, rows, taken: reversed, closing: rows.reduce((sum, { amount }) => sum + amount, opening) };
    });
  }

  /** @throws NOT_FOUND for a State outside the reach, or one that is none */
  async function statement(
    {
      state,
      from,
      until,
      format,
    }: { state: string; from?: string | undefined; until?: string | undefined; format: 'json' | 'xlsx' | 'pdf' },
    reach: Reach,
  ): Promise<{ data: ShareEntry[]; opening: number; closing: number } | FileAnswer> {
    if (!reach.has(state)) throw notFound('This State');
    const days = { from: from ?? null, until: until ?? null };
    const { opening, rows, taken, closing } = await linesOf(state, days);
    const data = rows.map(({ kind, date, receiptNumber, membership, gross, amount, utr, paymentId }) => ({
      kind,
      date,
      // An office of a State knows people, not payments.
      receiptNumber: reach.isAll ? receiptNumber : null,
      membership,
      amount: rupees(kind === 'payment' ? -amount : gross),
      share: rupees(amount),
      utr,
      paymentId: paymentId !== null && reach.isAll && !taken.has(paymentId) ? paymentId : null,
    }));
    if (format === 'json') return { data, opening: rupees(opening), closing: rupees(closing) };
    const name = ['shares', state.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, '-'), days.from, days.until]
      .filter((part) => part !== null)
      .join('-');
    const lines: ShareLine[] = data.map(({ date, kind, receiptNumber, membership, amount, share, utr }) => ({
      date,
      what:
        kind === 'payment'
          ? `${share > 0 ? 'Payment taken back' : 'Paid'}, UTR ${utr}`
          : `${kind === 'share' ? 'Share' : 'Reversed'}, ${membershipLabels[membership as MembershipValue] ?? membership}`,
      receiptNumber: receiptNumber ?? '',
      amount,
      share,
    }));
    const facts = { state, from: days.from, until: days.until, opening: rupees(opening), closing: rupees(closing) };
    if (format === 'xlsx') {
      const broke = (error: Error) => log.error({ reason: error.name }, 'an export broke off');
      return tableAnswer('xlsx', name, 'Shares', sheetRows(facts, lines), broke, sheetLook);
    }
    const { association } = await findIssuer(database);
    const bytes = await typeset({ kind: 'table', sheet: sharesSheet(association, facts, lines) });
    return madeFile(bytes, 'application/pdf', `${name}.pdf`);
  }

  const getSettings = async () => queries.findShareSettings(database);

  /**
   * Saves the settings, today as `from` where none is given, and gives each receipt since `from` that has no share yet its share at these percentages.
   * @param preview saves nothing
   * @throws RECORD_CHANGED, VALIDATION, YEAR_CLOSED when a receipt to be shared lies in a closed year
   */
  async function updateSettings(
    { version, preview, ...change }: Partial<ShareSettings> & { version?: number | undefined; preview: boolean },
    by: string,
  ) {
    class Previewed extends Error {}
    let answer: {
      data: Awaited<ReturnType<typeof getSettings>>;
      filled: Awaited<ReturnType<typeof countMissingShares>>;
    };
    try {
      await database.transaction(async (tx) => {
        // Years before the settings, as receipts take them.
        const settings = await queries.findShareSettings(tx);
        const from = change.from === undefined ? settings.from : change.from;
        const since = from ?? ((change.enabled ?? settings.enabled) ? clock.today() : null);
        const closed = await holdYears(tx, since === null ? [] : yearsSince(since));
        const before = assertVersion(await queries.lockShareSettings(tx), 'The settings', version);
        const { version: _version, ...kept } = before;
        if (before.from !== settings.from || before.enabled !== settings.enabled) throw recordChanged();
        const after = { ...kept, ...withoutUndefined(change), from: since };
        const unknown = Object.keys(after.byState).find((state) => !bundledStates.includes(state));
        if (unknown !== undefined) throw invalid('byState', `${text.state}: ${unknown}`);
        const data = await queries.saveShareSettings(tx, after);
        const filled = await countMissingShares(tx);
        answer = { data: preview ? before : data, filled };
        const refused = filled.days.map(financialYearOf).find((year) => closed.has(year));
        if (refused !== undefined) {
          const message = `Receipts of the financial year ${refused} would be shared, which is closed. Please choose a later day.`;
          throw new AppError('YEAR_CLOSED', message, { fields: { from: message } });
        }
        if (preview) throw new Previewed();
        await addMissingShares(tx);
        const note = `${after.enabled ? 'On' : 'Off'}${after.from ? `, from ${after.from}` : ''}; receipts shared now: ${filled.receipts}`;
        await writeLog(tx, {
          kind: 'content',
          feature: 'settings',
          by,
          action: 'Settings changed',
          subject: 'Shares of the States',
          note,
        });
      });
    } catch (error) {
      if (!(error instanceof Previewed)) throw error;
    }
    const { data, filled } = answer!;
    return { data, filled: { receipts: filled.receipts, gross: rupees(filled.gross), share: rupees(filled.share) } };
  }

  /** @throws MORE_THAN_BALANCE, YEAR_CLOSED, VALIDATION */
  async function pay(
    {
      state,
      amount,
      paidOn,
      utr,
      note,
      advance,
    }: { state: string; amount: number; paidOn: string; utr: string; note: string; advance: boolean },
    by: string,
  ): Promise<SharePayment> {
    return database.transaction(async (tx) => {
      await mustBeOpenOn(tx, paidOn);
      // Two presses, and two payments of one balance, wait for each other.
      await lockTextUntilCommit(tx, 'stateShares', state);
      if (!bundledStates.includes(state) && !(await queries.hasLines(tx, state))) throw invalid('state', text.state);
      const paise = paiseOf(amount);
      const same = await queries.findSamePayment(tx, { state, utr, date: paidOn, paise });
      if (same) return paymentOf(same);
      const balance = await queries.balanceOf(tx, state);
      if (paise > balance && !advance) {
        const message = `The balance of ${state} is ${formatExactRupees(rupees(balance))}. Say that it is an advance to pay more.`;
        throw new AppError('MORE_THAN_BALANCE', message, { fields: { amount: message } });
      }
      const line = await queries.insertPaymentLine(tx, { state, date: paidOn, amount: -paise, utr, note, by });
      const action = `paid ${formatExactRupees(amount)} of its share`;
      await writeLog(tx, { kind: 'decision', by, subject: state, action, to: utr, note });
      return paymentOf(line);
    });
  }

  /** @throws NOT_FOUND, WRONG_STATE, YEAR_CLOSED */
  async function cancelPay(id: string, reason: string, by: string): Promise<SharePayment> {
    return database.transaction(async (tx) => {
      await mustBeOpenOn(tx, clock.today());
      const [stored] = await queries.findPaymentLines(tx, [id]);
      if (stored) await lockTextUntilCommit(tx, 'stateShares', stored.state);
      const lines = await queries.findPaymentLines(tx, [id]);
      const line = orNotFound(
        lines.find((each) => each.id === id && each.cancels === null),
        'This payment',
      );
      if (lines.some(({ cancels }) => cancels === id)) {
        throw new AppError('WRONG_STATE', 'This payment was taken back already.');
      }
      const { state, amount, utr } = line;
      const counter = { state, date: clock.today(), amount: -amount, utr, note: reason, by, cancels: id };
      const takenBack = await queries.insertPaymentLine(tx, counter);
      const action = `took back the payment of ${formatExactRupees(rupees(-amount))}`;
      await writeLog(tx, { kind: 'decision', by, subject: state, action, to: utr, note: reason });
      return paymentOf(line, takenBack);
    });
  }

  const statementInTurn: typeof statement = (filter, reach) => statements.run(1, () => statement(filter, reach));

  return { list, statement: statementInTurn, getSettings, updateSettings, pay, cancelPay };
}

function yearsSince(from: string): string[] {
  const names: string[] = [];
  const last = financialYearOf(clock.today());
  for (let year = financialYearOf(from); year <= last; year = nextFinancialYear(year)) names.push(year);
  return names;
}

const withoutUndefined = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };

const paymentOf = (line: queries.ShareRow, taken?: queries.ShareRow): SharePayment => ({
  id: line.id,
  state: line.state,
  amount: rupees(-line.amount),
  paidOn: line.date,
  utr: line.utr,
  note: line.note,
  by: line.by,
  at: line.createdAt.toISOString(),
  cancelled: taken ? { reason: taken.note, on: taken.date, by: taken.by } : null,
});

/** What a State is owed, for the Overview of its office. */
export async function owedTo(db: Readable, reach: Reach) {
  const { enabled } = await queries.findShareSettings(db);
  const rows = await queries.sumShares(db, { from: null, until: null }, reach.narrow());
  if (!enabled && rows.length === 0) return null;
  const days = rows.flatMap(({ oldestUnpaid }) => oldestUnpaid ?? []).sort();
  return {
    state: reach.states.join(', '),
    balance: rupees(rows.reduce((sum, { balance }) => sum + balance, 0)),
    oldestUnpaid: days[0] ?? null,
  };
}
