import { asc, eq, sql } from 'drizzle-orm';
import type { Database, Readable, Transaction } from '#server/platform/database/client.ts';
import { defaultTiers } from './default-tiers.ts';
import { tiers } from './tables.ts';

export type TierRow = typeof tiers.$inferSelect;

/** Inserts missing tiers; existing ones are not changed. */
export async function insertMissingTiers(db: Database): Promise<void> {
  await db.insert(tiers).values(defaultTiers).onConflictDoNothing();
}

/** Patron, Permanent, Individual. */
export async function listTiers(db: Readable): Promise<TierRow[]> {
  return db.select().from(tiers).orderBy(asc(tiers.rank));
}

/** The same, all locked until the transaction ends: whether one may be withdrawn depends on the others. */
export async function lockTiers(tx: Transaction): Promise<TierRow[]> {
  return tx.select().from(tiers).orderBy(asc(tiers.rank)).for('update');
}

export async function saveTier(
  tx: Transaction,
  membership: TierRow['membership'],
  changes: Pick<TierRow, 'title' | 'heading' | 'feeRupees' | 'benefits' | 'offered' | 'hindi' | 'older' | 'savedAt'>,
): Promise<void> {
  await tx
    .update(tiers)
    .set({ ...changes, version: sql`${tiers.version} + 1` })
    .where(eq(tiers.membership, membership));
}
