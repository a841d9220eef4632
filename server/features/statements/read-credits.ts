import { pointersIn } from '#server/parts/bank-credits/texts.ts';
import { serverMessages } from '#server/platform/server-messages.ts';
import type { KnownMappings } from '#server/platform/spreadsheets/column-mappings.queries.ts';
import { beginsAsDay, type DateOrder, onlyOrderOf, parseDay } from '#server/platform/spreadsheets/day-cells.ts';
import {
  type Amount,
  hasAmount,
  isBlank,
  parseAmount,
  parseSign,
  type Sign,
} from '#server/platform/spreadsheets/money-cells.ts';
import { type CellValue, type SheetRow, textOf } from '#server/platform/spreadsheets/spreadsheet.ts';
import {
  joinedRows,
  misfitOf,
  type Shape,
  type UnreadRow,
  unreadRow,
  widthOf,
} from '#server/platform/spreadsheets/table-rows.ts';
import type { ColumnMapping, MappingInput, statementBalances } from '#shared/contracts/statements.ts';
import { limits } from '#shared/limits.ts';
import { mappingOfFields } from '#shared/statement-columns.ts';
import { compareBalances, isSummary, isTotal, type OtherRow } from './balances.ts';
import { type Columns, headingOf, headingsKey, otherColumns, recogniseColumns, referenceColumn } from './columns.ts';

/** A credit in the file. */
export interface Credit {
  /** YYYY-MM-DD. */
  date: string;
  paise: number;
  narration: string;
  /** The row's other texts; and a narration of several rows without the blanks between them. */
  texts: string[];
  /** The column of the transaction's number. */
  reference: string;
  /** The digits of the account that the rows above name, without zeros in front; ''. */
  account: string;
  /** What the account held after it, in paise; null where the row does not say. Compared within one file, and never stored. */
  balance: number | null;
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
  /** Whether the credits agree with the sheet's own totals; null without any. */
  balances: (typeof statementBalances)[number] | null;
  /** Numeric dates are ambiguous: day or month first. */
  datesUnclear: boolean;
  /** Number of rows with a day in the mapped column. */
  dated: number;
}

/** Unread rows that are shown. */
const maxUnread = 2_000;

/** Bank, account and holder are above the table, never in more rows than this. */
const searchedRows = 80;
const samplesShown = 3;

interface Heading {
  at: number;
  columns: Columns | null;
}

const filled = (row: SheetRow | undefined) => (row?.cells ?? []).filter((cell) => textOf(cell) !== '').length;
const hasValues = ({ cells }: SheetRow) => cells.some((cell) => parseDay(cell) !== null) && cells.some(hasAmount);

/** The probable row of headings: only texts, and as many as the lines below have cells. */
function guessHeading(rows: readonly SheetRow[]): number {
  const first = rows.slice(0, searchedRows * 2).findIndex((row) => hasValues(row) && filled(row) >= 3);
  if (first < 0) return -1;
  for (let at = first - 1; at >= Math.max(0, first - 3); at -= 1) {
    if (filled(rows[at]) >= 3 && !hasValues(rows[at]!)) return at;
  }
  return first > 0 && filled(rows[first - 1]) >= 2 ? first - 1 : first;
}

