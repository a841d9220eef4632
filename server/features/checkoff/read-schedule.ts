import { serverMessages } from '#server/platform/server-messages.ts';
import { headsKey, type KnownMappings } from '#server/platform/spreadsheets/column-mappings.queries.ts';
import { parseAmount } from '#server/platform/spreadsheets/money-cells.ts';
import { type CellValue, type SheetRow, textOf } from '#server/platform/spreadsheets/spreadsheet.ts';
import {
  joinedRows,
  misfitInList,
  type UnreadRow,
  unreadRow,
  widthOf,
} from '#server/platform/spreadsheets/table-rows.ts';
import { keyOf } from './reckoning.ts';
import { chooseColumns, columnsOfFields, type Expected, isHeads, type ScheduleColumns } from './schedule-columns.ts';

// A list of deductions as drawing and disbursing officers send it: heading lines, a table, totals of pages, a foot.

export interface ScheduleRow {
  row: number;
  employeeNumber: string;
  /** '' where the number can name nobody: a spreadsheet has cut it. */
  employeeKey: string;
  name: string;
  /** Paise. */
  amount: number;
}

export interface ReadSchedule {
  rows: ScheduleRow[];
  unread: UnreadRow[];
  /** The list's own total in paise; null without one. */
  total: number | null;
  /** Of its heads; '' for rows that were typed. */
  key: string;
}

const searchedRows = 60;
const totalWords =
  /^\W*(?:grand|net|page|sub|carried|brought)?[\s-]*(?:total|forward)|^[^\p{L}\p{M}\p{N}]*(?:कुल|योग|महायोग)(?![\p{L}\p{M}])/iu;
const grand = /grand|net|महायोग/i;
const ofPage = /page|sub|carried|brought|पृष्ठ/i;
/** What a spreadsheet makes of a long number. */
const exponential = /^\d(?:\.\d+)?E\+?\d+$/i;

const numberOf = (cell: CellValue | undefined) =>
  typeof cell === 'number' && Number.isInteger(cell) ? String(cell) : textOf(cell);

/** A number as schedules are compared by it; '' where a spreadsheet has cut it. */
export const scheduleKey = (employeeNumber: string): string =>
  exponential.test(employeeNumber.replace(/\s/g, '')) || keyOf(employeeNumber).length > 40 ? '' : keyOf(employeeNumber);

const longest = 120;
const cut = (text: string) => text.slice(0, longest).toWellFormed();

/** A row of these values; or why it is none. */
export function rowOf(
  row: number,
  typed: { employeeNumber: string; name: string; amount: CellValue },
): ScheduleRow | UnreadRow {
  const cells = [typed.employeeNumber, typed.name, typed.amount];
  const unread = (reason: string) => unreadRow({ number: row, cells }, reason, longest);
  const parsed = parseAmount(typed.amount);
  if (!parsed) return unread(serverMessages.amountUnread);
  if (parsed.sign === 'debit') return unread('Its amount is negative.');
  if (parsed.paise <= 0) return unread(serverMessages.noAmount);
  if (keyOf(typed.employeeNumber) === '' && keyOf(typed.name) === '')
    return unread('It has neither a number nor a name.');
  return {
    row,
    employeeNumber: cut(typed.employeeNumber),
    employeeKey: scheduleKey(typed.employeeNumber),
    name: cut(typed.name),
    amount: parsed.paise,
  };
}

/** Columns of a list of which the office has to say what they hold. */
export interface UnclearSchedule {
  columns: { index: number; name: string; samples: string[] }[];
  /** Of its heads. */
  key: string;
}

export const isUnclear = (read: ReadSchedule | UnclearSchedule): read is UnclearSchedule => 'columns' in read;

const headsOf = (cells: readonly CellValue[]) => headsKey(cells.map((cell) => textOf(cell).toLowerCase()));
const samplesShown = 3;

function unclear(head: SheetRow, below: readonly SheetRow[]): UnclearSchedule {
  const short = (cell: CellValue | undefined) => textOf(cell).slice(0, longest).toWellFormed();
  return {
    key: headsOf(head.cells),
    columns: head.cells.map((cell, index) => ({
      index,
      name: short(cell),
      samples: below.slice(0, samplesShown).map(({ cells }) => short(cells[index])),
    })),
  };
}

