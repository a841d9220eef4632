import { createHash } from 'node:crypto';
import type { CellValue } from '#server/spreadsheets/spreadsheet.ts';
import type { ColumnMapping } from '#shared/contracts/statements.ts';
import { textOf } from './cells.ts';

// Which column of a bank's table holds what, told from its heading.

/** A mapping with what only the program looks for. */
export interface Columns extends ColumnMapping {
  /** Where the number of the transaction stands beside the narration. */
  reference?: number | undefined;
}

/** A heading as it is compared: letters and digits, without what banks put in brackets behind it. */
export const headingOf = (cell: CellValue | undefined) =>
  textOf(cell)
    .toLowerCase()
    .replace(/\((inr|rs\.?|₹|in rs\.?|in inr|dd[-/. ]mm[-/. ]yy(yy)?)\s*\)/g, '')
    .replace(/[^\p{L}\p{N}]/gu, '');

/** In the order of preference: a statement may hold the day of the transaction and that of its value. */
const names = {
  date: [
    /^(transaction|txn|tran|trans)date(andtime|time)?$/,
    /^(posting|post|postdate|booking|entry)date$/,
    /^date(andtime|time|oftransaction)?$/,
    /^(value|val)(date|dt)$/,
  ],
  narration: [
    /^(transaction|txn|tran)?(narration|narrations|particulars|description|remarks|details)$/,
    /^(narration|particulars|description|remarks|details)/,
    /^(transaction|txn|tran)(particular|detail|remark|narration|description)s?/,
  ],
  credit: [
    /^(credit|cr|deposit|deposits|depositcr|creditcr)(s|ed)?(amount|amt)?(inr|rs)?$/,
    /^(amount)?(credited|deposited)$/,
  ],
  debit: [
    /^(debit|dr|withdrawal|withdrawals|withdrawaldr|debitdr)(s|ed)?(amount|amt)?(inr|rs)?$/,
    /^(amount)?(debited|withdrawn)$/,
  ],
  amount: [/^(transaction|txn|tran)?(amount|amt)(inr|rs|crdr|drcr)?$/],
  sign: [
    /^(crdr|drcr|debitcredit|creditdebit|cd|dc|sign|indicator|crdrindicator|drcrindicator)$/,
    /^(transaction|txn|tran)?type$/,
  ],
  reference: [
    /^utr(no|number)?$/,
    /^rrn$/,
    /^(chq|cheque)?ref(erence)?(no|number)?((chq|cheque)(no|number)?)?$/,
    /^(chq|cheque)(no|number)?ref(erence)?(no|number)?$/,
    /^refno(chequeno)?$/,
    /^(transaction|txn|tran)(id|ref|reference|referenceno|refno)$/,
    /^(chq|cheque|chqno|chequeno|chequenumber|instrument|instrumentid|instrumentno)(no|number)?$/,
  ],
} as const satisfies Record<string, readonly RegExp[]>;

function find(headings: readonly string[], kind: keyof typeof names): number | undefined {
  for (const pattern of names[kind]) {
    const index = headings.findIndex((heading) => pattern.test(heading));
    if (index >= 0) return index;
  }
  return undefined;
}

/** Where the number of the transaction stands; it is looked for also when the office has said the rest. */
export const referenceColumn = (row: readonly CellValue[]) => find(row.map(headingOf), 'reference');

/**
 * What the headings of a table say of its columns.
 * @returns null where they do not say all that is needed
 */
export function recogniseColumns(row: readonly CellValue[]): Columns | null {
  const headings = row.map(headingOf);
  const date = find(headings, 'date');
  const narration = find(headings, 'narration');
  const credit = find(headings, 'credit');
  const reference = find(headings, 'reference');
  if (date === undefined || narration === undefined) return null;
  if (credit !== undefined) return { date, narration, credit, debit: find(headings, 'debit'), reference };
  const amount = find(headings, 'amount');
  if (amount === undefined) return null;
  // Without a column of its own the sign has to stand in the amount.
  return { date, narration, credit: amount, sign: find(headings, 'sign') ?? amount, reference };
}

/** A set of headings under which a mapping is kept; a hash, because a table without headings begins with its lines. */
export const headingsKey = (row: readonly CellValue[]) =>
  createHash('sha256')
    .update(JSON.stringify(row.map(headingOf)))
    .digest('base64url');
