import { and, arrayOverlaps, eq, inArray, isNotNull, ne, not, sql } from 'drizzle-orm';
import type { Readable, Transaction } from '#server/platform/database/client.ts';
import { administrators } from '#server/platform/database/tables/auth.ts';
import { proposals } from '#server/platform/database/tables/votes.ts';
import { currentTime } from '#server/platform/database/time.ts';
import type { Power } from '#shared/powers.ts';

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

/** How many proposals of others an administrator may agree to, and since when the oldest waits. */
export async function countToAgree(
  db: Readable,
  { id, email, powers }: { id: string; email: string; powers: readonly Power[] },
  days: number,
) {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int`, since: sql<string | null>`min(${proposals.at})` })
    .from(proposals)
    .innerJoin(administrators, eq(administrators.id, proposals.administratorId))
    .where(
      and(
        isAlive(days),
        ne(administrators.id, id),
        sql`lower(${proposals.by}) <> lower(${email})`,
        powers.includes('full') ? undefined : inArray(proposals.power, [...powers]),
      ),
    );
  return { count: row?.count ?? 0, since: row?.since ? new Date(row.since) : null };
}

/** Whether anybody else could agree: enabled, with the power, and not only invited. */
export async function hasSecond(tx: Transaction, power: Power, exceptId: string, exceptEmail: string) {
  const others = await tx.$count(
    administrators,
    and(
      ne(administrators.id, exceptId),
      sql`lower(${administrators.email}) <> lower(${exceptEmail})`,
      isNotNull(administrators.lastLoginAt),
      may(power),
    ),
  );
  return others > 0;
}

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

/** Removes what an administrator has proposed and may no longer do. */
export async function removeLost(tx: Transaction, administratorId: string): Promise<void> {
  const theirs = tx
    .select({ id: proposals.id })
    .from(proposals)
    .innerJoin(administrators, eq(administrators.id, proposals.administratorId))
    .where(and(eq(administrators.id, administratorId), isLost));
  await tx.delete(proposals).where(inArray(proposals.id, theirs));
}
