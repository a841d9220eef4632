import type { Core } from '../core.ts';
import { withLockIfFree } from './database/locks.ts';
import { type Background, createLoop, nameOf } from './loop.ts';

/** Removes what is no longer needed, or does what has become due. @param isStopping asked between steps; the next round does the rest */
export type CleanUp = (core: Core, isStopping: () => boolean) => Promise<void>;

const everyMs = 10 * 60 * 1_000;
const soonMs = 1_000;
/** How long one may take while others wait. */
const budgetMs = 60_000;

/**
 * Runs these at the start and every ten minutes, in one process at a time; a failing one does not stop the others, and one whose
 * budget of time ends goes on in the next round, which then follows at once.
 */
export function createCleanUps(
  core: Core,
  cleanUps: readonly (readonly [name: string, cleanUp: CleanUp])[],
  budget = budgetMs,
): Background {
  const { database, log } = core;
  return createLoop(
    async (isStopping) => {
      let isCutShort = false;
      await withLockIfFree(database, 'cleanUp', async () => {
        for (const [name, cleanUp] of cleanUps) {
          if (isStopping()) return;
          const endsAt = performance.now() + budget;
          const isEnding = () => {
            const isOver = performance.now() >= endsAt;
            isCutShort ||= isOver;
            return isOver || isStopping();
          };
          await cleanUp(core, isEnding).catch((error: unknown) => {
            log.warn({ job: name, reason: nameOf(error) }, 'a clean-up failed');
          });
        }
      });
      return isCutShort ? soonMs : everyMs;
    },
    {
      failed(error) {
        log.warn({ reason: nameOf(error) }, 'the clean-ups could not run');
        return everyMs;
      },
    },
  );
}
