import { and, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import { conferences } from '#server/features/conference-records/tables.ts';
import { contactMessages, contactSearch } from '#server/features/contact/tables.ts';
import { members, mergedRecords, registrationSearch } from '#server/features/members/tables.ts';
import { news } from '#server/features/news/tables.ts';
import { paymentSearch, payments } from '#server/features/payments/tables.ts';
import { receipts } from '#server/features/receipts/tables.ts';
import type { Readable } from '#server/platform/database/client.ts';
import { type Reach, within } from '#server/platform/database/reach.ts';
import { limits } from '#shared/limits.ts';

/**
 * A text in a form that the indexes can search: anywhere, or only at the beginning of words if it has no three letters or digits in a
 * row and an index would have to be scanned completely; null without any letter or digit.
 */
export interface SearchTerm {
  /** Normalized for comparison. */
  text: string;
  /** A `like` pattern, with `%` and `_` escaped. */
  pattern: string;
  /** The same as names are searched. */
  name: string;
  /** Matches only the beginning of words. */
  short: boolean;
}

/** Number of matches that are sorted: a common name must not make the database sort half the country. */
const candidates = 200;
/** A word of two letters is in every other message: it is searched in these only. */
const newestMessages = 2_000;

function fits(column: SQL, { pattern, short }: SearchTerm): SQL {
  if (!short) return sql`${column} like ${`%${pattern}%`}`;
  return sql`(${column} like ${`${pattern}%`} or ${column} like ${`% ${pattern}%`} or ${column} like ${`%\n${pattern}%`})`;
}

/** Some ids of a table's matching rows. */
const someOf = (table: SQL, condition: SQL) => sql`select id from ${table} where ${condition} limit ${candidates}`;

function fitsPerson(search: SearchTerm): SQL {
  const asTyped = fits(registrationSearch, search);
  return search.name === search.pattern
    ? asTyped
    : sql`(${asTyped} or ${fits(registrationSearch, { ...search, pattern: search.name })})`;
}

const person = {
  id: members.id,
  name: members.name,
  reference: members.reference,
  memberNumber: members.memberNumber,
  status: members.status,
};

/** The record into which the one with this reference or member number was merged. */
const mergedFrom = (db: Readable, number: string) =>
  db
    .select({ id: mergedRecords.keptId })
    .from(mergedRecords)
    .where(or(eq(mergedRecords.reference, number), eq(mergedRecords.memberNumber, number)));

/** People whose reference, member number, e-mail or mobile number equals the text: usually pasted, and found at once. */
async function findExactly(db: Readable, text: string, reach: Reach) {
  const upper = text.toUpperCase();
  return db
    .select(person)
    .from(members)
    .where(
      and(
        within(reach, members.state),
        or(
          eq(members.reference, upper),
          eq(members.memberNumber, upper),
          inArray(members.id, mergedFrom(db, upper)),
          eq(members.email, text),
          eq(members.mobile, text),
        ),
      ),
    )
    .orderBy(members.nameSearch, members.id)
    .limit(limits.foundOfAKind);
}

/** Filters by State first, so that people elsewhere neither displace matches nor are revealed by that. */
const membersWithin = (reach: Reach) =>
  reach.isAll ? sql`members` : sql`(select * from members where state in ${reach.states}) as members`;

/** The number of people that a text finds, counted up to `most` + 1. */
export async function countPeople(db: Readable, search: SearchTerm, reach: Reach, max: number): Promise<number> {
  const ids = sql`select 1 from ${membersWithin(reach)} where ${fitsPerson(search)} limit ${max + 1}`;
  const { rows } = await db.execute<{ count: number }>(sql`select count(*)::int as count from (${ids}) as found`);
  return rows[0]?.count ?? 0;
}

/** People whose name begins with the text first, then those with the text in other fields. */
export async function findPeople(db: Readable, search: SearchTerm, reach: Reach) {
  const exact = await findExactly(db, search.text, reach);
  if (exact.length > 0) return exact;
  const theirs = membersWithin(reach);
  const some = someOf(theirs, fitsPerson(search));
  // A transaction reference may belong to any payment, not only the admission.
  const paid = sql`select member_id from payments where ${fits(paymentSearch, search)} and member_id is not null ${reach.isAll ? sql`` : sql`and exists (select 1 from members m where m.id = member_id and m.state in ${reach.states})`} limit ${candidates}`;
  const which = search.short ? sql`(${some})` : sql`((${some}) union (${paid}))`;
  return db
    .select(person)
    .from(members)
    .where(and(sql`${members.id} in ${which}`, within(reach, members.state)))
    .orderBy(sql`${members.nameSearch} like ${`${search.name}%`} desc`, members.nameSearch, members.id)
    .limit(limits.foundOfAKind);
}

/** Newest first. */
export async function findMessages(db: Readable, search: SearchTerm) {
  const among = search.short
    ? sql`(select * from contact_messages order by created_at desc, id limit ${newestMessages}) as newest`
    : sql`contact_messages`;
  const some = someOf(among, fits(contactSearch, search));
  return db
    .select({
      id: contactMessages.id,
      name: contactMessages.name,
      message: sql<string>`left(${contactMessages.message}, 80)`,
      createdAt: contactMessages.createdAt,
    })
    .from(contactMessages)
    .where(sql`${contactMessages.id} in (${some})`)
    .orderBy(desc(contactMessages.createdAt), contactMessages.id)
    .limit(limits.foundOfAKind);
}

/** By number, latest first; cancelled ones included. */
export async function findReceipts(db: Readable, search: SearchTerm) {
  return db
    .select({
      id: receipts.id,
      label: receipts.label,
      content: receipts.content,
      cancelledAt: receipts.cancelledAt,
      paymentId: receipts.paymentId,
    })
    .from(receipts)
    .innerJoin(payments, eq(payments.id, receipts.paymentId))
    .where(sql`${receipts.id} in (${someOf(sql`receipts`, fits(sql`lower(label)`, search))})`)
    .orderBy(desc(receipts.year), desc(receipts.number))
    .limit(limits.foundOfAKind);
}

/** Newest first. */
export async function findNews(db: Readable, search: SearchTerm) {
  return db
    .select({ id: news.id, title: news.title, location: news.location, createdAt: news.createdAt })
    .from(news)
    .where(sql`${news.id} in (${someOf(sql`news`, fits(sql`lower(title)`, search))})`)
    .orderBy(desc(news.createdAt), news.id)
    .limit(limits.foundOfAKind);
}

/** Latest first. */
export async function findConferences(db: Readable, search: SearchTerm) {
  return db
    .select({
      id: conferences.id,
      title: conferences.title,
      meetingType: conferences.meetingType,
      startsAt: conferences.startsAt,
    })
    .from(conferences)
    .where(sql`${conferences.id} in (${someOf(sql`conferences`, fits(sql`lower(title)`, search))})`)
    .orderBy(desc(conferences.startsAt), conferences.id)
    .limit(limits.foundOfAKind);
}
