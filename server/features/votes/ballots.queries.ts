import { and, asc, eq, sql } from 'drizzle-orm';
import type { Readable, Transaction } from '#server/platform/database/client.ts';
import { ballotArrivals, ballots } from './tables.ts';

export type BallotRow = typeof ballots.$inferSelect;

/**
 * Puts a ballot into the box, or in place of the same paper's earlier one with a lower counter, by the same statements. The caller holds
 * the paper's lock.
 * @returns the one that is in the box, if that has a counter as high
 */
export async function putBallot(tx: Transaction, row: BallotRow): Promise<BallotRow | null> {
  const same = and(eq(ballots.voteId, row.voteId), eq(ballots.message, row.message));
  const [before] = await tx.select().from(ballots).where(same);
  if (before && before.counter >= row.counter) return before;
  await tx.delete(ballots).where(same);
  await tx.insert(ballots).values(row);
  return null;
}

/** The box in the order of SHA-256(message), in batches. */
export async function* eachBallot(db: Readable, voteId: string, size = 2_000): AsyncGenerator<BallotRow[]> {
  const order = sql`sha256(${ballots.message})`;
  let last: Buffer | null = null;
  for (;;) {
    const rows: (BallotRow & { order: Buffer })[] = await db
      .select({
        voteId: ballots.voteId,
        message: ballots.message,
        signature: ballots.signature,
        key: ballots.key,
        counter: ballots.counter,
        ballot: ballots.ballot,
        ballotSignature: ballots.ballotSignature,
        order: sql<Buffer>`${order}`,
      })
      .from(ballots)
      .where(and(eq(ballots.voteId, voteId), last === null ? undefined : sql`${order} > ${last}`))
      .orderBy(asc(order))
      .limit(size);
    if (rows.length > 0) yield rows.map(({ order: _order, ...row }) => row);
    if (rows.length < size) return;
    last = rows.at(-1)!.order;
  }
}

/** Writes the box as new rows in the order of SHA-256(message), so that nothing is left of the order of arrival. */
export async function rewriteBox(tx: Transaction, voteId: string): Promise<void> {
  await tx.execute(sql`
    with box as (delete from ${ballots} where vote_id = ${voteId}::uuid returning *)
    insert into ${ballots} (vote_id, message, signature, key, counter, ballot, ballot_signature)
    select vote_id, message, signature, key, counter, ballot, ballot_signature from box order by sha256(message)`);
}

export const countBallots = (db: Readable, voteId: string): Promise<number> =>
  db.$count(ballots, eq(ballots.voteId, voteId));

export async function removeBallots(tx: Transaction, voteId: string): Promise<void> {
  await tx.delete(ballots).where(eq(ballots.voteId, voteId));
  await tx.delete(ballotArrivals).where(eq(ballotArrivals.voteId, voteId));
}

export async function noteArrival(tx: Transaction, voteId: string): Promise<void> {
  await tx.insert(ballotArrivals).values({ voteId });
}

/** One that had arrived is done with; which one does not matter. */
export async function endArrival(db: Pick<Transaction, 'execute'>, voteId: string): Promise<void> {
  await db.execute(sql`
    delete from ${ballotArrivals} where id = (
      select id from ${ballotArrivals} where vote_id = ${voteId}::uuid limit 1 for update skip locked)`);
}

export const countArrivals = (db: Readable, voteId: string): Promise<number> =>
  db.$count(ballotArrivals, eq(ballotArrivals.voteId, voteId));

export async function endArrivals(tx: Transaction, voteId: string): Promise<void> {
  await tx.delete(ballotArrivals).where(eq(ballotArrivals.voteId, voteId));
}
