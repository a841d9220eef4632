import { createHash, randomUUIDv7 } from 'node:crypto';
import type { NewLine, NewLines } from '#server/features/bank-credits/credits.queries.ts';
import { comparableNarration, cutNarration } from '#server/features/bank-credits/narration.ts';
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

/** Credits as they are stored, in batches; those of the same day, amount and narration are in one batch, by which they are counted. */
export function batchesOf(credits: readonly Credit[]): NewLines[] {
  const lines = credits.map((credit, position): NewLine => {
    const { date, paise, narration, texts, reference, number, constant, caution } = credit;
    const hash = hashOf(`${date} ${paise} ${comparableNarration(narration)}`);
    const parts = cutNarration({ narration, column: reference, number, date });
    const id = randomUUIDv7();
    return { id, hash, date, amount: paise, number, constant, narration, texts, caution, position, ...parts };
  });
  const same = Map.groupBy(lines, ({ hash }) => hash).values();
  return gathered(same, linesAtOnce).map((batch) => ({
    hashes: batch.map(({ hash }) => hash),
    numbers: batch.map(({ number }) => number),
    json: JSON.stringify(batch),
  }));
}
