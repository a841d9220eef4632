// Offered to other features: links and payments at the gateway: a receipt and the gateway’s payment are one transaction.
import { randomUUID } from 'node:crypto';
import { and, asc, count, desc, eq, inArray, isNotNull, isNull, lte, min, or, type SQL, sql } from 'drizzle-orm';
import { members } from '#server/features/members/tables.ts';
import { payments } from '#server/features/payments/tables.ts';
import type { Channel, Queryable, Readable, Transaction } from '#server/platform/database/client.ts';
import { currentTime } from '#server/platform/database/columns.ts';
import { isOneOf, rowQueries } from '#server/platform/database/row-queries.ts';
import { clock } from '#shared/clock.ts';
import type { OnlineState } from '#shared/contracts/online.ts';
import { limits } from '#shared/limits.ts';
import { onlineLinks, onlinePayments } from './tables.ts';

export type LinkRow = typeof onlineLinks.$inferSelect;
export type OnlineRow = typeof onlinePayments.$inferSelect;

export const { find: findLink } = rowQueries(onlineLinks);
export const { find: findOnline, lock: lockOnline } = rowQueries(onlinePayments);

/** Links that can be paid, or may be. */
export const isLive = (state: LinkRow['state']) => state === 'asking' || state === 'open' || state === 'cancelling';

const later = (ms: number) => new Date(clock.ms() + ms);

/** The live link of a payment. */
export async function findLiveLink(db: Queryable, paymentId: string): Promise<LinkRow | undefined> {
  const [row] = await db
    .select()
    .from(onlineLinks)
    .where(and(eq(onlineLinks.paymentId, paymentId), inArray(onlineLinks.state, ['asking', 'open', 'cancelling'])));
  return row;
}

export async function findLinkByGatewayId(db: Queryable, gatewayId: string): Promise<LinkRow | undefined> {
  const [row] = await db.select().from(onlineLinks).where(eq(onlineLinks.gatewayId, gatewayId));
  return row;
}

/**
 * Stores a link before the gateway is asked for it, under the next reference of its payment.
 * @returns null while the payment has another live one
 */
export async function insertLink(
  db: Queryable,
  paymentId: string,
  amount: number,
  expiresAt: Date,
): Promise<LinkRow | null> {
  const before = await db.$count(onlineLinks, eq(onlineLinks.paymentId, paymentId));
  const reference = before === 0 ? paymentId : `${paymentId}-${before + 1}`;
  const [row] = await db
    .insert(onlineLinks)
    .values({ paymentId, reference, amount, expiresAt, askAt: later(limits.onlineAskMinutes * 60_000) })
    .onConflictDoNothing()
    .returning();
  return row ?? null;
}

export async function updateLink(
  db: Queryable,
  id: string,
  change: Partial<Omit<LinkRow, 'id' | 'reference' | 'createdAt'>>,
  from?: readonly LinkRow['state'][],
): Promise<boolean> {
  const rows = await db
    .update(onlineLinks)
    .set(change)
    .where(and(eq(onlineLinks.id, id), from ? inArray(onlineLinks.state, [...from]) : undefined))
    .returning({ id: onlineLinks.id });
  return rows.length > 0;
}

/** A link whose time is over, and which the gateway does not know, stands in the way of no other one. */
export const endUnknown = (db: Queryable, id: string): Promise<boolean> =>
  updateLink(db, id, { state: 'expired' }, ['open', 'cancelling', 'lost']);

/** Takes the right to ask the gateway about a link, which nobody else has taken within these seconds. */
export async function takeAsking(db: Queryable, id: string, everyMs: number): Promise<boolean> {
  const rows = await db
    .update(onlineLinks)
    .set({ askedAt: clock.now() })
    .where(and(eq(onlineLinks.id, id), or(isNull(onlineLinks.askedAt), lte(onlineLinks.askedAt, later(-everyMs)))))
    .returning({ id: onlineLinks.id });
  return rows.length > 0;
}

/** Sets when a link is asked about next, unless somebody wants it sooner meanwhile. */
export async function askLater(db: Queryable, { id, askAt }: LinkRow, next: Date | null): Promise<void> {
  const isSame = askAt === null ? isNull(onlineLinks.askAt) : eq(onlineLinks.askAt, askAt);
  await db
    .update(onlineLinks)
    .set({ askAt: next })
    .where(and(eq(onlineLinks.id, id), isSame));
}

