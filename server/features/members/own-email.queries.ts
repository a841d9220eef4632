import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '#server/platform/database/client.ts';
import { currentTime } from '#server/platform/database/columns.ts';
import { emailLinks } from './tables.ts';

export async function insertEmailLink(tx: Transaction, values: { hash: string; memberId: string; email: string }) {
  await tx.insert(emailLinks).values(values);
}

export async function findEmailLink(db: Queryable, hash: string) {
  const [row] = await db.select().from(emailLinks).where(eq(emailLinks.hash, hash));
  return row;
}

/** Uses a link. @returns the new e-mail; null when the link is no longer valid */
export async function spendEmailLink(tx: Transaction, hash: string, hours: number): Promise<string | null> {
  const [row] = await tx
    .update(emailLinks)
    .set({ usedAt: sql`${currentTime}` })
    .where(
      and(
        eq(emailLinks.hash, hash),
        isNull(emailLinks.usedAt),
        isNull(emailLinks.replacedAt),
        gt(emailLinks.createdAt, sql`${currentTime} - make_interval(hours => ${hours})`),
      ),
    )
    .returning({ email: emailLinks.email });
  return row?.email ?? null;
}

/** Invalidates a member's earlier links. */
export async function replaceEmailLinks(tx: Transaction, memberId: string): Promise<void> {
  await tx
    .update(emailLinks)
    .set({ replacedAt: sql`${currentTime}` })
    .where(and(eq(emailLinks.memberId, memberId), isNull(emailLinks.usedAt), isNull(emailLinks.replacedAt)));
}

/** Deletes links older than `days` days; until then an ended one tells why. */
export async function deleteOldEmailLinks(db: Queryable, days: number): Promise<void> {
  await db.delete(emailLinks).where(lt(emailLinks.createdAt, sql`${currentTime} - make_interval(days => ${days})`));
}
