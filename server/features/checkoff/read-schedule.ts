import { serverMessages } from '#server/platform/server-messages.ts';
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
}

interface Columns {
  number: number;
  name: number;
  amount: number;
}

const heads = {
  number:
    /employee|\bemp\b|\be\.?code|\bpen\b|pran|gpf|cps|kgid|hrms|ehrms|treasury (?:id|no)|\ba\/?c|account|\bcode\b|\bid\b|कर्मचारी|खाता/i,
  name: /\bname|नाम/i,
  amount: /amount|amt|subscription|deduct|recover|premium|\brs\b|₹|rupee|राशि|कटौती|रकम/i,
};
/** A column that repeats the amount in words. */
const inWords = /\bwords?\b|शब्द|अक्षर/i;
const serial = /^(?:s|sl|sr)\b|serial|क्र/i;
const searchedRows = 60;
const totalWords =
  /^\W*(?:grand|net|page|sub|carried|brought)?[\s-]*(?:total|forward)|^[^\p{L}\p{M}\p{N}]*(?:कुल|योग|महायोग)(?![\p{L}\p{M}])/iu;
const grand = /grand|net|महायोग/i;
/** What a spreadsheet makes of a long number. */
const exponential = /^\d(?:\.\d+)?E\+?\d+$/i;

function columnsOf(cells: readonly CellValue[]): Columns | null {
  const texts = cells.map(textOf);
  const find = (head: RegExp, except: readonly number[]) =>
    texts.findIndex(
      (text, index) => !except.includes(index) && text.length < 60 && head.test(text) && !serial.test(text),
    );
  const name = find(heads.name, []);
  if (name < 0) return null;
  const number = find(heads.number, [name]);
  if (number < 0) return null;
  // Of several amounts the last one is the subscription's: pay and totals stand before.
  const amounts = texts.flatMap((text, index) =>
    index !== name && index !== number && heads.amount.test(text) && !inWords.test(text) ? [index] : [],
  );
  const columns = amounts.filter((index) => /subscription|deduct|recover|कटौती/i.test(texts[index]!));
  const amount = columns.at(-1) ?? amounts.at(-1);
  return amount === undefined ? null : { number, name, amount };
}

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

/** Reads the list of a sheet. @returns null without a table that is one */
export function readSchedule(sheet: readonly SheetRow[]): ReadSchedule | null {
  const at = sheet.slice(0, searchedRows).findIndex(({ cells }) => columnsOf(cells) !== null);
  if (at < 0) return null;
  const columns = columnsOf(sheet[at]!.cells)!;
  const rows: ScheduleRow[] = [];
  const unread: UnreadRow[] = [];
  const totals: { isGrand: boolean; paise: number }[] = [];
  const width = widthOf(sheet[at]!);
  for (const row of joinedRows(sheet.slice(at + 1), () => width)) {
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
    const title = texts.find((each) => /\p{L}/u.test(each)) ?? '';
    if (!misfit && totalWords.test(title) && (keyOf(employeeNumber) === '' || totalWords.test(employeeNumber))) {
      const paise = parseAmount(amount)?.paise ?? 0;
      if (paise > 0) totals.push({ isGrand: grand.test(title), paise });
      continue;
    }
    if (columnsOf(cells)) continue;
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
    else rows.push(read);
  }
  return { rows, unread, total: totalOf(totals) };
}

/** The grand total; of several totals the last one, if it is the sum of the others, else their sum. */
function totalOf(totals: readonly { isGrand: boolean; paise: number }[]): number | null {
  const total = totals.findLast(({ isGrand }) => isGrand) ?? (totals.length === 1 ? totals[0] : undefined);
  if (total) return total.paise;
  if (totals.length === 0) return null;
  const before = totals.slice(0, -1).reduce((sum, { paise }) => sum + paise, 0);
  return totals.at(-1)!.paise === before ? before : before + totals.at(-1)!.paise;
}
