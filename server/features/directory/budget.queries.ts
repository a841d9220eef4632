import { and, eq, lt, type SQLWrapper, sql } from 'drizzle-orm';
import { members } from '#server/features/members/tables.ts';
import type { Queryable } from '#server/platform/database/client.ts';
import { currentTime } from '#server/platform/database/columns.ts';
import { type Reach, within } from '#server/platform/database/reach.ts';
import { limits } from '#shared/limits.ts';
import { directoryBudgets } from './tables.ts';

const { quarterHour, day } = limits.directoryPages;

const today: SQLWrapper = { getSQL: () => sql`(${currentTime} at time zone 'Asia/Kolkata')::date` };
const tomorrow = sql`((${today} + 1)::timestamp at time zone 'Asia/Kolkata')`;
const quarterFromNow = sql`${currentTime} + interval '15 minutes'`;

/** The counts, 0 once the quarter of an hour or the day is over. */
const quarterPages = sql<number>`case when ${directoryBudgets.quarterEndsAt} <= ${currentTime} then 0 else ${directoryBudgets.quarterPages} end`;
const dayPages = sql<number>`case when ${directoryBudgets.day} <> ${today} then 0 else ${directoryBudgets.dayPages} end`;

export interface BudgetState {
  quarterPages: number;
  dayPages: number;
}

/** How many pages a member has opened. */
export async function findBudget(db: Queryable, memberId: string): Promise<BudgetState> {
  const [row] = await db
    .select({ quarterPages, dayPages })
    .from(directoryBudgets)
    .where(eq(directoryBudgets.memberId, memberId));
  return row ?? { quarterPages: 0, dayPages: 0 };
}

export interface BudgetUse extends BudgetState {
  /** False when the budget is used up. */
  granted: boolean;
  /** Seconds until the quarter of an hour is over, and until the next day. */
  quarterLeft: number;
  dayLeft: number;
}

/**
 * Takes one page out of a member's budget, for all processes.
 * @returns null for a member who is not counted yet: see {@link openBudget}
 */
export async function takePage(db: Queryable, memberId: string): Promise<BudgetUse | null> {
  // Committed asynchronously: a crash loses the count of a few pages at most.
  const { rows } = await db.execute<{ [Key in keyof BudgetUse]: BudgetUse[Key] }>(sql`
    with present as materialized (
      select ${directoryBudgets.memberId} as id, ${quarterPages} as quarter, ${dayPages} as today,
        set_config('synchronous_commit', 'off', true)
      from ${directoryBudgets} where ${eq(directoryBudgets.memberId, memberId)} for update
    ), granted as (
      select id, quarter, today, (quarter < ${quarterHour} and today < ${day})::int as pages from present
    )
    update ${directoryBudgets} set
      quarter_pages = quarter + pages, day_pages = today + pages, day = ${today},
      quarter_ends_at = case when quarter_ends_at <= ${currentTime} then ${quarterFromNow} else quarter_ends_at end
    from granted where ${directoryBudgets.memberId} = id
    returning pages = 1 as granted, quarter_pages as "quarterPages", day_pages as "dayPages",
      extract(epoch from quarter_ends_at - ${currentTime})::float8 as "quarterLeft",
      extract(epoch from ${tomorrow} - ${currentTime})::float8 as "dayLeft"`);
  return rows[0] ?? null;
}

/** Adds the row with a member's counts. */
export async function openBudget(db: Queryable, memberId: string): Promise<void> {
  await db
    .insert(directoryBudgets)
    .values({ memberId, quarterEndsAt: sql`${quarterFromNow}`, quarterPages: 0, day: sql`${today}`, dayPages: 0 })
    .onConflictDoNothing();
}

/** Sets the counts back to 0. */
export async function resetBudget(tx: Queryable, memberId: string): Promise<void> {
  await tx
    .update(directoryBudgets)
    .set({ quarterPages: 0, dayPages: 0 })
    .where(eq(directoryBudgets.memberId, memberId));
}

/** The reference of a member within reach; null when there is none. */
export async function findReference(db: Queryable, memberId: string, reach: Reach): Promise<string | null> {
  const [row] = await db
    .select({ reference: members.reference })
    .from(members)
    .where(and(eq(members.id, memberId), within(reach, members.state)));
  return row?.reference ?? null;
}

/** Notes that the office is told. @returns the member, once a day */
export async function noteTold(
  tx: Queryable,
  memberId: string,
): Promise<{ reference: string; name: string; state: string } | undefined> {
  const [row] = await tx
    .update(directoryBudgets)
    .set({ toldOn: sql`${today}` })
    .from(members)
    .where(
      and(
        eq(directoryBudgets.memberId, memberId),
        eq(members.id, memberId),
        sql`${directoryBudgets.toldOn} is distinct from ${today}`,
      ),
    )
    .returning({ reference: members.reference, name: members.name, state: members.state });
  return row;
}

/** Removes counts that mean nothing any more; a quarter of an hour may have begun before midnight. */
export async function sweepBudgets(db: Queryable): Promise<void> {
  await db.delete(directoryBudgets).where(lt(directoryBudgets.day, sql`${today} - 1`));
}
