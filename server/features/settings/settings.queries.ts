// Offered to other features: the settings, and columns of them that another feature’s form changes.
import { asc, eq, sql } from 'drizzle-orm';
import type { Queryable, Readable, Transaction } from '#server/platform/database/client.ts';
import { rowQueries } from '#server/platform/database/row-queries.ts';
import type { DefaultSettings } from './defaults.ts';
import { importantUpdates, settings } from './tables.ts';

export type SettingsRow = typeof settings.$inferSelect;
export type ImportantUpdateRow = typeof importantUpdates.$inferSelect;

export const {
  lock: lockImportantUpdate,
  save: saveImportantUpdate,
  remove: removeImportantUpdate,
} = rowQueries(importantUpdates);

/** The one row; undefined only before the first start. */
export async function findSettings(db: Readable): Promise<SettingsRow | undefined> {
  const [row] = await db.select().from(settings).orderBy(asc(settings.id)).limit(1);
  return row;
}

/** The same, locked until the transaction ends. */
export async function lockSettings(tx: Transaction): Promise<SettingsRow | undefined> {
  const [row] = await tx.select().from(settings).orderBy(asc(settings.id)).limit(1).for('update');
  return row;
}

export async function insertDefaultSettings(tx: Transaction, defaults: DefaultSettings): Promise<void> {
  await tx.insert(settings).values({
    homeText: defaults.homeData,
    aboutText: defaults.about,
    association: defaults.association,
    payment: defaults.payment,
  });
  if (defaults.importantUpdates.length === 0) return;
  await tx
    .insert(importantUpdates)
    .values(defaults.importantUpdates.map((update, index) => ({ ...update, position: index + 1 })));
}

/** Saves columns of the settings, also those that only another feature edits, whose row that has locked. */
export async function saveSettings(
  tx: Transaction,
  id: string,
  changes: Partial<Omit<SettingsRow, 'id' | 'version' | 'administratorsNeedSecondFactor'>>,
): Promise<void> {
  await tx
    .update(settings)
    .set({ ...changes, version: sql`${settings.version} + 1` })
    .where(eq(settings.id, id));
}

/** In the order of addition, or the office's. */
export async function listImportantUpdates(db: Readable): Promise<ImportantUpdateRow[]> {
  return db.select().from(importantUpdates).orderBy(asc(importantUpdates.position), asc(importantUpdates.id));
}

/** Appends an update; the caller has locked the settings row. */
export async function appendImportantUpdate(
  tx: Transaction,
  update: Pick<ImportantUpdateRow, 'title' | 'description' | 'hindi' | 'older'>,
) {
  const last = sql<number>`(select coalesce(max(${importantUpdates.position}), 0) + 1 from ${importantUpdates})`;
  await tx.insert(importantUpdates).values({ ...update, position: last });
}

/** Numbers the updates in this order; the caller has checked that each is named once. */
export async function orderImportantUpdates(tx: Transaction, ids: string[]): Promise<void> {
  for (const [index, id] of ids.entries()) {
    await tx
      .update(importantUpdates)
      .set({ position: index + 1 })
      .where(eq(importantUpdates.id, id));
  }
}

/** Whether administrators need a second factor. */
export async function isSecondFactorRequired(db: Queryable): Promise<boolean> {
  return (await db.$count(settings, eq(settings.administratorsNeedSecondFactor, true))) > 0;
}

/** The same, locked until the transaction ends. */
export async function holdSecondFactorRule(tx: Queryable): Promise<boolean> {
  const rows = await tx.select({ required: settings.administratorsNeedSecondFactor }).from(settings).for('share');
  return rows.some(({ required }) => required);
}

/** Sets whether administrators need a second factor; no other form has this column. @returns false when nothing changed */
export async function setSecondFactorRequired(tx: Transaction, required: boolean): Promise<boolean> {
  const rows = await tx
    .update(settings)
    .set({ administratorsNeedSecondFactor: required })
    .where(eq(settings.administratorsNeedSecondFactor, !required))
    .returning({ id: settings.id });
  return rows.length === 1;
}
