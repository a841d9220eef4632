import { person } from './person.ts';
import { type FileName, isFile, type NamesIn, namesIn, needOf, personField } from './person-fields.ts';

/** The form whose rules an imported row must pass: the office's own, on which picture and scanned ID may be missing. */
export const importForm = 'addProsecutor';

/** What of the form a list may give. */
export type ImportedPersonName = Exclude<NamesIn<typeof importForm>, FileName>;
/** The same, and what only an existing member has. */
export type ImportField = ImportedPersonName | 'memberNumber' | 'joinedOn';

export const importedPersonNames = namesIn(importForm).filter((name): name is ImportedPersonName => !isFile(name));
/** In the order of the template. */
export const importFields: readonly ImportField[] = [...importedPersonNames, 'memberNumber', 'joinedOn'];

/** How people read a field: on forms, and as the head of a column. */
export function importFieldLabel(field: ImportField): string {
  if (field === 'memberNumber') return 'Member Number';
  return field === 'joinedOn' ? 'Joined On' : person[field].label;
}

export const isImportField = (text: string): text is ImportField => (importFields as readonly string[]).includes(text);

/** The fields without which no member can be made. One that belongs to an option of a choice is asked for with that only. */
export const neededImportFields: readonly ImportField[] = importedPersonNames.filter(
  (name) => needOf(name, importForm) === 'required' && !personField(name).shownWith,
);

/** What differs from member to member: one value for all rows would be wrong. */
export const ownImportFields: readonly ImportField[] = [
  ...importedPersonNames.filter((name) => personField(name).differs),
  'memberNumber',
];
