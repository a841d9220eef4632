import { formatDay, formatTime } from '#web/lib/format.ts';
import { TwoLines } from './TwoLines.tsx';

/** An instant in a table cell, in India's time: the day, and the time below it. */
export function DayAndTime({ at }: { at: string }) {
  return <TwoLines whole first={formatDay(at)} second={formatTime(at)} />;
}
