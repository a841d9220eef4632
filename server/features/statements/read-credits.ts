import { pointersIn } from '#server/features/bank-credits/texts.ts';
import type { KnownMappings } from '#server/platform/spreadsheets/column-mappings.queries.ts';
import type { CellValue, SheetRow } from '#server/platform/spreadsheets/spreadsheet.ts';
import type { ColumnMapping, MappingGiven, statementBalances } from '#shared/contracts/statements.ts';
import { officeLimits } from '#shared/office-limits.ts';
import { compareBalances, isBalance, isSummary } from './balances.ts';
import { type Amount, isBlank, onlyOrderOf, parseAmount, parseDay, parseSign, type Sign, textOf } from './cells.ts';
import { type Columns, headingOf, headingsKey, mappingOf, recogniseColumns, referenceColumn } from './columns.ts';

/** A credit in the file. */
export interface Credit {
  /** YYYY-MM-DD. */
  date: string;
  paise: number;
  narration: string;
  /** The row's other texts. */
  texts: string[];
  /** The column of the transaction's number. */
  reference: string;
}

interface Column {
  index: number;
  name: string;
  samples: string[];
}

export interface ReadTable {
  columns: Column[];
  /** Whether the columns' names are headings rather than the cells of the first line. */
  hasHeadings: boolean;
  /** {@link headingsKey} of the table's headings. */
  headings: string;
  /** Null when the columns are not recognised. */
  mapping: ColumnMapping | null;
  credits: Credit[];
  /** Every run of digits, or of letters and digits, in a debit. */
  debitNumbers: ReadonlySet<string>;
  /** Rows that are neither a line, a heading, a total nor the rest of a narration. */
  unread: UnreadRow[];
  /** Whether the credits agree with the file's own totals; null without any. */
  balances: (typeof statementBalances)[number] | null;
  /** Numeric dates are ambiguous: day or month first. */
  datesUnclear: boolean;
  /** Number of rows with a day in the mapped column. */
  dated: number;
}

interface UnreadRow {
  /** As numbered by spreadsheet programs. */
  row: number;
  text: string;
  reason: string;
}

/** Unread rows that are shown. */
const mostUnread = 2_000;

/** Bank, account and holder are above the table, never in more rows than this. */
const searchedRows = 80;
const samplesShown = 3;

interface Heading {
  at: number;
  columns: Columns | null;
}

const filled = (row: SheetRow | undefined) => (row?.cells ?? []).filter((cell) => textOf(cell) !== '').length;
const hasValues = ({ cells }: SheetRow) =>
  cells.some((cell) => parseDay(cell) !== null) && cells.some((cell) => (parseAmount(cell)?.paise ?? 0) > 0);

/** The probable row of headings: only texts, and as many as the lines below have cells. */
function guessHeading(rows: readonly SheetRow[]): number {
  const first = rows.slice(0, searchedRows * 2).findIndex((row) => hasValues(row) && filled(row) >= 3);
  if (first < 0) return -1;
  for (let at = first - 1; at >= Math.max(0, first - 3); at -= 1) {
    if (filled(rows[at]) >= 3 && !hasValues(rows[at]!)) return at;
  }
  return first > 0 && filled(rows[first - 1]) >= 2 ? first - 1 : first;
}

function findHeading(rows: readonly SheetRow[], kept: KnownMappings): Heading | null {
  const searched = rows.slice(0, searchedRows);
  for (const [at, { cells }] of searched.entries()) {
    const fields = kept.size > 0 ? kept.get(headingsKey(cells)) : undefined;
    const mapping = fields && mappingOf(fields);
    if (mapping) return { at, columns: { ...mapping, reference: referenceColumn(cells) } };
  }
  for (const [at, { cells }] of searched.entries()) {
    const columns = recogniseColumns(cells);
    if (columns) return { at, columns };
  }
  const at = guessHeading(rows);
  return at < 0 ? null : { at, columns: null };
}

function columnsOf(rows: readonly SheetRow[], at: number): Column[] {
  const below = rows.slice(at + 1, at + 1 + samplesShown * 10).filter((row) => filled(row) >= 3);
  const lines = (below.length > 0 ? below : rows.slice(at + 1)).slice(0, samplesShown);
  const heading = rows[at]?.cells ?? [];
  const width = Math.max(heading.length, ...lines.map(({ cells }) => cells.length));
  const short = (cell: CellValue | undefined) => textOf(cell).slice(0, 120);
  return Array.from({ length: width }, (_, index) => ({
    index,
    name: short(heading[index]),
    samples: Array.from({ length: samplesShown }, (_unused, line) => short(lines[line]?.cells[index])),
  }));
}

