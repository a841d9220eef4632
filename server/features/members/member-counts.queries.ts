// Offered to other features: precomputed counts, which lists of members add up.
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Database, Readable } from '#server/platform/database/client.ts';
import { lockIfFreeUntilCommit } from '#server/platform/database/locks.ts';
import type { OfStates, Reach } from '#server/platform/database/reach.ts';
import { specialisations } from '#shared/options.ts';
import { memberCountChanges, memberCounts, soundKeys } from './tables.ts';

/** A precomputed count; '' in `state` means all, as does 0 in `rank`. */
export interface Counted {
  /** What the records share, in the words of the database's function member_cells; several that exclude each other. */
  subject: string | readonly string[];
  state: OfStates;
  rank: number;
  /** Without those that hide their entry. */
  shownOnly: boolean;
}

/** The longest part of a name with a precomputed count; of names and positions together, as the office searches, two characters. */
const longestPart = { member: 3, office: 2 } as const;

/** The subject of a part of a name; null when it is too long to have a precomputed count. */
export function nameSubject(part: string, view: 'member' | 'office'): string | null {
  if ([...part].length > longestPart[view]) return null;
  return `${view === 'member' ? 'n' : 'o'}:${part}`;
}

/** The subject of a part of a name of up to two characters together with a statute, in all States; null when it is longer. */
export const nameAndStatuteSubject = (part: string, letter: string): string | null =>
  [...part].length > 2 ? null : `q:${letter}${part}`;

/** The letter of a statute in the column `statutes`, the first that of 48; null for a text that is not of the list. */
export function statuteLetter(statute: string): string | null {
  const index = (specialisations as readonly string[]).indexOf(statute);
  return index < 0 ? null : String.fromCharCode(48 + index);
}

const stateIn = (states: OfStates): SQL =>
  typeof states === 'string' ? sql`state = ${states}` : states.length === 0 ? sql`false` : sql`state in ${states}`;

const columnOf = ({ shownOnly }: Counted) => sql.identifier(shownOnly ? 'shown' : 'whole');

// A missing condition would let PostgreSQL read the whole of the counts; each begins with the columns of their key.
const sumOf = (counted: Counted) => sql`(select coalesce(sum(${columnOf(counted)}), 0) from ${memberCounts}
  where level = 0 and subject in ${[counted.subject].flat()}
  ${counted.state === '' ? sql`` : sql`and ${stateIn(counted.state)}`} ${counted.rank ? sql`and tier_rank = ${counted.rank}` : sql``})`;

/** The changes that are not yet added up. They have the columns of `members` and its alias, so that the same conditions fit. */
const changedBy = (where: SQL | undefined) =>
  sql`(select coalesce(sum(sign), 0) from ${memberCountChanges} as members where ${where ?? sql`true`})`;

/** The number of records, as a value in a statement. @param where the same as a condition on `members` */
export const precomputedCount = (counted: Counted, where: SQL | undefined): SQL<string> =>
  sql`(${sumOf(counted)} + ${changedBy(where)})`;

/** With more names than this, reading the directory in its order finds a page of matches sooner. */
const maxNames = 500;

/** All names that match a pattern of `like`; null for too many. Some may belong to nobody any more. */
export async function findNames(db: Readable, pattern: string): Promise<string[] | null> {
  const { rows } = await db.execute<{ name: string }>(sql`
    (select distinct subject as name from ${memberCounts} where level = 5 and subject like ${pattern} limit ${maxNames + 1})
    union select name_search from ${memberCountChanges} where status = 'Approved' and name_search like ${pattern}`);
  return rows.length > maxNames ? null : rows.map(({ name }) => name);
}

/** More would be names that have little in common. */
const maxCandidates = 2_000;

/**
 * Names with a word like each of these: one that sounds alike but for at most one letter, or two by chance.
 * @returns the words and the names, each as they sound
 */
export async function findNamesLike(db: Readable, words: readonly string[]) {
  const soundsOfWords = await db.execute<{ sound: string }>(
    sql`select name_sound(word) as sound from unnest(${sql.param([...words])}::text[]) with ordinality as input (word, place) order by place`,
  );
  const isLike = (name: SQL) =>
    sql.join(
      words.map((word) => sql`${soundKeys(name)} && ${soundKeys(sql`${word}::text`)}`),
      sql` and `,
    );
  const { rows } = await db.execute<{ name: string; sound: string }>(sql`
    select name, name_sound(name) as sound from (
      (select distinct subject as name from ${memberCounts} where level = 5 and ${isLike(sql`subject`)} limit ${maxCandidates})
      union select name_search from ${memberCountChanges} where status = 'Approved' and ${isLike(sql`name_search`)}
    ) as names`);
  return { sounds: soundsOfWords.rows.map(({ sound }) => sound), names: rows };
}

