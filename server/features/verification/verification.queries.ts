import { eq, sql } from 'drizzle-orm';
import { memberCards } from '#server/features/card/tables.ts';
import { certificates } from '#server/features/certificates/tables.ts';
import { members } from '#server/features/members/tables.ts';
import { payments } from '#server/features/payments/tables.ts';
import { receipts } from '#server/features/receipts/tables.ts';
import type { Queryable } from '#server/platform/database/client.ts';

export type VerifiedReceipt = {
  receipt: Pick<typeof receipts.$inferSelect, 'label' | 'content' | 'cancelledAt'>;
  paymentState: (typeof payments.$inferSelect)['state'];
};

/** The owner of a code. Queries all tables in any case, so that the duration reveals nothing. */
export async function findByCode(db: Queryable, code: string) {
  const { rows } = await db.execute<{ receipt: string | null; card: string | null; certificate: string | null }>(sql`
    select (select id from ${receipts} where code = ${code}) as receipt,
      (select id from ${memberCards} where code = ${code}) as card,
      (select id from ${certificates} where code = ${code}) as certificate`);
  return rows[0] ?? { receipt: null, card: null, certificate: null };
}

export async function findVerifiedReceipt(db: Queryable, id: string): Promise<VerifiedReceipt | undefined> {
  const [row] = await db
    .select({
      receipt: { label: receipts.label, content: receipts.content, cancelledAt: receipts.cancelledAt },
      paymentState: payments.state,
    })
    .from(receipts)
    .innerJoin(payments, eq(payments.id, receipts.paymentId))
    .where(eq(receipts.id, id));
  return row;
}

/** A card and its member; null once the record has been deleted. */
export async function findVerifiedCard(db: Queryable, id: string) {
  const [row] = await db
    .select({ card: memberCards, member: members })
    .from(memberCards)
    .leftJoin(members, eq(members.id, memberCards.memberId))
    .where(eq(memberCards.id, id));
  return row;
}

export async function findVerifiedCertificate(db: Queryable, id: string) {
  const [row] = await db.select().from(certificates).where(eq(certificates.id, id));
  return row;
}
