import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { letterSettings } from '#server/features/letters/tables.ts';
import { members } from '#server/features/members/tables.ts';
import type { Queryable, Transaction } from '#server/platform/database/client.ts';
import { currentTime } from '#server/platform/database/columns.ts';
import type { OnFinalOutcome } from './kinds.ts';
import { emailBounces, mail } from './tables.ts';

/** The number of bounces after which a person gets only urgent mails; the office sets it. */
const bouncesUntilStop = sql`coalesce((select ${letterSettings.bouncesUntilStop} from ${letterSettings}), 3)`;

/**
 * Counts a bounce of the person's current address, once per mail; bounces of earlier addresses do not count.
 * @param reason in words for the office
 * @returns false where this mail was counted before
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
  // Locked, so that the address does not change between this query and the insert.
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

/** The mail that a report is about, locked so that two reports count once; null when it is not ours. */
export async function findReported(tx: Transaction, id: string) {
  const [row] = await tx.select().from(mail).where(eq(mail.id, id)).for('update');
  return row ?? null;
}

/** Records a bounce in the transaction that ends the mail. */
export const noteBounce: OnFinalOutcome = async (tx, mail, { state, reason }) => {
  if (state === 'bounced') await recordBounce(tx, mail, reason);
};

/**
 * A condition on a row of `members`: after so many bounces mails that can wait are not sent to the address. Notices,
 * credentials and codes are.
 */
export const isStopped = (): SQL<boolean> =>
  sql<boolean>`exists (select from ${emailBounces} where ${emailBounces.memberId} = ${members.id}
    and ${emailBounces.address} = ${members.email} and ${emailBounces.times} >= ${bouncesUntilStop})`;

export interface Bounced {
  times: number;
  since: Date;
  last: Date;
  /** Of the last bounce. */
  reason: string;
  /** Whether mails that can wait are held back. */
  stopped: boolean;
}

/** The bounces of the person's current address; null without any. */
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

/** Deletes a member's bounces. @returns whether there were any */
export async function clearBounces(tx: Queryable, memberId: string): Promise<boolean> {
  const gone = await tx
    .delete(emailBounces)
    .where(eq(emailBounces.memberId, memberId))
    .returning({ address: emailBounces.address });
  return gone.length > 0;
}
