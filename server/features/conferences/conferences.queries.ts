import { eq, type SQL, sql } from 'drizzle-orm';
import type { Readable, Transaction } from '#server/database/client.ts';
import { conferences, type StoredPicture } from '#server/database/tables/content.ts';
import { currentTime } from '#server/database/time.ts';
import { limits } from '#shared/limits.ts';

export type ConferenceRow = typeof conferences.$inferSelect;
/** The fields of the office's form. */
export type ConferenceText = Pick<
  ConferenceRow,
  | 'title'
  | 'meetingType'
  | 'meetingId'
  | 'meetingPassword'
  | 'meetingAddress'
  | 'meetingLink'
  | 'startsAt'
  | 'description'
  | 'joinMembersOnly'
>;
/** The same with the fields of participation. */
export type ConferenceValues = ConferenceText & Partial<ConferenceRow>;

/** A conference under way is not past yet: latecomers must find it first. */
const upcoming = sql`coalesce(${conferences.endsAt}, ${conferences.startsAt} + make_interval(hours => ${limits.conferenceHours})) > ${currentTime}`;
/** Upcoming soonest first, then past latest first. */
const byInterest = [
  sql`case when ${upcoming} then 0 else 1 end`,
  sql`case when ${upcoming} then ${conferences.startsAt} end asc`,
  sql`${conferences.startsAt} desc`,
  conferences.id,
];
const isActive: SQL = eq(conferences.active, true);
const oneMore = sql`${conferences.version} + 1`;
const now = sql`${currentTime}`;

export async function listConferences(db: Readable): Promise<ConferenceRow[]> {
  return db
    .select()
    .from(conferences)
    .orderBy(...byInterest);
}

export async function listActiveConferences(db: Readable, limit?: number): Promise<ConferenceRow[]> {
  const rows = db
    .select()
    .from(conferences)
    .where(isActive)
    .orderBy(...byInterest);
  return limit === undefined ? rows : rows.limit(limit);
}

/** Some of the active ones, in the same order. */
export async function listConferenceTitles(db: Readable, { offset, limit }: { offset: number; limit: number }) {
  return db
    .select({
      id: conferences.id,
      title: conferences.title,
      meetingType: conferences.meetingType,
      startsAt: conferences.startsAt,
      endsAt: conferences.endsAt,
    })
    .from(conferences)
    .where(isActive)
    .orderBy(...byInterest)
    .limit(limit)
    .offset(offset);
}

export async function countActiveConferences(db: Readable): Promise<number> {
  return db.$count(conferences, isActive);
}

/** The first active ones, with when they were changed. */
export async function listConferenceChanges(
  db: Readable,
  limit: number,
): Promise<Pick<ConferenceRow, 'id' | 'updatedAt'>[]> {
  return db
    .select({ id: conferences.id, updatedAt: conferences.updatedAt })
    .from(conferences)
    .where(isActive)
    .orderBy(...byInterest)
    .limit(limit);
}

export async function findConference(db: Readable, id: string): Promise<ConferenceRow | undefined> {
  const [row] = await db.select().from(conferences).where(eq(conferences.id, id));
  return row;
}

/** Locks the conference until the transaction ends. */
export async function lockConference(tx: Transaction, id: string): Promise<ConferenceRow | undefined> {
  const [row] = await tx.select().from(conferences).where(eq(conferences.id, id)).for('update');
  return row;
}

export async function insertConference(
  tx: Transaction,
  text: ConferenceValues,
  picture?: StoredPicture,
): Promise<void> {
  await tx.insert(conferences).values({ ...text, picture });
}

/** Without `picture` the current one stays. */
export async function saveConference(
  tx: Transaction,
  id: string,
  text: ConferenceValues,
  picture?: StoredPicture,
): Promise<void> {
  await tx
    .update(conferences)
    .set({ ...text, picture, version: oneMore, updatedAt: now })
    .where(eq(conferences.id, id));
}

export async function setConferenceActive(tx: Transaction, id: string, active: boolean): Promise<void> {
  await tx.update(conferences).set({ active, version: oneMore, updatedAt: now }).where(eq(conferences.id, id));
}

export async function removeConference(tx: Transaction, id: string): Promise<void> {
  await tx.delete(conferences).where(eq(conferences.id, id));
}