/** How the amounts of one column distinguish credits from debits. */
function creditRule(
  rows: readonly SheetRow[],
  { credit, sign }: Columns,
): (amount: Amount, row: CellValue[]) => boolean {
  if (sign === undefined || sign === null) return (amount) => amount.sign !== 'debit';
  if (sign !== credit) return (amount, row) => (parseSign(row[sign]) ?? amount.sign) === 'credit';
  const seen = new Set<Sign | null>(rows.map(({ cells }) => parseAmount(cells[credit])?.sign ?? null));
  // If credits are marked, all of them are; if only debits are, credits are bare.
  return seen.has('credit') ? (amount) => amount.sign === 'credit' : (amount) => amount.sign === null;
}

/** Whether a column with both credits and debits distinguishes them at all. */
function distinguishes(rows: readonly SheetRow[], columns: Columns): boolean {
  if (columns.sign === undefined || columns.sign === null) return true;
  if (columns.sign !== columns.credit)
    return rows.every(({ cells }) => !isLine(cells, columns) || saysSign(cells, columns));
  return (
    !rows.some(({ cells }) => isLine(cells, columns)) ||
    rows.some(({ cells }) => parseAmount(cells[columns.credit])?.sign)
  );
}
const isLine = (cells: CellValue[], { date, credit, dates }: Columns) =>
  parseDay(cells[date], dates) !== null && (parseAmount(cells[credit])?.paise ?? 0) > 0;
const saysSign = (cells: CellValue[], { sign, credit }: Columns) =>
  parseSign(cells[sign!]) !== null || (parseAmount(cells[credit])?.sign ?? null) !== null;

/**
 * Parses the credits of a table with other rows above and below.
 * @param given the office's mapping of the columns
 * @param kept mappings of earlier files, by their headings
 * @returns null without a table
 */
export function readCredits(
  rows: readonly SheetRow[],
  given: MappingGiven | undefined,
  kept: KnownMappings,
): ReadTable | null {
  const heading = findHeading(rows, kept);
  if (!heading) return null;
  const { at } = heading;
  const cells = rows[at]!.cells;
  const hasHeadings = !hasValues(rows[at]!);
  const below = rows.slice(hasHeadings ? at + 1 : at);
  const isMapped = given !== undefined && 'date' in given;
  let columns: Columns | null = isMapped ? { ...given, reference: referenceColumn(cells) } : heading.columns;
  if (!isMapped && columns && !distinguishes(below, columns)) columns = null;
  const table = { columns: columnsOf(rows, at), hasHeadings, headings: headingsKey(cells) };
  if (!columns)
    return {
      ...table,
      mapping: null,
      credits: [],
      debitNumbers: new Set(),
      unread: [],
      balances: null,
      datesUnclear: false,
      dated: 0,
    };

  const { date, narration, credit, debit, sign } = columns;
  const dates = given?.dates ?? columns.dates;
  const parts = divide(below, columns, table.headings);
  const orders = new Set(
    parts.flatMap((part) => part.rows.map(({ cells: row }) => onlyOrderOf(row[part.columns.date]))),
  );
  const datesUnclear = !given?.dates && orders.has(dates === 'monthFirst' ? 'dayFirst' : 'monthFirst');
  const read = joined(parts.map((part) => readRows(part.rows, { ...part.columns, dates }, part.headings)));
  const others = [...rows.slice(0, at), ...read.others];
  const mapping = {
    date,
    narration,
    credit,
    ...(debit == null ? {} : { debit }),
    ...(sign == null ? {} : { sign }),
    ...(dates ? { dates } : {}),
  };
  return {
    ...table,
    mapping,
    credits: read.credits,
    debitNumbers: read.debitNumbers,
    unread: read.unread,
    balances: compareBalances(others, credit, {
      credits: read.credits.reduce((sum, { paise }) => sum + paise, 0),
      debits: read.debits,
    }),
    datesUnclear,
    dated: read.dated,
  };
}

interface TablePart {
  rows: SheetRow[];
  columns: Columns;
  headings: string;
}

/** The table, and others of the same file below it, by their headings: each is read by its own columns. */
function divide(below: readonly SheetRow[], columns: Columns, headings: string): TablePart[] {
  const parts: TablePart[] = [{ rows: [], columns, headings }];
  for (const row of below) {
    const own = hasValues(row) ? null : recogniseColumns(row.cells);
    const key = own && headingsKey(row.cells);
    // Where the sign stands in the amount itself, it is not known whether a bare one is a credit.
    const isOther = own && key !== parts.at(-1)!.headings && (key === headings || own.sign !== own.credit);
    if (isOther && key) parts.push({ rows: [row], columns: key === headings ? columns : own, headings: key });
    else parts.at(-1)!.rows.push(row);
  }
  return parts;
}

type Rows = ReturnType<typeof readRows>;
const joined = (parts: readonly Rows[]): Rows => ({
  credits: parts.flatMap(({ credits }) => credits),
  unread: parts.flatMap(({ unread }) => unread).slice(0, mostUnread),
  others: parts.flatMap(({ others }) => others),
  debitNumbers: new Set(parts.flatMap(({ debitNumbers }) => [...debitNumbers])),
  dated: parts.reduce((sum, { dated }) => sum + dated, 0),
  debits: parts.reduce((sum, { debits }) => sum + debits, 0),
});

