let aheadMs = 0;

/**
 * The time for every rule of the program, in browser and server. It is the machine's, unless a test has set it.
 * No rule reads the machine's clock or the database's `now()` directly, so that a year can pass in a minute.
 */
export const clock = {
  now: (): Date => new Date(clock.ms()),
  /** Milliseconds since 1970. */
  ms: (): number => Date.now() + aheadMs,
  /** The current day in India, as `YYYY-MM-DD`. */
  today: (): string => indianDay(clock.now()),
  /** Sets the clock; it runs on from there. For tests only. */
  set(time: Date): void {
    aheadMs = time.getTime() - Date.now();
  },
};

/** India is five and a half hours ahead of UTC all year. */
export const indianOffset = '+05:30';
const indiaAheadMs = 5.5 * 60 * 60 * 1_000;

/** The local time in India, to be read with the `getUTC…` methods and `toISOString`. */
export function indianWallClock(time: Date): Date {
  return new Date(time.getTime() + indiaAheadMs);
}

/** The day in India at a moment, as `YYYY-MM-DD`. */
export function indianDay(time: Date): string {
  return indianWallClock(time).toISOString().slice(0, 10);
}

/** The day in India so many days ago, as `YYYY-MM-DD`. */
export function daysAgo(days: number): string {
  return indianDay(new Date(clock.ms() - days * 24 * 60 * 60 * 1_000));
}

/** Midnight in India at the start of a day. @param day YYYY-MM-DD */
export function startOfIndianDay(day: string): Date {
  return new Date(`${day}T00:00:00${indianOffset}`);
}
