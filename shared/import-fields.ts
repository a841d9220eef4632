import { person } from './person.ts';
import { type FileName, isFile, type NamesIn, namesIn, needOf, personField } from './person-fields.ts';

/** The form whose rules an imported row must pass: the office's own, in which picture and scanned ID are optional. */
export const importForm = 'addProsecutor';

/** The form's fields that a list may contain. */
export type ImportedPersonName = Exclude<NamesIn<typeof importForm>, FileName>;
/** The same, and the fields that only existing members have. */
export type ImportField = ImportedPersonName | 'memberNumber' | 'joinedOn';

export const importedPersonNames = namesIn(importForm).filter((name): name is ImportedPersonName => !isFile(name));
/** In the order of the template. */
export const importFields: readonly ImportField[] = [...importedPersonNames, 'memberNumber', 'joinedOn'];

/** A field's label: on forms, and as the head of a column. */
export function importFieldLabel(field: ImportField): string {
  if (field === 'memberNumber') return 'Member Number';
  return field === 'joinedOn' ? 'Joined On' : person[field].label;
}

export const isImportField = (text: string): text is ImportField => (importFields as readonly string[]).includes(text);

/** The required fields of a new member, without those that depend on an option of a choice. */
export const neededImportFields: readonly ImportField[] = importedPersonNames.filter(
  (name) => needOf(name, importForm) === 'required' && !personField(name).shownWith,
);

/** Fields that differ from member to member, and so cannot be one constant for all rows. */
export const ownImportFields: readonly ImportField[] = [
  ...importedPersonNames.filter((name) => personField(name).differs),
  'memberNumber',
];
