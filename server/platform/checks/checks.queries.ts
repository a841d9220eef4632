import { eq, sql } from 'drizzle-orm';
import type { Queryable, Readable } from '#server/platform/database/client.ts';
import { clock } from '#shared/clock.ts';
import { readyChecks } from './tables.ts';

export type CheckRow = typeof readyChecks.$inferSelect;

/** What a check remembers between two looks. */
export type Memory = Readonly<Record<string, string>>;

/** The row of the site as a whole: when it was ready first, and the day of the last mail. */
export const wholeSite = 'site';

const unseen = { state: 'missing', found: '' } as const;

export async function listChecks(db: Readable): Promise<Map<string, CheckRow>> {
  return new Map((await db.select().from(readyChecks)).map((row) => [row.id, row]));
}

export async function findMemory(db: Readable, id: string): Promise<Memory> {
  const [row] = await db.select({ data: readyChecks.data }).from(readyChecks).where(eq(readyChecks.id, id));
  return row?.data ?? {};
}

/** Adds to what a check remembers. */
export async function remember(db: Queryable, id: string, data: Memory): Promise<void> {
  await db
    .insert(readyChecks)
    .values({ id, ...unseen, data })
    .onConflictDoUpdate({
      target: readyChecks.id,
      set: { data: sql`${readyChecks.data} || ${JSON.stringify(data)}::jsonb` },
    });
}

/** Saves what was found; what is right needs no putting off any more. */
export async function saveCheck(
  db: Queryable,
  id: string,
  { state, found, act }: Pick<CheckRow, 'state' | 'found' | 'act'>,
): Promise<void> {
  const checkedAt = clock.now();
  const isRight = state === 'ok';
  await db
    .insert(readyChecks)
    .values({ id, state, found, act, checkedAt, rightAt: isRight ? checkedAt : null })
    .onConflictDoUpdate({
      target: readyChecks.id,
      set: {
        state,
        found,
        act,
        checkedAt,
        ...(isRight && { rightAt: sql`coalesce(${readyChecks.rightAt}, ${checkedAt})`, putOffUntil: null }),
      },
    });
}

export async function putOffCheck(db: Queryable, id: string, putOffUntil: Date | null): Promise<void> {
  await db
    .insert(readyChecks)
    .values({ id, ...unseen, putOffUntil })
    .onConflictDoUpdate({ target: readyChecks.id, set: { putOffUntil } });
}

/** Takes the day's one mail. @returns false when it was sent */
export async function takeDayOfMail(db: Queryable, day: string): Promise<boolean> {
  const rows = await db
    .insert(readyChecks)
    .values({ id: wholeSite, ...unseen, mailedOn: day })
    .onConflictDoUpdate({
      target: readyChecks.id,
      set: { mailedOn: day },
      setWhere: sql`${readyChecks.mailedOn} is null or ${readyChecks.mailedOn} < ${day}`,
    })
    .returning({ id: readyChecks.id });
  return rows.length > 0;
}
