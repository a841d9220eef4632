import { and, eq, sql } from 'drizzle-orm';
import type { Queryable, Readable, Transaction } from '#server/database/client.ts';
import { subscription } from '#server/database/tables/subscription.ts';
import { clock } from '#shared/clock.ts';
import type { SubscriptionSettings } from '#shared/contracts/subscription.ts';
import { financialYearOf, nextFinancialYear } from '#shared/financial-year.ts';

type Row = typeof subscription.$inferSelect;

export interface Subscription extends SubscriptionSettings {
  /** The last day on which every member was found to have what they owe. */
  askedOn: string | null;
}

function settingsOf(row: Row | undefined): Subscription {
  if (!row) throw new Error('the settings of the subscription are missing');
  const { id: _id, firstYear, ...settings } = row;
  return { ...settings, firstYear: firstYear ?? nextFinancialYear(financialYearOf(clock.today())) };
}

/** How the subscription is asked for. */
export async function findSubscription(db: Readable): Promise<Subscription> {
  const [row] = await db.select().from(subscription);
  return settingsOf(row);
}

/** The same, which nobody changes until the transaction ends; any number of transactions may hold it at once. */
export async function holdSubscription(tx: Transaction): Promise<Subscription> {
  const [row] = await tx.select().from(subscription).for('share');
  return settingsOf(row);
}

/** The same, to be changed. */
export async function lockSubscription(tx: Transaction): Promise<Subscription> {
  const [row] = await tx.select().from(subscription).for('update');
  return settingsOf(row);
}

/** Saves the settings as a whole; everybody is looked at again. */
export async function saveSubscription(
  tx: Transaction,
  { version: _version, ...settings }: SubscriptionSettings,
): Promise<Subscription> {
  const [row] = await tx
    .update(subscription)
    .set({ ...settings, askedOn: null, version: sql`${subscription.version} + 1` })
    .returning();
  return settingsOf(row);
}

/** Notes that everybody has been asked for what they owe on `day`, by the settings of that version. False: they have changed since. */
export async function saveAskedOn(db: Queryable, day: string, version: number): Promise<boolean> {
  const rows = await db
    .update(subscription)
    .set({ askedOn: day })
    .where(and(eq(subscription.version, version)))
    .returning({ id: subscription.id });
  return rows.length > 0;
}
