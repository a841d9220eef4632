import { clock, indianDay, startOfIndianDay } from '#shared/clock.ts';
import type { CaseChange, CaseRow } from './cases.queries.ts';

const dayMs = 24 * 60 * 60 * 1_000;

/** So many days after a day in India. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / dayMs);

/** The last second of a day in India. */
export const endOfDay = (day: string): Date => new Date(startOfIndianDay(addDays(day, 1)).getTime() - 1_000);

/** 09:00 of a day in India. */
export const morningOf = (day: string): Date => new Date(startOfIndianDay(day).getTime() + 9 * 60 * 60 * 1_000);

const isStanding = (state: CaseRow['state']) => state === 'waiting' || state === 'resolved';
const isRunning = (state: CaseRow['state']) => state === 'open' || state === 'working';

/** How many days the end and the step have moved since the clock stands still. */
export const shiftOf = ({ stoppedOn }: Pick<CaseRow, 'stoppedOn'>): number =>
  stoppedOn ? daysBetween(stoppedOn, clock.today()) : 0;

/** The end as it would be if the clock went on now. */
export const endNow = (row: CaseRow): string => addDays(row.endOn!, shiftOf(row));

/** What is due next: the first answer until it was given, the step whose turn it is, or the end. */
function nextDue({ state, answeredAt, answerOn, stepOn, endOn }: CaseRow): Pick<CaseRow, 'due' | 'dueOn'> {
  if (!isRunning(state)) return { due: null, dueOn: null };
  const days = [
    { due: 'answer', dueOn: answeredAt ? null : answerOn },
    { due: 'step', dueOn: stepOn },
    { due: 'end', dueOn: endOn },
  ] as const;
  const next = days
    .filter(({ dueOn }) => dueOn !== null)
    .toSorted((a, b) => (a.dueOn! < b.dueOn! ? -1 : a.dueOn === b.dueOn ? 0 : 1))[0];
  return { due: next?.due ?? null, dueOn: next?.dueOn ?? null };
}

/** A change with what follows from it for the clock: it stops and goes on with the state. */
export function timed(row: CaseRow, change: CaseChange): CaseChange {
  const next = { ...row, ...change };
  if (isStanding(next.state) && !row.stoppedOn) next.stoppedOn = clock.today();
  if (isRunning(next.state) && row.stoppedOn) {
    const days = shiftOf(row);
    if (change.endOn === undefined && next.endOn) next.endOn = addDays(next.endOn, days);
    if (change.stepOn === undefined && next.stepOn) next.stepOn = addDays(next.stepOn, days);
    next.stoppedOn = null;
  }
  if (next.state === 'closed') next.stoppedOn = null;
  const { stoppedOn, endOn, stepOn } = next;
  return { ...change, stoppedOn, endOn, stepOn, ...nextDue(next) };
}

/** The end of the last day on which something may be done that began on a moment. */
const until = (from: Date, days: number) => endOfDay(addDays(indianDay(from), days));

export const isWithinDays = (from: Date | null, days: number): boolean =>
  from !== null && clock.now() <= until(from, days);
