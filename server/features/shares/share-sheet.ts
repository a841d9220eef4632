import type { CellValue } from '#server/platform/spreadsheets/spreadsheet.ts';
import type { TableSheet } from '#server/platform/typesetting/table-pages.ts';
import { clock } from '#shared/clock.ts';
import { formatExactRupees } from '#shared/money.ts';

// A State's statement of shares as a workbook and as a letter.

/** Amounts are rupees. */
export interface ShareLine {
  /** YYYY-MM-DD. */
  date: string;
  what: string;
  receiptNumber: string;
  amount: number;
  share: number;
}

export interface StatementFacts {
  state: string;
  /** YYYY-MM-DD; null: from the first, or to the last line. */
  from: string | null;
  until: string | null;
  opening: number;
  closing: number;
}

const asDate = (day: string) => new Date(`${day}T00:00:00Z`);
const withPaise = (rupees: number) => Math.round(rupees * 100) / 100;

export const sheetLook = { frozen: 1, widths: [12, 40, 18, 12, 12, 12] };

export async function* sheetRows(
  { state, from, until, opening, closing }: StatementFacts,
  lines: readonly ShareLine[],
): AsyncGenerator<CellValue[]> {
  yield ['Date', 'What', 'Receipt', 'Amount', 'Share', 'Balance'];
  yield [from && asDate(from), `Opening balance, ${state}`, null, null, null, opening];
  let balance = opening;
  for (const { date, what, receiptNumber, amount, share } of lines) {
    balance = withPaise(balance + share);
    yield [asDate(date), what, receiptNumber, amount, share, balance];
  }
  yield [until && asDate(until), `Closing balance, ${state}`, null, null, null, closing];
}

/** More lines than this are summed by day and kind: a letter of thousands of lines is not read. */
const maxLines = 1_000;

function byDay(lines: readonly ShareLine[]): ShareLine[] {
  const days = Map.groupBy(lines, ({ date, what }) => `${date} ${what}`);
  return [...days.values()].map((same) => ({
    ...same[0]!,
    receiptNumber: same.length === 1 ? same[0]!.receiptNumber : `${same.length} receipts`,
    amount: withPaise(same.reduce((sum, { amount }) => sum + amount, 0)),
    share: withPaise(same.reduce((sum, { share }) => sum + share, 0)),
  }));
}

const shortDay = new Intl.DateTimeFormat('en-IN', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
const dayInShort = (day: string) => shortDay.format(asDate(day));
const plain = (rupees: number) => `${rupees < 0 ? '−' : ''}${formatExactRupees(Math.abs(rupees)).replace(/^Rs /, '')}`;

/** The letter's texts. */
export function sharesSheet(
  { name, address, phone, email }: { name: string; address: string; phone: string; email: string },
  { state, from, until, opening, closing }: StatementFacts,
  lines: readonly ShareLine[],
): TableSheet {
  let balance = opening;
  const shown = lines.length > maxLines ? byDay(lines) : lines;
  const end = dayInShort(until ?? clock.today());
  const balances = shown.map(({ date, what, receiptNumber, amount, share }) => {
    balance = withPaise(balance + share);
    return { cells: [dayInShort(date), what, receiptNumber, plain(amount), plain(share), plain(balance)] };
  });
  return {
    association: name,
    address,
    contact: [phone, email].filter((part) => part !== '').join(' · '),
    title: `Statement of shares: ${state}`,
    subtitle: from ? `${dayInShort(from)} to ${end}` : `Until ${end}`,
    madeOn: dayInShort(clock.today()),
    columns: [
      { name: 'Date', width: 64, align: 'left' },
      { name: 'What', width: 188, align: 'left' },
      { name: 'Receipt', width: 76, align: 'left' },
      { name: 'Amount', width: 62, align: 'right' },
      { name: 'Share', width: 62, align: 'right' },
      { name: 'Balance', width: 62, align: 'right' },
    ],
    rows: [
      { cells: ['', 'Opening balance', '', '', '', plain(opening)], strong: true },
      ...balances,
      { cells: ['', 'Closing balance', '', '', '', plain(closing)], strong: true },
    ],
  };
}
