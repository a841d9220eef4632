import { setTimeout as sleep } from 'node:timers/promises';
import type { BaseCore } from '#server/platform/base-core.ts';
import { notify, type Queryable, type Transaction } from '#server/platform/database/client.ts';
import { createLoop, nameOf } from '#server/platform/loop.ts';
import type { AppError } from '#shared/errors.ts';
import type { Power } from '#shared/powers.ts';
import type { JobRow, LeftOut } from './jobs.queries.ts';
import * as queries from './jobs.queries.ts';

/** A job as its step sees it. */
export interface RunningJob<Data> {
  id: string;
  /** What it was begun with, or what the last step replaced that with. */
  data: Data;
  /** Who asked for it: an administrator's e-mail, or 'website'. */
  by: string;
  /** The number of items, and how many of them earlier steps have done. */
  total: number;
  done: number;
  /** The next items, `count` at most. */
  items(count: number): Promise<unknown[]>;
}

/** The result of a step. */
export interface Step {
  /** Number of items dealt with, including those left out; at least 1 unless the step is the last. */
  done: number;
  /** Those of them that were left out. */
  left?: LeftOut[];
  /** Replaces the job's data, such as the position to go on from. */
  data?: unknown;
  /** True when nothing is left to do. Otherwise a job ends when `total` items are done. */
  last?: boolean;
}

/**
 * Does the next part of a job, in a few seconds at most. All of it happens in `tx`, which also saves the progress, so it
 * happens once even if the process dies. An error rolls the step back, and it is retried; an item that must not stop the others
 * goes into a savepoint of `tx` and is reported as left out.
 */
export type DoStep<Data> = (tx: Transaction, job: RunningJob<Data>) => Promise<Step>;

/** What the administrator who began a job must still have; asked before each step. */
export interface JobNeeds<Data> {
  /** All of these. */
  powers(data: Data): readonly Power[];
  /** The work is for all India. */
  unbound?: boolean;
  /** What is told to those with full powers once it has ended without them: the work, and the address of its page. */
  work: string;
  page: string;
  /** In place of the step, in its transaction. @param refused says what is missing */
  onStopped(tx: Transaction, job: RunningJob<Data>, refused: AppError): Promise<Step>;
}

/** Whether work may go on in somebody's name, which a feature knows. */
export interface Authority {
  refusal(
    tx: Transaction,
    work: { by: string; revoked: boolean },
    powers: readonly Power[],
    unbound: boolean,
  ): Promise<AppError | null>;
  tell(tx: Transaction, work: string, by: string, page: string): Promise<void>;
}

/** What its owner declares of a kind of jobs. */
export interface JobKind<Data> {
  /** Null, with the reason in a comment, for work in nobody's name. */
  needs: JobNeeds<Data> | null;
  step: DoStep<Data>;
  /** Gives back what the job held, once its step has failed for good; in the transaction that says so. Items done stay done. */
  onFailed: (tx: Transaction, job: Pick<RunningJob<Data>, 'id' | 'data' | 'by'>) => Promise<void>;
}

interface NewJob {
  kind: string;
  by: string;
  /** Kept as JSON; never a secret. */
  data: unknown;
  /** The items, kept as JSON in this order; or only their number, where the step finds them itself. */
  items: readonly unknown[] | { count: number };
}

/** Work that goes on after the call that asked for it, survives the end of its process, and is done once. */
export interface Jobs {
  /** Sets what is done for jobs of a kind. To be called before {@link Jobs.start}. */
  register<Data>(kind: string, declared: JobKind<Data>, authority: Authority): void;
  /** Queues a job as part of a change; it begins after the commit. @returns its id */
  begin(tx: Queryable, job: NewJob): Promise<string>;
  /** The job once it has ended, or as it is after a second: a small job is done within the first answer. */
  awaitEnd(id: string): Promise<JobRow | undefined>;
  start(): void;
  /** Finishes the steps under way and releases the rest to other processes, or to the next start. */
  stop(): Promise<void>;
}

/** Concurrent jobs per process; each takes a connection of the pool. */
const max = 3;
/** How often a job of a dead process is looked for; new and released jobs are notified at once. */
const pollEveryMs = 5_000;
/** A job fails after so many failures of a step in a row. */
const maxFailures = 5;
const waitMs = 1_000;

export interface JobsOptions {
  /** Delay before a failed step is retried, by the number of failures. */
  pauseMs?: (failures: number) => number;
}

