import type { Core } from '../core.ts';
import { withLockIfFree } from './database/locks.ts';
import { type Background, createLoop, nameOf } from './loop.ts';

/** Removes what is no longer needed, or does what has become due. @param isStopping asked between steps; the next round does the rest */
export type CleanUp = (core: Core, isStopping: () => boolean) => Promise<void>;

const everyMs = 10 * 60 * 1_000;

/** Runs these at the start and every ten minutes, in one process at a time; a failing one does not stop the others. */
export function createCleanUps(
  core: Core,
  cleanUps: readonly (readonly [name: string, cleanUp: CleanUp])[],
): Background {
  const { database, log } = core;
  return createLoop(
    async (isStopping) => {
      await withLockIfFree(database, 'cleanUp', async () => {
        for (const [name, cleanUp] of cleanUps) {
          if (isStopping()) return;
          await cleanUp(core, isStopping).catch((error: unknown) => {
            log.warn({ job: name, reason: nameOf(error) }, 'a clean-up failed');
          });
        }
      });
      return everyMs;
    },
    {
      failed(error) {
        log.warn({ reason: nameOf(error) }, 'the clean-ups could not run');
        return everyMs;
      },
    },
  );
}
