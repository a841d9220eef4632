import type { BaseCore } from '#server/core.ts';
import { addUpChanges, fewChanges } from './member-counts.queries.ts';

const pauseMs = 2_000;

/** Adds changes of members to the counts soon after they are notified, so that counts stay fast. */
export function createCountKeeper({ database, log }: Pick<BaseCore, 'database' | 'log'>) {
  let timer: NodeJS.Timeout | undefined;
  let underWay: Promise<void> | undefined;
  let stopped = false;

  function addUp(): void {
    timer = undefined;
    underWay = addUpChanges(database, fewChanges).catch((error: Error) =>
      log.warn({ reason: error.name }, 'the counts of members could not be added up'),
    );
  }

  return {
    noticed(): void {
      if (stopped || timer) return;
      timer = setTimeout(addUp, pauseMs);
      timer.unref();
    },
    async stop(): Promise<void> {
      stopped = true;
      clearTimeout(timer);
      await underWay;
    },
  };
}
