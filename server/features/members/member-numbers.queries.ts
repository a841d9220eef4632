// Offered to other features: the only reader of member numbers, which lead to one person for ever, also once records were merged.
import { inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Readable } from '#server/platform/database/client.ts';
import { members, mergedRecords } from './tables.ts';

/** The id of the record that a number leads to, as a value in a statement; null for none. */
export const memberNumbered = (number: SQLWrapper | string): SQL<string | null> => sql`(
  select id from ${members} numbered where numbered.member_number = ${number}
  union all select kept_id from ${mergedRecords} merged where merged.member_number = ${number} limit 1)`;

/** The records that numbers lead to: by number as it is asked for, their ids. */
export async function findNumbered(db: Readable, numbers: readonly string[]): Promise<Map<string, string>> {
  if (numbers.length === 0) return new Map();
  const asked = [...new Set(numbers)];
  const own = db
    .select({ number: sql<string>`${members.memberNumber}`, id: members.id })
    .from(members)
    .where(inArray(members.memberNumber, asked));
  const merged = db
    .select({ number: sql<string>`${mergedRecords.memberNumber}`, id: mergedRecords.keptId })
    .from(mergedRecords)
    .where(inArray(mergedRecords.memberNumber, asked));
  return new Map((await own.unionAll(merged)).map(({ number, id }) => [number, id]));
}
