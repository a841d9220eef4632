import type { Core } from './core.ts';
import { withLockIfFree } from './database/locks.ts';
import type { Background } from './feature.ts';

/** Removes what is no longer needed, or does what has become due. @param isStopping asked between steps; the next round does the rest */
export type CleanUp = (core: Core, isStopping: () => boolean) => Promise<void>;

const everyMs = 10 * 60 * 1_000;

/** Runs these at the start and every ten minutes, in one process at a time; a failing one does not stop the others. */
export function createCleanUps(
  core: Core,
  cleanUps: readonly (readonly [name: string, cleanUp: CleanUp])[],
): Background {
  const { database, log } = core;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let underWay: Promise<void> | undefined;

  async function run(): Promise<void> {
    await withLockIfFree(database, 'cleanUp', async () => {
      for (const [name, cleanUp] of cleanUps) {
        if (stopped) return;
        await cleanUp(core, () => stopped).catch((error: unknown) => {
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
