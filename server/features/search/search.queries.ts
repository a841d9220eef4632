import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import { memberNumbered } from '#server/features/members/member-numbers.queries.ts';
import { members, mergedRecords, registrationSearch } from '#server/features/members/tables.ts';
import { paymentSearch } from '#server/features/payments/tables.ts';
import type { Readable } from '#server/platform/database/client.ts';
import { type Reach, within } from '#server/platform/database/reach.ts';
import { candidates, fits, type SearchTerm, someOf } from '#server/platform/database/search-term.ts';
import { limits } from '#shared/limits.ts';

function fitsPerson(search: SearchTerm): SQL {
  const asTyped = fits(registrationSearch, search);
  return search.name === search.pattern
    ? asTyped
    : sql`(${asTyped} or ${fits(registrationSearch, { ...search, pattern: search.name })})`;
}

const person = {
  id: members.id,
  name: members.name,
  reference: members.reference,
  memberNumber: members.memberNumber,
  status: members.status,
  membership: members.membership,
  court: members.court,
  pictureFile: members.pictureFile,
};

/** The record into which the one with this reference was merged. */
const mergedFrom = (db: Readable, reference: string) =>
  db.select({ id: mergedRecords.keptId }).from(mergedRecords).where(eq(mergedRecords.reference, reference));

/** People whose reference, member number, e-mail or mobile number equals the text: usually pasted, and found at once. */
async function findExactly(db: Readable, text: string, reach: Reach) {
  const upper = text.toUpperCase();
  return db
    .select(person)
    .from(members)
    .where(
      and(
        within(reach, members.state),
        or(
          eq(members.reference, upper),
          sql`${members.id} = ${memberNumbered(upper)}`,
          inArray(members.id, mergedFrom(db, upper)),
          eq(members.email, text),
          eq(members.mobile, text),
        ),
      ),
    )
    .orderBy(members.nameSearch, members.id)
    .limit(limits.foundOfAKind);
}

/** Filters by State first, so that people elsewhere neither displace matches nor are revealed by that. */
const membersWithin = (reach: Reach) =>
  reach.isAll ? sql`members` : sql`(select * from members where state in ${reach.states}) as members`;

/** The number of people that a text finds, counted up to `most` + 1. */
export async function countPeople(db: Readable, search: SearchTerm, reach: Reach, max: number): Promise<number> {
  const ids = sql`select 1 from ${membersWithin(reach)} where ${fitsPerson(search)} limit ${max + 1}`;
  const { rows } = await db.execute<{ count: number }>(sql`select count(*)::int as count from (${ids}) as found`);
  return rows[0]?.count ?? 0;
}

/** People whose name begins with the text first, then those with the text in other fields. */
export async function findPeople(db: Readable, search: SearchTerm, reach: Reach) {
  const exact = await findExactly(db, search.text, reach);
  if (exact.length > 0) return exact;
  const theirs = membersWithin(reach);
  const some = someOf(theirs, fitsPerson(search));
  // A transaction reference may belong to any payment, not only the admission.
  const paid = sql`select member_id from payments where ${fits(paymentSearch, search)} and member_id is not null ${reach.isAll ? sql`` : sql`and exists (select 1 from members m where m.id = member_id and m.state in ${reach.states})`} limit ${candidates}`;
  const which = search.short ? sql`(${some})` : sql`((${some}) union (${paid}))`;
  return db
    .select(person)
    .from(members)
    .where(and(sql`${members.id} in ${which}`, within(reach, members.state)))
    .orderBy(sql`${members.nameSearch} like ${`${search.name}%`} desc`, members.nameSearch, members.id)
    .limit(limits.foundOfAKind);
}
