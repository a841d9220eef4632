import { and, desc, eq, inArray, ne, or, type SQL, sql } from 'drizzle-orm';
import { memberNumbered } from '#server/features/members/member-numbers.queries.ts';
import { isAbout, type MemberRow } from '#server/features/members/members.queries.ts';
import { findNamesAlike } from '#server/features/members/similar-names.ts';
import {
  differentPeople,
  doubleEmail,
  doubleName,
  members,
  registrationSearch,
  soundKeys,
} from '#server/features/members/tables.ts';
import type { Database, Queryable, Readable, Transaction } from '#server/platform/database/client.ts';
import { type Reach, within } from '#server/platform/database/reach.ts';
import { isOneOf } from '#server/platform/database/row-queries.ts';
import { type Likeness, likenesses } from '#shared/likenesses.ts';
import { limits } from '#shared/limits.ts';
import { doubleChecks, likelyDoubles } from './tables.ts';

/** Where more records than this have one mobile number, or one name in a State, they are no doubles. */
const maxAlike = 10;

/** By each likeness, when `o` is like `m`: each is found by an index of `o`. */
const alikeBy: Readonly<Record<Likeness, SQL>> = {
  email: sql`m.email <> '' and o.email = m.email`,
  mobile: sql`m.mobile <> '' and o.mobile = m.mobile`,
  person: sql`o.date_of_birth = m.date_of_birth and ${doubleName('o.')} = ${doubleName('m.')}`,
  emailAlike: sql`m.email <> '' and o.email <> '' and o.email <> m.email and ${doubleEmail('o.')} = ${doubleEmail('m.')}`,
  nameAndState: sql`m.state <> '' and o.state = m.state and ${doubleName('o.')} = ${doubleName('m.')}`,
};

const isDifferent = (one: SQL, other: SQL) => sql`exists (select from ${differentPeople} apart
  where (apart.one, apart.other) in ((${one}, ${other}), (${other}, ${one})))`;

/** The records like `m`, with why; not those that the office has called another person. @param which of `o` */
const alikeTo = (which: SQL) => sql`lateral (
  select id, array_agg(by) as by from (${sql.join(
    likenesses.map(
      (by) => sql`(select id, ${by}::text as by, count(*) over () as people
        from (select o.id from ${members} o where ${alikeBy[by]} and o.id <> m.id and ${which} limit ${maxAlike + 1}) few)`,
    ),
    sql` union all `,
  )}) each_way
  where people <= ${maxAlike} and not ${isDifferent(sql`id`, sql`m.id`)}
  group by id) alike`;

/** Records like one, with what they have in common. */
export async function findAlike(db: Readable, id: string, reach: Reach): Promise<{ row: MemberRow; by: Likeness[] }[]> {
  const { rows } = await db.execute<{ id: string; by: Likeness[] }>(
    sql`select alike.id, alike.by from ${members} m cross join ${alikeTo(sql`true`)} where m.id = ${id}`,
  );
  const by = new Map(rows.map((row) => [row.id, row.by]));
  if (by.size === 0) return [];
  const people = await db
    .select()
    .from(members)
    .where(and(isOneOf(members.id, [...by.keys()]), within(reach, members.state)))
    .orderBy(desc(members.createdAt), members.id);
  return people.map((row) => ({ row, by: likenesses.filter((likeness) => by.get(row.id)!.includes(likeness)) }));
}

/** @returns false when it was noted already */
export async function insertDifferent(tx: Transaction, one: string, other: string): Promise<boolean> {
  const done = await (tx as Queryable).insert(differentPeople).values({ one, other }).onConflictDoNothing();
  await tx.delete(likelyDoubles).where(and(eq(likelyDoubles.one, one), eq(likelyDoubles.other, other)));
  return (done.rowCount ?? 0) > 0;
}

/** Who is another person than the dropped record is another person than the kept one. */
export async function followDifferent(tx: Transaction, droppedId: string, keptId: string): Promise<void> {
  await tx.execute(sql`
    insert into ${differentPeople} (one, other)
    select least(${keptId}::uuid, person), greatest(${keptId}::uuid, person) from (
      select case one when ${droppedId}::uuid then other else one end as person from ${differentPeople}
      where ${droppedId}::uuid in (one, other)
    ) apart where person <> ${keptId}::uuid on conflict do nothing`);
}

const checksAtOnce = 200;

/** Looks for the doubles of the next records that are new or have changed. @returns false when there are none */
export async function checkDoubles(database: Database): Promise<boolean> {
  return database.transaction(async (tx) => {
    const next = tx
      .select({ id: doubleChecks.id })
      .from(doubleChecks)
      .orderBy(doubleChecks.id)
      .limit(checksAtOnce)
      .for('update', { skipLocked: true });
    const checks = await tx.delete(doubleChecks).where(inArray(doubleChecks.id, next)).returning();
    if (checks.length === 0) return false;
    const ids = [...new Set(checks.map(({ member }) => member))];
    const isOpen = (alias: string) => sql`${sql.raw(alias)}.status in ('New', 'Approved')`;
    const { rows } = await tx.execute<{ one: string; other: string; by: Likeness[] }>(sql`
      select distinct on (1, 2) least(m.id, alike.id) as one, greatest(m.id, alike.id) as other, alike.by
      from ${members} m cross join ${alikeTo(isOpen('o'))} where ${isOneOf(sql`m.id`, ids)} and ${isOpen('m')}`);
    // In the common order of locks on people; those who have gone meanwhile are left out.
    const people = await tx
      .select({ id: members.id })
      .from(members)
      .where(isOneOf(members.id, [...ids, ...rows.flatMap(({ one, other }) => [one, other])]))
      .orderBy(members.id)
      .for('key share');
    const there = new Set(people.map(({ id }) => id));
    await tx.delete(likelyDoubles).where(or(isOneOf(likelyDoubles.one, ids), isOneOf(likelyDoubles.other, ids)));
    const pairs = rows.filter(({ one, other }) => there.has(one) && there.has(other));
    if (pairs.length > 0) await tx.insert(likelyDoubles).values(pairs).onConflictDoNothing();
    return true;
  });
}

