import { and, desc, eq, isNull, or, sql } from 'drizzle-orm';
import { conferences } from '#server/features/conferences/tables.ts';
import { letterRecipients, letters } from '#server/features/letters/tables.ts';
import { participations } from '#server/features/participations/tables.ts';
import { payments } from '#server/features/payments/tables.ts';
import { isFromSalary } from '#server/features/subscription/status.queries.ts';
import { voteRoll, votes } from '#server/features/votes/tables.ts';
import type { Readable } from '#server/platform/database/client.ts';
import { currentTime } from '#server/platform/database/columns.ts';
import { limits } from '#shared/limits.ts';

/** What a member owes and no salary is to pay, oldest first. */
export function findOwed(db: Readable, memberId: string) {
  return db
    .select({
      purpose: payments.purpose,
      period: payments.period,
      membership: payments.membership,
      amount: payments.amount,
    })
    .from(payments)
    .where(and(eq(payments.memberId, memberId), sql`${payments.state} in ('due', 'refused') and not ${isFromSalary()}`))
    .orderBy(payments.createdAt, payments.id);
}

/** The last year whose subscription a member has paid, or says to have paid; null without any. */
export async function findLastYear(db: Readable, memberId: string): Promise<string | null> {
  const isPaid = sql`${payments.purpose} = 'annual' and ${payments.state} in ('claimed', 'received', 'waived')`;
  const [row] = await db
    .select({ period: sql<string | null>`max(${payments.period})` })
    .from(payments)
    .where(and(eq(payments.memberId, memberId), isPaid));
  return row?.period ?? null;
}

/** Open votes with the member on their roll who has not taken the paper: who has put a ballot into the box, nobody can tell. */
export function findOpenVotes(db: Readable, memberId: string) {
  return db
    .select({ id: votes.id, title: votes.title, closesAt: votes.closesAt })
    .from(voteRoll)
    .innerJoin(votes, eq(votes.id, voteRoll.voteId))
    .where(
      and(
        eq(voteRoll.memberId, memberId),
        isNull(voteRoll.paperOn),
        eq(votes.state, 'open'),
        sql`${votes.closesAt} > ${currentTime}`,
      ),
    );
}

/** The number of letters that the member has not read, and the newest one's title; undefined without any. */
export async function findUnread(db: Readable, memberId: string) {
  const [row] = await db
    .select({ newest: letters.title, count: sql<number>`(count(*) over ())::int` })
    .from(letterRecipients)
    .innerJoin(letters, eq(letters.id, letterRecipients.letterId))
    .where(and(eq(letterRecipients.memberId, memberId), isNull(letterRecipients.readAt)))
    .orderBy(desc(letters.startedAt), desc(letters.number))
    .limit(1);
  return row;
}

/** Conferences under way, or within a day, that the member has a place at, or that are open to all. */
export function findSoon(db: Readable, memberId: string) {
  return db
    .select({
      id: conferences.id,
      title: conferences.title,
      startsAt: conferences.startsAt,
      endsAt: conferences.endsAt,
    })
    .from(conferences)
    .leftJoin(
      participations,
      and(eq(participations.conferenceId, conferences.id), eq(participations.memberId, memberId)),
    )
    .where(
      and(
        eq(conferences.active, true),
        isNull(conferences.cancelledAt),
        sql`${conferences.startsAt} < ${currentTime} + interval '24 hours'`,
        sql`coalesce(${conferences.endsAt}, ${conferences.startsAt} + make_interval(hours => ${limits.conferenceHours})) > ${currentTime}`,
        or(eq(participations.state, 'registered'), eq(conferences.participation, 'off')),
      ),
    );
}
