// Offered to other features: the same selection of members is the roll of a vote.
import { and, arrayContains, asc, eq, ne, type SQL, sql } from 'drizzle-orm';
import { statuteLetter } from '#server/features/members/member-counts.queries.ts';
import { members } from '#server/features/members/tables.ts';
import { subscriptionIs } from '#server/features/subscription/status.queries.ts';
import { findSubscription } from '#server/features/subscription/subscription.queries.ts';
import { voteRoll } from '#server/features/votes/tables.ts';
import type { Readable, Transaction } from '#server/platform/database/client.ts';
import { type OfStates, ofStates } from '#server/platform/database/reach.ts';
import { isStopped } from '#server/platform/mail/bounces.queries.ts';
import type { LetterFilter, LetterKind } from '#shared/contracts/letters.ts';
import { membershipValues } from '#shared/memberships.ts';
import { anyAssociationOffice } from '#shared/options.ts';
import { letterRecipients } from './tables.ts';

/** The condition on `members` of a selection: Approved ones of these States who match the filter, or those on the roll of its vote. */
export async function recipientsOf(db: Readable, filter: LetterFilter, states: OfStates): Promise<SQL | undefined> {
  const { district, membership, specialisations, standing, associationOffice, vote } = filter;
  const letter = specialisations ? statuteLetter(specialisations) : null;
  return and(
    // Written as SQL text, so that it matches the conditions of the partial indexes.
    sql`${members.status} = 'Approved'`,
    ofStates(members.state, states),
    vote
      ? sql`exists (select from ${voteRoll} where ${voteRoll.voteId} = ${vote} and ${voteRoll.memberId} = ${members.id})`
      : undefined,
    district ? eq(members.district, district) : undefined,
    membership ? eq(members.tierRank, membershipValues.indexOf(membership) + 1) : undefined,
    specialisations && letter !== null ? sql`strpos(${members.statutes}, ${letter}) > 0` : undefined,
    specialisations && letter === null ? arrayContains(members.specialisations, [specialisations]) : undefined,
    standing ? subscriptionIs(await findSubscription(db), standing) : undefined,
    associationOffice ? ne(members.associationOffice, '') : undefined,
    associationOffice && associationOffice !== anyAssociationOffice
      ? eq(members.associationOffice, associationOffice)
      : undefined,
  );
}

/** The number of a letter's recipients, and of those who get no mail. */
export async function countRecipients(db: Readable, kind: LetterKind, filter: LetterFilter, states: OfStates) {
  const all = await recipientsOf(db, filter, states);
  const people = await db.$count(members, all);
  const noAddress = await db.$count(members, and(all, sql`${members.email} = ''`));
  if (kind === 'notice') return { people, noAddress, switchedOff: 0, bounced: 0 };
  const wants = sql`${members.circularsByMail} and ${members.email} <> ''`;
  const [switchedOff, bounced] = await Promise.all([
    db.$count(members, and(all, sql`not ${members.circularsByMail} and ${members.email} <> ''`)),
    db.$count(members, and(all, wants, isStopped())),
  ]);
  return { people, noAddress, switchedOff, bounced };
}

/** Whether a letter has any recipient. */
export async function hasRecipients(db: Readable, filter: LetterFilter, states: OfStates): Promise<boolean> {
  const rows = await db
    .select({ id: members.id })
    .from(members)
    .where(await recipientsOf(db, filter, states))
    .limit(1);
  return rows.length > 0;
}

/** Saves a letter's recipients in the order of sending. @returns their number */
export async function fixRecipients(tx: Transaction, letterId: string, filter: LetterFilter, states: OfStates) {
  const position = sql`row_number() over (order by ${asc(members.state)}, ${asc(members.nameSearch)}, ${asc(members.id)})`;
  const inserted = await tx.execute(sql`
    insert into ${letterRecipients} (id, circular_id, position, member_id, name, member_number, state)
    select gen_random_uuid(), ${letterId}::uuid, ${position}, ${members.id}, ${members.name}, ${members.memberNumber}, ${members.state}
    from ${members} where ${await recipientsOf(tx, filter, states)}`);
  return inserted.rowCount ?? 0;
}

/** Adds members to a letter that has begun, after all others. @returns their number */
export async function addRecipients(tx: Transaction, letterId: string, memberIds: readonly string[]): Promise<number> {
  const inserted = await tx.execute(sql`
    insert into ${letterRecipients} (id, circular_id, position, member_id, name, member_number, state)
    select gen_random_uuid(), ${letterId}::uuid,
      (select coalesce(max(position), 0) from ${letterRecipients} where circular_id = ${letterId}::uuid) + row_number() over (order by id),
      id, name, member_number, state
    from ${members} where id = any(${sql.param([...memberIds])}::uuid[])
    on conflict do nothing`);
  return inserted.rowCount ?? 0;
}