const person = (
  alias: string,
) => sql`json_build_object('id', ${sql.raw(alias)}.id, 'name', ${sql.raw(alias)}.name, 'reference', ${sql.raw(alias)}.reference,
  'memberNumber', ${sql.raw(alias)}.member_number, 'status', ${sql.raw(alias)}.status, 'state', ${sql.raw(alias)}.state, 'email', ${sql.raw(alias)}.email)`;

export interface LikePerson {
  id: string;
  name: string;
  reference: string;
  memberNumber: string | null;
  status: MemberRow['status'];
  state: string;
  email: string;
}

const doublesWithin = (reach: Reach) => {
  const isWithin = (alias: string) => (reach.isAll ? sql`true` : sql`${sql.raw(alias)}.state in ${reach.states}`);
  return sql`from ${likelyDoubles} pair join ${members} m on m.id = pair.one join ${members} o on o.id = pair.other
    where ${isWithin('m')} and ${isWithin('o')}`;
};

/** A page of likely doubles, the latest first. The pairs are found before the people: a far page would read everybody before it. */
export async function findDoubles(db: Readable, reach: Reach, page: number) {
  const order = sql`order by pair.at desc nulls first, pair.one, pair.other`;
  const pairs = reach.isAll ? sql`from ${likelyDoubles} pair` : doublesWithin(reach);
  const { rows } = await db.execute<{ one: LikePerson; other: LikePerson; by: Likeness[] }>(sql`
    select ${person('m')} as one, ${person('o')} as other, pair.by from (
      select pair.* ${pairs} ${order} limit ${limits.pageSize} offset ${(page - 1) * limits.pageSize}
    ) pair join ${members} m on m.id = pair.one join ${members} o on o.id = pair.other ${order}`);
  return rows;
}

export async function countDoubles(db: Readable, reach: Reach): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    reach.isAll
      ? sql`select count(*)::int as count from ${likelyDoubles}`
      : sql`select count(*)::int as count ${doublesWithin(reach)}`,
  );
  return rows[0]!.count;
}

const mostOthers = 10;
const like = (pattern: string) => sql`${registrationSearch} like ${pattern}`;
const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&');

/** An e-mail with one letter more, less, or another one. */
function emailsLike(text: string): SQL {
  const letters = [...text];
  const patterns = letters.flatMap((_letter, at) => {
    const [before, after] = [letters.slice(0, at).join(''), letters.slice(at + 1).join('')].map(escaped);
    const rest = escaped(letters.slice(at).join(''));
    return [`${before}_${after}`, `${before}${after}`, `${before}_${rest}`];
  });
  return or(...new Set([...patterns, `${escaped(text)}_`].map((pattern) => like(`%\n${pattern}\n%`))))!;
}

/** Other records that a text may mean: by name, number, reference, e-mail or mobile, exactly first, then by sound or with one letter changed. */
export async function findOthers(db: Readable, id: string, text: string, reach: Reach): Promise<MemberRow[]> {
  const upper = text.toUpperCase();
  const people = (which: SQL | undefined, but: readonly MemberRow[]) =>
    db
      .select()
      .from(members)
      .where(
        and(
          which,
          ne(members.id, id),
          sql`not ${isOneOf(
            members.id,
            but.map((row) => row.id),
          )}`,
          within(reach, members.state),
        ),
      )
      .orderBy(members.nameSearch, members.id)
      .limit(mostOthers - but.length);
  const exact = await people(
    or(
      sql`${members.id} in (${memberNumbered(text)}, ${memberNumbered(upper)})`,
      eq(members.reference, upper),
      eq(members.email, text.toLowerCase()),
      eq(members.mobile, text),
    ),
    [],
  );
  const found = [...exact, ...(await people(isAbout(text), exact))];
  if (found.length >= mostOthers) return found;
  return [...found, ...(await people(await isLike(db, text), found))];
}

/** The condition for those whose name or e-mail is like a text; of applicants too, whose names are not counted. */
async function isLike(db: Readable, text: string): Promise<SQL> {
  if (text.includes('@')) {
    const key = sql`${doubleEmail()} = (select ${doubleEmail('typed.')} from (select ${text.toLowerCase()}::text as email) typed)`;
    return sql`${members.email} <> '' and (${key} or ${emailsLike(text.toLowerCase())})`;
  }
  const { alike } = await findNamesAlike(db, text, async (words) => {
    const keys = words.map((word) => sql`${soundKeys(members.nameSearch)} && ${soundKeys(sql`${word}::text`)}`);
    return db
      .selectDistinct({ name: members.nameSearch, sound: sql<string>`name_sound(${members.nameSearch})` })
      .from(members)
      .where(and(eq(members.status, 'New'), ...keys))
      .limit(limits.pageSize * 10);
  });
  return sql`${members.nameSearch} = any(${sql.param(alike)}::text[])`;
}
