import { and, asc, desc, eq, inArray, ne, notExists, or, type SQL, sql } from 'drizzle-orm';
import { members } from '#server/features/members/tables.ts';
import type { Readable, Transaction } from '#server/platform/database/client.ts';
import { currentTime, newCode } from '#server/platform/database/columns.ts';
import { isStopped } from '#server/platform/mail/bounces.queries.ts';
import type { Outcome } from '#server/platform/mail/kinds.ts';
import { deleteWaitingBulk, waitingBulk } from '#server/platform/mail/mail.queries.ts';
import { mail } from '#server/platform/mail/tables.ts';
import type { LetterRow } from './letters.queries.ts';
import { letterCounts, letterRecipients, letters, unsubscribeCodes } from './tables.ts';

export const letterMailKinds = ['circular', 'notice'] as const;

/** The rate is that of letters and of the mails to all voters together. */
const waiting = waitingBulk([...letterMailKinds, 'vote-open', 'vote-reminder', 'vote-declared']);

/** Locks the letters being sent: notices first, then the oldest. */
export async function lockSending(tx: Transaction): Promise<LetterRow[]> {
  return tx
    .select()
    .from(letters)
    .where(eq(letters.state, 'sending'))
    .orderBy(desc(letters.kind), asc(letters.startedAt))
    .for('update');
}

/** The number of letters' mails for the rate: sent within the last minute, under way, or due within the next one. */
export async function countPace(tx: Transaction): Promise<number> {
  const handedOver = tx.$count(
    letterRecipients,
    sql`${letterRecipients.mail} in ('sent', 'failed', 'bounced') and ${letterRecipients.at} > ${currentTime} - interval '60 seconds'`,
  );
  const soon = sql`${mail.nextAttemptAt} <= ${currentTime} + interval '60 seconds'`;
  const isRecent = sql`${mail.startedAt} > ${currentTime} - interval '60 seconds'`;
  return (await handedOver) + (await tx.$count(mail, and(waiting, or(soon, isRecent))));
}

/** Why a recipient gets no mail; null otherwise. Checked when their turn comes, and again when the mail is sent. */
const leftOut = (kind: SQL) => sql<string | null>`case
  when ${members.id} is null or ${members.status} <> 'Approved' then 'No longer a member.'
  when ${members.email} = '' then 'no e-mail'
  when ${kind} = 'circular' and not ${members.circularsByMail} then 'Does not want circulars by e-mail.'
  when ${kind} = 'circular' and ${isStopped()} then 'Mails to this address did not arrive.'
end`;

const nextColumns = {
  id: letterRecipients.id,
  memberId: members.id,
  name: members.name,
  email: members.email,
  leftOut: leftOut(sql`${letters.kind}`),
};

/** The next recipients of a letter, in order. */
export function findNext(tx: Transaction, letterId: string, count: number) {
  return tx
    .select(nextColumns)
    .from(letterRecipients)
    .innerJoin(letters, eq(letters.id, letterRecipients.letterId))
    .leftJoin(members, eq(members.id, letterRecipients.memberId))
    .where(
      and(
        eq(letterRecipients.letterId, letterId),
        sql`${letterRecipients.mail} = 'waiting' and ${letterRecipients.queuedAt} is null`,
      ),
    )
    .orderBy(asc(letterRecipients.position))
    .limit(count);
}

/** The data for a recipient's mail when it is sent; undefined for an unknown one. */
export async function findForMail(db: Readable, id: string) {
  const [row] = await db
    .select({
      letterId: letterRecipients.letterId,
      leftOut: leftOut(sql`${letters.kind}`),
      code: unsubscribeCodes.code,
    })
    .from(letterRecipients)
    .innerJoin(letters, eq(letters.id, letterRecipients.letterId))
    .leftJoin(members, eq(members.id, letterRecipients.memberId))
    .leftJoin(unsubscribeCodes, eq(unsubscribeCodes.memberId, members.id))
    .where(eq(letterRecipients.id, id));
  return row;
}

const addressNow = sql`(select nullif(email, '') from ${members} where id = ${letterRecipients.memberId})`;

