import { createHash, randomUUIDv7 } from 'node:crypto';
import type { NewLine, NewLines } from '#server/parts/bank-credits/credits.queries.ts';
import { type Identity, identifyRows } from '#server/parts/bank-credits/same-credits.ts';
import { comparableNarration, numberOfRow, pointersIn, wordsOf } from '#server/parts/bank-credits/texts.ts';
import { gathered } from '#server/platform/batches.ts';
import type { KnownMappings } from '#server/platform/spreadsheets/column-mappings.queries.ts';
import type { Source } from '#server/platform/spreadsheets/source.ts';
import type { SheetRow } from '#server/platform/spreadsheets/spreadsheet.ts';
import type { UnreadRow } from '#server/platform/spreadsheets/table-rows.ts';
import type { MappingInput } from '#shared/contracts/statements.ts';
import { type Credit, type ReadTable, readCredits } from './read-credits.ts';

// From the rows of a file to the stored lines: for the thread that reads a statement.

/** Sheets of a workbook that are read. */
const maxSheets = 50;

/** A file as it was read: its first table, and what all sheets hold together. */
export interface ReadFile extends Omit<ReadTable, 'unread'> {
  unread: (UnreadRow & { sheet: string })[];
  /** Sheets that were left out. */
  left: { sheet: string; reason: string }[];
}

/**
 * Parses the tables of a statement. Each sheet counts as a file of its own: what stands in several is the same credit.
 * @param mapping the office's mapping of the columns
 * @param mappings those of earlier files, by their headings
 * @returns null without a table
 */
export async function readTable(
  source: Source,
  mapping: MappingInput | undefined,
  mappings: KnownMappings,
): Promise<ReadFile | null> {
  const tables: { sheet: string; table: ReadTable }[] = [];
  const left: ReadFile['left'] = [];
  for (const [index, sheet] of source.sheets.entries()) {
    if (index >= maxSheets) {
      left.push({ sheet, reason: `Only ${maxSheets} sheets are read.` });
      continue;
    }
    const rows: SheetRow[] = [];
    for await (const row of source.rows(index, 0)) rows.push(row);
    const table = readCredits(rows, mapping, mappings);
    if (table) tables.push({ sheet, table });
    else if (rows.length > 0) left.push({ sheet, reason: 'It has no table of payments.' });
  }
  // With a mapping, what another sheet has in its columns may be anything.
  const first = tables.find(({ table }) => table.mapping !== null) ?? tables[0];
  if (!first) return null;
  const read = tables.filter(({ sheet, table }) => {
    const isRead = table.mapping !== null && (mapping === undefined || table === first.table || table.dated > 0);
    if (!isRead && table !== first.table) left.push({ sheet, reason: 'Its columns were not recognised.' });
    return isRead;
  });
  const verdicts = read.map(({ table }) => table.balances);
  return {
    ...first.table,
    credits: sameOnce(read.map(({ table }) => table.credits)),
    debitNumbers: new Set(read.flatMap(({ table }) => [...table.debitNumbers])),
    unread: read.flatMap(({ sheet, table }) => table.unread.map((row) => ({ sheet, ...row }))),
    left,
    balances: verdicts.includes('differ') ? 'differ' : verdicts.includes('agree') ? 'agree' : null,
    datesUnclear: tables.some(({ table }) => table.datesUnclear),
    dated: read.reduce((sum, { table }) => sum + table.dated, 0),
  };
}

/**
 * The credits of several sheets, those of a sheet that an earlier one holds already left out: of n and m there are max(n, m). Of another
 * account, or with another balance after it, it is another credit.
 */
function sameOnce(sheets: readonly Credit[][]): Credit[] {
  const all = [...(sheets[0] ?? [])];
  const withBalances = (credits: readonly Credit[]) =>
    identitiesOf(credits).map((identity, index) => ({ ...identity, balance: credits[index]!.balance }));
  for (const sheet of sheets.slice(1)) {
    const identifiedCredits = withBalances(all).map((identity, index) => ({
      ...identity,
      id: String(index),
      ordinal: index,
    }));
    const identified = identifyRows(withBalances(sheet), identifiedCredits);
    all.push(...sheet.filter((_, index) => identified[index]!.known === null));
  }
  return all;
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url');

const pointersOf = (credits: readonly Credit[]) =>
  credits.map(({ narration, texts }) => pointersIn([narration, ...texts]));

/** By what the credits of one file are known again. */
function identitiesOf(credits: readonly Credit[], pointers = pointersOf(credits)): Identity[] {
  // What stands in several rows is no transaction's number.
  const rowsWith = new Map<string, number>();
  for (const { runs } of pointers) for (const run of runs) rowsWith.set(run, (rowsWith.get(run) ?? 0) + 1);
  return credits.map(({ date, paise, narration, reference, account }, index) => {
    const { references, runs } = pointers[index]!;
    const single = runs.filter((run) => rowsWith.get(run) === 1);
    return {
      hash: hashOf(`${date} ${paise} ${comparableNarration(narration)}`),
      day: `${date} ${paise}`,
      number: numberOfRow(reference, single),
      keys: [...references, ...single],
      account,
      balance: null,
    };
  });
}

/** About as many lines are inserted by one statement. */
const linesAtOnce = 2_500;

/**
 * Credits as they are stored, in batches; those of the same day and amount are in one batch, in which they are identified.
 * @param debitNumbers the numbers in the file's debits
 */
export function batchesOf(credits: readonly Credit[], debitNumbers: ReadonlySet<string>): NewLines[] {
  // In the order of the file, by which the first of several credits for one payment is found.
  const ids = credits.map(() => randomUUIDv7()).sort();
  const pointers = pointersOf(credits);
  const identities = identitiesOf(credits, pointers);
  const lines = credits.map(({ date, paise, narration, account, texts }, position): NewLine => {
    const { references, runs, pieces, cut } = pointers[position]!;
    return {
      id: ids[position]!,
      hash: identities[position]!.hash,
      date,
      amount: paise,
      utr: identities[position]!.number,
      narration,
      account,
      texts,
      words: wordsOf(narration),
      cut,
      keys: [...references, ...runs],
      numbers: pieces,
      debitNumbers: runs.filter((run) => debitNumbers.has(run)),
      position,
    };
  });
  return gathered(Map.groupBy(lines, ({ position }) => identities[position]!.day).values(), linesAtOnce).map(
    (batch) => ({
      identities: batch.map(({ position }) => identities[position]!),
      json: JSON.stringify(batch),
    }),
  );
}
