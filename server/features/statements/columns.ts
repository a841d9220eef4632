import { headsKey } from '#server/platform/spreadsheets/column-mappings.queries.ts';
import { type CellValue, textOf } from '#server/platform/spreadsheets/spreadsheet.ts';
import type { ColumnMapping } from '#shared/contracts/statements.ts';

// Detects the meaning of a bank's columns from their headings.

/** A mapping with a column that only the program detects. */
export interface Columns extends ColumnMapping {
  /** The column of the transaction's number, besides the narration. */
  reference?: number | undefined;
}

/** A heading for comparison: letters and digits, without a trailing part in brackets. */
export const headingOf = (cell: CellValue | undefined) =>
  textOf(cell)
    .toLowerCase()
    .replace(/\((inr|rs\.?|₹|in rs\.?|in inr|dd[-/. ]mm[-/. ]yy(yy)?)\s*\)/g, '')
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '');

/** In the order of preference: a statement may have both the transaction's date and the value date. */
const names = {
  date: [
    /^(transaction|txn|tran|trans)date(andtime|time)?$/,
    /^(posting|post|postdate|booking|entry)date$/,
    /^date(andtime|time|oftransaction|valuedate)?$/,
    /^(value|val)(date|dt)$/,
    /^(लेनदेन(की)?)?(दिनांक|दिनाँक|तारीख|तिथि)$/,
  ],
  narration: [
    /^(transaction|txn|tran|payment)?(narration|narrations|particulars|description|remarks|details)$/,
    /^(narration|particulars|description|remarks|details)/,
    /^(transaction|txn|tran)(particular|detail|remark|narration|description)s?/,
    /^(लेनदेन(का)?)?(विवरण|ब्यौरा|ब्योरा)$/,
  ],
  credit: [
    /^(credit|cr|deposit|deposits|depositcr|creditcr)(s|ed)?(amount|amt)?(inr|rs)?$/,
    /^(amount)?(credited|deposited)$/,
    /^(paid|money)in$/,
    /^(जमा|क्रेडिट)(राशि|रकम)?$/,
  ],
  debit: [
    /^(debit|dr|withdrawal|withdrawals|withdrawaldr|debitdr)(s|ed)?(amount|amt)?(inr|rs)?$/,
    /^(amount)?(debited|withdrawn)$/,
    /^(paid|money)out$/,
    /^(नामे|निकासी|आहरण|डेबिट)(राशि|रकम)?$/,
  ],
  amount: [
    /^(transaction|txn|tran)?(amount|amt)(inr|rs|crdr|drcr)?$/,
    /^(राशि|रकम)$/,
    // One column of both, each amount with its own sign.
    /^(withdrawal|debit)s?(dr)?(deposit|credit)s?(cr)?$|^(deposit|credit)s?(cr)?(withdrawal|debit)s?(dr)?$/,
  ],
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
    /^(संदर्भ|चेक)(संख्या|क्रमांक|सं|नं)?$/,
    /^(chq|cheque|chqno|chequeno|chequenumber|instrument|instrumentid|instrumentno)(no|number)?$/,
  ],
} as const satisfies Record<string, readonly RegExp[]>;

/** Columns with a balance, a day or a number that counts the rows. */
const besides = {
  balance: /(balance|bal)(amount|amt)?(inr|rs|cr|dr|crdr|drcr)?$|^(शेष|बाकी|बैलेंस)(राशि|रकम)?$/,
  count: /^((sl|sr|s|serial|ser|row)(no|number|num)|no)$/,
} as const;

/** The columns of a table that hold texts beside the narration, and those of balances. */
export function otherColumns(
  row: readonly CellValue[],
  mapping: ColumnMapping,
): { texts: number[]; balances: number[] } {
  const headings = row.map(headingOf);
  const { date, narration, credit, debit, sign } = mapping;
  const mapped = new Set<number | null | undefined>([date, narration, credit, debit, sign]);
  const left = headings.map((heading, index) => ({ heading, index })).filter(({ index }) => !mapped.has(index));
  const balances = left.filter(({ heading }) => besides.balance.test(heading)).map(({ index }) => index);
  const isText = ({ heading, index }: (typeof left)[number]) =>
    !balances.includes(index) &&
    !(besides.count.test(heading) || textOf(row[index]) === '#') &&
    !names.date.some((name) => name.test(heading));
  const texts = left.filter(isText);
  // The column of signs may hold types such as `UPI` too.
  return { texts: [...texts.map(({ index }) => index), ...(sign == null || sign === credit ? [] : [sign])], balances };
}

function find(headings: readonly string[], kind: keyof typeof names): number | undefined {
  for (const pattern of names[kind]) {
    const index = headings.findIndex((heading) => pattern.test(heading));
    if (index >= 0) return index;
  }
  return undefined;
}

/** The column of the transaction's number, detected even with the office's mapping. */
export const referenceColumn = (row: readonly CellValue[]) => find(row.map(headingOf), 'reference');

/**
 * Detects the columns of a table from its headings.
 * @returns null if a required one is missing
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
  // Without a separate column the sign has to be in the amount.
  return { date, narration, credit: amount, sign: find(headings, 'sign') ?? amount, reference };
}

/** The key under which the mapping of these headings is remembered. */
export const headingsKey = (row: readonly CellValue[]) => headsKey(row.map(headingOf));
