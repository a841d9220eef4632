import { clock, indianDay } from './clock.ts';
import { officeLimits } from './office-limits.ts';

/** The first day, in India, whose failed mails still count as pending work: older ones are not shown. */
export const failedMailsFrom = (): string =>
  indianDay(new Date(clock.ms() - officeLimits.failedMailDays * 24 * 60 * 60 * 1_000));