/** Marks recipients as left out, with the address of that moment. */
export async function leaveOut(tx: Transaction, rows: readonly { id: string; leftOut: string | null }[]) {
  const byReason = Map.groupBy(rows, ({ leftOut: reason }) => reason ?? '');
  for (const [reason, people] of byReason) {
    const ids = people.map(({ id }) => id);
    await tx
      .update(letterRecipients)
      .set({ mail: 'leftOut', reason, at: sql`${currentTime}`, email: addressNow })
      .where(inArray(letterRecipients.id, ids));
  }
}

export async function noteQueued(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx
    .update(letterRecipients)
    .set({ queuedAt: sql`${currentTime}` })
    .where(inArray(letterRecipients.id, [...ids]));
}

/** Gives these members a code to unsubscribe; existing codes stay. */
export async function ensureCodes(tx: Transaction, memberIds: readonly string[]): Promise<void> {
  if (memberIds.length === 0) return;
  const rows = memberIds.map((memberId) => ({ memberId, code: newCode() }));
  await tx.insert(unsubscribeCodes).values(rows).onConflictDoNothing();
}

/** Withdraws queued mails that are not under way; they are queued again when the letter is resumed. */
export async function withdrawQueued(tx: Transaction, letterId: string): Promise<void> {
  const recipients = tx
    .select({ id: letterRecipients.id })
    .from(letterRecipients)
    .where(
      and(
        eq(letterRecipients.letterId, letterId),
        eq(letterRecipients.mail, 'waiting'),
        sql`${letterRecipients.queuedAt} is not null`,
      ),
    );
  const ids = await deleteWaitingBulk(tx, letterMailKinds, recipients);
  if (ids.length === 0) return;
  await tx.update(letterRecipients).set({ queuedAt: null }).where(inArray(letterRecipients.id, ids));
}

/** Whether all recipients of a letter are done. */
export async function isDone(tx: Transaction, letterId: string): Promise<boolean> {
  const [row] = await tx
    .select({ waiting: letterCounts.waiting })
    .from(letterCounts)
    .where(eq(letterCounts.letterId, letterId));
  return row?.waiting === 0;
}

/** Recipients whose mail was deleted before it ended, as with a member's old mails: they are queued again. */
export async function forgetLost(tx: Transaction, letterId: string): Promise<void> {
  await tx
    .update(letterRecipients)
    .set({ queuedAt: null })
    .where(
      and(
        eq(letterRecipients.letterId, letterId),
        eq(letterRecipients.mail, 'waiting'),
        sql`${letterRecipients.queuedAt} < ${currentTime} - interval '10 minutes'`,
        notExists(tx.select({ one: sql`1` }).from(mail).where(eq(mail.id, letterRecipients.id))),
      ),
    );
}

const earlier = sql`'Came back before, on ' || to_char(${letterRecipients.at} at time zone 'Asia/Kolkata', 'DD Mon YYYY') || ': ' || ${letterRecipients.reason}`;

/** Saves the result of a recipient's last try. A report later than it only turns `sent` into `bounced`. @returns whether anything changed */
export async function settleRecipient(tx: Transaction, id: string, email: string, { state, reason }: Outcome) {
  const mailState = state === 'dropped' ? 'leftOut' : state;
  const isTriedSince = sql`${letterRecipients.at} < (select ${mail.startedAt} from ${mail} where ${mail.id} = ${id})`;
  const rows = await tx
    .update(letterRecipients)
    .set({
      mail: mailState,
      reason:
        state === 'sent' ? sql`case when ${letterRecipients.mail} = 'bounced' then ${earlier} else '' end` : reason,
      at: sql`${currentTime}`,
      email: sql`case when ${letterRecipients.memberId} is not null then ${email} end`,
    })
    .where(
      and(
        eq(letterRecipients.id, id),
        or(
          inArray(letterRecipients.mail, ['waiting', 'failed']),
          isTriedSince,
          state === 'bounced' ? ne(letterRecipients.mail, 'bounced') : undefined,
        ),
      ),
    )
    .returning({ id: letterRecipients.id });
  return rows.length > 0;
}
