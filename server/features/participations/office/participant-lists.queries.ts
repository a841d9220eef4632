import { and, asc, eq, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import { certificates } from '#server/features/certificates/tables.ts';
import { members } from '#server/features/members/tables.ts';
import { participations, stateOrder } from '#server/features/participations/tables.ts';
import { inBatches } from '#server/platform/batches.ts';
import type { Readable } from '#server/platform/database/client.ts';
import { type Reach, within } from '#server/platform/database/reach.ts';
import { patternsBeside, searchable } from '#server/platform/database/searchable.ts';
import type { ParticipationState } from '#shared/contracts/participations.ts';
import { limits } from '#shared/limits.ts';

import { isCounted, type ParticipationView, selectViews, validCertificate, view } from '../participations.queries.ts';

// The office's lists of participants.

export interface ParticipantFilter {
  conferenceId: string;
  state: ParticipationState | 'attended' | '';
  search: string;
  homeState: string;
  /** Guests belong to no State, and are only within an unbound reach. */
  reach: Reach;
}

const ofReach = (reach: Reach): SQL | undefined => within(reach, members.state);

function conditionOf({ conferenceId, state, search, homeState, reach }: ParticipantFilter): SQL | undefined {
  return and(
    eq(participations.conferenceId, conferenceId),
    isCounted,
    ofReach(reach),
    state === 'attended'
      ? isNotNull(participations.checkedInAt)
      : state === ''
        ? undefined
        : eq(participations.state, state),
    homeState === '' ? undefined : eq(members.state, homeState),
    searchable(search) === ''
      ? undefined
      : or(
          ...patternsBeside(search).map(
            (
              pattern,
            ) => sql`concat_ws(chr(10), ${participations.nameSearch}, ${participations.email}, ${participations.mobile},
          ${members.nameSearch}, ${members.email}, ${members.mobile}, lower(${members.memberNumber})) like ${pattern}`,
          ),
        ),
  );
}

/** Registered, waiting by position, unconfirmed, cancelled. */
const inOrder = [stateOrder(participations.state), asc(participations.line), asc(participations.id)];

export async function findParticipants(db: Readable, filter: ParticipantFilter, page: number) {
  const condition = conditionOf(filter);
  const counting = db.select({ count: sql<number>`count(*)::int` }).from(participations);
  // Without the join if no filter needs members.
  const needsMembers = !filter.reach.isAll || filter.homeState !== '' || searchable(filter.search) !== '';
  const counted = await (needsMembers
    ? counting.leftJoin(members, eq(members.id, participations.memberId)).where(condition)
    : counting.where(condition));
  const rows = await selectViews(db)
    .where(condition)
    .orderBy(...inOrder)
    .limit(limits.pageSize)
    .offset((page - 1) * limits.pageSize);
  return { rows, count: counted[0]?.count ?? 0 };
}

/** All participants in the office's order, in batches. */
export async function* eachParticipant(
  db: Readable,
  conferenceId: string,
  reach: Reach,
  size: number,
): AsyncGenerator<ParticipationView[]> {
  const ids = await db
    .select({ id: participations.id })
    .from(participations)
    .leftJoin(members, eq(members.id, participations.memberId))
    .where(and(eq(participations.conferenceId, conferenceId), isCounted, ofReach(reach)))
    .orderBy(...inOrder);
  // Numbered once for all, not once per waiting person.
  const waiting = db
    .select({ id: participations.id, position: sql<number>`row_number() over (order by line)::int`.as('position') })
    .from(participations)
    .where(and(eq(participations.conferenceId, conferenceId), eq(participations.state, 'waiting')))
    .as('waiting');
  for (const batch of inBatches(ids, size)) {
    yield await db
      .select({ ...view, position: waiting.position })
      .from(participations)
      .leftJoin(members, eq(members.id, participations.memberId))
      .leftJoin(certificates, validCertificate)
      .leftJoin(waiting, eq(waiting.id, participations.id))
      .where(
        inArray(
          participations.id,
          batch.map(({ id }) => id),
        ),
      )
      .orderBy(...inOrder);
  }
}

/** Registered people by State and name; guests, who have no State, last. */
export async function findRegistered(db: Readable, conferenceId: string, reach: Reach) {
  return db
    .select({
      id: participations.id,
      name: sql<string>`coalesce(${members.name}, ${participations.name})`,
      memberNumber: members.memberNumber,
      homeState: members.state,
      guest: participations.guest,
    })
    .from(participations)
    .leftJoin(members, eq(members.id, participations.memberId))
    .where(and(eq(participations.conferenceId, conferenceId), eq(participations.state, 'registered'), ofReach(reach)))
    .orderBy(
      asc(members.state),
      asc(sql`coalesce(${members.nameSearch}, ${participations.nameSearch})`),
      asc(participations.id),
    );
}

export async function countParticipants(db: Readable, conferenceId: string, reach: Reach) {
  const [row] = await db
    .select({
      registered: sql<number>`count(*) filter (where ${participations.state} = 'registered')::int`,
      waiting: sql<number>`count(*) filter (where ${participations.state} = 'waiting')::int`,
      cancelled: sql<number>`count(*) filter (where ${participations.state} = 'cancelled')::int`,
      unconfirmed: sql<number>`count(*) filter (where ${participations.state} = 'unconfirmed')::int`,
      attended: sql<number>`count(*) filter (where ${participations.checkedInAt} is not null)::int`,
    })
    .from(participations)
    .leftJoin(members, eq(members.id, participations.memberId))
    .where(and(eq(participations.conferenceId, conferenceId), isCounted, ofReach(reach)));
  return row!;
}

/** How often each option of some questions was chosen by registered people; for the others the number of answers. */
export async function sumAnswers(db: Readable, conferenceId: string, reach: Reach, summed: readonly string[]) {
  const { rows } = await db.execute<{ question: string; answer: string; count: number }>(sql`
    select answer.key as question,
      case when answer.key = any(${sql.param([...summed])}::text[]) then answer.value else '' end as answer, count(*)::int as count
    from ${participations} left join ${members} on ${members.id} = ${participations.memberId},
      jsonb_each_text(${participations.answers}) as answer
    where ${participations.conferenceId} = ${conferenceId} and ${participations.state} = 'registered'
      and ${ofReach(reach) ?? sql`true`}
    group by 1, 2 order by 3 desc, 2`);
  return rows;
}
