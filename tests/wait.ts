import { setTimeout as sleep } from 'node:timers/promises';
import { scaled } from './speed.ts';

/** Repeats `ask` until its result is not null, undefined or false. @throws after `timeout` milliseconds, longer on a slow machine */
export async function eventually<T>(
  ask: () => Promise<T> | T,
  what: string,
  timeout = 20_000,
): Promise<NonNullable<Exclude<T, false>>> {
  const deadline = Date.now() + scaled(timeout);
  for (;;) {
    const answer = await ask();
    if (answer !== null && answer !== undefined && answer !== false) return answer as NonNullable<Exclude<T, false>>;
    if (Date.now() > deadline) throw new Error(`It did not happen in time: ${what}`);
    await sleep(20);
  }
}
