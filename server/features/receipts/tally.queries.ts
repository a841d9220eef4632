import { sql } from 'drizzle-orm';
import { shareEntries } from '#server/features/shares/tables.ts';
import { settlements } from '#server/parts/gateway/tables.ts';
import type { Readable, Transaction } from '#server/platform/database/client.ts';
import type { TallyLedgers } from '#shared/contracts/tally.ts';
import { daysOfFinancialYear } from '#shared/financial-year.ts';
import { tallySettings } from './tables.ts';
import type { SettledMoney, StatePayment } from './tally.ts';

type Row = typeof tallySettings.$inferSelect;

const mustBe = (row: Row | undefined): Row => {
  if (!row) throw new Error('the names in Tally are missing');
  return row;
};

export async function findTally(db: Readable): Promise<Row> {
  const [row] = await db.select().from(tallySettings);
  return mustBe(row);
}

/** The same, locked for a change. */
export async function lockTally(tx: Transaction): Promise<Row> {
  const [row] = await tx.select().from(tallySettings).for('update');
  return mustBe(row);
}

export async function saveTally(
  tx: Transaction,
  values: { company: string; ledgers: Partial<TallyLedgers> },
): Promise<void> {
  await tx.update(tallySettings).set({ ...values, version: sql`${tallySettings.version} + 1` });
}

/** What was paid to States in a financial year, and taken back. */
export async function findStatePayments(db: Readable, year: string): Promise<StatePayment[]> {
  const { first, last } = daysOfFinancialYear(year);
  const { rows } = await db.execute<StatePayment & Record<string, unknown>>(sql`
    select id, state, date::text, amount::float8 as amount, utr from ${shareEntries}
    where kind = 'payment' and date between ${first}::date and ${last}::date and amount <> 0 order by date, created_at, id`);
  return rows;
}

/** What the gateway has paid into the bank account in a financial year. */
export async function findSettledMoney(db: Readable, year: string): Promise<SettledMoney[]> {
  const { first, last } = daysOfFinancialYear(year);
  const { rows } = await db.execute<SettledMoney & Record<string, unknown>>(sql`
    select gateway_id as id, day::text as date, amount::float8 as amount, utr from (
      select *, (settled_at at time zone 'Asia/Kolkata')::date as day from ${settlements}
    ) as settled where day between ${first}::date and ${last}::date and amount > 0 order by day, gateway_id`);
  return rows;
}
