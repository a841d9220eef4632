// Offered to features: mails that nobody has received, and their second way out.
import { and, asc, desc, eq, getTableColumns, gte, inArray, or, sql } from 'drizzle-orm';
import { administrators } from '#server/features/administrators/tables.ts';
import { members } from '#server/features/members/tables.ts';
import type { Readable, Transaction } from '#server/platform/database/client.ts';
import { currentTime } from '#server/platform/database/columns.ts';
import { countWaiting } from '#server/platform/database/waiting.ts';
import type { MailKind } from '#shared/mail-names.ts';
import { isShown } from './mail.queries.ts';
import { mail } from './tables.ts';

const isWritten = and(eq(mail.state, 'sent'), eq(mail.toFile, true));
const sinceDays = (days: number) => gte(mail.createdAt, sql`${currentTime} - make_interval(days => ${days})`);

/** How many mails of each kind were written as files. */
export async function countWritten(db: Readable, days: number): Promise<{ kind: string; count: number }[]> {
  const count = sql<number>`count(*)::int`;
  return db
    .select({ kind: mail.kind, count })
    .from(mail)
    .where(and(isWritten, isShown, sinceDays(days)))
    .groupBy(mail.kind)
    .orderBy(desc(count), asc(mail.kind));
}

/** What was written or failed of a kind, locked, with the person's e-mail of now and whether they have logged in. */
export async function findToSendAgain(tx: Transaction, kind: MailKind, days: number) {
  return tx
    .select({
      due: getTableColumns(mail),
      emailNow: sql<string | null>`coalesce(${members.email}, ${administrators.email})`,
      hasLoggedIn: sql<boolean>`coalesce(case when ${mail.memberId} is not null
        then ${members.passwordHash} is not null and ${members.temporaryPasswordUntil} is null
        else ${administrators.lastLoginAt} is not null end, false)`,
    })
    .from(mail)
    .leftJoin(members, eq(members.id, mail.memberId))
    .leftJoin(administrators, eq(administrators.id, mail.administratorId))
    .where(and(eq(mail.kind, kind), or(isWritten, eq(mail.state, 'failed')), sinceDays(days)))
    .orderBy(asc(mail.createdAt), asc(mail.id))
    .for('update', { of: mail });
}

/** Makes mails due again, with all their tries; bulk ones at a pace, so that a mail server takes them. */
export async function requeueMails(tx: Transaction, ids: readonly string[], perMinute: number): Promise<void> {
  if (ids.length === 0) return;
  const place = sql`array_position(${sql.param([...ids])}::uuid[], ${mail.id}) - 1`;
  await tx
    .update(mail)
    .set({
      state: 'waiting',
      attempts: 0,
      sentAt: null,
      startedAt: null,
      error: '',
      nextAttemptAt: sql`${currentTime} + case when ${mail.bulk} then make_interval(secs => (${place}) * 60.0 / ${perMinute}) else interval '0' end`,
    })
    .where(inArray(mail.id, [...ids]));
}

/** Mails that failed since a day in India. */
export const countFailed = (db: Readable, day: string) =>
  countWaiting(
    db,
    sql`${mail} where state = 'failed' and ${isShown} and created_at >= ${day}::timestamp at time zone 'Asia/Kolkata'`,
    sql`created_at`,
  );
