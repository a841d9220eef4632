import { sql } from 'drizzle-orm';
import { administrators } from '#server/features/administrators/tables.ts';
import type { Readable } from '#server/platform/database/client.ts';
import { rehearsal } from './tables.ts';

export type RehearsalRow = typeof rehearsal.$inferSelect;

/** The rehearsal that is on or has been; undefined before one. */
export async function findRehearsal(db: Readable): Promise<RehearsalRow | undefined> {
  const [row] = await db.select().from(rehearsal);
  return row;
}

/** Whether a rehearsal is on, in which `email` gets no mail: it is neither an administrator's nor on the rehearsal's list. */
export async function findRehearsalFor(db: Readable, email: string): Promise<'none' | 'allowed' | 'withheld'> {
  const { rows } = await db.execute<{ allowed: boolean }>(sql`
    select ${email.toLowerCase()} = any(addresses) or exists (select from ${administrators} where lower(email) = ${email.toLowerCase()}) as allowed
    from ${rehearsal} where ended_at is null`);
  return rows[0] === undefined ? 'none' : rows[0].allowed ? 'allowed' : 'withheld';
}