function findHeading(rows: readonly SheetRow[], mappings: KnownMappings): Heading | null {
  const searched = rows.slice(0, searchedRows);
  for (const [at, { cells }] of searched.entries()) {
    const fields = mappings.size > 0 ? mappings.get(headingsKey(cells)) : undefined;
    const mapping = fields && mappingOfFields(fields);
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

type IsCredit = (amount: Amount, cells: readonly CellValue[]) => boolean | null;

/** How an amount distinguishes credits from debits; null for one that does not say, or contradicts itself. */
function creditRule(rows: readonly SheetRow[], { credit, sign }: Columns): IsCredit {
  if (sign === undefined || sign === null) return (amount) => (amount.sign === 'debit' ? null : true);
  if (sign !== credit) {
    return (amount, cells) => {
      const printedSign = parseSign(cells[sign]);
      return printedSign === null || (amount.sign !== null && amount.sign !== printedSign)
        ? null
        : printedSign === 'credit';
    };
  }
  const signs = new Set<Sign | null>();
  for (const { cells } of rows) if (hasAmount(cells[credit])) signs.add(parseAmount(cells[credit], true)!.sign);
  // Where only one of the two is marked, the bare ones are the other.
  const bare = signs.has('credit') ? (signs.has('debit') ? null : false) : true;
  return (amount) => (amount.sign === null ? bare : amount.sign === 'credit');
}

/** Whether a column with both credits and debits distinguishes them at all. */
function distinguishes(rows: readonly SheetRow[], { date, credit, sign, dates }: Columns): boolean {
  if (sign === undefined || sign === null) return true;
  const lines = rows.filter(({ cells }) => parseDay(cells[date], dates) !== null && hasAmount(cells[credit]));
  if (lines.length === 0) return true;
  return lines.some(({ cells }) => parseSign(cells[sign]) !== null || parseAmount(cells[credit], true)?.sign);
}

/**
 * Parses the credits of a sheet with other rows above, between and below.
 * @param officeMapping the office's mapping of the columns
 * @param mappings those of earlier files, by their headings
 * @returns null without a table
 */
export function readCredits(
  rows: readonly SheetRow[],
  officeMapping: MappingInput | undefined,
  mappings: KnownMappings,
): ReadTable | null {
  const heading = findHeading(rows, mappings);
  if (!heading) return null;
  const { at } = heading;
  const head = rows[at]!;
  const hasHeadings = !hasValues(head);
  const below = rows.slice(hasHeadings ? at + 1 : at);
  const isMapped = officeMapping !== undefined && 'date' in officeMapping;
  let columns: Columns | null = isMapped
    ? { ...officeMapping, reference: referenceColumn(head.cells) }
    : heading.columns;
  if (!isMapped && columns && !distinguishes(below, columns)) columns = null;
  const table = { columns: columnsOf(rows, at), hasHeadings, headings: headingsKey(head.cells) };
  const nothing = { mapping: null, credits: [], debitNumbers: new Set<string>(), unread: [], balances: null };
  if (!columns) return { ...table, ...nothing, datesUnclear: false, dated: 0 };

  const { date, narration, credit, debit, sign } = columns;
  const dates = officeMapping?.dates ?? columns.dates;
  const parts = divide(head, below, columns);
  const orders = new Set(parts.flatMap((part) => part.rows.map(({ cells }) => onlyOrderOf(cells[part.columns.date]))));
  const datesUnclear = !officeMapping?.dates && orders.has(dates === 'monthFirst' ? 'dayFirst' : 'monthFirst');
  const reader = createReader(dates, accountIn(rows.slice(0, at)));
  for (const part of parts) reader.read(part);
  const { others, sums, ...read } = reader.end(rows.slice(0, at));
  const mapping = {
    date,
    narration,
    credit,
    ...(debit == null ? {} : { debit }),
    ...(sign == null ? {} : { sign }),
    ...(dates ? { dates } : {}),
  };
  return { ...table, mapping, ...read, balances: compareBalances(others, credit, sums), datesUnclear };
}

interface TablePart {
  rows: SheetRow[];
  columns: Columns;
  shape: Shape;
  headings: string;
  /** The columns of texts beside the narration, and of balances. */
  texts: number[];
  balances: number[];
}

/** The table, and others of the same sheet below it, by their headings: each is read by its own columns. */
function divide(head: SheetRow, below: readonly SheetRow[], columns: Columns): TablePart[] {
  const partOf = (row: SheetRow, columns: Columns): TablePart => {
    const { texts, balances } = otherColumns(row.cells, columns);
    const { date, credit, debit, sign } = columns;
    const last = Math.max(date, credit, debit ?? 0, sign ?? 0, ...balances);
    const width = Math.max(widthOf(row), last + 1);
    const shape = { width, least: last + 1 };
    return { rows: [], columns: columns, shape, headings: headingsKey(row.cells), texts, balances };
  };
  const first = partOf(head, columns);
  const parts = [first];
  for (const row of joinedRows(below, () => parts.at(-1)!.shape.width)) {
    const last = parts.at(-1)!;
    const isLine = parseDay(row.cells[last.columns.date]) !== null || hasValues(row);
    const headColumns = isLine ? null : recogniseColumns(row.cells);
    const key = headColumns && headingsKey(row.cells);
    // Where the sign stands in the amount itself, it is not known whether a bare one is a credit.
    const isOther =
      headColumns && key !== last.headings && (key === first.headings || headColumns.sign !== headColumns.credit);
    if (isOther) parts.push(partOf(row, key === first.headings ? columns : headColumns));
    parts.at(-1)!.rows.push(row);
  }
  return parts;
}

const length = limits.statement.narrationLength;
const maxTexts = 20;

const isDash = (text: string) => !/[^-–—.*\s]/.test(text);

/** A credit whose narration stands in one or several rows. */
interface CreditRows extends Omit<Credit, 'narration'> {
  narrations: string[];
}
/** The row above, which the next one may continue. */
type Above = { kind: 'credit'; credit: CreditRows } | { kind: 'debit' } | { kind: 'heading' | 'other' | 'unread' };

const accountLabel = /(?:\baccount|\ba\/?c)\.?\s*(?:no|number|num|id)\b|खाता\s*(?:संख्या|क्रमांक|नंबर|सं)/iu;
const accountNumber = /(?:[\dX*]{4}[ -]){2,}[\dX*]{1,4}(?![\dX*])|[\dX*]{5,}/i;

/** The account that rows beside a table name last: its digits that are not covered, without zeros in front; '' for none. */
function accountIn(rows: readonly SheetRow[]): string {
  const numbers = rows.flatMap(({ cells }) => {
    const texts = cells.map(textOf).filter((text) => text !== '');
    return texts.flatMap((text, index) => {
      const label = accountLabel.exec(text);
      if (!label) return [];
      const behind =
        accountNumber.exec(text.slice(label.index + label[0].length)) ?? accountNumber.exec(texts[index + 1] ?? '');
      const digits = /\d+$/.exec(behind?.[0].replace(/[ -]/g, '') ?? '')?.[0].replace(/^0+/, '') ?? '';
      return digits.length >= 3 ? [digits] : [];
    });
  });
  return numbers.at(-1) ?? '';
}

/** Reads the tables of a sheet row by row. @param account the one that the rows above them name */
function createReader(dates: DateOrder | undefined, account: string) {
  let current = account;
  const credits: CreditRows[] = [];
  const debitNumbers = new Set<string>();
  const unread: UnreadRow[] = [];
  /** Texts between the lines, which are notes unless a line follows. */
  let notes: UnreadRow[] = [];
  const others: { row: SheetRow; lines: number }[] = [];
  const sums = { credits: 0, debits: 0, negativeDebits: 0 };
  let dated = 0;
  let lines = 0;

  const unreadOf = (row: SheetRow, reason: string) => unreadRow(row, reason, 500);
  function cannot(row: SheetRow, reason: string): Above {
    unread.push(unreadOf(row, reason));
    return { kind: 'unread' };
  }
  function countLine(): void {
    lines += 1;
    unread.push(...notes);
    notes = [];
  }
  function noteDebit(cells: readonly CellValue[]): void {
    for (const run of pointersIn(cells.map(textOf)).runs) debitNumbers.add(run);
  }
  function other(row: SheetRow): Above {
    others.push({ row, lines });
    current = accountIn([row]) || current;
    return { kind: 'other' };
  }

  /** A row without a day. */
  function readUndated(
    row: SheetRow,
    part: TablePart,
    above: Above | undefined,
    afterTotal: boolean,
  ): Above | undefined {
    const { cells } = row;
    const { date, narration, credit, debit } = part.columns;
    const amounts = [credit, ...(debit == null ? [] : [debit])];
    if (headingsKey(cells) === part.headings || (headingOf(cells[date]) !== '' && recogniseColumns(cells)))
      return { ...other(row), kind: 'heading' };
    if (cells.every(isBlank)) return other(row);
    const isBelowHeading = above?.kind === 'heading' && !cells.some((cell) => /\d/.test(textOf(cell)));
    const isNumbers = cells.every((cell) => textOf(cell) === '' || (parseAmount(cell) !== null && textOf(cell) !== ''));
    if (!beginsAsDay(cells[date]) && (isSummary(cells) || (isNumbers && afterTotal))) return other(row);
    const isText = cells.every((cell, index) => index === narration || part.texts.includes(index) || isBlank(cell));
    const misfit = misfitOf(row, { ...part.shape, least: 0 });
    if (isText && !misfit) {
      if (above?.kind === 'credit') {
        if (isNumbers && !completesReference(above.credit, cells, part))
          return cannot(row, 'It is a number alone, which may be a part of the line above.');
        append(above.credit, cells, part);
        return above;
      }
      if (above?.kind === 'debit') {
        noteDebit(cells);
        return above;
      }
      const reason = 'It goes on from a row that is no line.';
      if (above) return cannot(row, reason);
      notes.push(unreadOf(row, 'It stands apart from every line.'));
      return undefined;
    }
    if (isBelowHeading) return { kind: 'heading' };
    const isRow = amounts.some((index) => !isBlank(cells[index])) && filled(row) > 1;
    if (row.isBroken || (misfit && (beginsAsDay(cells[date]) || cells.some(hasAmount)))) return cannot(row, misfit!);
    if (beginsAsDay(cells[date])) return cannot(row, 'Its date could not be read.');
    if (isRow) return cannot(row, isBlank(cells[date]) ? 'It has no date.' : 'Its date could not be read.');
    if (hasValues(row)) return cannot(row, 'It has other columns than the table.');
    other(row);
    return undefined;
  }

  /** Whether digits alone are the rest of a reference that the row above has begun. */
  function completesReference({ narrations }: CreditRows, cells: readonly CellValue[], part: TablePart): boolean {
    const whole = (texts: readonly string[]) => pointersIn([texts.join('')]).references.length;
    return whole([...narrations, textOf(cells[part.columns.narration])]) > whole(narrations);
  }

  function append(line: CreditRows, cells: readonly CellValue[], part: TablePart): void {
    const { narration, reference } = part.columns;
    line.narrations.push(textOf(cells[narration]));
    if (reference !== undefined) line.reference += textOf(cells[reference]);
    line.texts.push(...textsOf(cells, part));
  }

  function textsOf(cells: readonly CellValue[], { texts }: TablePart): string[] {
    return texts.flatMap((index) => {
      // Spreadsheets make decimals of numbers.
      const text = textOf(cells[index]).replace(/^(\d{12})\.0{1,2}$/, '$1');
      const isAmount = /[.,]/.test(text) && parseAmount(text) !== null;
      return /\p{L}|\d{6}/u.test(text) && !isAmount && parseSign(text) === null && parseDay(text) === null
        ? [text]
        : [];
    });
  }

  function readLine(row: SheetRow, day: string, part: TablePart, isCredit: IsCredit): Above {
    const { cells } = row;
    const { narration, credit, debit, reference, sign } = part.columns;
    const text = textOf(cells[narration]);
    if (isTotal(text)) return other(row);
    dated += 1;
    const misfit = misfitOf(row, part.shape);
    if (misfit) return cannot(row, misfit);
    const amount = parseAmount(cells[credit], sign === credit);
    const paid = debit == null || debit === credit ? { paise: 0, sign: null } : parseAmount(cells[debit]);
    if (!amount || !paid) return cannot(row, serverMessages.amountUnread);
    if (part.balances.some((index) => parseAmount(cells[index], true) === null))
      return cannot(row, 'Its balance could not be read.');
    if (amount.paise > 0 && paid.paise > 0) return cannot(row, 'Both columns of amounts are filled.');
    if (paid.paise > 0) {
      if (paid.sign === 'credit') return cannot(row, 'Its sign contradicts its column.');
      noteDebit(cells);
      sums.debits += paid.paise;
      if (paid.sign === 'debit') sums.negativeDebits += paid.paise;
      countLine();
      return { kind: 'debit' };
    }
    if (amount.paise === 0) {
      if (debit == null) noteDebit(cells);
      else return cannot(row, serverMessages.noAmount);
      countLine();
      return { kind: 'debit' };
    }
    const isSaidCredit = isCredit(amount, cells);
    if (isSaidCredit === null) {
      const isContrary = amount.sign !== null;
      return cannot(
        row,
        isContrary ? 'Its sign contradicts its column.' : 'It does not say whether it is a credit or a debit.',
      );
    }
    if (!isSaidCredit) {
      noteDebit(cells);
      sums.debits += amount.paise;
      countLine();
      return { kind: 'debit' };
    }
    const number = reference === undefined || reference === narration ? '' : textOf(cells[reference]);
    if (isDash(text) && isDash(number)) return cannot(row, 'It has neither a narration nor a reference.');
    const [balance] = part.balances
      .map((index) => parseAmount(cells[index], true)!)
      .filter((_, at) => !isBlank(cells[part.balances[at]!]));
    const line = {
      date: day,
      paise: amount.paise,
      narrations: [text],
      texts: textsOf(cells, part),
      reference: number,
      account: current,
      balance: balance ? (balance.sign === 'debit' ? -balance.paise : balance.paise) : null,
    };
    credits.push(line);
    sums.credits += amount.paise;
    countLine();
    return { kind: 'credit', credit: line };
  }

  return {
    read(part: TablePart): void {
      const isCredit = creditRule(part.rows, part.columns);
      let last = { number: 0, above: undefined as Above | undefined, isTotal: false };
      for (const row of part.rows) {
        const { date } = part.columns;
        const day = row.isBroken ? null : parseDay(row.cells[date], dates ?? part.columns.dates);
        const isNext = row.number === last.number + 1;
        const hasText = row.cells.some((cell) => typeof cell === 'string' && /\p{L}/u.test(cell));
        // The numbers below the headings of a summary.
        const isSum = isNext && last.isTotal && !hasText && /^[\d,]+(\.\d+)?$/.test(textOf(row.cells[date]));
        const above =
          day === null || isSum
            ? readUndated(row, part, isNext ? last.above : undefined, isNext && last.isTotal)
            : readLine(row, day, part, isCredit);
        last = { number: row.number, above, isTotal: above?.kind === 'other' && isSummary(row.cells) };
      }
    },
    end(top: readonly SheetRow[]) {
      const placed = [...top.map((row) => ({ row, lines: 0 })), ...others].map(
        ({ row, lines: before }): OtherRow => ({
          row,
          hasLinesAbove: before > 0,
          hasLinesBelow: before < lines,
        }),
      );
      unread.sort((one, two) => one.row - two.row);
      return {
        credits: credits.map(wholeOf),
        debitNumbers,
        unread: unread.slice(0, maxUnread),
        others: placed,
        sums,
        dated,
      };
    },
  };
}

/** Banks break words and numbers: a narration of several rows is there with blanks between them, and without. */
function wholeOf({ narrations, texts, reference, ...line }: CreditRows): Credit {
  const cut = (text: string) => text.slice(0, length).toWellFormed();
  const parts = narrations.filter((text) => text !== '');
  const closely = parts.length > 1 ? [parts.join('')] : [];
  return {
    ...line,
    narration: cut(parts.join(' ')),
    reference: reference.slice(0, 200),
    texts: [...new Set([...closely, ...texts].map(cut))].slice(0, maxTexts),
  };
}
