import { eq, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '#server/database/client.ts';
import { conferences, type StoredPicture } from '#server/database/tables/content.ts';
import { limits } from '#shared/limits.ts';

export type ConferenceRow = typeof conferences.$inferSelect;
/** What a form of the office fills in. */
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

/** A conference that is going on is not yet past: whoever comes late must find it first. */
const upcoming = sql`${conferences.startsAt} > now() - make_interval(hours => ${limits.conferenceHours})`;
/** Upcoming soonest first, then past latest first. */
const byInterest = [
  sql`case when ${upcoming} then 0 else 1 end`,
  sql`case when ${upcoming} then ${conferences.startsAt} end asc`,
  sql`${conferences.startsAt} desc`,
  conferences.id,
];
const oneMore = sql`${conferences.version} + 1`;
const now = sql`now()`;

export async function listConferences(db: Queryable): Promise<ConferenceRow[]> {
  return db
    .select()
    .from(conferences)
    .orderBy(...byInterest);
}

export async function listActiveConferences(db: Queryable): Promise<ConferenceRow[]> {
  return db
    .select()
    .from(conferences)
    .where(eq(conferences.active, true))
    .orderBy(...byInterest);
}

export async function findConference(db: Queryable, id: string): Promise<ConferenceRow | undefined> {
  const [row] = await db.select().from(conferences).where(eq(conferences.id, id));
  return row;
}

/** The conference, held until the transaction ends. */
export async function lockConference(tx: Transaction, id: string): Promise<ConferenceRow | undefined> {
  const [row] = await tx.select().from(conferences).where(eq(conferences.id, id)).for('update');
  return row;
}

export async function insertConference(tx: Transaction, text: ConferenceText, picture?: StoredPicture): Promise<void> {
  await tx.insert(conferences).values({ ...text, picture });
}

/** Without `picture` the one that is there stays. */
export async function saveConference(
  tx: Transaction,
  id: string,
  text: ConferenceText,
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
