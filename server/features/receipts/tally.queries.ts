import { sql } from 'drizzle-orm';
import type { Readable, Transaction } from '#server/platform/database/client.ts';
import type { TallyLedgers } from '#shared/contracts/tally.ts';
import { tallySettings } from './tables.ts';

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
