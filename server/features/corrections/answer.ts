import type { MemberRow } from '#server/features/members/members.queries.ts';
import type { Details } from '#server/features/members/records.ts';
import type { UploadedFile } from '#server/platform/http/multipart.ts';
import { serverMessages } from '#server/platform/server-messages.ts';
import type { Correction } from '#shared/contracts/corrections.ts';
import { checkPersonField } from '#shared/contracts/person.ts';
import { AppError, type FieldErrors } from '#shared/errors.ts';
import { messages } from '#shared/messages.ts';
import {
  type CorrectableName,
  columnOf,
  type DetailName,
  dependentFields,
  detailNames,
  type FileName,
  isFile,
  isShown,
  needOf,
  personField,
} from '#shared/person-fields.ts';
import type { CorrectionRow } from './corrections.queries.ts';

/** The submitted values by field, unchecked. */
export type CorrectionInput = { readonly [Name in CorrectableName]?: unknown };

type TextName = DetailName | 'utr';

/** A field's value in a record, in the wire's form. */
export const fieldValue = (row: MemberRow, name: TextName): string | string[] => row[columnOf(name)] ?? '';

/** The value as people see it. */
export function shownValue(row: MemberRow, name: TextName): string {
  const value = fieldValue(row, name);
  return Array.isArray(value) ? value.join(', ') : value;
}

/** A record's details, as a form would send them. */
export const detailsOf = (row: MemberRow): Details =>
  Object.fromEntries(detailNames.map((name) => [name, fieldValue(row, name)])) as Details;

const formOf = (name: TextName) => (name === 'utr' ? 'payment' : 'registration');

/** Adds the fields that depend on an option of another: somebody who may choose 'Others' may also write which. */
function withDependents(names: readonly CorrectableName[]): CorrectableName[] {
  const wrongNames = new Set<CorrectableName>();
  const add = (name: CorrectableName) => {
    if (wrongNames.has(name)) return;
    wrongNames.add(name);
    for (const behind of dependentFields(name)) add(behind as CorrectableName);
  };
  for (const name of names) add(name);
  return [...wrongNames];
}

/**
 * Checks an applicant's answer by the rules of the registration form, for the requested fields and those that
 * depend on them; all others are ignored. A requested file may stay if there is one.
 * @throws VALIDATION with the form's messages, all at once
 */
export function checkAnswer(
  row: MemberRow,
  names: readonly CorrectableName[],
  input: CorrectionInput,
  uploads: Partial<Record<FileName, UploadedFile>>,
): { details: Partial<Details>; utr: string | undefined } {
  const fields: FieldErrors = {};
  const checked: Partial<Record<TextName, unknown>> = {};
  for (const name of withDependents(names)) {
    if (isFile(name)) {
      const missing = names.includes(name) && !uploads[name] && row[columnOf(name)] === null;
      if (missing) fields[name] = personField(name).message ?? messages.general.missing;
      continue;
    }
    // A dependent field stays as it is unless it is sent.
    if (!names.includes(name) && input[name] === undefined) continue;
    const result = checkPersonField(name, input[name], formOf(name));
    if ('message' in result) fields[name] = result.message;
    else checked[name] = result.value;
  }
  const values = { ...detailsOf(row), ...checked };
  for (const name of withDependents(names)) {
    const { shownWith, message } = personField(name);
    if (!shownWith || isFile(name) || needOf(name, 'registration') !== 'required' || fields[name]) continue;
    const empty = String(values[name] ?? '').trim() === '';
    if (empty && isShown(name, values)) fields[name] = message ?? messages.general.missing;
  }
  const problems = Object.values(fields);
  if (problems.length > 0) {
    const message = problems.length === 1 ? problems[0]! : serverMessages.checkFields;
    throw new AppError('VALIDATION', message, { fields });
  }
  const { utr, ...details } = checked;
  return { details: details as Partial<Details>, utr: utr as string | undefined };
}

/** A correction in the names of the wire. */
export function correctionAnswer(row: CorrectionRow): Correction {
  return {
    state: row.answeredAt ? 'answered' : 'asked',
    fields: row.fields,
    note: row.note,
    by: row.by,
    askedAt: row.askedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    answeredAt: row.answeredAt?.toISOString() ?? null,
    changes: row.changes,
  };
}
