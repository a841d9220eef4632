import { eq, type SQLWrapper, sql } from 'drizzle-orm';
import type { Queryable } from '#server/platform/database/client.ts';
import { currentTime } from '#server/platform/database/columns.ts';
import { log } from './tables.ts';

// The lines of what administrators open: one per day and administrator, and one per hour of very many IDs.

const today: SQLWrapper = { getSQL: () => sql`(${currentTime} at time zone 'Asia/Kolkata')::date` };

/** Locks the log's line for this administrator's day. @returns its id */
export async function holdLineOfDay(tx: Queryable, by: string): Promise<string> {
  const [row] = await tx
    .insert(log)
    .values({ kind: 'reading', by, action: 'opened', countKey: sql`'reading ' || ${today} || ' ' || ${by}` })
    .onConflictDoUpdate({
      target: log.countKey,
      targetWhere: sql`count_key is not null`,
      set: { at: sql`greatest(${log.at}, ${currentTime})` },
    })
    .returning({ id: log.id });
  return row!.id;
}

export async function writeLineOfDay(tx: Queryable, id: string, action: string): Promise<void> {
  await tx.update(log).set({ action }).where(eq(log.id, id));
}

/** Logs that an administrator opens scanned IDs in bulk. @returns false when this hour has that line already */
export async function noteBulk(tx: Queryable, by: string, note: string): Promise<boolean> {
  const written = await tx
    .insert(log)
    .values({
      kind: 'security',
      by,
      action: 'opened very many scanned IDs within an hour',
      note,
      countKey: sql`'IDs ' || date_trunc('hour', ${currentTime}) || ' ' || ${by}::text`,
    })
    .onConflictDoNothing()
    .returning({ id: log.id });
  return written.length > 0;
}
