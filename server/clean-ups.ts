import type { BaseCore } from './core.ts';
import { withLockIfFree } from './database/locks.ts';

export interface CleanUps {
  start(): void;
  stop(): Promise<void>;
}

const everyMs = 10 * 60 * 1_000;

/** Runs `jobs` at the start and every ten minutes, in one process at a time; a failing one does not stop the others. */
export function createCleanUps(
  { database, log }: BaseCore,
  jobs: Record<string, (isStopping: () => boolean) => Promise<void>>,
): CleanUps {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let underWay: Promise<void> | undefined;

  async function run(): Promise<void> {
    await withLockIfFree(database, 'cleanUp', async () => {
      for (const [name, job] of Object.entries(jobs)) {
        if (stopped) return;
        await job(() => stopped).catch((error: unknown) => {
          log.warn({ job: name, reason: error instanceof Error ? error.name : 'unknown' }, 'a clean-up failed');
        });
      }
    });
  }

  function later(milliseconds: number): void {
    timer = setTimeout(() => {
      underWay = run()
        .catch((error: Error) => log.warn({ reason: error.name }, 'the clean-ups could not run'))
        .finally(() => {
          underWay = undefined;
          if (!stopped) later(everyMs);
        });
    }, milliseconds);
    timer.unref();
  }

  return {
    start: () => later(0),
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await underWay;
    },
  };
}
