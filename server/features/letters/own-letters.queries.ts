import { and, count, desc, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { members, mergedRecords } from '#server/features/members/tables.ts';
import type { Queryable, Readable } from '#server/platform/database/client.ts';
import { currentTime } from '#server/platform/database/columns.ts';
import { limits } from '#shared/limits.ts';
import { letterRecipients, letters, unsubscribeCodes } from './tables.ts';

const columns = { letter: letters, readAt: letterRecipients.readAt };
export type OwnLetterRow = Awaited<ReturnType<typeof listOwn>>['rows'][number];

const selectOwn = (db: Readable) =>
  db.select(columns).from(letterRecipients).innerJoin(letters, eq(letters.id, letterRecipients.letterId));

/** The letters to a member, newest first: few, however many letters there are. */
export async function listOwn(db: Readable, memberId: string, page: number) {
  const isOwn = eq(letterRecipients.memberId, memberId);
  const [rows, [totals]] = await Promise.all([
    selectOwn(db)
      .where(isOwn)
      .orderBy(desc(letters.startedAt), desc(letters.number))
      .limit(limits.pageSize)
      .offset((page - 1) * limits.pageSize),
    db
      .select({ all: count(), unread: sql<number>`count(*) filter (where ${letterRecipients.readAt} is null)::int` })
      .from(letterRecipients)
      .where(isOwn),
  ]);
  return { rows, all: totals?.all ?? 0, unread: totals?.unread ?? 0 };
}

export async function findOwn(db: Readable, memberId: string, letterId: string): Promise<OwnLetterRow | undefined> {
  const [row] = await selectOwn(db).where(
    and(eq(letterRecipients.memberId, memberId), eq(letterRecipients.letterId, letterId)),
  );
  return row;
}

/** Records that a member has opened a letter; the first time counts. */
export async function noteRead(db: Queryable, memberId: string, letterId: string): Promise<void> {
  await db
    .update(letterRecipients)
    .set({ readAt: sql`${currentTime}` })
    .where(
      and(
        eq(letterRecipients.memberId, memberId),
        eq(letterRecipients.letterId, letterId),
        isNull(letterRecipients.readAt),
      ),
    );
}

/** The owner of a code, and whether they get circulars by mail; undefined for an unknown one. */
export async function findByCode(db: Readable, code: string) {
  const codes = db
    .select({ id: unsubscribeCodes.memberId })
    .from(unsubscribeCodes)
    .where(eq(unsubscribeCodes.code, code));
  const merged = db
    .select({ id: mergedRecords.keptId })
    .from(mergedRecords)
    .where(eq(mergedRecords.unsubscribeCode, code));
  const [row] = await db
    .select({ id: members.id, reference: members.reference, circularsByMail: members.circularsByMail })
    .from(members)
    .where(or(inArray(members.id, codes), inArray(members.id, merged)));
  return row;
}
