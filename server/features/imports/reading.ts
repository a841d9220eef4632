import type { Transaction } from '#server/platform/database/client.ts';
import type { DoStep, JobKind, JobNeeds } from '#server/platform/jobs/jobs.ts';
import { clock } from '#shared/clock.ts';
import { AppError, type FieldErrors } from '#shared/errors.ts';
import { type ImportField, isImportField, missingImportFields, ownImportFields } from '#shared/import-fields.ts';
import { messages } from '#shared/messages.ts';
import { paths } from '#shared/paths.ts';
import { cellText, isUnread, type StoredCell } from './cells.ts';
import {
  countKinds,
  findNextRows,
  type ImportColumn,
  type ImportTableRow,
  lockImport,
  type StoredRow,
  saveParsed,
  settleRows,
  updateImport,
} from './imports.queries.ts';
import { proposedEmail, withMeaning } from './meanings.ts';
import { keysOf, type ParsedRow, parseRow } from './parse-row.ts';

/** The position of a job in the rows of an import: the last row it has done. */
export interface Cursor {
  importId: string;
  after: number;
}

export const readKind = 'readImport';
const rowsAtOnce = 250;
/** The field at which it is said that a row was not read. */
const nameField: ImportField = 'name';

/** Sets the fields of columns. Of columns with the same field the newly set have it. @throws VALIDATION */
export function mapColumns(columns: ImportColumn[], mapping: Record<string, string> | undefined): ImportColumn[] {
  if (!mapping) return columns;
  const fieldByColumn = new Map(Object.entries(mapping));
  const text = messages.import.noColumn;
  for (const index of fieldByColumn.keys()) {
    if (!columns.some((column) => String(column.index) === index))
      throw new AppError('VALIDATION', text, { fields: { mapping: text } });
  }
  const named = new Set(fieldByColumn.values());
  return columns.map((column) => {
    const field = fieldByColumn.get(String(column.index)) ?? (named.has(column.field) ? '' : column.field);
    return { ...column, field };
  });
}

/** The fields without which nothing can be imported, and that neither a column nor a constant provides. */
export function missingFields({ columns, constants }: Pick<ImportTableRow, 'columns' | 'constants'>): ImportField[] {
  const fields = new Set([...columns.map(({ field }) => field), ...Object.keys(constants)]);
  return missingImportFields(fields);
}

/** A constant must be valid for all rows. @throws VALIDATION */
export function checkConstants(constants: Partial<Record<string, string>>): Record<string, string> {
  const values = Object.fromEntries(
    Object.entries(constants).filter((entry): entry is [string, string] => (entry[1] ?? '') !== ''),
  );
  const fields: FieldErrors = {};
  for (const field of ownImportFields) if (values[field]) fields[field] = messages.import.ownField;
  const { problems } = parseRow((field) => values[field] ?? null);
  for (const { field, message } of problems) if (values[field]) fields[field] ??= message;
  const wrong = Object.values(fields);
  if (wrong.length > 0) throw new AppError('VALIDATION', wrong[0]!, { fields: { ...fields, constants: wrong[0]! } });
  return values;
}

/** The cell of a field in a row: the correction, else its column or columns, else the constant. */
export function cellReader({
  columns,
  constants,
  meanings = [],
}: Pick<ImportTableRow, 'columns' | 'constants'> & Partial<Pick<ImportTableRow, 'meanings'>>) {
  const columnsOf = Map.groupBy(
    columns.filter(({ field }) => isImportField(field)),
    ({ field }) => field,
  );
  return ({ cells, edits }: Pick<StoredRow, 'cells' | 'edits'>) =>
    (field: ImportField): StoredCell => {
      if (Object.hasOwn(edits, field)) return edits[field]!;
      const [column, ...more] = columnsOf.get(field) ?? [];
      if (!column) return constants[field] ?? null;
      if (isUnread(cells)) return null;
      if (more.length === 0) return withMeaning(meanings, field, cells[column.index] ?? null);
      const parts = [column, ...more].map(({ index }) => cellText(cells[index]));
      return parts.filter((part) => part !== '').join(' ');
    };
}

/** What is said of a row of which nothing was read, until somebody has written its name beside it. */
function withUnread({ cells, edits }: StoredRow, { values, problems }: ParsedRow): ParsedRow {
  if (!isUnread(cells) || Object.hasOwn(edits, nameField)) return { values, problems };
  const message = `${cells.unread} Nothing of it was read: please correct the list, or write its values here`;
  const others = problems.filter(({ field }) => field !== nameField);
  return { values, problems: [{ field: nameField, value: cells.text, message }, ...others] };
}

/** An e-mail whose host is probably misspelt, until somebody has written it so once more. */
function withProposal({ edits }: StoredRow, { values, problems }: ParsedRow): ParsedRow {
  const email = String(values.email ?? '');
  const proposal = Object.hasOwn(edits, 'email') ? undefined : proposedEmail(email);
  if (proposal === undefined || problems.some(({ field }) => field === 'email')) return { values, problems };
  const message = 'This e-mail looks misspelt';
  return { values, problems: [...problems, { field: 'email', value: email, message, proposal }] };
}

/** Reads rows again, and saves their values. @returns their keys */
export async function parseRows(tx: Transaction, record: ImportTableRow, rows: StoredRow[]) {
  const read = cellReader(record);
  const parsed = rows.map((row) => {
    const parsed = withProposal(row, withUnread(row, parseRow(read(row))));
    return { row: row.row, parsed: parsed, keys: keysOf(parsed) };
  });
  await saveParsed(tx, record.id, parsed);
  return parsed;
}

/** What an import is once its job has failed: the job's own row is kept for some days only. */
export const endAs =
  (state: 'failed' | 'done'): JobKind<Cursor>['onFailed'] =>
  (tx, { data: { importId } }) =>
    updateImport(tx, importId, { state, changedAt: clock.now() });

/** What jobs of imports need. @param onStopped ends the import without it */
export const importNeeds = (work: string, onStopped: JobNeeds<Cursor>['onStopped']): JobNeeds<Cursor> => ({
  powers: () => ['full'],
  work,
  page: paths.admin.imports,
  onStopped,
});

/** Ends the import with its job, if it is still that of the job. */
export const endedAs =
  (state: 'failed' | 'done'): JobNeeds<Cursor>['onStopped'] =>
  async (tx, job) => {
    const record = await lockImport(tx, job.data.importId);
    if (record?.jobId === job.id) await endAs(state)(tx, job);
    return { done: 0, last: true };
  };

/** Reads the next rows of a list and finds their duplicates; at the end counts them. */
const step: DoStep<Cursor> = async (tx, job) => {
  const { importId, after } = job.data;
  const record = await lockImport(tx, importId);
  if (record?.state !== 'reading' || record.jobId !== job.id) return { done: 0, last: true };
  const rows = await findNextRows(tx, importId, after, rowsAtOnce);
  const last = rows.at(-1);
  if (last) {
    await parseRows(tx, record, rows);
    await settleRows(tx, importId, { from: rows[0]!.row, to: last.row });
  }
  const ended = !last || job.done + rows.length >= job.total;
  if (ended) {
    const summary = await countKinds(tx, importId);
    await updateImport(tx, importId, { state: 'ready', summary, changedAt: clock.now() });
  }
  return { done: rows.length, data: { importId, after: last?.row ?? after } satisfies Cursor, last: ended };
};

export const readJob: JobKind<Cursor> = {
  needs: importNeeds('Reading a list of members', endedAs('failed')),
  step,
  onFailed: endAs('failed'),
};
