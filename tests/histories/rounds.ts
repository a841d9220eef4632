import type { Loop } from '#server/platform/loop.ts';

// The loops of a server whose rounds begin only when they are woken, and only while the gate is open: what goes on beside the
// requests happens in one order, and nothing of it while a database is copied.

interface Rounds extends Loop {
  isBusy(): boolean;
  /** The file that made it. */
  madeBy: string;
}

const loops = new Set<Rounds>();
let isOpen = true;
/** Rounds follow each other, of whatever loop. */
let line: Promise<void> = Promise.resolve();
/** What a round of the mails has begun and has not awaited. */
export const rest: { of(): Promise<void> } = { of: async () => {} };
/** Rounds and clean-ups that failed, by the name of their error. */
export const failures: string[] = [];

export function createLoop(round: (isStopping: () => boolean) => Promise<number>): Loop {
  let isWoken = false;
  let isStopped = false;
  let underWay: Promise<void> | undefined;
  function begin(): void {
    if (!isOpen || !isWoken || isStopped || underWay) return;
    isWoken = false;
    underWay = line
      .then(() => round(() => isStopped))
      .then(() => (/mail.worker/.test(loop.madeBy) ? rest.of() : undefined))
      .catch((error: Error) => void failures.push(`a round: ${error.name} ${error.message.split('\n')[0]}`))
      .finally(() => {
        underWay = undefined;
        begin();
      });
    line = underWay;
  }
  const loop: Rounds = {
    start: () => loop.wake(),
    wake() {
      isWoken = isOpen;
      begin();
    },
    async stop() {
      isStopped = true;
      loops.delete(loop);
      await underWay;
    },
    isBusy: () => underWay !== undefined,
    madeBy: new Error().stack?.split('\n')[2] ?? '',
  };
  loops.add(loop);
  return loop;
}

export function setGate(open: boolean): void {
  isOpen = open;
}

/** Waits until no round is under way. */
export async function roundsEnd(): Promise<void> {
  while ([...loops].some((loop) => loop.isBusy())) await line;
}

/** One round of every loop, or of those that these files make. */
export async function rounds(of = /./): Promise<void> {
  for (const loop of loops) if (of.test(loop.madeBy)) loop.wake();
  await roundsEnd();
}
