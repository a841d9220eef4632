import { createHash } from 'node:crypto';
import { openSpreadsheet } from '#server/spreadsheets/open-spreadsheet.ts';
import type { SheetRow } from '#server/spreadsheets/spreadsheet.ts';
import type { ColumnMapping, MappingGiven } from '#shared/contracts/statements.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { officeLimits } from '#shared/office-limits.ts';
import { comparableNarration, readNarration } from './narration.ts';
import { type Credit, possibleHeadings, type ReadTable, readCredits } from './read-credits.ts';
import type { NewLine } from './statements.queries.ts';

const unreadable = (message: string) => new AppError('UNREADABLE_FILE', message);
const noTable = () =>
  unreadable(
    'No table of payments was found in this file. Please download the statement as CSV or Excel and try again.',
  );

/** Sheets of a workbook that are looked at. */
const mostSheets = 5;

/**
 * Reads the table of a statement out of a file.
 * @param given how the office has mapped the columns of this file
 * @param findKept mappings of earlier files by their headings
 * @throws UNREADABLE_FILE, TOO_LARGE
 */
export async function readStatement(
  path: string,
  given: MappingGiven | undefined,
  findKept: (headings: string[]) => Promise<Map<string, ColumnMapping>>,
): Promise<ReadTable> {
  const { rows, columns, cellLength, unpackedBytes } = officeLimits.statement;
  let found: ReadTable | null = null;
  try {
    const bounds = { fileBytes: limits.fileBytes, unpackedBytes, rows, columns, cellLength };
    const spreadsheet = await openSpreadsheet(path, bounds);
    try {
      for (let sheet = 0; sheet < Math.min(spreadsheet.sheets.length, mostSheets); sheet += 1) {
        const all: SheetRow[] = [];
        for await (const batch of spreadsheet.rows(sheet)) for (const row of batch) all.push(row);
        const table = readCredits(all, given, await findKept(possibleHeadings(all)));
        found ??= table;
        if (table?.mapping) {
          found = table;
          break;
        }
      }
    } finally {
      await spreadsheet.close();
    }
  } catch (error) {
    if (error instanceof AppError && error.code === 'UNSUPPORTED_FILE') throw unreadable(error.message);
    throw error;
  }
  if (!found) throw noTable();
  return found;
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url');

/** Lines in one part: what is worked out at once, and written in one statement. */
const linesAtOnce = 2_500;

/**
 * Credits as they are kept, in parts. A line with a UTR is the same in every layout of the bank's; without one its narration
 * belongs to it. Equal lines of one file are numbered.
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
