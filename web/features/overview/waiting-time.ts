import { counted } from '#web/lib/counted.ts';

const dayMs = 86_400_000;

/** How long ago, in whole days. */
export function waitingTime(since: string): string {
  const days = Math.floor((Date.now() - Date.parse(since)) / dayMs);
  if (days < 1) return 'less than a day';
  return counted(days, 'day');
}
