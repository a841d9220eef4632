import { counted } from '#web/lib/counted.ts';
import { formatDay } from '#web/lib/format.ts';

/** '3 times since 3 Mar 2026'. */
export const timesSince = ({ times, since }: { times: number; since: string }) =>
  times === 1 ? `on ${formatDay(since)}` : `${counted(times, 'time')} since ${formatDay(since)}`;

/** 'did not arrive 3 times since 3 Mar 2026'. */
export const bouncedText = (bounced: { times: number; since: string }) => `did not arrive ${timesSince(bounced)}`;