/** Asks the gateway soon about the links of these ids of its, and of these payments of its. @returns whether any is known */
export async function askSoon(
  db: Queryable,
  { links, payments }: { links: readonly string[]; payments: readonly string[] },
): Promise<boolean> {
  const ofPayments = db
    .select({ id: onlinePayments.linkId })
    .from(onlinePayments)
    .where(inArray(onlinePayments.gatewayId, [...payments]));
  const conditions = [
    ...(links.length > 0 ? [inArray(onlineLinks.gatewayId, [...links])] : []),
    ...(payments.length > 0 ? [inArray(onlineLinks.id, ofPayments)] : []),
  ];
  if (conditions.length === 0) return false;
  const rows = await db
    .update(onlineLinks)
    .set({ askAt: clock.now(), failures: 0 })
    .where(or(...conditions))
    .returning({ id: onlineLinks.id });
  return rows.length > 0;
}

const isLost = and(eq(onlineLinks.state, 'lost'), isNull(onlineLinks.gatewayId));

/** Whether a link of the gateway that is not known may be one whose answer was lost. */
export async function mayBeLost(db: Queryable, gatewayId: string): Promise<boolean> {
  if (await findLinkByGatewayId(db, gatewayId)) return false;
  const [lost] = await db.select({ id: onlineLinks.id }).from(onlineLinks).where(isLost).limit(1);
  return lost !== undefined;
}

/** Notes what the gateway calls a link whose answer was lost. */
export async function adoptLost(db: Queryable, reference: string, gatewayId: string): Promise<void> {
  await db
    .update(onlineLinks)
    .set({ gatewayId })
    .where(and(eq(onlineLinks.reference, reference), isLost));
}

/** Lists disputed payments for the office to look at, whatever they were received as, until the dispute is decided for us. */
export async function noteDisputes(
  db: Queryable,
  { disputed, won }: { disputed: readonly string[]; won: readonly string[] },
): Promise<void> {
  const of = (ids: readonly string[], condition: SQL) =>
    and(inArray(onlinePayments.gatewayId, [...ids]), isNull(onlinePayments.refundingSince), condition);
  const isQuiet = or(isNull(onlinePayments.reason), isNotNull(onlinePayments.settledAs))!;
  if (disputed.length > 0)
    await db.update(onlinePayments).set({ reason: 'disputed', settledAs: null }).where(of(disputed, isQuiet));
  if (won.length > 0)
    await db
      .update(onlinePayments)
      .set({ reason: null })
      .where(of(won, eq(onlinePayments.reason, 'disputed')));
}

/** Also the refunds under way of these payments. */
export async function askRefundsSoon(db: Queryable, payments: readonly string[]): Promise<void> {
  if (payments.length === 0) return;
  await db
    .update(onlinePayments)
    .set({ refundAskAt: clock.now() })
    .where(and(inArray(onlinePayments.gatewayId, [...payments]), isNotNull(onlinePayments.refundingSince)));
}

/** Takes links that are due to be asked about: for a while no other process takes them. */
export async function takeDueLinks(db: Queryable, count: number, forMs: number): Promise<LinkRow[]> {
  const due = db
    .select({ id: onlineLinks.id })
    .from(onlineLinks)
    .where(lte(onlineLinks.askAt, clock.now()))
    .orderBy(asc(onlineLinks.askAt))
    .limit(count)
    .for('update', { skipLocked: true });
  return db
    .update(onlineLinks)
    .set({ askAt: later(forMs) })
    .where(inArray(onlineLinks.id, due))
    .returning();
}

/** What payments were received with becomes what others were received with. */
export async function moveBooked(tx: Transaction, moves: readonly { from: string; to: string }[]): Promise<void> {
  await tx.execute(sql`
    update ${onlinePayments} set payment_id = move.target
    from unnest(${sql.param(moves.map(({ from }) => from))}::uuid[], ${sql.param(moves.map(({ to }) => to))}::uuid[]) as move (source, target)
    where payment_id = move.source and booked`);
}

/** Tells the servers that payments with live links have changed: a link that is no longer wanted is cancelled at once. */
export async function followPayments(tx: Transaction, paymentIds: readonly string[]): Promise<void> {
  await tx.execute(sql`
    select pg_notify(${'online' satisfies Channel}, '') where exists (
      select from ${onlineLinks} where payment_id = any(${sql.param([...paymentIds])}::uuid[])
        and state in ('asking', 'open', 'cancelling') and state <> 'cancelling'
    )`);
}

/**
 * Marks links that are no longer wanted: their payment is not to be paid any more, or is another amount. `payable.ts` says the
 * same of one payment.
 */
export async function markUnwanted(db: Queryable): Promise<void> {
  await db.execute(sql`
    update ${onlineLinks} set state = 'cancelling', ask_at = ${currentTime}, failures = 0
    where ${onlineLinks.state} in ('asking', 'open', 'cancelling') and ${onlineLinks.state} = 'open' and not exists (
      select from ${payments} paid join ${members} on ${members.id} = paid.member_id
      where paid.id = ${onlineLinks.paymentId} and paid.amount = ${onlineLinks.amount}
        and paid.state in ('due', 'claimed', 'refused') and not paid.refund_due and ${members.status} <> 'Rejected'
    )`);
}

