import type { MemberRow } from '#server/features/members/members.queries.ts';
import type { Details } from '#server/features/members/records.ts';
import type { UploadedFile } from '#server/http/multipart.ts';
import { said } from '#server/said.ts';
import { checkPersonField } from '#shared/contracts/person.ts';
import { AppError, type FieldErrors } from '#shared/errors.ts';
import { messages } from '#shared/messages.ts';
import { person } from '#shared/person.ts';
import {
  type CorrectableName,
  type DetailName,
  detailNames,
  type FileName,
  fieldsBehind,
  isFile,
  isShown,
  needOf,
  personField,
} from '#shared/person-fields.ts';

/** What came in for each field, unchecked. */
export type Given = { readonly [Name in CorrectableName]?: unknown };

type TextName = DetailName | 'utr';

/** A field's value in a record, in the form of the wire. */
export const fieldValue = (row: MemberRow, name: TextName): string | string[] => row[person[name].column];

/** The value in the words people see. */
export function shownValue(row: MemberRow, name: TextName): string {
  const value = fieldValue(row, name);
  return Array.isArray(value) ? value.join(', ') : value;
}

/** What a record holds of a person, as a form would send it. */
export const detailsOf = (row: MemberRow): Details =>
  Object.fromEntries(detailNames.map((name) => [name, fieldValue(row, name)])) as Details;

const formOf = (name: TextName) => (name === 'utr' ? 'payment' : 'registration');

/** Each field with those that belong to an option of it: anyone who may choose 'Others' may write which. */
function withDependents(names: readonly CorrectableName[]): CorrectableName[] {
  const found = new Set<CorrectableName>();
  const add = (name: CorrectableName) => {
    if (found.has(name)) return;
    found.add(name);
    for (const behind of fieldsBehind(name)) add(behind as CorrectableName);
  };
  for (const name of names) add(name);
  return [...found];
}

/**
 * Checks an applicant's answer by the rules of the registration form, for the fields that were asked for and those that
 * belong to them; everything else is passed over. A file that was asked for may stay as it is if there is one.
 * @throws VALIDATION with the form's messages, all at once
 */
export function checkAnswer(
  row: MemberRow,
  asked: readonly CorrectableName[],
  given: Given,
  uploads: Partial<Record<FileName, UploadedFile>>,
): { details: Partial<Details>; utr: string | undefined } {
  const fields: FieldErrors = {};
  const checked: Partial<Record<TextName, unknown>> = {};
  for (const name of withDependents(asked)) {
    if (isFile(name)) {
      const missing = asked.includes(name) && !uploads[name] && row[person[name].column] === null;
      if (missing) fields[name] = personField(name).message ?? messages.general.missing;
      continue;
    }
    // What only belongs to a field that was asked for stays as it is unless it is sent.
    if (!asked.includes(name) && given[name] === undefined) continue;
    const result = checkPersonField(name, given[name], formOf(name));
    if ('message' in result) fields[name] = result.message;
    else checked[name] = result.value;
  }
  const values = { ...detailsOf(row), ...checked };
  for (const name of withDependents(asked)) {
    const { shownWith, message } = personField(name);
    if (!shownWith || isFile(name) || needOf(name, 'registration') !== 'required' || fields[name]) continue;
    const empty = String(values[name] ?? '').trim() === '';
    if (empty && isShown(name, values)) fields[name] = message ?? messages.general.missing;
  }
  const problems = Object.values(fields);
  if (problems.length > 0) {
    const message = problems.length === 1 ? problems[0]! : said.checkFields;
    throw new AppError('VALIDATION', message, { fields });
  }
  const { utr, ...details } = checked;
  return { details: details as Partial<Details>, utr: utr as string | undefined };
}
