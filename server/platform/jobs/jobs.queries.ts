import { and, asc, desc, eq, gte, inArray, isNull, lt, not, notInArray, or, sql } from 'drizzle-orm';
import { inBatches } from '#server/platform/batches.ts';
import type { Queryable, Transaction } from '#server/platform/database/client.ts';
import { currentTime } from '#server/platform/database/columns.ts';
import { writerLives } from '#server/platform/database/locks.ts';
import { jobItems, jobLeft, jobs } from './tables.ts';

export type JobRow = typeof jobs.$inferSelect;

/** An item that a job left out. `id`: the record's. */
export interface LeftOut {
  id: string;
  reference: string;
  code: string;
  message: string;
}

export async function insertJob(tx: Queryable, values: Pick<JobRow, 'kind' | 'data' | 'by' | 'total'>) {
  const [row] = await tx.insert(jobs).values(values).returning();
  return row!;
}

/** Rows per statement; more would exceed the number of parameters. */
const rowsAtOnce = 5_000;

export async function insertItems(tx: Queryable, jobId: string, items: readonly unknown[]): Promise<void> {
  const rows = items.map((item, index) => ({ jobId, position: index + 1, item }));
  for (const batch of inBatches(rows, rowsAtOnce)) await tx.insert(jobItems).values([...batch]);
}

/** The items after the first `done`, `count` at most. */
export async function findItems(db: Queryable, jobId: string, done: number, count: number): Promise<unknown[]> {
  const rows = await db
    .select({ item: jobItems.item })
    .from(jobItems)
    .where(and(eq(jobItems.jobId, jobId), gte(jobItems.position, done + 1)))
    .orderBy(asc(jobItems.position))
    .limit(count);
  return rows.map((row) => row.item);
}

/**
 * Claims the oldest running job of one of `kinds` that no live process works on, `except` those of this process.
 * A process that died holds its lock no longer.
 */
export async function claimJob(db: Queryable, writer: number, kinds: string[], except: string[]) {
  const free = db
    .select({ id: jobs.id })
    .from(jobs)
    .where(
      and(
        eq(jobs.state, 'running'),
        inArray(jobs.kind, kinds),
        except.length > 0 ? notInArray(jobs.id, except) : undefined,
        or(isNull(jobs.writer), eq(jobs.writer, writer), not(writerLives(jobs.writer))),
      ),
    )
    .orderBy(asc(jobs.startedAt))
    .limit(1)
    .for('update', { skipLocked: true });
  const [claimed] = await db.update(jobs).set({ writer }).where(sql`${jobs.id} = (${free})`).returning();
  return claimed;
}

/** Locks and reads the job's row; nothing when it has ended or belongs to another process. */
export async function lockOwnJob(tx: Transaction, id: string, writer: number): Promise<JobRow | undefined> {
  const [row] = await tx
    .select()
    .from(jobs)
    .where(and(eq(jobs.id, id), eq(jobs.writer, writer), eq(jobs.state, 'running')))
    .for('update');
  return row;
}

/** Saves the progress of a step, in its transaction. */
export async function saveProgress(
  tx: Transaction,
  job: JobRow,
  progress: { done: number; left: LeftOut[]; data?: unknown; ended: boolean },
): Promise<void> {
  const { done, left, data, ended } = progress;
  if (left.length > 0) {
    await tx.insert(jobLeft).values(
      left.map(({ id: record, ...why }, index) => ({
        jobId: job.id,
        position: job.leftOut + index + 1,
        record,
        ...why,
      })),
    );
  }
  await tx
    .update(jobs)
    .set({
      done,
      leftOut: job.leftOut + left.length,
      failures: 0,
      ...(data !== undefined && { data }),
      ...(ended && { state: 'done' as const, writer: null, endedAt: sql`${currentTime}` }),
    })
    .where(eq(jobs.id, job.id));
  if (ended) await tx.delete(jobItems).where(eq(jobItems.jobId, job.id));
}

/** Counts a failed step; `max` of them in a row fail the job. @returns whether it goes on */
export async function countFailure(tx: Transaction, id: string, max: number): Promise<boolean> {
  const over = sql`${jobs.failures} + 1 >= ${max}`;
  const [row] = await tx
    .update(jobs)
    .set({
      failures: sql`${jobs.failures} + 1`,
      state: sql`case when ${over} then 'failed' else ${jobs.state} end`,
      endedAt: sql`case when ${over} then ${currentTime} end`,
    })
    .where(eq(jobs.id, id))
    .returning({ state: jobs.state });
  return row?.state === 'running';
}

/** Nothing more is done in the name of an administrator by the jobs that they have begun. */
export async function revokeJobs(tx: Queryable, by: string): Promise<void> {
  await tx
    .update(jobs)
    .set({ revoked: true })
    .where(and(eq(jobs.by, by), eq(jobs.state, 'running')));
}

/** Releases unfinished jobs to other processes, or to the next start. */
export async function giveBackJobs(db: Queryable, writer: number): Promise<void> {
  await db
    .update(jobs)
    .set({ writer: null })
    .where(and(eq(jobs.writer, writer), eq(jobs.state, 'running')));
}

export async function findJob(db: Queryable, id: string): Promise<JobRow | undefined> {
  const [row] = await db.select().from(jobs).where(eq(jobs.id, id));
  return row;
}

/** Running jobs, and those that ended in the last `hours`, of all or of one administrator; newest first. */
export async function findRecentJobs(db: Queryable, hours: number, max: number, by?: string): Promise<JobRow[]> {
  const recently = sql`${jobs.endedAt} > ${currentTime} - make_interval(hours => ${hours})`;
  return db
    .select()
    .from(jobs)
    .where(and(or(eq(jobs.state, 'running'), recently), by === undefined ? undefined : eq(jobs.by, by)))
    .orderBy(desc(jobs.startedAt))
    .limit(max);
}

/** The items that each job left out, in order; the first `most` per job. */
export async function findLeftOut(db: Queryable, jobIds: string[], max: number): Promise<Map<string, LeftOut[]>> {
  const rows =
    jobIds.length === 0
      ? []
      : await db
          .select()
          .from(jobLeft)
          .where(and(inArray(jobLeft.jobId, jobIds), sql`${jobLeft.position} <= ${max}`))
          .orderBy(asc(jobLeft.position));
  const byJob = new Map<string, LeftOut[]>(jobIds.map((id) => [id, []]));
  for (const { jobId, record, reference, code, message } of rows) {
    byJob.get(jobId)?.push({ id: record, reference, code, message });
  }
  return byJob;
}

/** Why a job has left records out, each reason once. */
export async function findCodesLeft(db: Queryable, jobId: string): Promise<string[]> {
  const rows = await db.selectDistinct({ code: jobLeft.code }).from(jobLeft).where(eq(jobLeft.jobId, jobId));
  return rows.map(({ code }) => code);
}

/** Removes jobs that ended more than `days` days ago. What they did is in the log. */
export async function deleteOldJobs(db: Queryable, days: number): Promise<void> {
  await db.delete(jobs).where(lt(jobs.endedAt, sql`${currentTime} - make_interval(days => ${days})`));
}
