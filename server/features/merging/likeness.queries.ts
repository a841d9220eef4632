import { and, desc, eq, ne, or, sql } from 'drizzle-orm';
import type { MemberRow } from '#server/features/members/members.queries.ts';
import { differentPeople, members } from '#server/features/members/tables.ts';
import type { Queryable, Readable, Transaction } from '#server/platform/database/client.ts';
import { type Reach, within } from '#server/platform/database/reach.ts';

/** More than that many with one mobile number or birth date and name are no doubles. */
const max = 50;

/** Records with the e-mail, the mobile number or the birth date of one, newest first; names are compared by the caller. */
export async function findAlike(db: Readable, row: MemberRow, reach: Reach): Promise<MemberRow[]> {
  const areDifferent = sql`exists (select from ${differentPeople}
    where (one, other) in ((${members.id}, ${row.id}::uuid), (${row.id}::uuid, ${members.id})))`;
  return db
    .select()
    .from(members)
    .where(
      and(
        ne(members.id, row.id),
        or(
          row.email ? eq(members.email, row.email) : undefined,
          row.mobile ? eq(members.mobile, row.mobile) : undefined,
          row.dateOfBirth
            ? and(
                eq(members.dateOfBirth, row.dateOfBirth),
                sql`left(${members.nameSearch}, 1) = left(${row.nameSearch}, 1)`,
              )
            : undefined,
        ) ?? sql`false`,
        within(reach, members.state),
        sql`not ${areDifferent}`,
      ),
    )
    .orderBy(desc(members.createdAt), members.id)
    .limit(max);
}

/** @returns false when it was noted already */
export async function insertDifferent(tx: Transaction, one: string, other: string): Promise<boolean> {
  const done = await (tx as Queryable).insert(differentPeople).values({ one, other }).onConflictDoNothing();
  return (done.rowCount ?? 0) > 0;
}
