import { createHash } from 'node:crypto';
import type { Source } from '#server/spreadsheets/source.ts';
import type { SheetRow } from '#server/spreadsheets/spreadsheet.ts';
import type { ColumnMapping, MappingGiven } from '#shared/contracts/statements.ts';
import { comparableNarration, readNarration } from './narration.ts';
import { type Credit, possibleHeadings, type ReadTable, readCredits } from './read-credits.ts';
import type { NewLine } from './statements.queries.ts';

// From the rows of a file to the stored lines: for the thread that reads a statement.

/** Sheets of a workbook that are searched. */
const mostSheets = 5;

/**
 * Parses the table of a statement.
 * @param given the office's mapping of the columns
 * @param findKept finds mappings of earlier files by their headings
 * @returns null without a table
 */
export async function readTable(
  source: Source,
  given: MappingGiven | undefined,
  findKept: (headings: string[]) => Promise<ReadonlyMap<string, ColumnMapping>>,
): Promise<ReadTable | null> {
  let found: ReadTable | null = null;
  for (let sheet = 0; sheet < Math.min(source.sheets.length, mostSheets); sheet += 1) {
    const all: SheetRow[] = [];
    for await (const row of source.rows(sheet, 0)) all.push(row);
    const table = readCredits(all, given, await findKept(possibleHeadings(all)));
    if (table?.mapping) return table;
    found ??= table;
  }
  return found;
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url');

/** Lines per batch, which are inserted by one statement. */
const linesAtOnce = 2_500;

/**
 * Credits as they are stored, in batches. A line with a UTR is the same in every layout of the bank; without one its narration
 * identifies it. Equal lines of one file are numbered.
 */
export function* linesOf(credits: readonly Credit[]): Generator<NewLine[]> {
  const counted = new Map<string, number>();
  for (let start = 0; start < credits.length; start += linesAtOnce) {
    yield credits.slice(start, start + linesAtOnce).map(({ date, paise, narration, reference, caution }, index) => {
      const { utr, ...found } = readNarration(narration, reference);
      const textHash = hashOf(`${date} ${paise} text ${comparableNarration(narration)}`);
      const hash = utr === '' ? textHash : hashOf(`${date} ${paise} utr ${utr}`);
      const count = (key: string) => {
        const ordinal = (counted.get(key) ?? 0) + 1;
        counted.set(key, ordinal);
        return ordinal;
      };
      const textOrdinal = count(`text ${textHash}`);
      const ordinal = count(hash);
      const position = start + index;
      return { hash, ordinal, textHash, textOrdinal, date, paise, utr, narration, caution, position, ...found };
    });
  }
}
