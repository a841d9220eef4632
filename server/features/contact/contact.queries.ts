import { and, desc, eq, gt, lt, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '#server/database/client.ts';
import { contactMessages } from '#server/database/tables/content.ts';
import { limits } from '#shared/limits.ts';

export type ContactRow = typeof contactMessages.$inferSelect;
export type NewContactMessage = Pick<ContactRow, 'name' | 'email' | 'mobile' | 'message'>;

const sendersLock = 4_713;

/** Newest first. */
export async function listContacts(db: Queryable): Promise<ContactRow[]> {
  return db.select().from(contactMessages).orderBy(desc(contactMessages.createdAt), contactMessages.id);
}

/** One message of a sender after the other, so that the same one sent twice at once is seen. */
export async function lockSender(tx: Transaction, email: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${sendersLock}, hashtext(${email}))`);
}

/** Whether this very message came in a few minutes ago. */
export async function isRepeated(tx: Transaction, message: NewContactMessage): Promise<boolean> {
  const since = sql`now() - make_interval(mins => ${limits.repeatWindowMinutes})`;
  const found = await tx.$count(
    contactMessages,
    and(
      eq(contactMessages.email, message.email),
      eq(contactMessages.name, message.name),
      eq(contactMessages.mobile, message.mobile),
      eq(contactMessages.message, message.message),
      gt(contactMessages.createdAt, since),
    ),
  );
  return found > 0;
}

export async function insertContact(tx: Transaction, message: NewContactMessage): Promise<void> {
  await tx.insert(contactMessages).values(message);
}

/** Removes messages older than `days` days. */
export async function deleteOldContacts(db: Queryable, days: number): Promise<void> {
  await db.delete(contactMessages).where(lt(contactMessages.createdAt, sql`now() - make_interval(days => ${days})`));
}