const hasAmount = (cell: CellValue | undefined) => (parseAmount(cell)?.paise ?? 0) > 0;

/** Classifies the rows below the headings: credits, debits, rests of narrations, totals and footers, and unreadable ones. */
function readRows(below: readonly SheetRow[], columns: Columns, headings: string) {
  const { date, narration, credit, debit, reference, dates } = columns;
  const isCredit = creditRule(below, columns);
  const credits: Credit[] = [];
  const unread: UnreadRow[] = [];
  const others: SheetRow[] = [];
  const debitNumbers = new Set<string>();
  let dated = 0;
  let debits = 0;
  /** The previous line, whose narration may continue: a credit, or null for a debit. */
  let above: { number: number; credit: Credit | null } | undefined;
  const cannot = ({ number, cells }: SheetRow, reason: string) => {
    const text = cells.map(textOf).filter((cell) => cell !== '');
    if (unread.length < mostUnread) unread.push({ row: number, text: text.join(' | ').slice(0, 500), reason });
  };
  const noteDebit = (cells: readonly CellValue[]) => {
    for (const run of pointersIn(cells.map(textOf)).runs) debitNumbers.add(run);
  };
  for (const row of below) {
    const { cells, number } = row;
    const day = parseDay(cells[date], dates);
    const amount = parseAmount(cells[credit]);
    const hasDebit = debit != null && debit !== credit && hasAmount(cells[debit]);
    const hasCredit = amount !== null && amount.paise > 0;
    const isBeyond = above !== undefined && number === above.number + 1;
    const last = above;
    above = undefined;
    if (day === null) {
      const isAlone = cells.every((cell, index) => index === narration || index === reference || isBlank(cell));
      if (isBeyond && isAlone && !isBlank(cells[narration]) && !hasCredit && !isSummary(cells)) {
        const { credit: own } = last!;
        above = { number, credit: own };
        if (!own) noteDebit(cells);
        else {
          appendNarration(own, textOf(cells[narration]), reference === undefined ? '' : textOf(cells[reference]));
        }
        continue;
      }
      const isHeading =
        headingsKey(cells) === headings || (headingOf(cells[date]) !== '' && recogniseColumns(cells) !== null);
      const isNumbers = cells.every((cell) => isBlank(cell) || parseAmount(cell) !== null);
      const isRow = (hasCredit || hasDebit || (!isBlank(cells[credit]) && !isBlank(cells[narration]))) && !isHeading;
      const isDateWrong = /^\W*\d/.test(textOf(cells[date]));
      if (isRow && !isNumbers && (isDateWrong || !isSummary(cells))) {
        cannot(row, isBlank(cells[date]) ? 'It has no date.' : 'Its date could not be read.');
      } else if (!isHeading && hasValues(row) && !isSummary(cells)) {
        cannot(row, 'It has other columns than the table.');
      } else others.push(row);
      continue;
    }
    if (isBalance(textOf(cells[narration]))) {
      others.push(row);
      continue;
    }
    dated += 1;
    if (hasDebit) debits += parseAmount(cells[debit!])!.paise;
    if (!hasCredit) {
      noteDebit(cells);
      if (amount === null && !isBlank(cells[credit])) cannot(row, 'Its amount could not be read.');
      else if (!hasDebit) others.push(row);
      above = { number, credit: null };
      continue;
    }
    if (!isCredit(amount, cells)) {
      if (columns.sign != null && !saysSign(cells, columns) && columns.sign !== credit)
        cannot(row, 'It does not say whether it is a credit or a debit.');
      else debits += amount.paise;
      noteDebit(cells);
      above = { number, credit: null };
      continue;
    }
    const text = textOf(cells[narration]).slice(0, officeLimits.statement.narrationLength).toWellFormed();
    const entry: Credit = {
      date: day,
      paise: amount.paise,
      narration: text,
      texts: [],
      reference: reference === undefined || reference === narration ? '' : textOf(cells[reference]).slice(0, 200),
    };
    if (entry.reference !== '') entry.texts.push(entry.reference);
    if (hasDebit) {
      cannot(row, 'Both the debit and the credit column are filled.');
      continue;
    }
    credits.push(entry);
    above = { number, credit: entry };
  }
  return { credits, debitNumbers, unread, others, dated, debits };
}

/** Appends the narration's continuation in the next row. */
function appendNarration(credit: Credit, narration: string, reference: string): void {
  const length = officeLimits.statement.narrationLength;
  credit.narration = `${credit.narration} ${narration}`.trim().slice(0, length).toWellFormed();
  if (reference !== '') credit.reference = `${credit.reference} ${reference}`.trim().slice(0, 200);
}
