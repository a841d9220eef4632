import { setTimeout as sleep } from 'node:timers/promises';
import type { BaseCore } from '#server/core.ts';
import { notify, type Queryable, type Transaction } from '#server/database/client.ts';
import type { JobRow, LeftOut } from './jobs.queries.ts';
import * as queries from './jobs.queries.ts';

/** A job in the hands of the one who does it. */
export interface RunningJob<Data> {
  id: string;
  /** What it was begun with, or what the last step made of it. */
  data: Data;
  /** Who asked for it: an administrator's e-mail, or 'website'. */
  by: string;
  /** How many items there are in all, and how many the steps before have dealt with. */
  total: number;
  done: number;
  /** The next items it was begun with, `count` at most. */
  items(count: number): Promise<unknown[]>;
}

/** What a step has got done. */
export interface Step {
  /** Items that were dealt with, those that were left out among them; 1 or more unless the step is the last. */
  done: number;
  /** Those of them that were left out. */
  left?: LeftOut[];
  /** Replaces the job's data, such as a place to go on from. */
  data?: unknown;
  /** True: nothing is left to do. Without it a job ends when `total` items are done. */
  last?: boolean;
}

/**
 * Does the next part of a job, in a few seconds at most. All of it is done in `tx`, in which the progress is kept too: so it
 * happens once, whatever happens to the process. What it throws undoes the step, which is then tried again; what must not
 * stop the others goes into a transaction inside `tx` and is reported as left out.
 */
export type DoStep<Data> = (tx: Transaction, job: RunningJob<Data>) => Promise<Step>;

interface NewJob {
  kind: string;
  by: string;
  /** Kept as JSON; never a secret. */
  data: unknown;
  /** What is to be done, kept as JSON in this order; or only how many things there are, for who knows them otherwise. */
  items: readonly unknown[] | { count: number };
}

/** Work that goes on after the call that asked for it, survives the end of its process, and is done once. */
export interface Jobs {
  /** Says how jobs of a kind are done. Before {@link Jobs.start}. */
  register<Data>(kind: string, step: DoStep<Data>): void;
  /** Queues a job as part of a change; it begins once that is committed. @returns its id */
  begin(tx: Queryable, job: NewJob): Promise<string>;
  /** The job once it has ended, or its state after a second: so that a small one is done in the first answer. */
  awaitEnd(id: string): Promise<JobRow | undefined>;
  start(): void;
  /** Finishes the steps under way and leaves the rest to others, or to the next start. */
  stop(): Promise<void>;
}

/** Jobs that one process does at once; each takes a connection of the pool. */
const most = 3;
/** A job whose process died is looked for this often; what is begun or given back is told at once. */
const lookEveryMs = 5_000;
/** A step that fails so often in a row fails its job. */
const mostFailures = 5;
const waitMs = 1_000;

const nameOf = (error: unknown) => (error instanceof Error ? error.name : 'unknown');

export interface JobsOptions {
  /** Before a failed step is tried again, by the number of failures. */
  pauseMs?: (failures: number) => number;
}

/** Does jobs. Any number of processes may do so at once: each job is one process's, for as long as that lives. */
export function createJobs({ database, log }: Pick<BaseCore, 'database' | 'log'>, options: JobsOptions = {}): Jobs {
  const { pauseMs = (failures) => 500 * 2 ** failures } = options;
  const steps = new Map<string, DoStep<never>>();
  /** Those that this process is at. */
  const underWay = new Map<string, Promise<void>>();
  const stopping = new AbortController();
  let looking: Promise<void> | undefined;
  let heard = false;
  let timer: NodeJS.Timeout | undefined;

  /** Does one step. False: the job has ended, or is another process's. */
  async function doStep(claimed: JobRow): Promise<boolean> {
    return database.transaction(async (tx) => {
      const row = await queries.lockOwnJob(tx, claimed.id, database.writerKey);
      const step = row && steps.get(row.kind);
      if (!row || !step) return false;
      const { id, data, by, total, done } = row;
      const items = (count: number) => queries.findItems(tx, id, done, count);
      const result =
        total === 0 ? { done: 0, last: true } : await step(tx, { id, data: data as never, by, total, done, items });
      const reached = done + result.done;
      const ended = result.last === true || reached >= total;
      if (result.done < 1 && !ended) throw new Error('A step must get something done.');
      await queries.saveProgress(tx, row, { done: reached, left: result.left ?? [], data: result.data, ended });
      return !ended;
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
        if (!(await queries.countFailure(database, job.id, database.writerKey, mostFailures))) return;
        await sleep(pauseMs(failures), undefined, { signal: stopping.signal }).catch(() => {});
      }
    }
  }

  function take(job: JobRow): void {
    const done = work(job)
      // The database is away: the job stays this process's, and is found again.
      .catch((error: unknown) => log.warn({ job: job.id, reason: nameOf(error) }, 'a job was interrupted'))
      .finally(() => {
        underWay.delete(job.id);
        look();
      });
    underWay.set(job.id, done);
  }

  async function takeFree(): Promise<void> {
    while (!stopping.signal.aborted && underWay.size < most) {
      const job = await queries.claimJob(database, database.writerKey, [...steps.keys()], [...underWay.keys()]);
      if (!job) return;
      take(job);
    }
  }

  /** Looks for jobs, one look at a time. */
  function look(): void {
    if (stopping.signal.aborted || steps.size === 0) return;
    heard = true;
    looking ??= (async () => {
      while (heard) {
        heard = false;
        await takeFree();
      }
    })()
      .catch((error: unknown) => log.warn({ reason: nameOf(error) }, 'the jobs could not be read'))
      .finally(() => {
        looking = undefined;
      });
  }

  return {
    register(kind, step) {
      if (steps.has(kind)) throw new Error(`Jobs of the kind ${kind} are registered twice.`);
      steps.set(kind, step as DoStep<never>);
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
      database.listen('jobs', look);
      timer = setInterval(look, lookEveryMs);
      timer.unref();
      look();
    },
    async stop() {
      stopping.abort();
      clearInterval(timer);
      await looking;
      await Promise.all(underWay.values());
      await queries.giveBackJobs(database, database.writerKey).catch(() => {});
      await notify(database, 'jobs').catch(() => {});
    },
  };
}
