// Offered to other features: a card ends in the transaction that merges its record.
import { and, eq, isNull } from 'drizzle-orm';
import type { Queryable, Transaction } from '#server/platform/database/client.ts';
import { clock } from '#shared/clock.ts';
import { memberCards } from './tables.ts';

const validCard = (memberId: string) => and(eq(memberCards.memberId, memberId), isNull(memberCards.replacedAt));

export async function findCardCode(db: Queryable, memberId: string): Promise<string | undefined> {
  const [row] = await db.select({ code: memberCards.code }).from(memberCards).where(validCard(memberId));
  return row?.code;
}

/** Creates a member's card, unless there is one by now. The caller has locked the member's record. */
export async function insertCard(tx: Transaction, memberId: string, code: string): Promise<void> {
  await tx.insert(memberCards).values({ memberId, code }).onConflictDoNothing();
}

/** The caller has locked the member's record. */
export async function replaceCards(tx: Transaction, memberId: string): Promise<void> {
  await tx.update(memberCards).set({ replacedAt: clock.now() }).where(validCard(memberId));
}