/** The gateway's payment with which a payment was received, locked. */
export async function lockBooked(tx: Transaction, paymentId: string): Promise<OnlineRow | undefined> {
  const [row] = await tx
    .select()
    .from(onlinePayments)
    .where(and(eq(onlinePayments.paymentId, paymentId), eq(onlinePayments.booked, true)))
    .for('update');
  return row;
}

export async function findByGatewayId(db: Queryable, gatewayId: string): Promise<OnlineRow | undefined> {
  const [row] = await db.select().from(onlinePayments).where(eq(onlinePayments.gatewayId, gatewayId));
  return row;
}

/** Whether a link has a payment that was booked. */
export async function hasBooked(db: Queryable, linkId: string): Promise<boolean> {
  const isBooked = and(eq(onlinePayments.linkId, linkId), eq(onlinePayments.booked, true));
  return (await db.$count(onlinePayments, isBooked)) > 0;
}

/** Whether a link has brought any payment. */
export const hasAny = async (db: Queryable, linkId: string): Promise<boolean> =>
  (await db.$count(onlinePayments, eq(onlinePayments.linkId, linkId))) > 0;

/** @returns null when it is known already */
export async function insertOnline(
  tx: Transaction,
  values: typeof onlinePayments.$inferInsert,
): Promise<OnlineRow | null> {
  const [row] = await tx
    .insert(onlinePayments)
    .values(values)
    .onConflictDoNothing({ target: onlinePayments.gatewayId })
    .returning();
  return row ?? null;
}

export async function updateOnline(
  db: Queryable,
  id: string,
  change: Partial<Omit<OnlineRow, 'id' | 'gatewayId' | 'createdAt'>>,
): Promise<void> {
  await db.update(onlinePayments).set(change).where(eq(onlinePayments.id, id));
}

/** Begins a refund: its key is stored before the gateway is asked, so that however often that is, it is one refund. */
export async function beginRefund(tx: Transaction, id: string, by: string, note: string): Promise<void> {
  const now = clock.now();
  const refunding = { refundKey: randomUUID(), refundId: null, refundingSince: now, refundAskAt: now, failure: '' };
  await updateOnline(tx, id, { ...refunding, refundBy: by, refundNote: note });
}

/** Their receipts were cancelled: what they are for the office decides. */
export async function releaseBooked(tx: Transaction, paymentIds: readonly string[]): Promise<void> {
  await tx
    .update(onlinePayments)
    .set({ booked: false, reason: 'receiptCancelled', settledAs: null })
    .where(and(isOneOf(onlinePayments.paymentId, paymentIds), eq(onlinePayments.booked, true)));
}

/** The person who paid them is being erased: the office's words go. */
export async function forgetRefundNotes(tx: Transaction, paymentIds: readonly string[]): Promise<void> {
  await tx.update(onlinePayments).set({ refundNote: '' }).where(isOneOf(onlinePayments.paymentId, paymentIds));
}

const inState: Record<OnlineState, SQL> = {
  toLook: and(
    isNotNull(onlinePayments.reason),
    isNull(onlinePayments.settledAs),
    isNull(onlinePayments.refundingSince),
  )!,
  refunding: isNotNull(onlinePayments.refundingSince),
  settled: and(isNotNull(onlinePayments.settledAs), isNull(onlinePayments.refundingSince))!,
};

/** A page of a list, newest first. */
export async function listOnline(db: Readable, state: OnlineState, page: number) {
  const rows = await db
    .select()
    .from(onlinePayments)
    .where(inState[state])
    .orderBy(desc(onlinePayments.paidAt), asc(onlinePayments.id))
    .limit(limits.pageSize)
    .offset((page - 1) * limits.pageSize);
  return { rows, total: await db.$count(onlinePayments, inState[state]) };
}

/** How many the office has to look at, and since when. */
export async function findToLook(db: Readable): Promise<{ count: number; since: Date | null }> {
  const [row] = await db
    .select({ count: count(), since: min(onlinePayments.paidAt) })
    .from(onlinePayments)
    .where(inState.toLook);
  return row!;
}

/** Takes refunds that are due to be sent or asked about. */
export async function takeDueRefunds(db: Queryable, count: number, forMs: number): Promise<OnlineRow[]> {
  const due = db
    .select({ id: onlinePayments.id })
    .from(onlinePayments)
    .where(and(isNotNull(onlinePayments.refundingSince), lte(onlinePayments.refundAskAt, clock.now())))
    .orderBy(asc(onlinePayments.refundAskAt))
    .limit(count)
    .for('update', { skipLocked: true });
  return db
    .update(onlinePayments)
    .set({ refundAskAt: later(forMs) })
    .where(inArray(onlinePayments.id, due))
    .returning();
}
