import type { Queryable } from '#server/platform/database/client.ts';
import { findMappings, headsKey, type KnownMappings } from '#server/platform/spreadsheets/column-mappings.queries.ts';
import { openSpreadsheet, type Spreadsheet } from '#server/platform/spreadsheets/open-spreadsheet.ts';
import type { SheetRow } from '#server/platform/spreadsheets/spreadsheet.ts';
import { joinLines, misfitInList, rowText } from '#server/platform/spreadsheets/table-rows.ts';
import { AppError } from '#shared/errors.ts';
import { isImportField } from '#shared/import-fields.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { personNamesAsData } from '#shared/person-fields.ts';
import { fromWire } from '#shared/wire-names.ts';
import { cellText, isUnread, type StoredCell, type StoredCells, storedCell } from './cells.ts';
import type { ImportColumn } from './imports.queries.ts';
import { fieldsOfHeads, headsNeeded, headWords } from './parse-heads.ts';

/** The names in a remembered mapping: it is stored as the wire calls fields. */
export const mappingNames = { '*': personNamesAsData };

const sampleLength = 80;

export interface Heads {
  sheet: number;
  /** As numbered by spreadsheet programs. */
  headerRow: number;
  cells: StoredCell[];
  /** The cells of the row in a text file, empty ones at the end too; 0 for other files. */
  width: number;
  /** The field of each column; '' for one that is not recognised. */
  fields: string[];
}

/** A list that is open for reading. */
export interface List {
  spreadsheet: Spreadsheet;
  heads: Heads;
  /** The rows below the heads, in batches. */
  rows(): AsyncGenerator<{ row: number; cells: StoredCells }[]>;
}

const refusal = (field: 'sheet' | 'headerRow') =>
  new AppError('VALIDATION', messages.import[field], { fields: { [field]: messages.import[field] } });

const tooManyRows = () =>
  new AppError(
    'TOO_LARGE',
    `This list has more than ${limits.importFile.rows.toLocaleString('en-IN')} rows. Please split it.`,
  );

async function firstRows(spreadsheet: Spreadsheet, sheet: number, max: number): Promise<SheetRow[]> {
  const rows: SheetRow[] = [];
  for await (const batch of spreadsheet.rows(sheet, max)) rows.push(...batch);
  return rows;
}

/** The fields of columns with these heads: as the office has once set them, else as recognised. */
function headsOf(
  mappings: KnownMappings,
  sheet: number,
  { number, cells, width = 0 }: SheetRow,
): Heads & { known: boolean } {
  const stored = cells.map(storedCell);
  const saved = fromWire(mappings.get(headsKey(headWords(stored))), mappingNames);
  const recognised = fieldsOfHeads(stored);
  const fields = recognised.map((field, index) => {
    const savedField = saved?.[index];
    return savedField !== undefined && (savedField === '' || isImportField(savedField))
      ? savedField
      : saved
        ? ''
        : field;
  });
  const recognisedFields = new Set(recognised.filter((field) => field !== ''));
  const isSaved =
    saved !== undefined ||
    recognisedFields.size >= headsNeeded ||
    (recognisedFields.size > 1 && recognisedFields.has('name'));
  return { sheet, headerRow: number, cells: stored, width, fields, known: isSaved };
}

/** The row of the heads: the given one, else the first with enough recognised columns, in the first sheet that has one. */
async function findHeads(
  mappings: KnownMappings,
  spreadsheet: Spreadsheet,
  choice: { sheet?: string | undefined; headerRow?: number | undefined },
): Promise<Heads> {
  const named = choice.sheet === undefined ? -1 : spreadsheet.sheets.indexOf(choice.sheet);
  if (choice.sheet !== undefined && named < 0) throw refusal('sheet');
  const sheets = named >= 0 ? [named] : spreadsheet.sheets.map((_name, index) => index);
  let first: Heads | undefined;
  for (const sheet of sheets) {
    const rows = await firstRows(spreadsheet, sheet, Math.max(limits.importFile.headRows, choice.headerRow ?? 0));
    if (choice.headerRow !== undefined) {
      const row = rows.find(({ number }) => number === choice.headerRow);
      if (row) return headsOf(mappings, sheet, row);
      continue;
    }
    for (const row of rows) {
      const heads = headsOf(mappings, sheet, row);
      if (heads.known) return heads;
      first ??= heads;
    }
  }
  if (choice.headerRow !== undefined) throw refusal('headerRow');
  if (!first) throw new AppError('UNSUPPORTED_FILE', 'There is nothing in this file. Please choose another one.');
  return first;
}

/**
 * Opens a list and finds its heads. The caller closes its `spreadsheet`.
 * @throws TOO_LARGE, UNSUPPORTED_FILE, VALIDATION for an unknown sheet or row
 */
export async function openList(
  db: Queryable,
  path: string,
  choice: { sheet?: string | undefined; headerRow?: number | undefined },
  gone?: AbortSignal,
): Promise<List> {
  const spreadsheet = await openSpreadsheet(path, limits.importFile, gone);
  try {
    const heads = await findHeads(await findMappings(db), spreadsheet, choice);
    return {
      spreadsheet,
      heads,
      async *rows() {
        let count = 0;
        const joined = joinLines(() => heads.width);
        for await (const batch of spreadsheet.rows(heads.sheet)) {
          const below = batch.filter(({ number }) => number > heads.headerRow);
          if (below.length === 0) continue;
          const rows = below.flatMap(joined).map((row) => ({ row: row.number, cells: storedCells(row, heads.width) }));
          const filled = rows.filter(({ cells }) => isUnread(cells) || cells.some((cell) => cellText(cell) !== ''));
          count += filled.length;
          if (count > limits.importFile.rows) throw tooManyRows();
          if (filled.length > 0) yield filled;
        }
      },
    };
  } catch (error) {
    await spreadsheet.close();
    throw error;
  }
}

/** The cells of a row, if it has the shape of its list. */
function storedCells(row: SheetRow, width: number): StoredCells {
  const unread = misfitInList(row, width);
  return unread === null ? row.cells.map(storedCell) : { unread, text: rowText(row.cells, limits.textLength) };
}

/** Collects the columns of a list while its rows are read: there may be more columns than heads. */
export function collectColumns({ cells, fields }: Heads) {
  const samples: string[] = [];
  let width = cells.length;
  return {
    see(rows: readonly { cells: StoredCells }[]): void {
      for (const { cells: row } of rows) {
        if (isUnread(row)) continue;
        width = Math.max(width, row.length);
        for (const [index, cell] of row.entries()) {
          if (samples[index] === undefined && cell !== null) {
            const text = cellText(cell);
            if (text !== '') samples[index] = text.slice(0, sampleLength);
          }
        }
      }
    },
    columns: (): ImportColumn[] =>
      Array.from({ length: width }, (_, index) => ({
        index,
        title: cellText(cells[index]).slice(0, limits.lineLength),
        field: fields[index] ?? '',
        sample: samples[index] ?? '',
      })),
  };
}
