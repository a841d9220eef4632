import { and, asc, desc, eq, gte, inArray, isNull, lt, not, notInArray, or, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '#server/database/client.ts';
import { writerLives } from '#server/database/locks.ts';
import { jobItems, jobLeft, jobs } from '#server/database/tables/jobs.ts';
import { currentTime } from '#server/database/time.ts';

export type JobRow = typeof jobs.$inferSelect;

/** What a job left out. `id`: the record's. */
export interface LeftOut {
  id: string;
  reference: string;
  code: string;
  message: string;
}

export async function insertJob(
  tx: Queryable,
  values: Pick<JobRow, 'kind' | 'data' | 'by' | 'total'>,
): Promise<JobRow> {
  const [row] = await tx.insert(jobs).values(values).returning();
  return row!;
}

/** Rows in one statement; more would be too many parameters. */
const rowsAtOnce = 5_000;

export async function insertItems(tx: Queryable, jobId: string, items: readonly unknown[]): Promise<void> {
  for (let start = 0; start < items.length; start += rowsAtOnce) {
    const part = items.slice(start, start + rowsAtOnce);
    await tx.insert(jobItems).values(part.map((item, index) => ({ jobId, position: start + index + 1, item })));
  }
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
 * Takes the oldest running job of one of `kinds` that no process is at, `except` those that this one knows to be at.
 * A process that is gone holds its lock no longer.
 */
export async function claimJob(
  db: Queryable,
  writer: number,
  kinds: string[],
  except: string[],
): Promise<JobRow | undefined> {
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

/** The job's current row, kept from all others; nothing when it has ended or is another process's now. */
export async function lockOwnJob(tx: Transaction, id: string, writer: number): Promise<JobRow | undefined> {
  const [row] = await tx
    .select()
    .from(jobs)
    .where(and(eq(jobs.id, id), eq(jobs.writer, writer), eq(jobs.state, 'running')))
    .for('update');
  return row;
}

/** Notes a step that was done, in its transaction. */
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

/** Notes that a step has failed; with `most` such failures one after the other the job has. Tells whether it goes on. */
export async function countFailure(db: Queryable, id: string, writer: number, most: number): Promise<boolean> {
  const over = sql`${jobs.failures} + 1 >= ${most}`;
  const [row] = await db
    .update(jobs)
    .set({
      failures: sql`${jobs.failures} + 1`,
      state: sql`case when ${over} then 'failed' else ${jobs.state} end`,
      endedAt: sql`case when ${over} then ${currentTime} end`,
    })
    .where(and(eq(jobs.id, id), eq(jobs.writer, writer), eq(jobs.state, 'running')))
    .returning({ state: jobs.state });
  return row?.state === 'running';
}

/** Leaves what is not done to others, or to this program when it starts again. */
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

/** Those that run, and those that ended in the last `hours`, of all or of one administrator; newest first. */
export async function findRecentJobs(db: Queryable, hours: number, most: number, by?: string): Promise<JobRow[]> {
  const recently = sql`${jobs.endedAt} > ${currentTime} - make_interval(hours => ${hours})`;
  return db
    .select()
    .from(jobs)
    .where(and(or(eq(jobs.state, 'running'), recently), by === undefined ? undefined : eq(jobs.by, by)))
    .orderBy(desc(jobs.startedAt))
    .limit(most);
}

/** What each job left out, in its order; of each job the first `most`. */
export async function findLeftOut(db: Queryable, jobIds: string[], most: number): Promise<Map<string, LeftOut[]>> {
  const rows =
    jobIds.length === 0
      ? []
      : await db
          .select()
          .from(jobLeft)
          .where(and(inArray(jobLeft.jobId, jobIds), sql`${jobLeft.position} <= ${most}`))
          .orderBy(asc(jobLeft.position));
  const found = new Map<string, LeftOut[]>(jobIds.map((id) => [id, []]));
  for (const { jobId, record, reference, code, message } of rows) {
    found.get(jobId)?.push({ id: record, reference, code, message });
  }
  return found;
}

/** Removes jobs that ended more than `days` days ago. What they did is in the log. */
export async function deleteOldJobs(db: Queryable, days: number): Promise<void> {
  await db.delete(jobs).where(lt(jobs.endedAt, sql`${currentTime} - make_interval(days => ${days})`));
}
