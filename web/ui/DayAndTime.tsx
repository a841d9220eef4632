import { formatDay, formatTime } from '#web/lib/format.ts';
import { TwoLines } from './TwoLines.tsx';

/** A moment in a cell of a table, in India time: the day, and the time below it. */
export function DayAndTime({ at }: { at: string }) {
  return <TwoLines whole first={formatDay(at)} second={formatTime(at)} />;
}
