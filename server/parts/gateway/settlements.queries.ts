// Offered to other features: what the gateway has paid into the bank account: credits are matched with it.
import { and, eq, gt, isNull, lte, max, min, ne, sql } from 'drizzle-orm';
import type { Queryable, Readable, Transaction } from '#server/platform/database/client.ts';
import { clock } from '#shared/clock.ts';
import { onlineLinks, onlinePayments, settlementRuns, settlements } from './tables.ts';

export type SettlementRow = typeof settlements.$inferSelect;

/** Takes the right to ask for settlements, if it is time. @param everyMs until the next time */
export async function takeRun(db: Queryable, everyMs: number): Promise<boolean> {
  const at = new Date(clock.ms() + everyMs);
  const rows = await db
    .insert(settlementRuns)
    .values({ at })
    .onConflictDoUpdate({
      target: settlementRuns.id,
      set: { at },
      setWhere: lte(settlementRuns.at, clock.now()),
    })
    .returning({ at: settlementRuns.at });
  return rows.length > 0;
}

/** Sets when they are asked for next. */
export async function setRun(db: Queryable, at: Date): Promise<void> {
  await db.insert(settlementRuns).values({ at }).onConflictDoUpdate({ target: settlementRuns.id, set: { at } });
}

/** The time since when settlements may be unknown: of the last known one, else of the first link; null before that. */
export async function findSince(db: Readable): Promise<Date | null> {
  const [last] = await db.select({ at: max(settlements.settledAt) }).from(settlements);
  if (last?.at) return last.at;
  const [first] = await db.select({ at: min(onlineLinks.createdAt) }).from(onlineLinks);
  return first?.at ?? null;
}

type NewSettlement = Pick<SettlementRow, 'gatewayId' | 'amount' | 'fees' | 'tax' | 'utr' | 'settledAt'>;

/** Stores settlements; a known one gets its number. What a credit was accepted for does not change any more. */
export async function saveSettlements(db: Queryable, rows: readonly NewSettlement[]): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insert(settlements)
    .values([...rows])
    .onConflictDoUpdate({
      target: settlements.gatewayId,
      set: {
        amount: sql`excluded.amount`,
        fees: sql`excluded.fees`,
        tax: sql`excluded.tax`,
        utr: sql`excluded.utr`,
        settledAt: sql`excluded.settled_at`,
      },
      setWhere: isNull(settlements.lineId),
    });
}

/** The days of settlements whose payments are not known yet. */
export async function findUnreadDays(db: Readable, dayOf: (time: Date) => string): Promise<string[]> {
  const longAgo = new Date(clock.ms() - 30 * 24 * 60 * 60_000);
  const rows = await db
    .select({ at: settlements.settledAt })
    .from(settlements)
    .where(and(eq(settlements.read, false), gt(settlements.createdAt, longAgo)));
  return [...new Set(rows.map(({ at }) => dayOf(at)))].sort();
}

/** Notes which payments a settlement holds, with their fees; nothing for a settlement that is not known. */
export async function saveSettled(
  tx: Transaction,
  gatewayId: string,
  items: readonly { entity_id: string; fee: number; tax: number }[],
): Promise<void> {
  const [row] = await tx
    .update(settlements)
    .set({ read: true })
    .where(eq(settlements.gatewayId, gatewayId))
    .returning({ id: settlements.id });
  if (!row || items.length === 0) return;
  const column = <T>(of: (item: (typeof items)[number]) => T) => sql.param(items.map(of));
  await tx.execute(sql`
    update ${onlinePayments} set settlement_id = ${row.id}, fee = input.fee, tax = input.tax
    from unnest(${column(({ entity_id }) => entity_id)}::text[], ${column(({ fee }) => fee)}::bigint[],
      ${column(({ tax }) => tax)}::bigint[]) as input (payment, fee, tax)
    where ${onlinePayments.gatewayId} = input.payment`);
}

/** Settlements of this and the year before, which a credit of a statement may be. */
export async function findSettlements(db: Readable) {
  return db
    .select({
      id: settlements.id,
      utr: settlements.utr,
      amount: settlements.amount,
      lineId: settlements.lineId,
    })
    .from(settlements)
    .where(and(ne(settlements.utr, ''), gt(settlements.settledAt, new Date(clock.ms() - 731 * 24 * 60 * 60_000))));
}

/** Notes the credit that a settlement is. @returns false when it has one already */
export async function setSettlementLine(tx: Transaction, id: string, lineId: string): Promise<boolean> {
  const rows = await tx
    .update(settlements)
    .set({ lineId })
    .where(and(eq(settlements.id, id), isNull(settlements.lineId)))
    .returning({ id: settlements.id });
  return rows.length > 0;
}
