import type { Core } from '#server/core.ts';
import { serviceOf } from '#server/core.ts';
import type { LineRow } from '#server/parts/bank-credits/credits.queries.ts';
import { lockLines } from '#server/parts/bank-credits/credits.queries.ts';
import { serverMessages } from '#server/platform/server-messages.ts';
import type { LineSchedule } from '#shared/contracts/statements.ts';
import { AppError } from '#shared/errors.ts';
import { monthInWords } from '#shared/financial-year.ts';
import { linkLines, scheduleMissing, wishOfLines } from './booking.ts';
import { keyOf } from './reckoning.ts';
import { createScheduleBookingService } from './schedule-booking.service.ts';
import { findPossibleSchedules, findSchedules, type PossibleSchedule } from './schedules.queries.ts';

// Credits of the bank statement that are the money of schedules.

const wordsOf = (text: string) => new Set(text.toUpperCase().split(/[^\p{L}\p{M}\p{N}]+/u));
/** Words of offices' names that say nothing. */
const usual = new Set(['OFFICE', 'TREASURY', 'DISTRICT', 'OFFICER', 'GOVT', 'GOVERNMENT', 'THE', 'AND']);

/** Whether a row names a paying office: by a word of its name, or its code. */
function names({ officeName, ddoCode }: PossibleSchedule, row: string): boolean {
  const words = wordsOf(row);
  const isNamed = [...wordsOf(officeName)].some((word) => word.length >= 4 && !usual.has(word) && words.has(word));
  return isNamed || (keyOf(ddoCode).length >= 4 && keyOf(row).includes(keyOf(ddoCode)));
}

/** The schedules whose money each of these lines may be: those of its amount, the named ones first. */
export async function schedulesOfLines(
  database: Core['database'],
  rows: readonly LineRow[],
): Promise<Map<string, LineSchedule[]>> {
  const open = rows.map((row) => ({ row, rest: row.amount - row.booked }));
  const schedules = await findPossibleSchedules(
    database,
    open.map(({ rest }) => rest),
  );
  const bySum = Map.groupBy(schedules, ({ sum }) => sum);
  return new Map(
    open.flatMap(({ row, rest }) => {
      const text = [row.narration, ...row.texts].join(' ');
      const of = (bySum.get(rest) ?? []).map((each) => ({ each, isNamed: names(each, text) }));
      if (of.length === 0) return [];
      const shown = of
        .toSorted((one, other) => Number(other.isNamed) - Number(one.isNamed))
        .map(({ each, isNamed }) => ({
          id: each.id,
          office: each.officeName,
          month: each.month,
          sum: each.sum / 100,
          state: each.state,
          named: isNamed,
          mode: each.mode,
          number: each.number,
        }));
      return [[row.id, shown] as const];
    }),
  );
}

/** Why a line has to be looked at that may be the money of schedules. */
export function whySchedule([first]: readonly LineSchedule[]): string {
  if (!first) return '';
  const of = `the deductions of ${first.office}, ${monthInWords(first.month)}`;
  if (first.state === 'open') return `Its amount is that of ${of}${first.named ? ', which it names' : ''}.`;
  return `Its amount is that of ${of}, received by ${[first.mode ?? 'hand', first.number].join(' ').trimEnd()}.`;
}

export interface AcceptedSchedule {
  lineId: string;
  scheduleId: string;
  seen: boolean;
}

/** Entries that share a line or a schedule belong together. */
function remittancesOf(pairs: readonly AcceptedSchedule[]): AcceptedSchedule[][] {
  const groups: AcceptedSchedule[][] = [];
  for (const pair of pairs) {
    const touching = groups.filter((group) =>
      group.some(({ lineId, scheduleId }) => lineId === pair.lineId || scheduleId === pair.scheduleId),
    );
    for (const group of touching) groups.splice(groups.indexOf(group), 1);
    groups.push([...touching.flat(), pair]);
  }
  return groups;
}

const passedOn = [
  'NOT_FOUND',
  'WRONG_STATE',
  'AMOUNT_DIFFERS',
  'LINE_USED',
  'YEAR_CLOSED',
  'NOT_SURE',
  'RECORD_CHANGED',
] as const;
type Code = (typeof passedOn)[number];
const isPassedOn = (code: string): code is Code => (passedOn as readonly string[]).includes(code);

/** Gives lines of a statement to schedules: each remittance as a whole, or not at all. */
export function createScheduleReconciliation(core: Core) {
  const { database } = core;
  const booking = serviceOf(core, createScheduleBookingService);

  async function acceptOne(statementId: string, pairs: readonly AcceptedSchedule[], by: string) {
    if (pairs.some(({ seen }) => !seen)) throw new AppError('NOT_SURE', serverMessages.notSure);
    const scheduleIds = [...new Set(pairs.map(({ scheduleId }) => scheduleId))];
    const lineIds = [...new Set(pairs.map(({ lineId }) => lineId))];
    const lines = await database.transaction((tx) => lockLines(tx, statementId, lineIds));
    if (lines.size < lineIds.length) throw new AppError('NOT_FOUND', serverMessages.lineNotFound);
    const scheduleRows = await findSchedules(database, scheduleIds);
    if (scheduleRows.length < scheduleIds.length) throw scheduleMissing();
    if (scheduleRows.every(({ state }) => state === 'received')) {
      await database.transaction((tx) => linkLines(tx, scheduleIds, lineIds));
      return { received: 0, job: null };
    }
    return booking.book(wishOfLines(scheduleIds, [...lines.values()]), by);
  }

  return async function accept(statementId: string, pairs: readonly AcceptedSchedule[], by: string) {
    const done = {
      received: 0,
      job: null as string | null,
      left: [] as { id: string; lineId: string; code: Code; message: string }[],
    };
    for (const group of remittancesOf(pairs)) {
      try {
        const { received, job } = await acceptOne(statementId, group, by);
        done.received += received;
        done.job ??= job;
      } catch (error) {
        if (!(error instanceof AppError) || !isPassedOn(error.code)) throw error;
        const { code, message } = error;
        done.left.push(...group.map(({ scheduleId: id, lineId }) => ({ id, lineId, code: code as Code, message })));
      }
    }
    return done;
  };
}
