import { and, eq, inArray, or } from 'drizzle-orm';
import { endMergedCalendars } from '#server/features/members/members.queries.ts';
import { members, mergedRecords } from '#server/features/members/tables.ts';
import { memberCalendars } from '#server/features/participations/tables.ts';
import type { Queryable } from '#server/platform/database/client.ts';
import type { Language } from '#shared/languages.ts';

export async function findCalendar(db: Queryable, memberId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ secret: memberCalendars.secret })
    .from(memberCalendars)
    .where(eq(memberCalendars.memberId, memberId));
  return row?.secret;
}

/** Gives a member's calendar an address, unless it has one. @returns the current one */
export async function keepCalendar(db: Queryable, memberId: string, secret: string): Promise<string> {
  const [row] = await db
    .insert(memberCalendars)
    .values({ memberId, secret })
    .onConflictDoUpdate({
      target: memberCalendars.memberId,
      set: { secret: memberCalendars.secret },
    })
    .returning({ secret: memberCalendars.secret });
  return row!.secret;
}

/** Ends the addresses of a member's calendar, those of records that were merged into theirs too. */
export async function endCalendars(tx: Queryable, memberId: string): Promise<void> {
  await tx.delete(memberCalendars).where(eq(memberCalendars.memberId, memberId));
  await endMergedCalendars(tx, memberId);
}

/** The member with this calendar address, while they are a member. */
export async function findByCalendar(
  db: Queryable,
  secret: string,
): Promise<{ memberId: string; language: Language } | undefined> {
  const calendars = db
    .select({ id: memberCalendars.memberId })
    .from(memberCalendars)
    .where(eq(memberCalendars.secret, secret));
  const merged = db
    .select({ id: mergedRecords.keptId })
    .from(mergedRecords)
    .where(eq(mergedRecords.calendarSecret, secret));
  const [row] = await db
    .select({ memberId: members.id, language: members.language })
    .from(members)
    .where(and(or(inArray(members.id, calendars), inArray(members.id, merged)), eq(members.status, 'Approved')));
  return row;
}
