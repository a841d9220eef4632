/** What goes on from the start of the process to its end. */
export interface Background {
  start(): void;
  /** Finishes what is under way. */
  stop(): Promise<void>;
}

export interface Loop extends Background {
  /** Begins the next round at once, or soon after the one under way. */
  wake(): void;
}

/**
 * Repeats one piece of work, a round after the other, until it is stopped; what goes on beside requests does so by this.
 * @param round @returns milliseconds until the next one
 * @param options.failed notes a failed round. @returns milliseconds until the next one
 * @param options.soonMs the pause before the next round when it is wanted during one
 */
export function createLoop(
  round: (isStopping: () => boolean) => Promise<number>,
  { failed, soonMs = 0 }: { failed: (error: unknown) => number; soonMs?: number },
): Loop {
  let timer: NodeJS.Timeout | undefined;
  let underWay: Promise<void> | undefined;
  let isWoken = false;
  let stopped = false;

  async function run(): Promise<void> {
    isWoken = false;
    const pause = await round(() => stopped).catch(failed);
    underWay = undefined;
    later(isWoken ? Math.min(pause, soonMs) : pause);
  }

  function later(milliseconds: number): void {
    clearTimeout(timer);
    if (stopped) return;
    timer = setTimeout(() => {
      underWay = run();
    }, milliseconds);
    timer.unref();
  }

  function wake(): void {
    isWoken = true;
    if (!underWay) later(0);
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

/** The name of an error, for the log: its message may hold personal data. */
export const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'unknown');
