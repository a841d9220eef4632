import { calendarDay, monthNamed } from '#server/platform/calendar-day.ts';
import { excelDay } from '#server/platform/spreadsheets/spreadsheet.ts';
import { limits } from '#shared/limits.ts';
import { type Parsed, plainText, type StoredCell } from './cells.ts';

const unclear = {
  message: 'Please write the date as day, month and year, for example 12/03/1975',
} as const;

function dayOf(year: number, month: number, day: number): Parsed {
  const value = calendarDay(year, month, day);
  return value === null ? unclear : { value };
}

/** A workbook's number of five digits. */
const dayOfSerial = (serial: number): Parsed =>
  serial >= 10_000 && serial < 100_000 ? { value: excelDay(serial) } : unclear;

/** A year of two digits: the latest one with which the day is not after `latest`. */
function withShortYear(short: number, month: number, day: number, latest: string): Parsed {
  for (const century of [2000, 1900]) {
    const parsed = dayOf(century + short, month, day);
    if ('value' in parsed && parsed.value <= latest) return parsed;
  }
  return dayOf(1900 + short, month, day);
}

/**
 * A day as `YYYY-MM-DD`: day first (`12/03/1975`, `12-3-75`, `12.03.1975`), ISO, with the month as a word, or Excel's number of five
 * digits. Month first is not supported.
 * @param latest `YYYY-MM-DD`; a year of two digits is the latest with which the day is not after it
 */
export function parseDate(cell: StoredCell, text: string, latest: string): Parsed {
  if (typeof cell === 'number') return dayOfSerial(cell);
  const plain = plainText(text);
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?)?$/.exec(plain);
  if (iso) return dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  if (/^\d{5}$/.test(plain)) return dayOfSerial(Number(plain));
  const figures = /^(\d{1,2}) ?([/.-]) ?(\d{1,2}) ?\2 ?(\d{4}|\d{2})$/.exec(plain);
  if (figures) return inYear(figures[4]!, Number(figures[3]), Number(figures[1]), latest);
  const words = /^(\d{1,2})[ /.-]+(\p{L}+)\.?[ /.-]+(\d{4}|\d{2})$/u.exec(plain);
  const month = words ? monthNamed(words[2]!) : 0;
  return words && month > 0 ? inYear(words[3]!, month, Number(words[1]), latest) : unclear;
}

function inYear(year: string, month: number, day: number, latest: string): Parsed {
  return year.length === 4 ? dayOf(Number(year), month, day) : withShortYear(Number(year), month, day, latest);
}

/** Whether somebody can have joined on this day. */
export const isPastDay = (day: string, today: string): boolean => day >= limits.firstDate && day <= today;
