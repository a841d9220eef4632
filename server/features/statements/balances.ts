import type { CellValue, SheetRow } from '#server/platform/spreadsheets/spreadsheet.ts';
import { parseAmount, textOf } from './cells.ts';

// The totals and balances that a statement itself states.

const labels = {
  opening: /^(opening|op\.?|starting) ?(bal|balance)|^(balance )?b\/f|^(balance )?brought forward/i,
  closing: /^(closing|cl\.?|ending) ?(bal|balance)|^(balance )?c\/f|^(balance )?carried forward/i,
  credits: /^(total )?(credits|cr amount|deposits)( total)?\b|^total (credit|cr|deposit)/i,
} as const;
const totalRow = /^(grand |statement )?totals?\b(?! (credit|cr|deposit|debit|dr|withdrawal))/i;
/** Rows with totals, whatever is in their columns. */
const sumsUp = /\b(totals?|balance|summary|brought forward|carried forward)\b|\b[bc]\/f\b/i;

/** The whole narration of a dated row that carries a balance over: no transaction, whatever is in its columns. */
const carriesBalance =
  /^(?:(?:opening|closing|starting|ending|op\.?|cl\.?) ?bal(?:ance)?|(?:bal(?:ance)? )?(?:(?:brought|carried) (?:forward|down)|[bc]\/[fd]))[\s.:*-]*$/i;
export const isBalance = (narration: string) => carriesBalance.test(narration);

export const isSummary = (cells: readonly CellValue[]) => cells.some((cell) => sumsUp.test(textOf(cell)));

const signed = (cell: CellValue | undefined) => {
  const amount = parseAmount(cell);
  return amount && (amount.sign === 'debit' ? -amount.paise : amount.paise);
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

/**
 * Whether credits and debits agree with the file's totals, or with its opening and closing balance.
 * @param rows all rows that are neither lines nor their continuation
 * @param sums paise; `debits` null for a table without them
 * @returns null for a file without either
 */
export function compareBalances(
  rows: readonly SheetRow[],
  creditColumn: number,
  sums: { credits: number; debits: number },
): 'agree' | 'differ' | null {
  const found = new Map<keyof typeof labels, number>();
  const totals: number[] = [];
  for (const [index, { number, cells }] of rows.entries()) {
    const following = rows[index + 1];
    const below = following?.number === number + 1 ? following.cells : undefined;
    for (const [at, cell] of cells.entries()) {
      if (typeof cell !== 'string') continue;
      const text = textOf(cell);
      if (totalRow.test(text)) {
        const total = parseAmount(cells[creditColumn]);
        if (total) totals.push(total.paise);
      }
      for (const kind of Object.keys(labels) as (keyof typeof labels)[]) {
        if (!labels[kind].test(text)) continue;
        const amount = amountBeside(cells, at, below);
        if (amount !== null && !(kind === 'opening' && found.has(kind))) found.set(kind, amount);
      }
    }
  }
  const verdict = (agrees: boolean) => (agrees ? 'agree' : 'differ');
  if (totals.length > 0)
    return verdict(totals.at(-1) === sums.credits || totals.reduce((sum, each) => sum + each, 0) === sums.credits);
  const credits = found.get('credits');
  if (credits !== undefined) return verdict(credits === sums.credits);
  const [opening, closing] = [found.get('opening'), found.get('closing')];
  if (opening === undefined || closing === undefined) return null;
  return verdict(closing - opening === sums.credits - sums.debits);
}
