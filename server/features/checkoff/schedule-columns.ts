import { parseAmount } from '#server/platform/spreadsheets/money-cells.ts';
import { type CellValue, type SheetRow, textOf } from '#server/platform/spreadsheets/spreadsheet.ts';
import { keyOf, withoutZeros } from './reckoning.ts';

// Which columns of a list hold number, name and amount: by the words of its heads, and by what stands below them.

export const scheduleFields = ['number', 'name', 'amount'] as const;
export type ScheduleField = (typeof scheduleFields)[number];
export type ScheduleColumns = Record<ScheduleField, number>;

/** As mappings of columns are kept. */
const keptAs = { number: 'employeeNumber', name: 'employeeName', amount: 'deduction' } as const;

export const fieldsOfColumns = (columns: ScheduleColumns): Record<string, string> =>
  Object.fromEntries(scheduleFields.map((field) => [columns[field], keptAs[field]]));

/** The columns of a mapping; null where one is missing, as in those of other tables. */
export function columnsOfFields(fields: Readonly<Record<string, string>>): ScheduleColumns | null {
  const columns = new Map(Object.entries(fields).map(([column, field]) => [field, Number(column)]));
  const [number, name, amount] = scheduleFields.map((field) => columns.get(keptAs[field]));
  return number === undefined || name === undefined || amount === undefined ? null : { number, name, amount };
}

/** What the list of a paying office is likely to hold. */
export interface Expected {
  /** Employee numbers as they are compared, without zeros in front. */
  numbers: ReadonlySet<string>;
  /** Paise. */
  amounts: ReadonlySet<number>;
}

/** Points for a head with these words: the first that holds of each group counts, and `never` is final. */
const never = -100;
const heads: Record<ScheduleField, readonly (readonly [RegExp, number])[][]> = {
  number: [
    [
      [
        / (name|names|नाम|ddo|office|designation|bill|voucher|month|date|mobile|phone|ifsc|branch|remarks?|amount|amt) /,
        never,
      ],
      [/ (subscription|deductions?|contribution|recovery|premium|scheme|aadhaar|pan|s|sl|sr|serial|क्र|क्रम) /, never],
      [/ bank /, 1],
      [/ (employee|emp|staff|personnel|कर्मचारी) (no|number|id|code|संख्या|कोड|क्रमांक|आईडी) /, 5],
      [/ (pen|kgid|e?hrms|empcode|empid|ecode|e code|personal no|कर्मचारी) /, 4],
      [/ (gpf|pf|cps|nps|pran|treasury|खाता) /, 3],
      [/ (employee|emp|staff|id|code|a c|account) /, 2],
    ],
  ],
  name: [
    [
      [/ (office|ddo|bank|branch|father|father s|husband|designation|treasury|department|scheme|कार्यालय) /, never],
      [/ (employee|member|official|officer|prosecutor|subscriber|कर्मचारी) .*(name|नाम) | name of /, 5],
      [/ (name|names|नाम) /, 4],
    ],
  ],
  amount: [
    [
      [/ (words?|शब्दों?|अक्षरों?|remarks?|month|date|days?|from|upto|no|number|code|id|name|नाम|संख्या) /, never],
      [
        / (subscription|subs|deductions?|deducted|recovery|recoveries|recovered|contribution|premium|कटौती|अंशदान|चंदा) /,
        3,
      ],
      [/ (amount|amt|rs|rupees|राशि|रकम|₹) /, 2],
    ],
    [[/ (association|assn|union|membership|member|prosecutors?|संघ) /, 2]],
    [
      [
        / (gpf|pf|cps|nps|tax|tds|gis|lic|insurance|basic|gross|net|pay|salary|da|hra|loan|advance|arrears?|balance|total|वेतन) /,
        -3,
      ],
    ],
  ],
};

/** A head as words between blanks. */
const wordsOf = (cell: CellValue | undefined) =>
  ` ${(
    textOf(cell)
      .toLowerCase()
      .match(/[\p{L}\p{M}]+|\d+|₹/gu) ?? []
  ).join(' ')} `;

function pointsOf(field: ScheduleField, cell: CellValue | undefined): number {
  if (textOf(cell).length >= 60) return never;
  const words = wordsOf(cell);
  return heads[field].reduce((sum, group) => sum + (group.find(([head]) => head.test(words))?.[1] ?? 0), 0);
}

/** Whether a row has a head for each of the three. */
export const isHeads = (cells: readonly CellValue[]): boolean =>
  scheduleFields.every((field) => cells.some((cell) => pointsOf(field, cell) > 0));

/** Rows that tell what a column holds. */
const maxRows = 500;
const share = <T>(all: readonly T[], test: (one: T) => boolean) =>
  all.length === 0 ? 0 : all.filter(test).length / all.length;

/** Points for what stands in a column. */
function pointsOfCells(field: ScheduleField, cells: readonly CellValue[], { numbers, amounts }: Expected): number {
  const filled = cells.filter((cell) => textOf(cell) !== '');
  if (filled.length === 0) return 0;
  if (field === 'number') {
    const keys = filled.map((cell) => withoutZeros(keyOf(textOf(cell))));
    const isOneForAll = keys.length > 1 && new Set(keys).size === 1;
    return 6 * share(keys, (key) => numbers.has(key)) - (isOneForAll ? 3 : 0);
  }
  const parsed = filled.map((cell) => parseAmount(cell)?.paise ?? null);
  if (field === 'name') return -6 * share(parsed, (paise) => paise !== null);
  if (share(parsed, (paise) => paise !== null) < 0.5) return never;
  return 4 * share(parsed, (paise) => paise !== null && amounts.has(paise));
}

/**
 * The columns of a list.
 * @param head the row of heads
 * @param rows those below it
 * @returns null where two columns fit one of them alike
 */
export function chooseColumns(
  head: readonly CellValue[],
  rows: readonly SheetRow[],
  expected: Expected,
): ScheduleColumns | null {
  const sample = rows.slice(0, maxRows);
  const best = (field: ScheduleField): number | null => {
    const ranked = head
      .map((cell, index) => {
        const points = pointsOf(field, cell);
        const below = sample.map(({ cells }) => cells[index] ?? null);
        return { index, points: points <= 0 ? points : points + pointsOfCells(field, below, expected) };
      })
      .filter(({ points }) => points > never / 2)
      .toSorted((one, other) => other.points - one.points);
    const [first, second] = ranked.filter(({ points }) => points > 0);
    return first && (!second || first.points - second.points >= 0.5) ? first.index : null;
  };
  const [number, name, amount] = scheduleFields.map(best);
  return number == null || name == null || amount == null ? null : { number, name, amount };
}
