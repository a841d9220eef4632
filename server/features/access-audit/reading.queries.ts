import { and, desc, eq, gt, lt, ne, type SQLWrapper, sql } from 'drizzle-orm';
import { cases } from '#server/features/cases/tables.ts';
import { mergedRecords } from '#server/features/members/tables.ts';
import { payments } from '#server/features/payments/tables.ts';
import { settings } from '#server/features/settings/tables.ts';
import type { Queryable } from '#server/platform/database/client.ts';
import { currentTime } from '#server/platform/database/columns.ts';
import type { Opened } from '#shared/endpoint.ts';
import { officeBudgets, readings } from './tables.ts';

const today: SQLWrapper = { getSQL: () => sql`(${currentTime} at time zone 'Asia/Kolkata')::date` };

/** The person of a payment. */
export async function findPayer(db: Queryable, paymentId: string): Promise<string | undefined> {
  const [row] = await db.select({ id: payments.memberId }).from(payments).where(eq(payments.id, paymentId));
  return row?.id ?? undefined;
}

/** The person of a case. */
export async function findAsker(db: Queryable, caseId: string): Promise<string | undefined> {
  const [row] = await db.select({ id: cases.memberId }).from(cases).where(eq(cases.id, caseId));
  return row?.id ?? undefined;
}

/** Who was read: a record that was merged into another one answers as that one. */
const readOf = (id: string) =>
  sql`coalesce((select ${mergedRecords.keptId} from ${mergedRecords} where ${mergedRecords.droppedId} = ${id}), ${id}::uuid)`;

/** Records that an administrator has opened something of a person. @returns whether it is the first time today */
export async function noteOpened(tx: Queryable, by: string, what: Opened, memberId: string): Promise<boolean> {
  const [row] = await tx
    .insert(readings)
    .values({ day: sql`${today}`, by, what, memberId: readOf(memberId), at: sql`${currentTime}` })
    .onConflictDoUpdate({
      target: [readings.day, readings.by, readings.what, readings.memberId],
      set: { times: sql`${readings.times} + 1`, at: sql`${currentTime}` },
    })
    .returning({ times: readings.times });
  return row?.times === 1;
}

/** The number of people whose data an administrator has opened today, by kind. */
export async function countOpenedToday(tx: Queryable, by: string): Promise<Map<Opened, number>> {
  const rows = await tx
    .select({ what: readings.what, count: sql<number>`count(*)::int` })
    .from(readings)
    .where(and(eq(readings.day, sql`${today}`), eq(readings.by, by)))
    .groupBy(readings.what);
  return new Map(rows.map(({ what, count }) => [what, count]));
}

/** The number of people whose scanned ID an administrator has opened within an hour. */
export async function countIdsOfHour(tx: Queryable, by: string): Promise<number> {
  return tx.$count(
    readings,
    and(eq(readings.by, by), eq(readings.what, 'ID'), gt(readings.at, sql`${currentTime} - interval '1 hour'`)),
  );
}

/** Who has opened what of a person, the last day first. */
export async function findReadingsOf(db: Queryable, memberId: string) {
  return (
    db
      .select({
        day: readings.day,
        by: readings.by,
        what: readings.what,
        times: readings.times,
        at: readings.at,
      })
      .from(readings)
      // Who may read a circle's case would be told by them that there is one.
      .where(and(eq(readings.memberId, memberId), ne(readings.what, 'case')))
      .orderBy(desc(readings.at))
  );
}

/** Deletes old readings; the log's lines stay. */
export async function sweepReadings(db: Queryable, days: number): Promise<void> {
  await db.delete(readings).where(lt(readings.day, sql`${today} - ${days}::int`));
  await db.delete(officeBudgets).where(lt(officeBudgets.endsAt, sql`${currentTime} - interval '1 day'`));
}

const allowed = sql`(select (security->>'officeRecordsPerHour')::int from ${settings} order by id limit 1)`;

/** Takes rows of lists from an administrator's hourly budget. @returns false when it was used up before */
export async function takeRows(db: Queryable, administratorId: string, rows: number): Promise<boolean> {
  const isOver = sql`${officeBudgets.endsAt} <= ${currentTime}`;
  const counted = await db
    .insert(officeBudgets)
    .values({ administratorId, rows, endsAt: sql`${currentTime} + interval '1 hour'` })
    .onConflictDoUpdate({
      target: officeBudgets.administratorId,
      set: {
        rows: sql`case when ${isOver} then excluded.rows else ${officeBudgets.rows} + excluded.rows end`,
        endsAt: sql`case when ${isOver} then excluded.ends_at else ${officeBudgets.endsAt} end`,
        told: sql`${officeBudgets.told} and not ${isOver}`,
      },
      setWhere: sql`${isOver} or ${officeBudgets.rows} < ${allowed}`,
    })
    .returning({ rows: officeBudgets.rows });
  return counted.length > 0;
}

/** Records that the other administrators are told about a used-up budget. @returns the number of rows; undefined when they were told already */
export async function noteTold(tx: Queryable, administratorId: string): Promise<number | undefined> {
  const [row] = await tx
    .update(officeBudgets)
    .set({ told: true })
    .where(and(eq(officeBudgets.administratorId, administratorId), eq(officeBudgets.told, false)))
    .returning({ rows: officeBudgets.rows });
  return row?.rows;
}

/** Begins a new hour at once. */
export async function beginHour(tx: Queryable, administratorId: string): Promise<void> {
  await tx.delete(officeBudgets).where(eq(officeBudgets.administratorId, administratorId));
}
