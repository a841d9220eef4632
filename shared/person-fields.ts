import { clock } from './clock.ts';
import { limits } from './limits.ts';
import { type Need, type PersonField, type PersonForm, type PersonSection, person } from './person.ts';
import type { WireNames } from './wire-names.ts';

type Declared = typeof person;
export type PersonName = keyof Declared;

/** The names of the fields whose declaration has this shape. */
type NamesWith<Shape> = { [K in PersonName]: Declared[K] extends Shape ? K : never }[PersonName];
/** The fields that a form has. */
export type NamesIn<Form extends PersonForm> = Form extends PersonForm
  ? NamesWith<{ forms: Record<Form, Need> }>
  : never;
export type LocalityName = NamesWith<{ kind: 'locality' }>;
/** A place is one value of these three: it comes from one record, list or form as a whole. */
export const localityNames: readonly LocalityName[] = ['state', 'district', 'subDistrict'];

/** Whether a place says nothing else than another one, and perhaps less. */
export const isPlaceWithin = (place: Place, other: Place): boolean =>
  localityNames.every((name) => (place[name] ?? '') === '' || place[name] === other[name]);
type Place = Readonly<Partial<Record<LocalityName, string | null>>>;
export type FileName = NamesWith<{ kind: 'file' }>;
/** The fields of a record, without payments. */
export type RecordName = Exclude<PersonName, NamesIn<'payment'>>;
/** The switches of a record: a form that does not send one leaves it. */
export type SwitchName = Extract<RecordName, NamesWith<{ kind: 'flag' }>>;
/** The values of a record that any form may send; tier, e-mail and files have rules of their own. */
export type DetailName = Exclude<RecordName, FileName | SwitchName | 'membership' | 'email'>;
/** The fields that an applicant may leave empty. */
export type OptionalName = Exclude<NamesWith<{ forms: { registration: 'optional' } }>, FileName>;
/** The fields of the directory. */
export type EntryName = NamesWith<{ seenBy: 'members' }>;
/** The fields of the directory that their owner can hide. */
export type HidableName = NamesWith<{ hiddenBy: string }>;

/** The field's column: it has the field's name; of a file it holds where the file is, while the field is its address. */
export type ColumnOf<Name extends PersonName> = Name extends FileName ? `${Name}File` : Name;

export function columnOf<Name extends PersonName>(name: Name): ColumnOf<Name> {
  return (isFile(name) ? `${name}File` : name) as ColumnOf<Name>;
}

/** What the wire calls the fields that it calls otherwise. */
export const personWireNames: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(person).flatMap(([name, field]) => ('wire' in field ? [[name, field.wire]] : [])),
);
/** The same for what is a field's name itself, a list of them, or an object with such keys. */
export const personNamesAsData: WireNames = { '=': personWireNames };

type ValueOf<Field> = Field extends { kind: 'list' } ? string[] : Field extends { kind: 'flag' } ? boolean : string;
/** A field's value in a form and on the wire, before it is checked: a choice is any text, '' for none. */
export type FieldValue<Name extends PersonName> = ValueOf<Declared[Name]>;
/** A field's value in a record; for a file its address. */
export type RecordValue<Name extends PersonName> = Name extends FileName ? string | null : FieldValue<Name>;

/** The value after the check, depending on the form's need. */
type CheckedAs<Field, N> =
  | (Field extends { kind: 'choice'; options: readonly (infer Option)[] } ? Option : ValueOf<Field>)
  | (N extends 'optional' ? (ValueOf<Field> extends string ? '' : never) : never)
  | (N extends 'kept' ? undefined : never);
export type CheckedValue<Name extends PersonName, Form extends PersonForm> =
  Declared[Name]['forms'] extends Record<Form, infer N> ? CheckedAs<Declared[Name], N> : never;

/** All fields in the order of the forms. */
export const personNames = Object.keys(person) as PersonName[];

/** The declaration of a field. */
export const personField = (name: PersonName): PersonField => person[name];

export const isFile = (name: PersonName): name is FileName => person[name].kind === 'file';

/** The form's need of a field; undefined if the form does not have it. */
export const needOf = (name: PersonName, form: PersonForm): Need | undefined => personField(name).forms[form];

/** A form's fields in order, or those of one section. */
export function namesIn<Form extends PersonForm>(form: Form, section?: PersonSection): NamesIn<Form>[] {
  const has = (name: PersonName): name is NamesIn<Form> =>
    needOf(name, form) !== undefined && (section === undefined || person[name].section === section);
  return personNames.filter(has);
}

export const recordNames = personNames.filter((name): name is RecordName => needOf(name, 'payment') === undefined);
export const switchNames = recordNames.filter((name): name is SwitchName => person[name].kind === 'flag');
export const detailNames = recordNames.filter(
  (name): name is DetailName =>
    name !== 'membership' && name !== 'email' && !isFile(name) && person[name].kind !== 'flag',
);
export const entryNames = personNames.filter((name): name is EntryName => person[name].seenBy === 'members');

/** The fields that an applicant may be asked to correct: those of the registration but e-mail, tier and switches, and the payment's. */
export type CorrectableName = Exclude<
  NamesIn<'registration'> | NamesIn<'payment'>,
  'email' | 'membership' | SwitchName
>;
export const correctableNames = personNames.filter(
  (name): name is CorrectableName =>
    (needOf(name, 'registration') !== undefined || needOf(name, 'payment') !== undefined) &&
    name !== 'email' &&
    name !== 'membership' &&
    person[name].kind !== 'flag',
);

/** The fields that an applicant may leave empty. */
export const optionalNames = (): OptionalName[] =>
  namesIn('registration').filter(
    (name): name is OptionalName => !isFile(name) && needOf(name, 'registration') === 'optional',
  );

/** The choice that a field depends on. */
export function controllingField(name: PersonName): PersonName | undefined {
  return personField(name).shownWith?.field as PersonName | undefined;
}

/** The fields that depend on this choice. */
export function dependentFields(choice: PersonName): PersonName[] {
  return personNames.filter((name) => controllingField(name) === choice);
}

/** The text field for a choice's 'Others'; undefined without one. */
export function otherField(choice: PersonName): PersonName | undefined {
  return dependentFields(choice).find((name) => personField(name).kind === 'text');
}

/** Whether a field is shown with these values: always, unless it depends on an option of a choice. */
export function isShown(name: PersonName, values: { readonly [Name in PersonName]?: unknown }): boolean {
  const { shownWith } = personField(name);
  if (!shownWith) return true;
  const choice = shownWith.field as PersonName;
  const chosen = values[choice];
  const isChosen = Array.isArray(chosen) ? chosen.includes(shownWith.option) : chosen === shownWith.option;
  return isChosen && isShown(choice, values);
}

/** The fields that every new member fills in, and that are empty in these values. */
export function missingNames(values: { readonly [Name in PersonName]?: unknown }): NamesIn<'addProsecutor'>[] {
  return namesIn('addProsecutor').filter(
    (name) =>
      needOf(name, 'addProsecutor') === 'required' && isShown(name, values) && (values[name] ?? '').toString() === '',
  );
}

/** The latest birthday, `YYYY-MM-DD`, of somebody who is of age today, in India. */
export function latestAdultBirthday(): string {
  const today = clock.today();
  const [year, day] = [today.slice(0, 4), today.slice(4)];
  // Eighteen years before a leap year there was no 29 February.
  return `${Number(year) - limits.adultYears}${day === '-02-29' ? '-02-28' : day}`;
}
