import { createHash, randomUUIDv7 } from 'node:crypto';
import type { NewLine, NewLines } from '#server/features/bank-credits/credits.queries.ts';
import { comparableNarration, numberOfRow, pointersIn, wordsOf } from '#server/features/bank-credits/texts.ts';
import { gathered } from '#server/platform/batches.ts';
import type { KnownMappings } from '#server/platform/spreadsheets/column-mappings.queries.ts';
import type { Source } from '#server/platform/spreadsheets/source.ts';
import type { SheetRow } from '#server/platform/spreadsheets/spreadsheet.ts';
import type { MappingGiven } from '#shared/contracts/statements.ts';
import { type Credit, type ReadTable, readCredits } from './read-credits.ts';

// From the rows of a file to the stored lines: for the thread that reads a statement.

/** Sheets of a workbook that are searched. */
const mostSheets = 5;

/**
 * Parses the table of a statement.
 * @param given the office's mapping of the columns
 * @param kept mappings of earlier files, by their headings
 * @returns null without a table
 */
export async function readTable(
  source: Source,
  given: MappingGiven | undefined,
  kept: KnownMappings,
): Promise<ReadTable | null> {
  let found: ReadTable | null = null;
  for (let sheet = 0; sheet < Math.min(source.sheets.length, mostSheets); sheet += 1) {
    const all: SheetRow[] = [];
    for await (const row of source.rows(sheet, 0)) all.push(row);
    const table = readCredits(all, given, kept);
    if (table?.mapping) return table;
    found ??= table;
  }
  return found;
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url');

/** About as many lines are inserted by one statement. */
const linesAtOnce = 2_500;

/**
 * Credits as they are stored, in batches; those of the same day and amount are in one batch, in which they are identified.
 * @param debitNumbers the numbers in the file's debits
 */
export function batchesOf(credits: readonly Credit[], debitNumbers: ReadonlySet<string>): NewLines[] {
  // In the order of the file, by which the first of several credits for one payment is found.
  const ids = credits.map(() => randomUUIDv7()).sort();
  const pointers = credits.map(({ narration, texts }) => pointersIn([narration, ...texts]));
  // What stands in several rows is no transaction's number.
  const rowsWith = new Map<string, number>();
  for (const { runs } of pointers) for (const run of runs) rowsWith.set(run, (rowsWith.get(run) ?? 0) + 1);
  const lines = credits.map(({ date, paise, narration, texts, reference }, position): NewLine => {
    const { references, runs, pieces, cut } = pointers[position]!;
    return {
      id: ids[position]!,
      hash: hashOf(`${date} ${paise} ${comparableNarration(narration)}`),
      date,
      amount: paise,
      utr: numberOfRow(
        reference,
        runs.filter((run) => rowsWith.get(run) === 1),
      ),
      narration,
      texts,
      words: wordsOf(narration),
      cut,
      keys: [...references, ...runs],
      numbers: pieces,
      debitNumbers: runs.filter((run) => debitNumbers.has(run)),
      position,
    };
  });
  const dayOf = ({ date, amount }: NewLine) => `${date} ${amount}`;
  return gathered(Map.groupBy(lines, dayOf).values(), linesAtOnce).map((batch) => ({
    identities: batch.map((line) => ({ hash: line.hash, day: dayOf(line), number: line.utr })),
    json: JSON.stringify(batch),
  }));
}
