import type { MemberRow } from '#server/features/members/members.queries.ts';
import { indianDay } from '#shared/clock.ts';
import type { ImportRecord, ImportRow, ImportState, RowAction } from '#shared/contracts/imports.ts';
import { type ImportField, importedPersonNames } from '#shared/import-fields.ts';
import { columnOf } from '#shared/person-fields.ts';
import type { ImportView, StoredRow } from './imports.queries.ts';
import { isAskable, questionOf } from './meanings.ts';
import { missingFields } from './reading.ts';

const busy: readonly ImportState[] = ['reading', 'importing', 'undoing'];

/** The state of an import, which depends on its job: that may have failed. */
export function stateOf({ record, job }: ImportView): ImportState {
  return busy.includes(record.state) && job?.state === 'failed' ? 'failed' : record.state;
}

/** The questions of a list: values that stand in several rows, and those that were answered. */
export function questionsOf(
  { meanings }: Pick<ImportView['record'], 'meanings'>,
  wrong: readonly { field: string; value: string; rows: number }[],
): ImportRecord['questions'] {
  const open = new Map<string, ImportRecord['questions'][number]>();
  for (const { field, value, rows } of wrong) {
    const wrongValue = isAskable(field) ? questionOf(field, value) : null;
    if (wrongValue === null) continue;
    const key = `${field} ${wrongValue.toLowerCase()}`;
    const before = open.get(key);
    open.set(key, {
      field,
      value: before?.value ?? wrongValue,
      rows: rows + (before?.rows ?? 0),
      meaning: null,
      remembered: false,
    });
  }
  const answers = meanings.map(({ field, value, meaning, rows = 0, remembered = false }) => ({
    field,
    value,
    rows,
    meaning,
    remembered,
  }));
  return [...answers, ...[...open.values()].filter(({ rows }) => rows > 1)];
}

/** An import as it is answered. @param count its stored rows */
export function importAnswer(
  view: ImportView,
  count: number,
  wrong: readonly { field: string; value: string; rows: number }[] = [],
): ImportRecord {
  const { record, job } = view;
  const missing = missingFields(record);
  const { create, complete, skip, care } = record.summary;
  const rows = create + complete + skip + care;
  return {
    id: record.id,
    file: record.fileName,
    state: stateOf(view),
    sheet: record.sheet,
    sheets: record.sheets,
    headerRow: record.headerRow,
    columns: record.columns,
    constants: record.constants,
    needsMapping: missing.length > 0,
    missing,
    questions: questionsOf(record, wrong),
    summary: record.summary,
    rows: count,
    progress: job ? { done: job.done, total: job.total } : { done: rows, total: rows },
    result: record.result,
    credentials: record.credentials,
    perDay: record.perDay,
    credentialsGiven: record.credentialsGiven,
    credentialsOpen: record.credentialsOpen,
    by: record.by,
    createdAt: record.createdAt.toISOString(),
  };
}

type Values = ImportRow['values'];

/** A record in the fields of a list. */
function valuesOfRecord(row: MemberRow): Values {
  const own = importedPersonNames.map((name) => [name, row[columnOf(name)] ?? '']);
  const joinedOn = row.approvedAt ? indianDay(row.approvedAt) : '';
  return { ...Object.fromEntries(own), memberNumber: row.memberNumber ?? '', joinedOn, language: row.language };
}

const numberTaken = 'Somebody else has this member number';

/** A row as it is answered. */
export function rowAnswer(
  row: StoredRow,
  records: ReadonlyMap<string, MemberRow>,
  rows: ReadonlyMap<number, StoredRow>,
): ImportRow {
  const kind = row.kind ?? 'care';
  const number = {
    field: 'memberNumber' satisfies ImportField,
    value: String(row.values.memberNumber ?? ''),
    message: numberTaken,
  };
  return {
    row: row.row,
    kind,
    values: row.values,
    problems:
      row.numberTaken && !row.problems.some(({ field }) => field === number.field)
        ? [...row.problems, number]
        : row.problems,
    duplicate: duplicateOf(row, records, rows),
    action: kind === 'care' ? null : (kind satisfies RowAction),
  };
}

function duplicateOf(
  { duplicateBy: by, duplicateId, duplicateRow }: StoredRow,
  records: ReadonlyMap<string, MemberRow>,
  rows: ReadonlyMap<number, StoredRow>,
): ImportRow['duplicate'] {
  if (by === null) return null;
  const record = duplicateId === null ? undefined : records.get(duplicateId);
  if (record) return { by, id: record.id, row: null, values: valuesOfRecord(record) };
  const earlier = duplicateRow === null ? undefined : rows.get(duplicateRow);
  return earlier ? { by, id: null, row: earlier.row, values: earlier.values } : null;
}

/** Whether a row with this duplicate allows an action. @returns why not; null when it does */
export function refuseAction(action: RowAction, duplicateBy: StoredRow['duplicateBy']): string | null {
  if (action === 'skip') return null;
  if (action === 'complete' && duplicateBy === null) return 'There is nobody whom this row could complete';
  if (action === 'create' && duplicateBy === 'email')
    return 'An e-mail belongs to one member only: skip this row, or complete the other';
  return null;
}
