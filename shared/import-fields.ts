import { person } from './person.ts';
import { type FileName, isFile, type NamesIn, namesIn, needOf, personField } from './person-fields.ts';

/** The form whose rules an imported row must pass: the office's own, in which picture and scanned ID are optional. */
export const importForm = 'addProsecutor';

/** The form's fields that a list may contain. */
export type ImportedPersonName = Exclude<NamesIn<typeof importForm>, FileName>;
/** The same, the fields that only existing members have, and the language in which they are written to. */
export type ImportField = ImportedPersonName | (typeof besidePerson)[number];

export const importedPersonNames = namesIn(importForm).filter((name): name is ImportedPersonName => !isFile(name));
const besidePerson = ['memberNumber', 'joinedOn', 'language'] as const;
/** Whether a field is of members alone, not of the person's form. */
export const isOfMembers = (field: ImportField): field is (typeof besidePerson)[number] =>
  besidePerson.some((name) => name === field);

/** Fields that several columns of a list may give together, joined by blanks in their order: a first and a last name. */
export const joinedImportFields: readonly string[] = ['name'] satisfies ImportField[];

/** In the order of the template. */
export const importFields: readonly ImportField[] = [...importedPersonNames, ...besidePerson];

/** A field's label: on forms, and as the head of a column. */
export function importFieldLabel(field: ImportField): string {
  if (field === 'memberNumber') return 'Member Number';
  if (field === 'language') return 'Language';
  return field === 'joinedOn' ? 'Joined On' : person[field].label;
}

export const isImportField = (text: string): text is ImportField => (importFields as readonly string[]).includes(text);

/** Fields by one of which a person is told from others of the same name. */
export const identifyingImportFields: readonly ImportField[] = ['email', 'mobile', 'memberNumber'];

/** What a list must have and has not, of these fields: the name, and one that identifies. */
export function missingImportFields(fields: ReadonlySet<string>): ImportField[] {
  const name: ImportField = 'name';
  return [
    ...(fields.has(name) ? [] : [name]),
    ...(identifyingImportFields.some((field) => fields.has(field)) ? [] : identifyingImportFields),
  ];
}

/** The fields that a list should have: what is missing is asked of the members. */
export const wantedImportFields: readonly ImportField[] = importedPersonNames.filter(
  (name) => needOf(name, importForm) === 'required' && !personField(name).shownWith,
);

/** Fields that differ from member to member, and so cannot be one constant for all rows. */
export const ownImportFields: readonly ImportField[] = [
  ...importedPersonNames.filter((name) => personField(name).differs),
  'memberNumber',
];
