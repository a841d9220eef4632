import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '#server/platform/database/client.ts';
import { AppError } from '#shared/errors.ts';
import {
  forgetTries,
  giveSlotBack,
  keepSlot,
  type Subject,
  type Throttle,
  takeSlot,
  tooMany,
} from './throttles.queries.ts';

/** One counter of a try. */
export interface Counter {
  throttle: Throttle;
  subject: Subject;
  /** A right try resets the wrong ones before it. */
  clearedByRight?: true;
}

/** The result of a try is known within a moment, unless its server has crashed or the machine is far behind. */
const longestWaitMs = 5_000;
const retryMs = 100;
/** Waiting tries per process; any more would only wait behind these. */
const maxWaiting = 64;
let waiting = 0;

/** Takes a slot, and waits while pending tries hold the last ones. @throws TOO_MANY */
async function slotFor(database: Database, { throttle, subject }: Counter): Promise<void> {
  if ((await takeSlot(database, throttle, subject)) === 'taken') return;
  if (waiting >= maxWaiting) throw tooMany(retryMs / 1_000);
  waiting += 1;
  try {
    for (let waited = 0; waited < longestWaitMs; waited += retryMs) {
      await wait(retryMs);
      if ((await takeSlot(database, throttle, subject)) === 'taken') return;
    }
  } finally {
    waiting -= 1;
  }
  throw tooMany(longestWaitMs / 1_000);
}

/**
 * Runs `work`, which tries a secret. It first takes a slot of each counter, so that concurrent tries never exceed the
 * number of allowed wrong ones; only a wrong try keeps its slots. A try that one counter refuses counts for those before it.
 * No transaction holds a counter while it waits for anything else: `work` begins its own.
 * @param isWrong whether an error of `work` means that the secret was wrong
 * @throws TOO_MANY, and what `work` throws
 */
export async function withTry<T>(
  database: Database,
  counters: readonly Counter[],
  isWrong: (error: AppError) => boolean,
  work: () => Promise<T>,
): Promise<T> {
  const counterList: Counter[] = [];
  let settle: (counter: Counter) => Promise<void> = ({ throttle, subject }) =>
    giveSlotBack(database, throttle, subject);
  const isKept = (error: unknown) =>
    error instanceof AppError && (counterList.length < counters.length ? error.code === 'TOO_MANY' : isWrong(error));
  try {
    for (const counter of counters) {
      await slotFor(database, counter);
      counterList.push(counter);
    }
    const result = await work();
    settle = ({ throttle, subject, clearedByRight }) =>
      clearedByRight ? forgetTries(database, throttle, subject) : giveSlotBack(database, throttle, subject);
    return result;
  } catch (error) {
    if (isKept(error)) settle = ({ throttle, subject }) => keepSlot(database, throttle, subject);
    throw error;
  } finally {
    // The result stands even if a counter cannot be reached: its slot then counts until the counter expires.
    for (const counter of counterList) await settle(counter).catch(() => {});
  }
}