/** Does jobs. Any number of processes may run it: each job belongs to one live process. */
export function createJobs({ database, log }: Pick<BaseCore, 'database' | 'log'>, options: JobsOptions = {}): Jobs {
  const { pauseMs = (failures) => 500 * 2 ** failures } = options;
  const kinds = new Map<string, JobKind<unknown> & { authority: Authority }>();
  /** The jobs of this process. */
  const underWay = new Map<string, Promise<void>>();
  const stopping = new AbortController();

  /** Does one step. @returns false when the job has ended or belongs to another process */
  async function doStep(claimed: JobRow): Promise<boolean> {
    return database.transaction(async (tx) => {
      const row = await queries.lockOwnJob(tx, claimed.id, database.writerKey);
      const kind = row && kinds.get(row.kind);
      if (!row || !kind) return false;
      const { needs, step, authority } = kind;
      const { id, data, by, total, done, revoked } = row;
      const items = (count: number) => queries.findItems(tx, id, done, count);
      const job = { id, data, by, total, done, items };
      const refused =
        needs && total > 0
          ? await authority.refusal(tx, { by, revoked }, needs.powers(data), needs.unbound ?? false)
          : null;
      const whole = async () => (total === 0 ? { done: 0, last: true } : step(tx, job));
      const result: Step = await (needs && refused ? needs.onStopped(tx, job, refused) : whole());
      const reached = done + result.done;
      const ended = result.last === true || reached >= total;
      if (needs && refused && ended) await authority.tell(tx, needs.work, by, needs.page);
      if (result.done < 1 && !ended) throw new Error('A step must get something done.');
      await queries.saveProgress(tx, row, { done: reached, left: result.left ?? [], data: result.data, ended });
      return !ended;
    });
  }

  /** Counts a failed step; the last one fails the job. @returns whether it goes on */
  async function countFailure({ id }: JobRow): Promise<boolean> {
    return database.transaction(async (tx) => {
      const row = await queries.lockOwnJob(tx, id, database.writerKey);
      if (!row) return false;
      const goesOn = await queries.countFailure(tx, id, maxFailures);
      if (!goesOn) await kinds.get(row.kind)!.onFailed(tx, row);
      return goesOn;
    });
  }

  async function work(job: JobRow): Promise<void> {
    let failures = job.failures;
    while (!stopping.signal.aborted) {
      try {
        if (!(await doStep(job))) return;
        failures = 0;
      } catch (error) {
        failures++;
        log.warn({ job: job.id, kind: job.kind, failures, reason: nameOf(error) }, 'a step of a job failed');
        if (!(await countFailure(job))) return;
        await sleep(pauseMs(failures), undefined, { signal: stopping.signal }).catch(() => {});
      }
    }
  }

  function take(job: JobRow): void {
    const done = work(job)
      // The database is away: the job still belongs to this process, which finds it again.
      .catch((error: unknown) => log.warn({ job: job.id, reason: nameOf(error) }, 'a job was interrupted'))
      .finally(() => {
        underWay.delete(job.id);
        loop.wake();
      });
    underWay.set(job.id, done);
  }

  async function takeFree(): Promise<void> {
    while (!stopping.signal.aborted && kinds.size > 0 && underWay.size < max) {
      const job = await queries.claimJob(database, database.writerKey, [...kinds.keys()], [...underWay.keys()]);
      if (!job) return;
      take(job);
    }
  }

  const loop = createLoop(
    async () => {
      await takeFree();
      return pollEveryMs;
    },
    {
      failed(error) {
        log.warn({ reason: nameOf(error) }, 'the jobs could not be read');
        return pollEveryMs;
      },
    },
  );

  return {
    register<Data>(kind: string, declared: JobKind<Data>, authority: Authority) {
      if (kinds.has(kind)) throw new Error(`Jobs of the kind ${kind} are registered twice.`);
      kinds.set(kind, { ...(declared as JobKind<unknown>), authority });
    },
    async begin(tx, { items, ...job }) {
      const total = 'count' in items ? items.count : items.length;
      const { id } = await queries.insertJob(tx, { ...job, total });
      if (!('count' in items)) await queries.insertItems(tx, id, items);
      await notify(tx, 'jobs');
      return id;
    },
    async awaitEnd(id) {
      const deadline = performance.now() + waitMs;
      for (;;) {
        const job = await queries.findJob(database, id);
        if (job?.state !== 'running' || performance.now() > deadline) return job;
        await sleep(25);
      }
    },
    start() {
      database.listen('jobs', loop.wake);
      loop.start();
    },
    async stop() {
      stopping.abort();
      await loop.stop();
      await Promise.all(underWay.values());
      await queries.giveBackJobs(database, database.writerKey).catch(() => {});
      await notify(database, 'jobs').catch(() => {});
    },
  };
}
