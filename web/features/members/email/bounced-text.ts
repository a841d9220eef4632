import { counted } from '#web/lib/counted.ts';
import { formatDay } from '#web/lib/format.ts';

/** 'did not arrive 3 times since 3 Mar 2026'. */
export const bouncedText = ({ times, since }: { times: number; since: string }) =>
  `did not arrive ${times === 1 ? 'once' : counted(times, 'time')} since ${formatDay(since)}`;
