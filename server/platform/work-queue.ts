import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { AppError } from '#shared/errors.ts';

/** Runs work while the sum of its weights fits; other work waits in a bounded queue. */
export interface WorkQueue {
  /** @throws the error of `busy` when the queue is full */
  run<T>(weight: number, work: () => Promise<T>): Promise<T>;
}

/**
 * @param capacity the weight that may be under way at once; heavier work counts as exactly this much, and runs alone
 * @param parallel how many pieces of work may be under way at once, however light
 * @param waiting the length of the queue
 * @param busy makes the error for work beyond it
 */
export function createWorkQueue({
  capacity,
  parallel,
  waiting,
  busy: refuse,
}: {
  capacity: number;
  parallel: number;
  waiting: number;
  busy: () => AppError;
}): WorkQueue {
  const line: { weight: number; go: () => void }[] = [];
  let load = 0;
  let busy = 0;

  function next(): void {
    while (line[0] && busy < parallel && load + line[0].weight <= capacity) {
      const first = line.shift();
      if (!first) return;
      load += first.weight;
      busy++;
      first.go();
    }
  }

  return {
    async run(weight, work) {
      const counted = Math.min(weight, capacity);
      if (line.length >= waiting) throw refuse();
      await new Promise<void>((go) => {
        line.push({ weight: counted, go });
        next();
      });
      try {
        return await work();
      } finally {
        load -= counted;
        busy--;
        next();
      }
    },
  };
}

/** Collects all garbage now, which takes about 50 ms, and gives its memory back to the system. */
export function freeMemory(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  setFlagsFromString('--no-expose-gc');
  collect();
}
