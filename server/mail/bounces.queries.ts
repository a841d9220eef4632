import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '#server/database/client.ts';
import { emailBounces } from '#server/database/tables/bounces.ts';
import { letterSettings } from '#server/database/tables/letters.ts';
import { members } from '#server/database/tables/members.ts';
import { mail } from '#server/database/tables/office.ts';
import { currentTime } from '#server/database/time.ts';
import type { DueMail, MailSettled } from './kinds.ts';

/** After how many mails that did not arrive those that can wait are no longer sent; the office sets it. */
const bouncesUntilStop = sql`coalesce((select ${letterSettings.bouncesUntilStop} from ${letterSettings}), 3)`;

/**
 * Counts a mail that did not arrive at the person's address, once; one to an earlier address counts no more.
 * @param reason in words for the office
 * @returns false where this mail has been counted before
 */
async function recordBounce(
  tx: Transaction,
  { id, memberId, recipient }: { id: string; memberId: string | null; recipient: string },
  reason: string,
): Promise<boolean> {
  const first = await tx
    .update(mail)
    .set({ bouncedAt: sql`${currentTime}`, error: reason })
    .where(and(eq(mail.id, id), isNull(mail.bouncedAt)))
    .returning({ id: mail.id });
  if (first.length === 0) return false;
  if (memberId === null) return true;
  // Held, so that the address does not change between this look and the row.
  const holder = tx
    .select({
      memberId: members.id,
      address: members.email,
      times: sql`1`.as('times'),
      since: sql`${currentTime}`.as('since'),
      last: sql`${currentTime}`.as('last'),
      reason: sql`${reason}`.as('reason'),
    })
    .from(members)
    .where(and(eq(members.id, memberId), eq(members.email, recipient)))
    .for('share');
  await tx
    .insert(emailBounces)
    .select(holder)
    .onConflictDoUpdate({
      target: [emailBounces.memberId, emailBounces.address],
      set: { times: sql`${emailBounces.times} + 1`, last: sql`excluded.last`, reason: sql`excluded.reason` },
    });
  return true;
}

/** A mail that a report is about, held until the transaction ends so that two reports of it count once; null for none of ours. */
export async function findReported(
  tx: Transaction,
  id: string,
): Promise<(DueMail & { bouncedAt: Date | null }) | null> {
  const [row] = await tx.select().from(mail).where(eq(mail.id, id)).for('update');
  return row ?? null;
}

/** What follows from a mail that did not arrive, in the transaction that ends it. */
export const noteBounce: MailSettled = async (tx, mail, { state, reason }) => {
  if (state === 'bounced') await recordBounce(tx, mail, reason);
};

/**
 * A condition on a row of `members`: so many mails did not arrive at the address that those that can wait are not sent to it. Notices,
 * credentials and codes are.
 */
export const isStopped = (): SQL<boolean> =>
  sql<boolean>`exists (select from ${emailBounces} where ${emailBounces.memberId} = ${members.id}
    and ${emailBounces.address} = ${members.email} and ${emailBounces.times} >= ${bouncesUntilStop})`;

export interface Bounced {
  times: number;
  since: Date;
  last: Date;
  /** Of the last one. */
  reason: string;
  /** Mails that can wait are not sent. */
  stopped: boolean;
}

/** How often mails did not arrive at the address that the person has now; null when all did. */
export async function findBounced(db: Queryable, memberId: string): Promise<Bounced | null> {
  const [row] = await db
    .select({
      times: emailBounces.times,
      since: emailBounces.since,
      last: emailBounces.last,
      reason: emailBounces.reason,
      stopped: isStopped(),
    })
    .from(emailBounces)
    .innerJoin(members, and(eq(members.id, emailBounces.memberId), eq(members.email, emailBounces.address)))
    .where(eq(emailBounces.memberId, memberId));
  return row ?? null;
}

/** Forgets what did not arrive. @returns whether there was anything */
export async function clearBounces(tx: Queryable, memberId: string): Promise<boolean> {
  const gone = await tx
    .delete(emailBounces)
    .where(eq(emailBounces.memberId, memberId))
    .returning({ address: emailBounces.address });
  return gone.length > 0;
}