/** The columns that the office has mapped before; null without a complete mapping of these heads. */
function mappedColumns(cells: readonly CellValue[], mappings: KnownMappings): ScheduleColumns | null {
  const fields = mappings.size === 0 ? undefined : mappings.get(headsOf(cells));
  return fields ? columnsOfFields(fields) : null;
}

/**
 * Reads the list of a sheet.
 * @param expected what the paying office's list is likely to hold
 * @param mapping the office's choice of columns
 * @param mappings those of earlier lists, by their heads
 * @returns null without a table that is one
 */
export function readSchedule(
  sheet: readonly SheetRow[],
  expected: Expected,
  mapping: ScheduleColumns | undefined,
  mappings: KnownMappings,
): ReadSchedule | UnclearSchedule | null {
  const at = sheet.slice(0, searchedRows).findIndex(({ cells }) => isHeads(cells) || mappedColumns(cells, mappings));
  if (at < 0) return null;
  const head = sheet[at]!;
  const below = sheet.slice(at + 1);
  const columns = mapping ?? mappedColumns(head.cells, mappings) ?? chooseColumns(head.cells, below, expected);
  if (!columns) return unclear(head, below);
  return { ...readRows(head, below, columns), key: headsOf(head.cells) };
}

function readRows(head: SheetRow, below: readonly SheetRow[], columns: ScheduleColumns): Omit<ReadSchedule, 'key'> {
  const rows: ScheduleRow[] = [];
  const unread: UnreadRow[] = [];
  const totals: Total[] = [];
  const sums = { all: 0, sinceTotal: 0 };
  const width = widthOf(head);
  for (const row of joinedRows(below, () => width)) {
    const { number, cells } = row;
    const texts = cells.map(textOf);
    const misfit = misfitInList(row, width);
    const leave = (reason: string) => unread.push(unreadRow(row, reason, longest));
    if (row.isBroken) {
      leave(misfit!);
      continue;
    }
    const employeeNumber = numberOf(cells[columns.number]);
    const name = texts[columns.name] ?? '';
    const amount = cells[columns.amount] ?? null;
    const title = texts.find((each) => totalWords.test(each)) ?? '';
    const paise = parseAmount(amount)?.paise ?? 0;
    // The number of employees may stand in the column of their numbers.
    const isSum = paise > 0 && (paise === sums.sinceTotal || paise === sums.all);
    if (!misfit && title !== '' && (isSum || keyOf(employeeNumber) === '' || totalWords.test(employeeNumber))) {
      if (paise > 0) totals.push({ title, paise, ...sums });
      sums.sinceTotal = 0;
      continue;
    }
    if (isHeads(cells)) continue;
    // Signatures and certificates below the table.
    const isFoot = textOf(amount) === '' && (keyOf(employeeNumber) === '' || keyOf(name) === '');
    if (isFoot && parseAmount(texts[columns.number] ?? '') === null && rows.length > 0) {
      leave('It is no row of the list.');
      continue;
    }
    // The numbers of columns below the heads: 1, 2, 3.
    if (
      rows.length === 0 &&
      texts
        .filter((each) => each !== '')
        .every((each, index) => each === String(index + 1) || each === `(${index + 1})`)
    )
      continue;
    const read = misfit ? { reason: misfit } : rowOf(number, { employeeNumber, name, amount });
    if ('reason' in read) leave(read.reason);
    else {
      rows.push(read);
      sums.all += read.amount;
      sums.sinceTotal += read.amount;
    }
  }
  return { rows, unread, total: totalOf(totals) };
}

/** A row of a total, and what was read before it: of all, and since the total above; paise. */
interface Total {
  title: string;
  paise: number;
  all: number;
  sinceTotal: number;
}

/** The list's total: the last one where it is that of all rows, or says so; else the sum of its pages'. */
function totalOf(totals: readonly Total[]): number | null {
  const last = totals.at(-1);
  if (!last) return null;
  const ofAll = totals.findLast(({ title }) => grand.test(title));
  if (ofAll) return ofAll.paise;
  if (last.paise === last.all || totals.length === 1 || !ofPage.test(last.title)) return last.paise;
  return totals.reduce((sum, { paise }) => sum + paise, 0);
}
