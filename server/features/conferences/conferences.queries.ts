// Offered to other features: a conference is found, locked and noted on with those who take part, and edited on the site.
import { eq, sql } from 'drizzle-orm';
import { picturedQueries } from '#server/parts/content/pictured-items.queries.ts';
import type { Readable, Transaction } from '#server/platform/database/client.ts';
import { currentTime } from '#server/platform/database/columns.ts';
import type { SearchTerm } from '#server/platform/database/search-term.ts';
import { limits } from '#shared/limits.ts';
import { conferences } from './tables.ts';

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

/** A conference under way is not past yet: latecomers must find it first. */
const upcoming = sql`coalesce(${conferences.endsAt}, ${conferences.startsAt} + make_interval(hours => ${limits.conferenceHours})) > ${currentTime}`;

/** Upcoming soonest first, then past latest first. A conference is locked before people and their participations. */
export const conferenceQueries = picturedQueries(conferences, [
  sql`case when ${upcoming} then 0 else 1 end`,
  sql`case when ${upcoming} then ${conferences.startsAt} end asc`,
  sql`${conferences.startsAt} desc`,
  sql`${conferences.id}`,
]);

/** A few whose title has the term, latest first. */
export const conferencesWithTitle = (db: Readable, term: SearchTerm) =>
  conferenceQueries.withTitle(db, term, sql`${conferences.startsAt} desc`);

/** What is noted of those who take part; its version stays. */
type ConferenceNotes = Pick<typeof conferences.$inferInsert, 'certifiedAt' | 'told' | 'toldAt' | 'toldText'>;

export async function noteOnConference(tx: Transaction, id: string, notes: ConferenceNotes): Promise<void> {
  await tx.update(conferences).set(notes).where(eq(conferences.id, id));
}
