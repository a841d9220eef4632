import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { addressOf, type EmbeddedConnection } from './platform/database/embedded.ts';
import { relayFigures } from './platform/metrics/figures-of-workers.ts';

export interface Workers {
  /** Resolves when all of them answer; rejects when one ends before. */
  ready(): Promise<void>;
  /** Ends all of them, after the requests under way. */
  stop(): Promise<void>;
}

/** The delay before an ended worker is replaced; it grows while they keep ending. */
const firstPauseMs = 500;
const longestPauseMs = 30_000;

/**
 * Starts `count` processes that answer on one port. Each is a server on the shared database, like those of several
 * machines; the database, the data folder and the migrations belong to this process. A worker that ends is replaced.
 */
export function startWorkers(
  count: number,
  connection: string | EmbeddedConnection,
  log: (line: string) => void,
): Workers {
  const env = {
    WORKERS: '1',
    DATABASE_URL: typeof connection === 'string' ? connection : addressOf(connection),
    DATABASE_OWNER_URL: '',
  };
  let stopping = false;

  async function begin(): Promise<void> {
    const worker = cluster.fork(env);
    const ended = once(worker, 'exit').then(([code, signal]) => {
      throw new Error(`A worker ended (${signal ?? code}) before it was ready.`);
    });
    ended.catch(() => {});
    await Promise.race([once(worker, 'listening'), ended]);
    worker.once('exit', (code, signal) => {
      if (stopping) return;
      log(`Worker ${worker.process.pid} ended (${signal ?? code}); another one is started.`);
      void replace();
    });
  }

  async function replace(): Promise<void> {
    for (let pause = firstPauseMs; !stopping; pause = Math.min(pause * 2, longestPauseMs)) {
      await sleep(pause);
      try {
        if (!stopping) await begin();
        return;
      } catch (error) {
        log(error instanceof Error ? error.message : String(error));
      }
    }
  }

  async function end(worker: Worker): Promise<void> {
    const gone = once(worker, 'exit');
    worker.process.kill('SIGTERM');
    await gone;
  }

  relayFigures();
  const all = Promise.all(Array.from({ length: count }, begin));
  all.catch(() => {});
  return {
    async ready() {
      await all;
    },
    async stop() {
      stopping = true;
      await Promise.all(Object.values(cluster.workers ?? {}).map((worker) => worker && end(worker)));
    },
  };
}
