import type { Database } from '#server/platform/database/client.ts';
import type { CellValue } from '#server/platform/spreadsheets/spreadsheet.ts';
import { type ImportField, importFieldLabel, importFields } from '#shared/import-fields.ts';
import { cellText } from './cells.ts';
import { rowAnswer } from './import-answers.ts';
import { eachRowOfKind, findRowPage, type ImportTableRow } from './imports.queries.ts';
import { cellReader } from './reading.ts';

const none = new Map();

/** The one row of the template. */
export async function* templateRows(): AsyncGenerator<CellValue[]> {
  yield importFields.map(importFieldLabel);
}

/**
 * The rows that need care, under heads that an import recognizes, with a column of their problems. Constants are
 * repeated in each row, so that the file can be imported by itself.
 */
export async function* problemRows(database: Database, record: ImportTableRow): AsyncGenerator<CellValue[]> {
  const fieldNames = new Set<string>([...record.columns.map(({ field }) => field), ...Object.keys(record.constants)]);
  const edited = await findRowPage(database, record.id, 'care', '', 1);
  for (const row of edited.rows) for (const field of Object.keys(row.edits)) fieldNames.add(field);
  const fields = importFields.filter((field) => fieldNames.has(field));
  yield ['Row', ...fields.map(importFieldLabel), 'Problem'];
  const read = cellReader(record);
  for await (const rows of eachRowOfKind(database, record.id, 'care')) {
    for (const row of rows) {
      const cell = read(row);
      const { problems } = rowAnswer(row, none, none);
      const words = problems.map(({ field, message }) => `${importFieldLabel(field as ImportField)}: ${message}`);
      yield [row.row, ...fields.map((field) => cellText(cell(field))), words.join('\n')];
    }
  }
}
