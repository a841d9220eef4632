import { type SQL, sql } from 'drizzle-orm';
import { officeBearers } from '#server/features/bearers/tables.ts';
import { conferences } from '#server/features/conferences/tables.ts';
import { contactMessages } from '#server/features/contact/tables.ts';
import { letterRecipients, letters } from '#server/features/letters/tables.ts';
import type { MemberRow } from '#server/features/members/members.queries.ts';
import { participations } from '#server/features/participations/tables.ts';
import { payments, referenceOf } from '#server/features/payments/tables.ts';
import { receipts } from '#server/features/receipts/tables.ts';
import { voteRoll, votes } from '#server/features/votes/tables.ts';
import type { Readable } from '#server/platform/database/client.ts';
import { log } from '#server/platform/log/tables.ts';
import { limits } from '#shared/limits.ts';

/** A row of a person's time; what `subject`, `detail` and `more` are depends on `source`. */
export interface EventRow {
  at: Date;
  source: keyof typeof sources;
  by: string;
  /** What its page is opened by. */
  id: string;
  subject: string;
  detail: string;
  more: string;
}

interface TimelineQuery {
  member: MemberRow;
  /** The reader's States; empty for all India. */
  states: readonly string[];
}

const paid = (column: SQL, detail: string, { member }: TimelineQuery) => sql`
  select ${column} as at, '' as by, ${payments.id}::text as id, ${referenceOf(sql`${payments}`)} as subject, ${detail} as detail,
    concat_ws('|', ${payments.amount}, ${payments.purpose}, coalesce(${payments.period}, ${payments.membership}, '')) as more
  from ${payments} where ${payments.memberId} = ${member.id} and ${column} is not null`;

/** Each selects the same columns. */
const sources = {
  registered: ({ member }: TimelineQuery) => sql`
    select ${member.createdAt.toISOString()}::timestamptz as at, ${member.consentTo === 'website' ? 'website' : ''} as by,
      '' as id, ${member.reference} as subject, '' as detail, '' as more`,
  // Who has read a record, and logins, stand elsewhere.
  log: ({ member }: TimelineQuery) => sql`
    select ${log.at} as at, ${log.by} as by, ${log.kind} as id, ${log.action} as subject,
      concat_ws('|', ${log.from}, ${log.to}) as detail, concat_ws(', ', nullif(${log.reason}, ''), nullif(${log.note}, '')) as more
    from ${log} where ${log.memberId} = ${member.id} and ${log.kind} in ('decision', 'member')`,
  paymentAsked: (query: TimelineQuery) => paid(sql`${payments.createdAt}`, 'asked', query),
  paymentClaimed: (query: TimelineQuery) => paid(sql`${payments.claimedAt}`, 'claimed', query),
  paymentReceived: (query: TimelineQuery) => paid(sql`${payments.receivedAt}`, 'received', query),
  receipt: ({ member }: TimelineQuery) => sql`
    select ${receipts.issuedAt} as at, '' as by, ${payments.id}::text as id, ${receipts.label} as subject,
      case when ${receipts.cancelledAt} is null then '' else 'cancelled' end as detail, '' as more
    from ${receipts} join ${payments} on ${payments.id} = ${receipts.paymentId} where ${payments.memberId} = ${member.id}`,
  letter: ({ member, states }: TimelineQuery) => sql`
    select ${letters.startedAt} as at, ${letters.by} as by, ${letters.id}::text as id, ${letters.title} as subject,
      ${letters.kind} as detail, coalesce(${letters.number}, '') as more
    from ${letterRecipients} join ${letters} on ${letters.id} = ${letterRecipients.letterId}
    where ${letterRecipients.memberId} = ${member.id} and ${
      states.length === 0
        ? sql`true`
        : sql`${letters.states} <> '{}' and ${letters.states} <@ ${sql.param([...states])}::text[]`
    }`,
  conference: ({ member }: TimelineQuery) => sql`
    select ${participations.createdAt} as at, '' as by, ${conferences.id}::text as id, ${conferences.title} as subject,
      ${participations.state} as detail, '' as more
    from ${participations} join ${conferences} on ${conferences.id} = ${participations.conferenceId}
    where ${participations.memberId} = ${member.id}`,
  attended: ({ member }: TimelineQuery) => sql`
    select ${participations.checkedInAt} as at, '' as by, ${conferences.id}::text as id, ${conferences.title} as subject,
      'attended' as detail, '' as more
    from ${participations} join ${conferences} on ${conferences.id} = ${participations.conferenceId}
    where ${participations.memberId} = ${member.id} and ${participations.checkedInAt} is not null`,
  message: ({ member }: TimelineQuery) => sql`
    select ${contactMessages.createdAt} as at, 'website' as by, ${contactMessages.id}::text as id, '' as subject,
      ${contactMessages.state} as detail, '' as more
    from ${contactMessages} where lower(${contactMessages.email}) = ${member.email} and ${member.email} <> ''`,
  // Who has taken a paper, or cast a ballot, is nobody's business.
  roll: ({ member }: TimelineQuery) => sql`
    select ${votes.frozenAt} as at, '' as by, ${votes.id}::text as id, ${votes.title} as subject, '' as detail, '' as more
    from ${voteRoll} join ${votes} on ${votes.id} = ${voteRoll.voteId}
    where ${voteRoll.memberId} = ${member.id} and ${votes.frozenAt} is not null`,
  office: ({ member }: TimelineQuery) => sql`
    select (${officeBearers.from}::timestamp at time zone 'Asia/Kolkata') as at, '' as by, ${officeBearers.id}::text as id,
      ${officeBearers.office} as subject, coalesce(${officeBearers.until}::text, '') as detail, '' as more
    from ${officeBearers} where ${officeBearers.memberId} = ${member.id}`,
};
export type Source = keyof typeof sources;

/** A page of a person's time, newest first, and how much there is in all. */
export async function findEvents(
  db: Readable,
  sourceNames: readonly Source[],
  query: TimelineQuery,
  page: number,
): Promise<{ rows: EventRow[]; total: number }> {
  if (sourceNames.length === 0) return { rows: [], total: 0 };
  const all = sql.join(
    sourceNames.map((source) => sql`select ${source}::text as source, part.* from (${sources[source](query)}) as part`),
    sql` union all `,
  );
  const { rows } = await db.execute<Omit<EventRow, 'at'> & { at: string; total: number; place: number }>(sql`
    with events as materialized (${all}), counted as (select count(*)::int as total from events)
    select total, events.* from counted left join lateral (
      select * from events order by at desc, source, id limit ${limits.pageSize} offset ${(page - 1) * limits.pageSize}
    ) as events on true`);
  const events = rows.filter(({ source }) => source !== null);
  return { rows: events.map(({ at, ...row }) => ({ ...row, at: new Date(at) })), total: rows[0]?.total ?? 0 };
}
