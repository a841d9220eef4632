import { and, inArray } from 'drizzle-orm';
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
