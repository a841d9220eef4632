import { type SQL, sql } from 'drizzle-orm';
import type { Readable } from './client.ts';

/** How many rows wait, and since when the oldest does. @param from a table and its condition */
export async function countWaiting(
  db: Readable,
  from: SQL,
  since: SQL,
): Promise<{ count: number; since: Date | null }> {
  const { rows } = await db.execute<{ count: number; since: number | null }>(
    sql`select count(*)::int as count, extract(epoch from min(${since}))::float8 * 1000 as since from ${from}`,
  );
  const { count = 0, since: at = null } = rows[0] ?? {};
  return { count, since: at === null ? null : new Date(at) };
}

/** The oldest of them: an id, and what names each. */
export async function oldestWaiting(db: Readable, from: SQL, name: SQL, since: SQL, max: number) {
  const { rows } = await db.execute<{ id: string; name: string; since: number | null }>(
    sql`select id::text as id, ${name} as name, extract(epoch from ${since})::float8 * 1000 as since from ${from}
      order by ${since}, id limit ${max}`,
  );
  return rows.map(({ id, name: text, since: at }) => ({ id, name: text, since: at === null ? null : new Date(at) }));
}

/** How a list of work reads the rows that wait in a table. @param entryOf what the list says of each */
export const rowsWaiting = (
  from: SQL,
  name: SQL,
  since: SQL,
  entryOf: (row: { id: string; name: string }) => { title: string; href: string },
) => ({
  find: (db: Readable) => countWaiting(db, from, since),
  oldest: async (db: Readable, _office: unknown, max: number) =>
    (await oldestWaiting(db, from, name, since, max)).map((row) => ({ ...entryOf(row), since: row.since })),
});
