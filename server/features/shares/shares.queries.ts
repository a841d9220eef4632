import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { receipts } from '#server/features/receipts/tables.ts';
import { noteNumbers } from '#server/parts/bank-credits/claimed-numbers.queries.ts';
import type { Queryable, Readable, Transaction } from '#server/platform/database/client.ts';
import { type OfStates, ofStates } from '#server/platform/database/reach.ts';
import type { ShareSettings } from '#shared/contracts/shares.ts';
import { shareEntries, shareSettings } from './tables.ts';

export type ShareRow = typeof shareEntries.$inferSelect;

const settingsOf = (row: typeof shareSettings.$inferSelect | undefined) => {
  if (!row) throw new Error('the settings of shares are missing');
  const { id: rowId, ...rest } = row;
  return rest;
};

export async function findShareSettings(db: Readable) {
  const [row] = await db.select().from(shareSettings);
  return settingsOf(row);
}

/** The same, locked for a change: receipts being issued are waited for. */
export async function lockShareSettings(tx: Transaction) {
  const [row] = await tx.select().from(shareSettings).for('update');
  return settingsOf(row);
}

export async function saveShareSettings(tx: Transaction, after: ShareSettings) {
  const [row] = await tx
    .update(shareSettings)
    .set({ ...after, version: sql`${shareSettings.version} + 1` })
    .returning();
  return settingsOf(row);
}

/** Both days are included; null: from the first, or to the last line. */
export interface Days {
  from: string | null;
  until: string | null;
}

/** All in paise. */
interface StateSums {
  state: string;
  receipts: number;
  gross: number;
  share: number;
  reversed: number;
  reversedGross: number;
  paid: number;
  balance: number;
  oldestUnpaid: string | null;
}

/** The sums of each State in a period, in the order of States; '' for receipts without one. */
export async function sumShares(db: Readable, { from, until }: Days, states: OfStates): Promise<StateSums[]> {
  const within = ofStates(shareEntries.state, states);
  const inPeriod = from === null ? sql`true` : sql`date >= ${from}::date`;
  const { rows } = await db.execute<StateSums & Record<string, unknown>>(sql`
    with days as materialized (
      select state, date, kind, count(*) as count, sum(gross) as gross, sum(amount) as amount from ${shareEntries}
      where ${until === null ? sql`true` : sql`date <= ${until}::date`} and ${within ?? sql`true`}
      group by state, date, kind
    ), settled as (
      -- Payments and reversals settle the oldest shares first.
      select state, -coalesce(sum(amount) filter (where kind <> 'share'), 0) as amount from days group by state
    ), oldest as (
      select state, min(date) as day from (
        select days.state, date, sum(days.amount) over (partition by days.state order by date) as running, settled.amount as settled
        from days join settled using (state) where kind = 'share' and days.amount > 0
      ) as shares where running > settled group by state
    )
    select days.state,
      (coalesce(sum(count) filter (where kind = 'share' and ${inPeriod}), 0))::int as receipts,
      (coalesce(sum(gross) filter (where kind = 'share' and ${inPeriod}), 0))::float8 as gross,
      (coalesce(sum(amount) filter (where kind = 'share' and ${inPeriod}), 0))::float8 as share,
      (-coalesce(sum(amount) filter (where kind = 'reversal' and ${inPeriod}), 0))::float8 as reversed,
      (coalesce(sum(gross) filter (where kind = 'reversal' and ${inPeriod}), 0))::float8 as "reversedGross",
      (-coalesce(sum(amount) filter (where kind = 'payment' and ${inPeriod}), 0))::float8 as paid,
      sum(amount)::float8 as balance, min(oldest.day)::text as "oldestUnpaid"
    from days left join oldest on oldest.state = days.state group by days.state order by days.state`);
  return rows;
}

/** A State's balance in paise: of all lines, or of those before a day. */
export async function balanceOf(db: Readable, state: string, before?: string): Promise<number> {
  const { rows } = await db.execute<{ balance: number }>(sql`
    select coalesce(sum(amount), 0)::float8 as balance from ${shareEntries}
    where state = ${state} and ${before === undefined ? sql`true` : sql`date < ${before}::date`}`);
  return rows[0]!.balance;
}

/** Sums in paise. */
interface EntryRow {
  kind: ShareRow['kind'];
  date: string;
  receiptNumber: string | null;
  membership: string;
  gross: number;
  amount: number;
  utr: string;
  /** Of a payment that takes back no other. */
  paymentId: string | null;
}

/** A State's lines of a period, in their order; within a transaction. Written so that a year of 100,000 lines is read at once. */
export async function findShareEntries(db: Readable, state: string, { from, until }: Days): Promise<EntryRow[]> {
  // Such a year is sorted in memory.
  await db.execute(sql`select set_config('work_mem', '32MB', true)`);
  const { rows } = await db.execute<EntryRow & Record<string, unknown>>(sql`
    select kind, date::text, receipt.label as "receiptNumber", membership, gross::float8, entry.amount::float8, utr,
      case when kind = 'payment' and cancels is null then entry.id end as "paymentId"
    from ${shareEntries} entry left join ${receipts} receipt on receipt.id = entry.receipt_id
    where entry.state = ${state} and ${from === null ? sql`true` : sql`date >= ${from}::date`}
      and ${until === null ? sql`true` : sql`date <= ${until}::date`}
    -- Of lines that were added together a share comes before its reversal.
    order by entry.date, entry.created_at, kind = 'reversal', receipt.number, entry.id`);
  return rows;
}

/** The payments to a State that were taken back. */
export async function findTakenBack(db: Readable, state: string): Promise<Set<string>> {
  const rows = await db
    .select({ id: shareEntries.cancels })
    .from(shareEntries)
    .where(and(eq(shareEntries.state, state), isNotNull(shareEntries.cancels)));
  return new Set(rows.map(({ id }) => id!));
}

export async function hasLines(db: Readable, state: string): Promise<boolean> {
  const rows = await db
    .select({ id: shareEntries.id })
    .from(shareEntries)
    .where(eq(shareEntries.state, state))
    .limit(1);
  return rows.length > 0;
}

/** Lines of payments by id, and those that take them back. */
export async function findPaymentLines(db: Queryable, ids: readonly string[]): Promise<ShareRow[]> {
  return db
    .select()
    .from(shareEntries)
    .where(
      sql`kind = 'payment' and (${inArray(shareEntries.id, [...ids])} or ${inArray(shareEntries.cancels, [...ids])})`,
    );
}

/** The payment with these facts that was not taken back. @param paise as it was paid */
export async function findSamePayment(
  tx: Transaction,
  { state, utr, date, paise }: { state: string; utr: string; date: string; paise: number },
): Promise<ShareRow | undefined> {
  const [row] = await tx
    .select()
    .from(shareEntries)
    .where(
      sql`kind = 'payment' and state = ${state} and utr = ${utr} and date = ${date}::date and amount = ${-paise} and cancels is null
        and not exists (select from ${shareEntries} other where other.cancels = ${shareEntries.id})`,
    );
  return row;
}

export async function insertPaymentLine(
  tx: Transaction,
  line: Pick<ShareRow, 'state' | 'date' | 'amount' | 'utr' | 'note' | 'by'> & { cancels?: string },
): Promise<ShareRow> {
  const [row] = await tx
    .insert(shareEntries)
    .values({ kind: 'payment', ...line })
    .returning();
  await noteNumbers(tx, [{ paymentId: null, text: line.utr, sent: true }]);
  return row!;
}
