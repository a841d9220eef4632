import type { AppError } from '#shared/errors.ts';

/** Lets work through while the sum of its weights fits; the rest waits its turn, and too much of it is refused. */
export interface WorkQueue {
  /** @throws what `busy` makes when too many wait already */
  run<T>(weight: number, work: () => Promise<T>): Promise<T>;
}

/**
 * @param capacity how much weight may be under way at once; heavier work counts as exactly this much, and runs alone
 * @param parallel how many pieces of work may be under way at once, however light
 * @param waiting how many may wait
 * @param busy what those who come then are told
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
