import { formatNumber } from '#shared/money.ts';
import { formatDay } from '#web/lib/languages/format.ts';
import { t } from '#web/lib/languages/text.ts';

/** '3 times since 3 Mar 2026'. */
export const timesSince = ({ times, since }: { times: number; since: string }) =>
  times === 1 ? t(`on ${formatDay(since)}`) : t(`${formatNumber(times)} times since ${formatDay(since)}`);

/** 'did not arrive 3 times since 3 Mar 2026'. */
export const bouncedText = (bounced: { times: number; since: string }) => t(`did not arrive ${timesSince(bounced)}`);
