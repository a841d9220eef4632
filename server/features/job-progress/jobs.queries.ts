import { and, eq, inArray } from 'drizzle-orm';
import { administrators } from '#server/features/administrators/tables.ts';
import { members } from '#server/features/members/tables.ts';
import type { Readable } from '#server/platform/database/client.ts';
import { type Reach, within } from '#server/platform/database/reach.ts';
import type { LeftOut } from '#server/platform/jobs/jobs.queries.ts';

/** Those of the records that are within the reach now. */
export async function findWithin(db: Readable, left: readonly LeftOut[], reach: Reach): Promise<Set<string>> {
  if (left.length === 0) return new Set();
  const ids = [...new Set(left.map(({ id }) => id))];
  const rows = await db
    .select({ id: members.id })
    .from(members)
    .where(and(inArray(members.id, ids), within(reach, members.state)));
  return new Set(rows.map(({ id }) => id));
}

export async function findAdministratorEmail(db: Readable, id: string): Promise<string | undefined> {
  const [row] = await db.select({ email: administrators.email }).from(administrators).where(eq(administrators.id, id));
  return row?.email;
}
