import type { Log } from './log/log.ts';

/** What goes on from the start of the process to its end. */
export interface Background {
  start(): void;
  /** Finishes what is under way. */
  stop(): Promise<void>;
}

/** When the rounds of this process that are under way began, by the machine's clock. */
const underWaySince = new Map<object, number>();

/** Whether a loop of this process has been at one round for longer than this. */
export const isSomeLoopStuck = (ms: number): boolean =>
  [...underWaySince.values()].some((since) => performance.now() - since > ms);

export interface Loop extends Background {
  /** Begins the next round at once, or soon after the one under way. */
  wake(): void;
}

/**
 * Repeats one piece of work, a round after the other, until it is stopped; what goes on beside requests does so by this.
 * @param round @returns milliseconds until the next one; `Infinity` when only a wake begins it
 * @param options.failed notes a failed round. @returns milliseconds until the next one
 * @param options.gatherMs the time in which what wakes it is gathered for one round
 * @param options.soonMs the pause before the next round when it is wanted during one
 */
export function createLoop(
  round: (isStopping: () => boolean) => Promise<number>,
  {
    failed,
    gatherMs = 0,
    soonMs = gatherMs,
  }: { failed: (error: unknown) => number; gatherMs?: number; soonMs?: number },
): Loop {
  let timer: NodeJS.Timeout | undefined;
  let nextAt = Infinity;
  let underWay: Promise<void> | undefined;
  let isWoken = false;
  let stopped = false;

  async function run(): Promise<void> {
    nextAt = Infinity;
    isWoken = false;
    underWaySince.set(run, performance.now());
    const pause = await round(() => stopped).catch(failed);
    underWaySince.delete(run);
    underWay = undefined;
    beginWithin(isWoken ? Math.min(pause, soonMs) : pause);
  }

  /** Brings the next round forward, and never puts it off. */
  function beginWithin(milliseconds: number): void {
    const at = performance.now() + milliseconds;
    if (stopped || at >= nextAt) return;
    nextAt = at;
    clearTimeout(timer);
    timer = setTimeout(() => {
      underWay = run();
    }, milliseconds);
    timer.unref();
  }

  function wake(): void {
    if (underWay) isWoken = true;
    else beginWithin(gatherMs);
  }

  return {
    start: wake,
    wake,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await underWay;
    },
  };
}

/** Works on each of these alone: one that fails is logged by its id, and holds no other. */
export async function eachAlone(
  { log }: { log: Log },
  ids: readonly string[],
  what: string,
  work: (id: string) => Promise<unknown>,
): Promise<void> {
  for (const id of ids) {
    await work(id).catch((error: unknown) => log.warn({ id, reason: nameOf(error) }, what));
  }
}

/** The name of an error, for the log: its message may hold personal data. */
export const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'unknown');
