import { and, eq, gt, lt, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '#server/platform/database/client.ts';
import { currentTime } from '#server/platform/database/columns.ts';
import { decisionUndos } from './tables.ts';

export type DecisionUndo = typeof decisionUndos.$inferSelect;

/** Notes how a decision is taken back; the one before can no longer be. */
export async function saveUndo(tx: Transaction, { memberId, ...values }: DecisionUndo): Promise<void> {
  await tx
    .insert(decisionUndos)
    .values({ memberId, ...values })
    .onConflictDoUpdate({ target: decisionUndos.memberId, set: values });
}

/** What can still be taken back of the decision about a locked record. */
export async function findUndo(tx: Transaction, memberId: string): Promise<DecisionUndo | undefined> {
  const isInTime = gt(decisionUndos.until, sql`${currentTime}`);
  const [row] = await tx
    .select()
    .from(decisionUndos)
    .where(and(eq(decisionUndos.memberId, memberId), isInTime));
  return row;
}

export async function deleteUndo(tx: Transaction, memberId: string): Promise<void> {
  await tx.delete(decisionUndos).where(eq(decisionUndos.memberId, memberId));
}

/** Deletes those whose time is over. */
export async function deleteOldUndos(db: Queryable): Promise<void> {
  await db.delete(decisionUndos).where(lt(decisionUndos.until, sql`${currentTime}`));
}
