import { type SQL, sql } from 'drizzle-orm';
import type { Database, Queryable } from '#server/database/client.ts';
import { lockIfFreeUntilCommit } from '#server/database/locks.ts';
import { memberCountChanges, memberCounts } from '#server/database/tables/members.ts';
import { specialisations } from '#shared/options.ts';

/** What is counted beforehand; '' in `state` means all, as does 0 in `rank`. */
export interface Counted {
  /** What the records share, in the words of the database's function member_cells; several that exclude each other. */
  subject: string | readonly string[];
  state: string;
  rank: number;
  /** Without those that hide their entry. */
  shownOnly: boolean;
}

/** The longest part of a name that is counted beforehand; of names and positions together, as the office searches, two signs. */
const longestPart = { member: 3, office: 2 } as const;

/** What stands for a part of a name in the counts; null when it is too long for them. */
export function nameSubject(part: string, view: 'member' | 'office'): string | null {
  if ([...part].length > longestPart[view]) return null;
  return `${view === 'member' ? 'n' : 'o'}:${part}`;
}

/** The letter of a statute in the column `statutes`, the first that of 48; null for a text that is not of the list. */
export function statuteLetter(statute: string): string | null {
  const place = (specialisations as readonly string[]).indexOf(statute);
  return place < 0 ? null : String.fromCharCode(48 + place);
}

const kept = ({ shownOnly }: Counted) => sql.identifier(shownOnly ? 'shown' : 'whole');

// A missing condition would let PostgreSQL read the whole of the counts; each begins with the columns of their key.
const sumOf = (counted: Counted) => sql`(select coalesce(sum(${kept(counted)}), 0) from ${memberCounts}
  where level = 0 and subject in ${[counted.subject].flat()}
  ${counted.state ? sql`and state = ${counted.state}` : sql``} ${counted.rank ? sql`and tier_rank = ${counted.rank}` : sql``})`;

/** The same conditions as on `members`: what has changed has their columns, and goes by their name. */
const changedBy = (where: SQL | undefined) =>
  sql`(select coalesce(sum(sign), 0) from ${memberCountChanges} as members where ${where ?? sql`true`})`;

/** How many records there are, as a value in a statement. @param where the same as a condition on `members` */
export const countedBeforehand = (counted: Counted, where: SQL | undefined): SQL<string> =>
  sql`(${sumOf(counted)} + ${changedBy(where)})`;

/** A place in the order of the directory: names from `block` on, of this tier. */
export interface Place {
  rank: number;
  block: string;
  /** How many of those that are looked for stand before it. */
  before: number;
}

/**
 * The last known place before the `offset`th of those that are looked for, so that a far page is begun near its rows.
 * @param counted with a subject that is counted by place: all, or a statute in all States
 * @returns null where there is none, or so few
 */
export async function findPlace(
  db: Queryable,
  counted: Counted,
  where: SQL | undefined,
  offset: number,
): Promise<Place | null> {
  const level = counted.state ? 1 : 2;
  const { rows } = await db.execute<{ rank: number; block: string; before: string }>(sql`
    with places as (
      select tier_rank, block collate "C" as block, sum(records) as records from (
        select tier_rank, block, ${kept(counted)} as records from ${memberCounts}
        where level = ${level} and subject in ${[counted.subject].flat()} and state = ${counted.state}
          ${counted.rank ? sql`and tier_rank = ${counted.rank}` : sql``}
        union all
        select tier_rank, left(name_search, 4), sign from ${memberCountChanges} as members where ${where ?? sql`true`}
      ) as both_kinds group by 1, 2
    ), running as (
      select *, sum(records) over (order by tier_rank, block) as reached from places
    )
    select tier_rank as rank, block, (reached - records)::integer as before from running
    where reached > ${offset} order by tier_rank, block limit 1`);
  const row = rows[0];
  return row ? { ...row, before: Number(row.before) } : null;
}

let sorts: Promise<boolean> | undefined;

/** Whether this database sorts by code points, as the embedded one does: only then names with the same beginning stand together. */
export async function sortsByCodePoint(db: Queryable): Promise<boolean> {
  sorts ??= db
    .execute<{ plain: boolean }>(
      sql`select array_agg(name order by name) = array_agg(name order by name collate "C") as plain
        from unnest(array['ab', 'a b', 'aa', 'A', 'Z', 'é', 'z', 'a-c', 'म']) as name`,
    )
    .then(({ rows }) => rows[0]!.plain);
  try {
    return await sorts;
  } catch (error) {
    sorts = undefined;
    throw error;
  }
}

/** As many changes are read with every count without being felt. */
export const fewChanges = 500;

/**
 * Adds what has changed to the counts, in one process at a time: many writers would wait for each other there, and so they
 * only note what they do.
 * @param from only if there are so many
 */
export async function addUpChanges(database: Database, from = 1): Promise<void> {
  const { rows } = await database.execute(sql`select from ${memberCountChanges} limit ${from}`);
  if (rows.length < from) return;
  await database.transaction(async (tx) => {
    if (!(await lockIfFreeUntilCommit(tx, 'memberCounts'))) return;
    await tx.execute(sql`
      with noted as (delete from ${memberCountChanges} returning *)
      insert into ${memberCounts} as kept (level, subject, state, block, tier_rank, shown, whole)
      select cells.level, cells.subject, cells.of_state, cells.block, tier_rank,
        sum(case when hide_entry then 0 else sign end), sum(sign)
      from noted, member_cells(status, state, name_search, position_search, statutes, payment_status, correction_state, created_at) as cells
      group by 1, 2, 3, 4, 5
      having sum(sign) <> 0 or sum(case when hide_entry then 0 else sign end) <> 0
      on conflict (level, subject, state, block, tier_rank)
      do update set shown = kept.shown + excluded.shown, whole = kept.whole + excluded.whole`);
  });
}

/** How many records share something, by State and tier; those that have none are absent. @param where the same as a condition on `members` */
export async function countedByPlace(
  db: Queryable,
  subject: string,
  where: SQL,
): Promise<{ state: string; rank: number; count: number }[]> {
  const { rows } = await db.execute<{ state: string; rank: number; count: string }>(sql`
    select state, tier_rank as rank, sum(records) as count from (
      select state, tier_rank, whole as records from ${memberCounts} where level = 0 and subject = ${subject}
      union all select state, tier_rank, sign from ${memberCountChanges} as members where ${where}
    ) as both_kinds group by 1, 2 having sum(records) > 0`);
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}
