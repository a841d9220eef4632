// Offered to other features: what an administrator has proposed ends in the transaction that takes the power for it from them.
import { and, arrayOverlaps, eq, inArray, isNotNull, not, sql } from 'drizzle-orm';
import { administrators } from '#server/features/administrators/tables.ts';
import type { Readable, Transaction } from '#server/platform/database/client.ts';
import { currentTime } from '#server/platform/database/columns.ts';
import type { Power } from '#shared/powers.ts';
import { proposals } from './tables.ts';

export type ProposalRow = typeof proposals.$inferSelect;
export type NewProposal = typeof proposals.$inferInsert;

const may = (power: Power) =>
  and(eq(administrators.disabled, false), arrayOverlaps(administrators.powers, ['full', power]));

const isLost = sql`(${administrators.disabled} or not ${administrators.powers} && array['full', ${proposals.power}])`;

/** Not lapsed, and its author may still do it. */
const isAlive = (days: number) =>
  and(sql`${proposals.at} > ${currentTime} - make_interval(days => ${days})`, not(isLost));

/** What waits for these records: not lapsed, and its author may still do it. */
export async function findWaiting(
  db: Readable,
  subject: string,
  ids: readonly string[],
  days: number,
): Promise<ProposalRow[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({ proposal: proposals })
    .from(proposals)
    .innerJoin(administrators, eq(administrators.id, proposals.administratorId))
    .where(
      and(
        eq(proposals.subject, subject),
        sql`${proposals.subjectId} = any(${sql.param([...ids])}::uuid[])`,
        isAlive(days),
      ),
    );
  return rows.map(({ proposal }) => proposal);
}

/** What an administrator with these powers may agree to, the oldest first; also their own. */
export const findForPowers = (db: Readable, powers: readonly Power[], days: number) =>
  db
    .select({ administratorId: proposals.administratorId, by: proposals.by, at: proposals.at })
    .from(proposals)
    .innerJoin(administrators, eq(administrators.id, proposals.administratorId))
    .where(and(isAlive(days), powers.includes('full') ? undefined : inArray(proposals.power, [...powers])))
    .orderBy(proposals.at);

/** Who may agree: enabled, with the power, and not only invited. */
export const findWhoMay = (tx: Transaction, power: Power) =>
  tx
    .select({ administratorId: administrators.id, by: administrators.email })
    .from(administrators)
    .where(and(isNotNull(administrators.lastLoginAt), may(power)));

/** Whether an administrator has the power, which nobody takes from them until the transaction ends. */
export async function holdPower(tx: Transaction, administratorId: string, power: Power): Promise<boolean> {
  const rows = await tx
    .select({ id: administrators.id })
    .from(administrators)
    .where(and(eq(administrators.id, administratorId), may(power)))
    .for('share');
  return rows.length > 0;
}

export async function insertProposal(tx: Transaction, row: NewProposal): Promise<void> {
  await tx.insert(proposals).values(row);
}

export async function removeProposals(tx: Transaction, subject: string, subjectId: string): Promise<void> {
  await tx.delete(proposals).where(and(eq(proposals.subject, subject), eq(proposals.subjectId, subjectId)));
}

/** @returns false when it was gone */
export async function removeProposal(tx: Transaction, id: string): Promise<boolean> {
  return (await tx.delete(proposals).where(eq(proposals.id, id)).returning({ id: proposals.id })).length > 0;
}

/** Removes all that an administrator has proposed. */
export async function removeProposalsOf(tx: Transaction, administratorId: string): Promise<void> {
  await tx.delete(proposals).where(eq(proposals.administratorId, administratorId));
}

/** Removes what an administrator has proposed and may no longer do. */
export async function removeLost(tx: Transaction, administratorId: string): Promise<void> {
  const theirs = tx
    .select({ id: proposals.id })
    .from(proposals)
    .innerJoin(administrators, eq(administrators.id, proposals.administratorId))
    .where(and(eq(administrators.id, administratorId), isLost));
  await tx.delete(proposals).where(inArray(proposals.id, theirs));
}
