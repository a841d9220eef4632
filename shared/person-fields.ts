import { clock } from './clock.ts';
import { limits } from './limits.ts';
import { type Need, type PersonField, type PersonForm, type PersonSection, person } from './person.ts';

type Declared = typeof person;
export type PersonName = keyof Declared;

/** The names of the fields whose declaration is of this shape. */
type NamesWith<Shape> = { [K in PersonName]: Declared[K] extends Shape ? K : never }[PersonName];
/** The fields that a form has. */
export type NamesIn<Form extends PersonForm> = Form extends PersonForm
  ? NamesWith<{ forms: Record<Form, Need> }>
  : never;
export type PlaceName = NamesWith<{ kind: 'place' }>;
export type FileName = NamesWith<{ kind: 'file' }>;
/** What a record holds of a person, without payments. */
export type RecordName = Exclude<PersonName, NamesIn<'payment'>>;
/** What every form about a person asks for: all but tier, e-mail, files and what is shown to others. */
export type DetailName = Exclude<NamesIn<'registration'> & NamesIn<'selfEdit'>, FileName>;
/** What an applicant may leave empty. */
export type OptionalName = Exclude<NamesWith<{ forms: { registration: 'optional' } }>, FileName>;
/** What the directory shows. */
export type EntryName = NamesWith<{ seenBy: 'members' }>;
/** What of it its owner can hide. */
export type HidableName = NamesWith<{ hiddenBy: string }>;

/** Its name in the tables. */
export type ColumnOf<Name extends PersonName> = Declared[Name]['column'];

type ValueOf<Field> = Field extends { kind: 'list' } ? string[] : Field extends { kind: 'flag' } ? boolean : string;
/** A field's value in a form and on the wire, before it has been checked: a choice is any text, '' without one. */
export type FieldValue<Name extends PersonName> = ValueOf<Declared[Name]>;
/** A field's value in a record; a file's is its address there. */
export type RecordValue<Name extends PersonName> = Name extends FileName ? string | null : FieldValue<Name>;

/** The value once checked, where a form needs the field so. */
type CheckedAs<Field, N> =
  | (Field extends { kind: 'choice'; options: readonly (infer Option)[] } ? Option : ValueOf<Field>)
  | (N extends 'optional' ? (ValueOf<Field> extends string ? '' : never) : never)
  | (N extends 'kept' ? undefined : never);
export type CheckedValue<Name extends PersonName, Form extends PersonForm> =
  Declared[Name]['forms'] extends Record<Form, infer N> ? CheckedAs<Declared[Name], N> : never;

/** All fields in the order of the forms. */
export const personNames = Object.keys(person) as PersonName[];

/** What is declared of a field. */
export const personField = (name: PersonName): PersonField => person[name];

export const isFile = (name: PersonName): name is FileName => person[name].kind === 'file';

/** How a form needs a field; undefined: it does not have it. */
export const needOf = (name: PersonName, form: PersonForm): Need | undefined => personField(name).forms[form];

/** A form's fields in their order; of one section only, where one is named. */
export function namesIn<Form extends PersonForm>(form: Form, section?: PersonSection): NamesIn<Form>[] {
  const has = (name: PersonName): name is NamesIn<Form> =>
    needOf(name, form) !== undefined && (section === undefined || person[name].section === section);
  return personNames.filter(has);
}

export const recordNames = personNames.filter((name): name is RecordName => needOf(name, 'payment') === undefined);
export const detailNames = namesIn('registration').filter(
  (name): name is DetailName => needOf(name, 'selfEdit') !== undefined && !isFile(name),
);
export const entryNames = personNames.filter((name): name is EntryName => person[name].seenBy === 'members');

/** What an applicant may be asked to correct: every field of the registration but e-mail and tier, and the payment's. */
export type CorrectableName = Exclude<NamesIn<'registration'> | NamesIn<'payment'>, 'email' | 'membership'>;
export const correctableNames = personNames.filter(
  (name): name is CorrectableName =>
    (needOf(name, 'registration') !== undefined || needOf(name, 'payment') !== undefined) &&
    name !== 'email' &&
    name !== 'membership',
);

/** What an applicant may leave empty. */
export const optionalNames = (): OptionalName[] =>
  namesIn('registration').filter(
    (name): name is OptionalName => !isFile(name) && needOf(name, 'registration') === 'optional',
  );

/** The choice with which a field is shown. */
export function choiceBefore(name: PersonName): PersonName | undefined {
  return personField(name).shownWith?.field as PersonName | undefined;
}

/** The fields that appear with an option of this choice. */
export function fieldsBehind(choice: PersonName): PersonName[] {
  return personNames.filter((name) => choiceBefore(name) === choice);
}

/** The text in which a choice's 'Others' is written out; undefined where it has none. */
export function otherTextOf(choice: PersonName): PersonName | undefined {
  return fieldsBehind(choice).find((name) => personField(name).kind === 'text');
}

/** Whether a field is shown beside these values: always, unless it belongs to an option of a choice. */
export function isShown(name: PersonName, values: { readonly [Name in PersonName]?: unknown }): boolean {
  const { shownWith } = personField(name);
  if (!shownWith) return true;
  const choice = shownWith.field as PersonName;
  const chosen = values[choice];
  const isChosen = Array.isArray(chosen) ? chosen.includes(shownWith.option) : chosen === shownWith.option;
  return isChosen && isShown(choice, values);
}

/** The last day, `YYYY-MM-DD`, on which somebody was born who is of age today, by India's calendar. */
export function latestAdultBirthday(): string {
  const today = clock.today();
  const [year, day] = [today.slice(0, 4), today.slice(4)];
  // Eighteen years before a leap year there was no 29 February.
  return `${Number(year) - limits.adultYears}${day === '-02-29' ? '-02-28' : day}`;
}
