import { and, asc, desc, eq, gt, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { Queryable, Readable, Transaction } from '#server/platform/database/client.ts';
import { currentTime } from '#server/platform/database/columns.ts';
import { lockTextUntilCommit } from '#server/platform/database/locks.ts';
import { rowQueries } from '#server/platform/database/row-queries.ts';
import { fits, type SearchTerm, someOf } from '#server/platform/database/search-term.ts';
import { containsPattern, searchable } from '#server/platform/database/searchable.ts';
import { mail } from '#server/platform/mail/tables.ts';
import type { ContactFilter, ContactState } from '#shared/contracts/contact.ts';
import { limits } from '#shared/limits.ts';
import { contactMessages, contactReplies, contactSearch } from './tables.ts';

export type ContactRow = typeof contactMessages.$inferSelect;
export type NewContactMessage = Pick<ContactRow, 'name' | 'email' | 'mobile' | 'message' | 'language' | 'doubtful'>;

export const { find: findContact, lock: lockContact } = rowQueries(contactMessages);

/** A reply with the state of its mail; null once that was deleted. */
export type ReplyRow = typeof contactReplies.$inferSelect & {
  mail: Pick<typeof mail.$inferSelect, 'state' | 'error' | 'toFile'> | null;
};

export interface ContactSearch {
  state: ContactFilter;
  /** Literal text anywhere in a message or its sender; '' for all. */
  text: string;
}

// Written as SQL text rather than as parameters, so that they match the conditions of the partial indexes.
const isUsual = sql`not doubtful`;
const conditions: Record<ContactFilter, SQL | undefined> = {
  '': isUsual,
  open: sql`doubtful = false and state = 'open'`,
  answered: sql`doubtful = false and state = 'answered'`,
  doubtful: sql`doubtful = true`,
  all: undefined,
};

/** No index serves shorter texts: they are searched in the newest messages only. */
const shortestIndexed = 3;
const newestMessages = 10_000;

/** The condition of a text search, in any state. */
function matchesText(db: Queryable, text: string): SQL | undefined {
  const search = searchable(text);
  if (search === '') return undefined;
  const fits = sql`${contactSearch} like ${containsPattern(search)}`;
  if (search.length >= shortestIndexed) return fits;
  const newest = db
    .select({ id: contactMessages.id })
    .from(contactMessages)
    .orderBy(...newestFirst)
    .limit(newestMessages);
  return and(inArray(contactMessages.id, newest), fits);
}

const newestFirst = [desc(contactMessages.createdAt), asc(contactMessages.id)];

/** One page, newest first. */
export async function findContacts(db: Queryable, { state, text }: ContactSearch, page: number): Promise<ContactRow[]> {
  return db
    .select()
    .from(contactMessages)
    .where(and(conditions[state], matchesText(db, text)))
    .orderBy(...newestFirst)
    .limit(limits.pageSize)
    .offset((page - 1) * limits.pageSize);
}

/** The numbers of matches per state. */
export async function countContacts(db: Queryable, text: string) {
  const which = matchesText(db, text);
  // With a text all matches are read once; without one each state is counted in its own index.
  if (!which) {
    const of = (state: ContactFilter) => db.$count(contactMessages, conditions[state]);
    const [open, answered, doubtful] = await Promise.all([of('open'), of('answered'), of('doubtful')]);
    return { open, answered, doubtful };
  }
  const of = (state: ContactFilter) => sql<number>`(count(*) filter (where ${conditions[state]}))::int`;
  const [row] = await db
    .select({ open: of('open'), answered: of('answered'), doubtful: of('doubtful') })
    .from(contactMessages)
    .where(which);
  return row!;
}

export async function countOpen(db: Queryable): Promise<number> {
  return db.$count(contactMessages, conditions.open);
}

export async function updateContact(
  tx: Transaction,
  id: string,
  change: { state?: ContactState; stateBy?: string; stateAt?: Date; doubtful?: boolean },
): Promise<ContactRow> {
  const [row] = await tx.update(contactMessages).set(change).where(eq(contactMessages.id, id)).returning();
  return row!;
}

/** The replies to these messages, oldest first. */
export async function findReplies(db: Queryable, messageIds: string[]): Promise<ReplyRow[]> {
  if (messageIds.length === 0) return [];
  const rows = await db
    .select({ reply: contactReplies, mail: { state: mail.state, error: mail.error, toFile: mail.toFile } })
    .from(contactReplies)
    .leftJoin(mail, eq(mail.id, contactReplies.mailId))
    .where(inArray(contactReplies.messageId, messageIds))
    .orderBy(asc(contactReplies.createdAt), asc(contactReplies.id));
  return rows.map(({ reply, mail: sent }) => ({ ...reply, mail: sent }));
}

export async function insertReply(
  tx: Transaction,
  reply: { messageId: string; text: string; by: string; mailId: string },
): Promise<void> {
  await tx.insert(contactReplies).values(reply);
}

const repeatedSince = () => sql`${currentTime} - make_interval(mins => ${limits.repeatWindowMinutes})`;

/** Whether this message was answered with the same text a few minutes ago. */
export async function isReplyRepeated(tx: Transaction, messageId: string, text: string): Promise<boolean> {
  const since = gt(contactReplies.createdAt, repeatedSince());
  const same = and(eq(contactReplies.messageId, messageId), eq(contactReplies.text, text), since);
  return (await tx.$count(contactReplies, same)) > 0;
}

/** Serializes messages of a sender, so that the same one sent twice at once is noticed. */
export async function lockSender(tx: Transaction, email: string): Promise<void> {
  await lockTextUntilCommit(tx, 'contactSender', email);
}

/** Whether the same message arrived a few minutes ago. */
export async function isRepeated(
  tx: Transaction,
  message: Omit<NewContactMessage, 'doubtful' | 'language'>,
): Promise<boolean> {
  const count = await tx.$count(
    contactMessages,
    and(
      eq(contactMessages.email, message.email),
      eq(contactMessages.name, message.name),
      eq(contactMessages.mobile, message.mobile),
      eq(contactMessages.message, message.message),
      gt(contactMessages.createdAt, repeatedSince()),
    ),
  );
  return count > 0;
}

export async function insertContact(tx: Transaction, message: NewContactMessage): Promise<void> {
  await tx.insert(contactMessages).values(message);
}

/** Deletes messages older than `days` days, with their replies. */
export async function deleteOldContacts(db: Queryable, days: number): Promise<void> {
  await db
    .delete(contactMessages)
    .where(lt(contactMessages.createdAt, sql`${currentTime} - make_interval(days => ${days})`));
}

/** A word of two letters is in every other message: the office's search looks for it in these only. */
const newestForShortTerms = 2_000;

/** A few messages that have the term, newest first. */
export async function messagesWith(db: Readable, term: SearchTerm) {
  const among = term.short
    ? sql`(select * from contact_messages order by created_at desc, id limit ${newestForShortTerms}) as newest`
    : sql`contact_messages`;
  return db
    .select({
      id: contactMessages.id,
      name: contactMessages.name,
      message: sql<string>`left(${contactMessages.message}, 80)`,
      createdAt: contactMessages.createdAt,
    })
    .from(contactMessages)
    .where(sql`${contactMessages.id} in (${someOf(among, fits(contactSearch, term))})`)
    .orderBy(desc(contactMessages.createdAt), contactMessages.id)
    .limit(limits.foundOfAKind);
}
