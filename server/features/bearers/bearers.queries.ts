// Offered to other features: the numbers of erased people.
import { and, asc, desc, eq, gte, inArray, isNull, lte, max, ne, or, sql } from 'drizzle-orm';
import { memberNumbered } from '#server/features/members/member-numbers.queries.ts';
import { members } from '#server/features/members/tables.ts';
import type { Readable, Transaction } from '#server/platform/database/client.ts';
import { rowQueries } from '#server/platform/database/row-queries.ts';
import { officeBearers } from './tables.ts';

export type BearerRow = typeof officeBearers.$inferSelect;

export const { lock: lockTerm, insert: insertTerm, save: saveTerm, remove: removeTerm } = rowQueries(officeBearers);

/** The columns of the member's current record that a term shows; null without one. */
const record = {
  status: members.status,
  name: members.name,
  memberNumber: members.memberNumber,
  state: members.state,
  district: members.district,
  designation: members.designation,
  cardPhoto: members.cardPhoto,
  pictureFile: members.pictureFile,
};
export type Term = BearerRow & {
  record: { [K in keyof typeof record]: (typeof members.$inferSelect)[K] } | null;
};

const terms = (db: Readable) =>
  db
    .select({ term: officeBearers, record })
    .from(officeBearers)
    .leftJoin(members, eq(members.id, officeBearers.memberId));
const flat = (rows: { term: BearerRow; record: Term['record'] }[]): Term[] =>
  rows.map(({ term, record: recordValue }) => ({ ...term, record: recordValue }));

const runsOn = (day: string) =>
  and(lte(officeBearers.from, day), or(isNull(officeBearers.until), gte(officeBearers.until, day)));
const byOrder = [asc(officeBearers.position), asc(officeBearers.office), asc(officeBearers.from), officeBearers.id];

/** The current terms on a day, in the order of the offices. @param all also those that ended before it, after the others, newest first */
export async function findTerms(db: Readable, day: string, all: boolean): Promise<Term[]> {
  const rows = await terms(db)
    .where(all ? lte(officeBearers.from, day) : runsOn(day))
    .orderBy(
      sql`${officeBearers.until} is not null and ${officeBearers.until} < ${day}::date`,
      // Only ended terms are sorted by their end; for the others this is null.
      sql`case when ${officeBearers.until} < ${day}::date then ${officeBearers.until} end desc nulls first`,
      ...byOrder,
    );
  return flat(rows);
}

/** All terms: current and future ones first. */
export async function findTermsPage(db: Readable, today: string, { offset, limit }: { offset: number; limit: number }) {
  const rows = await terms(db)
    .orderBy(
      sql`${officeBearers.until} is not null and ${officeBearers.until} < ${today}::date`,
      sql`case when ${officeBearers.until} < ${today}::date then ${officeBearers.until} end desc nulls first`,
      ...byOrder,
    )
    .offset(offset)
    .limit(limit);
  return flat(rows);
}

export const countTerms = (db: Readable): Promise<number> => db.$count(officeBearers);

export async function findTerm(db: Readable, id: string): Promise<Term | undefined> {
  return flat(await terms(db).where(eq(officeBearers.id, id)))[0];
}

/** A member who may hold an office, by a number. */
export async function findByNumber(db: Readable, memberNumber: string) {
  const [row] = await db
    .select({
      id: members.id,
      name: members.name,
      state: members.state,
      email: members.email,
      memberNumber: members.memberNumber,
    })
    .from(members)
    .where(and(sql`${members.id} = ${memberNumbered(memberNumber)}`, eq(members.status, 'Approved')));
  return row;
}

/** An overlapping term of the same office; the caller holds the lock of offices. */
export async function findOverlap(
  tx: Transaction,
  { office, from, until }: { office: string; from: string; until: string | null },
  exceptId?: string,
): Promise<BearerRow | undefined> {
  const [row] = await tx
    .select()
    .from(officeBearers)
    .where(
      and(
        sql`${officeBearers.officeKey} = regexp_replace(lower(${office}), '\\s', '', 'g')`,
        until === null ? undefined : lte(officeBearers.from, until),
        or(isNull(officeBearers.until), gte(officeBearers.until, from)),
        exceptId ? ne(officeBearers.id, exceptId) : undefined,
      ),
    )
    .limit(1);
  return row;
}

/** The position of an office: that of its other terms, else after all others. */
export async function nextPosition(tx: Transaction, office: string): Promise<number> {
  const [same] = await tx
    .select({ position: officeBearers.position })
    .from(officeBearers)
    .where(sql`${officeBearers.officeKey} = regexp_replace(lower(${office}), '\\s', '', 'g')`)
    .orderBy(desc(officeBearers.from))
    .limit(1);
  if (same) return same.position;
  const [last] = await tx.select({ position: max(officeBearers.position) }).from(officeBearers);
  return (last?.position ?? 0) + 1;
}

/** Every office once, in its order, with its term among `ids`, if there is one. */
export async function findOffices(tx: Transaction, ids: readonly string[]) {
  const { rows } = await tx.execute<{ officeKey: string; named: string | null }>(sql`
    select office_key as "officeKey", min(id::text) filter (where id = any(${sql.param([...ids])}::uuid[])) as named
    from ${officeBearers} group by office_key order by min(position), office_key`);
  return rows;
}

/** Numbers the offices from 1 on, in the given order. */
export async function saveOrder(tx: Transaction, officeKeys: readonly string[]): Promise<void> {
  await tx.execute(sql`
    update ${officeBearers} b set position = o.number
    from unnest(${sql.param([...officeKeys])}::text[]) with ordinality o (office_key, number)
    where b.office_key = o.office_key`);
}

/** Copies the members' current name and State into their terms, where they stay after the membership. */
export async function keepNames(db: Pick<Transaction, 'execute'>, today: string): Promise<void> {
  await db.execute(sql`
    update ${officeBearers} b set name = m.name, state = m.state from ${members} m
    where m.id = b.member_id and m.status = 'Approved' and b."from" <= ${today}::date
      and (b.until is null or b.until >= ${today}::date) and (b.name, b.state) is distinct from (m.name, m.state)`);
}

/** Takes the member numbers of people whose records are about to be deleted; names stay, as the association's history. */
export async function eraseNumbers(tx: Transaction, memberIds: readonly string[]): Promise<void> {
  await tx
    .update(officeBearers)
    .set({ memberNumber: null })
    .where(inArray(officeBearers.memberId, [...memberIds]));
}
