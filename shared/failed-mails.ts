import { clock, indianDay } from './clock.ts';
import { officeLimits } from './office-limits.ts';

/** The first day of which a failed mail still waits for the office, in India: older failures are history. */
export const failedMailsFrom = (): string =>
  indianDay(new Date(clock.ms() - officeLimits.failedMailDays * 24 * 60 * 60 * 1_000));
