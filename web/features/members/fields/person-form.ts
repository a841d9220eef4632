import type { OwnRecord } from '#shared/contracts/members.ts';
import { othersOption } from '#shared/options.ts';
import type { PersonField, PersonForm } from '#shared/person.ts';
import {
  type DetailName,
  detailNames,
  type FieldValue,
  type FileName,
  isFile,
  isShown,
  type NamesIn,
  namesIn,
  otherField,
  personField,
} from '#shared/person-fields.ts';

/**
 * A form's values of a person. A choice is plain text, '' if nothing is chosen; the contract's schema checks that it is one of
 * the options. A file is the one chosen in the browser, or null.
 */
export type PersonValues<Form extends PersonForm> = {
  [Name in NamesIn<Form>]: Name extends FileName ? File | null : FieldValue<Name>;
};
/** The fields that all forms about a person have. */
export type Details = { [Name in DetailName]: FieldValue<Name> };

function emptyValue(field: PersonField) {
  if (field.kind === 'file') return null;
  if (field.kind === 'flag') return false;
  return field.kind === 'list' ? [] : '';
}

export function emptyPerson<Form extends PersonForm>(form: Form): PersonValues<Form> {
  const values = namesIn(form).map((name) => [name, emptyValue(personField(name))]);
  return Object.fromEntries(values) as PersonValues<Form>;
}

/**
 * A form's values for a stored record: a value that is not among the options becomes 'Others', with the stored text in the
 * field beside it; so do specialisations unless all of them are options.
 */
export function personFromRecord<Form extends 'officeEdit' | 'selfEdit'>(
  form: Form,
  record: Pick<OwnRecord, Exclude<NamesIn<Form>, FileName> & keyof OwnRecord>,
): PersonValues<Form> {
  const values: Record<string, unknown> = emptyPerson(form);
  for (const name of namesIn(form)) if (name in record && !isFile(name)) values[name] = record[name as never];
  for (const name of detailNames) {
    if (!(name in values)) continue;
    const field = personField(name);
    const stored = values[name];
    if (field.kind === 'birthday') values[name] = String(stored).slice(0, 10);
    const other = otherField(name);
    if (field.kind === 'choice') {
      const option = field.aliases?.[String(stored)] ?? String(stored);
      const isOption = option === '' || field.options.includes(option);
      values[name] = isOption || !other ? option : othersOption;
      if (!isOption && other) values[other] = option;
    }
    if (field.kind === 'list' && other) {
      [values[name], values[other]] = listed(field.options, stored as string[], String(values[other]));
    }
  }
  return values as PersonValues<Form>;
}

function listed(options: readonly string[], stored: string[], storedOther: string): [string[], string] {
  // A stored text must stay visible, so its choice 'Others' must be selected.
  const isShownAll = storedOther === '' || stored.includes(othersOption);
  if (isShownAll && stored.every((entry) => options.includes(entry))) return [stored, storedOther];
  const unknown = stored.filter((entry) => !options.includes(entry));
  const others = [...unknown, storedOther].filter((text) => text !== '');
  // Known options stay selected, so that saving the form loses nothing.
  const listed = stored.filter((entry) => options.includes(entry) && entry !== othersOption);
  return [[...listed, othersOption], others.join(', ')];
}

/** The values to send, without the text of fields that are no longer shown. */
export function withoutHidden<T extends Partial<Details>>(values: T): T {
  const hidden = detailNames.filter((name) => name in values && !isShown(name, values));
  return { ...values, ...Object.fromEntries(hidden.map((name) => [name, ''])) };
}
