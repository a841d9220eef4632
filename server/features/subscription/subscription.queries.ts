// Offered to other features: the settings of the subscription, by which every list reads statuses.
import { and, eq, sql } from 'drizzle-orm';
import type { Queryable, Readable, Transaction } from '#server/platform/database/client.ts';
import { clock } from '#shared/clock.ts';
import type { SubscriptionSettings } from '#shared/contracts/subscription.ts';
import { financialYearOf, nextFinancialYear } from '#shared/financial-year.ts';
import { subscription } from './tables.ts';

type Row = typeof subscription.$inferSelect;

export interface Subscription extends SubscriptionSettings {
  /** The last day on which all members were billed. */
  askedOn: string | null;
}

function settingsOf(row: Row | undefined): Subscription {
  if (!row) throw new Error('the settings of the subscription are missing');
  const { id: rowId, firstYear, ...settings } = row;
  return { ...settings, firstYear: firstYear ?? nextFinancialYear(financialYearOf(clock.today())) };
}

/** The settings of the subscription. */
export async function findSubscription(db: Readable): Promise<Subscription> {
  const [row] = await db.select().from(subscription);
  return settingsOf(row);
}

/** The same, locked against changes until the transaction ends; shared with other transactions. */
export async function holdSubscription(tx: Transaction): Promise<Subscription> {
  const [row] = await tx.select().from(subscription).for('share');
  return settingsOf(row);
}

/** The same, locked for a change. */
export async function lockSubscription(tx: Transaction): Promise<Subscription> {
  const [row] = await tx.select().from(subscription).for('update');
  return settingsOf(row);
}

/** Saves all settings; all members are checked again. */
export async function saveSubscription(tx: Transaction, { version: _version, ...settings }: SubscriptionSettings) {
  const [row] = await tx
    .update(subscription)
    .set({ ...settings, askedOn: null, version: sql`${subscription.version} + 1` })
    .returning();
  return settingsOf(row);
}

/** Records that all members were billed on `day`, by the settings of that version. False when those have changed since. */
export async function saveAskedOn(db: Queryable, day: string, version: number): Promise<boolean> {
  const rows = await db
    .update(subscription)
    .set({ askedOn: day })
    .where(and(eq(subscription.version, version)))
    .returning({ id: subscription.id });
  return rows.length > 0;
}