/** A position in the order of the directory: names from `block` on, of this tier. */
export interface Position {
  rank: number;
  block: string;
  /** How many of those that are looked for stand before it. */
  before: number;
}

/**
 * The last known position before the `offset`th of those that are looked for, so that a far page is begun near its rows.
 * @param counted with a subject that is counted by position: all, or a statute in all States
 * @returns null where there is none, or so few
 */
export async function findPosition(db: Readable, counted: Counted, where: SQL | undefined, offset: number) {
  const ofLevel = (alone: number) => sql`level = ${counted.state === '' ? alone : alone - 1}
    and subject in ${[counted.subject].flat()} and ${stateIn(counted.state)} ${counted.rank ? sql`and kept.tier_rank = ${counted.rank}` : sql``}`;
  // Found by the first sign first, so that not all blocks are added up.
  const { rows } = await db.execute<{ rank: number; block: string; before: string }>(sql`
    with noted as (
      select tier_rank, left(name_search, 4) as block, sign as records from ${memberCountChanges} as members where ${where ?? sql`true`}
    ), signs as (
      select tier_rank, sign, sum(records) as records from (
        select tier_rank, block collate "C" as sign, ${columnOf(counted)} as records from ${memberCounts} as kept where ${ofLevel(4)}
        union all select tier_rank, left(block, 1), records from noted
      ) as both_kinds group by 1, 2
    ), reached as (
      select *, sum(records) over (order by tier_rank, sign) as reached from signs
    ), first as materialized (
      select *, reached - records as before from reached where reached > ${offset} order by tier_rank, sign limit 1
    ), blocks as (
      select block, sum(records) as records from (
        select kept.block collate "C" as block, ${columnOf(counted)} as records from first join ${memberCounts} as kept
          on kept.tier_rank = first.tier_rank and kept.block >= first.sign and kept.block <= first.sign || chr(1114111)
        where ${ofLevel(2)}
        union all select noted.block, noted.records from noted join first
          on noted.tier_rank = first.tier_rank and left(noted.block, 1) = first.sign
      ) as both_kinds group by 1
    ), running as (
      select blocks.*, first.tier_rank, first.before + sum(blocks.records) over (order by block) as reached from blocks, first
    )
    select tier_rank as rank, block, (reached - records)::integer as before from running
    where reached > ${offset} order by block limit 1`);
  const row = rows[0];
  return row ? { ...row, before: Number(row.before) } : null;
}

let sorts: Promise<boolean> | undefined;

/** Whether this database sorts by code points, as the embedded one does: only then names with the same beginning stand together. */
export async function sortsByCodePoint(db: Readable): Promise<boolean> {
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
      from noted, member_cells(status, state, name_search, position_search, statutes, association_office, payment_status,
          correction_state, created_at) as cells
      group by 1, 2, 3, 4, 5
      having sum(sign) <> 0 or sum(case when hide_entry then 0 else sign end) <> 0
      on conflict (level, subject, state, block, tier_rank)
      do update set shown = kept.shown + excluded.shown, whole = kept.whole + excluded.whole`);
  });
}

/** Deletes counts of nobody: they hold parts of names, also of deleted records. */
export async function deleteEmptyCounts(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    if (!(await lockIfFreeUntilCommit(tx, 'memberCounts'))) return;
    await tx.delete(memberCounts).where(and(eq(memberCounts.shown, 0), eq(memberCounts.whole, 0)));
  });
}

/** How many records share something, by State and tier; those that have none are absent. @param where the same as a condition on `members` */
export async function countedByTierAndState(db: Readable, subject: string, where: SQL, reach: Reach) {
  const theirs = reach.isAll ? sql`true` : stateIn(reach.narrow());
  const { rows } = await db.execute<{ state: string; rank: number; count: string }>(sql`
    select state, tier_rank as rank, sum(records) as count from (
      select state, tier_rank, whole as records from ${memberCounts} where level = 0 and subject = ${subject} and ${theirs}
      union all select state, tier_rank, sign from ${memberCountChanges} as members where ${where} and ${theirs}
    ) as both_kinds group by 1, 2 having sum(records) > 0`);
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}
