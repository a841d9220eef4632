import { parseAmount } from '#server/platform/spreadsheets/money-cells.ts';
import { type CellValue, type SheetRow, textOf } from '#server/platform/spreadsheets/spreadsheet.ts';

// The totals and balances that a statement itself states.

const labels = {
  opening: /^(?:opening|op\.?|starting) ?bal(?:ance)?/i,
  closing: /^(?:closing|cl\.?|ending) ?bal(?:ance)?/i,
  forward: /^(?:bal(?:ance)? )?(?:(?:brought|carried) (?:forward|down)|[bc]\/[fd])/i,
  credits: /^(?:total )?(?:credits|cr\.? amount|deposits)(?: total)?\b|^total (?:credits?|cr|deposits?)/i,
} as const;
const ending = String.raw`(?: ?\(?(?:rs\.?|inr|₹)\)?)?[\s.:=*-]*(?:(?:rs\.?|inr|₹)? ?[-(]?[\d,]+(?:\.\d+)?\)?(?: ?\(?[cd]r\.?\)?)?)?`;
const parties = '(?:debits?|credits?|dr|cr|withdrawals?|deposits?|transactions?|amount|count|balance)';
/** The whole text of a cell that names a total. */
const total = new RegExp(
  `^(?:grand |page |sub[- ]?|statement |net )?totals?(?:(?: of| for)?(?: the)? (?:page|month|period|statement))?(?: ${parties})*${ending}$`,
  'i',
);
const totalRow = /^(?:grand |statement )?totals?\b(?! (?:credit|cr|deposit|debit|dr|withdrawal))/i;
const balance =
  /^(?:(?:opening|closing|starting|ending|op\.?|cl\.?) ?bal(?:ance)?|(?:bal(?:ance)? )?(?:(?:brought|carried) (?:forward|down)|[bc]\/[fd]))/i;
const wholeBalance = new RegExp(`${balance.source}(?: as on .*| on .*)?${ending}$`, 'i');
/** Whether a text is the name of a total or of a balance that is carried, whatever stands in its row. */
export const isTotal = (text: string) => wholeBalance.test(text) || total.test(text);
/** Whether a row is one of totals, or their heading. */
export const isSummary = (cells: readonly CellValue[]) =>
  cells.some((cell) => typeof cell === 'string' && (isTotal(textOf(cell)) || /^statement summary/i.test(textOf(cell))));

const signed = (cell: CellValue | undefined) => {
  const amount = /\d/.test(textOf(cell)) ? parseAmount(cell) : null;
  if (!amount) return null;
  return amount.sign === 'debit' ? -amount.paise : amount.paise;
};

/** The amount of a label: after it in its cell, in a cell to the right, or below it. */
function amountBeside(row: readonly CellValue[], at: number, below: readonly CellValue[] | undefined): number | null {
  const behind = signed(
    textOf(row[at])
      .slice(0, 200)
      .replace(/^[^\d₹(+-]*/, ''),
  );
  if (behind !== null) return behind;
  const next = row.slice(at + 1).filter((cell) => textOf(cell) !== '');
  const right = next.length > 0 && /^\p{L}/u.test(textOf(next[0]).replace(/^(rs|inr)\b/i, '')) ? [] : next;
  return right.map(signed).findLast((amount) => amount !== null) ?? signed(below?.[at]) ?? null;
}

/** A row that is neither a line nor its continuation, and whether lines of its sheet stand above and below it. */
export interface OtherRow {
  row: SheetRow;
  hasLinesAbove: boolean;
  hasLinesBelow: boolean;
}

export interface Sums {
  /** Paise. */
  credits: number;
  debits: number;
  /** Of those debits with a minus: some banks take back a debit so, others write every debit so. */
  negativeDebits: number;
}

/**
 * Whether credits and debits agree with a sheet's totals, or with its opening and closing balance. What is carried forward from page to
 * page opens and closes nothing.
 * @returns null for a sheet without either
 */
export function compareBalances(
  rows: readonly OtherRow[],
  creditColumn: number,
  { credits, debits, negativeDebits }: Sums,
): 'agree' | 'differ' | null {
  const amounts = new Map<'opening' | 'closing' | 'credits', number>();
  const totals: number[] = [];
  for (const [index, { row, hasLinesAbove, hasLinesBelow }] of rows.entries()) {
    const following = rows[index + 1]?.row;
    const below = following?.number === row.number + 1 ? following.cells : undefined;
    for (const [at, cell] of row.cells.entries()) {
      if (typeof cell !== 'string') continue;
      const text = textOf(cell);
      if (totalRow.test(text)) {
        const sum = signed(row.cells[creditColumn]);
        if (sum !== null) totals.push(Math.abs(sum));
      }
      for (const kind of Object.keys(labels) as (keyof typeof labels)[]) {
        if (!labels[kind].test(text)) continue;
        const amount = amountBeside(row.cells, at, below);
        if (amount === null) continue;
        if (kind !== 'forward') {
          if (kind !== 'opening' || !amounts.has(kind)) amounts.set(kind, amount);
        } else if (!hasLinesAbove && !amounts.has('opening')) amounts.set('opening', amount);
        else if (!hasLinesBelow) amounts.set('closing', amount);
      }
    }
  }
  const verdict = (agrees: boolean) => (agrees ? 'agree' : 'differ');
  if (totals.length > 0)
    return verdict(totals.at(-1) === credits || totals.reduce((sum, each) => sum + each, 0) === credits);
  const stated = amounts.get('credits');
  if (stated !== undefined) return verdict(stated === credits);
  const [opening, closing] = [amounts.get('opening'), amounts.get('closing')];
  if (opening === undefined || closing === undefined) return null;
  const change = closing - opening;
  return verdict(change === credits - debits || change === credits - debits + 2 * negativeDebits);
}
