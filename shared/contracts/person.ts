import { z } from 'zod';
import type { Access, FileRule } from '#shared/endpoint.ts';
import {
  choice,
  email,
  flag,
  isoDay,
  mobile,
  optionalLetters,
  optionalText,
  orEmpty,
  requiredLetters,
  requiredText,
  requiredYears,
  withSingleSpaces,
} from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import type { Need, PersonField, PersonForm } from '#shared/person.ts';
import {
  type CheckedValue,
  type EntryName,
  entryNames,
  type FieldValue,
  type FileName,
  type HidableName,
  isFile,
  isShown,
  latestAdultBirthday,
  type NamesIn,
  namesIn,
  needOf,
  type PersonName,
  personField,
  personNames,
  personWireNames,
  type RecordName,
  type RecordValue,
  recordNames,
} from '#shared/person-fields.ts';
import { impossibleYears } from '#shared/person-years.ts';
import { namesAmong, wire } from '#shared/wire-schemas.ts';

const text = messages.registration;

/** Forms send untouched fields as empty, which means 'not given'. */
const emptyOr = (schema: z.ZodType) => orEmpty(schema, messages.general.option);

/** A single form part comes as text, several as a list. Messages belong to the list. */
const list = (error: string) =>
  z.preprocess(
    (value) => (typeof value === 'string' ? [value] : value),
    z
      .array(z.string({ error }), { error })
      .transform((entries) => [...new Set(entries.map((entry) => entry.trim()).filter((entry) => entry !== ''))])
      .refine((entries) => entries.length > 0, { error })
      .refine((entries) => entries.length <= limits.specialisations, { error: messages.general.tooLong })
      .refine((entries) => entries.every((entry) => entry.length <= limits.lineLength), {
        error: messages.general.tooLong,
      }),
  );

const birthday = (error: string) =>
  isoDay(error)
    .refine((date) => date >= limits.firstDate, { error })
    .refine((date) => date <= latestAdultBirthday(), { error: text.adult });

/** A place as lists of places have it. */
const inOneEncoding = (place: string) => withSingleSpaces(place.normalize('NFC'));

/** The schema of a filled field. */
function filled(field: PersonField): z.ZodType {
  const message = field.message ?? messages.general.missing;
  switch (field.kind) {
    case 'letters':
      return requiredLetters(message, field.signs, field.maxLength);
    case 'text':
      return requiredText(message, field.maxLength);
    case 'locality':
      return requiredText(message, field.maxLength).overwrite(inOneEncoding);
    case 'years':
      return requiredYears(message);
    case 'mobile':
      return mobile(message, text.mobileFormat);
    case 'email':
      return email(message, text.emailFormat);
    case 'birthday':
      return birthday(message);
    case 'choice':
      return choice(field.options, field.message ?? messages.general.option);
    case 'list':
      return list(message);
    case 'flag':
      return flag;
    case 'file':
      throw new Error('A file is no value of a body.');
  }
}

/** The schema of an optional field. */
function mayBeEmpty(field: PersonField): z.ZodType {
  if (field.kind === 'letters') return optionalLetters(field.signs, field.maxLength);
  if (field.kind === 'text') return optionalText(field.maxLength);
  if (field.kind === 'locality') return optionalText(field.maxLength).overwrite(inOneEncoding);
  const schema = filled({ ...field, message: messages.general.option });
  // A form has an empty list where nothing was chosen.
  return emptyOr(field.kind === 'list' ? z.union([z.tuple([]), schema]) : schema);
}

/** Converts other spellings of an option to the stored one. */
function inOneSpelling(field: PersonField, schema: z.ZodType): z.ZodType {
  const aliases = field.kind === 'choice' ? field.aliases : undefined;
  if (!aliases) return schema;
  return z.preprocess(
    (value) => (typeof value === 'string' && Object.hasOwn(aliases, value) ? aliases[value] : value),
    schema,
  );
}

/**
 * The schema of one field of a form, with the message of its first problem. A field that is shown
 * with a choice may be empty here: `personSchema` checks it together with that choice.
 */
function personFieldSchema(name: PersonName, form: PersonForm): z.ZodType {
  const field = personField(name);
  const need: Need = needOf(name, form) ?? 'optional';
  if (need === 'kept') return filled(field).optional();
  const schema = need === 'required' && !field.shownWith ? filled(field) : mayBeEmpty(field);
  return inOneSpelling(field, schema);
}

/** Checks a single value. @returns the value to store, or the field's message */
export function checkPersonField(
  name: PersonName,
  value: unknown,
  form: PersonForm,
): { value: unknown } | { message: string } {
  const { data, error } = personFieldSchema(name, form).safeParse(value, { error: () => messages.general.wrong });
  return error ? { message: error.issues[0]!.message } : { value: data };
}

/** A `kept` field may be absent. */
type FieldSchema<Checked, Value> = undefined extends Checked
  ? z.ZodType<Checked, Value | undefined, z.core.$ZodTypeInternals<Checked, Value | undefined> & MayBeAbsent>
  : z.ZodType<Checked, Value>;
interface MayBeAbsent {
  optin: 'optional';
  optout: 'optional';
}
type PersonShape<Form extends PersonForm> = {
  [K in Exclude<NamesIn<Form>, FileName>]: FieldSchema<CheckedValue<K, Form>, FieldValue<K>>;
};

/** A schema whose texts, or the keys of whose objects, are names of a person's fields. */
export const personNamesIn = <Schema extends z.ZodType>(schema: Schema): Schema => namesAmong(personWireNames, schema);

/** A shape with one schema per name. The type is given, as TypeScript cannot infer it from a loop. */
export const shapeOf = <Shape>(names: readonly PersonName[], schema: (name: PersonName) => z.ZodType) =>
  Object.fromEntries(names.map((name) => [name, wire(personWireNames[name] ?? name, schema(name))])) as Shape;

/**
 * The body of a form about a person. Rules over two fields run even when other fields fail, so that all messages come at once.
 */
export function personSchema<Form extends PersonForm>(form: Form) {
  const names = namesIn(form).filter((name) => !isFile(name));
  const shape = shapeOf<PersonShape<Form>>(names, (name) => personFieldSchema(name, form));
  const neededWithChoice = names.filter((name) => personField(name).shownWith && needOf(name, form) === 'required');
  const complete = neededWithChoice.reduce(
    (schema, name) =>
      schema.refine(
        (values: Record<string, unknown>) => !isShown(name, values) || String(values[name] ?? '').trim() !== '',
        {
          path: [name],
          error: personField(name).message,
          when: isObject,
        },
      ),
    z.object(shape),
  );
  // The office may correct another field of a record without knowing what is true.
  return form === 'officeEdit' ? complete : complete.superRefine(checkYears, { when: isObject });
}

const isObject = ({ value }: { value: unknown }) => typeof value === 'object' && value !== null;

function checkYears(values: Record<string, unknown>, context: z.RefinementCtx) {
  const text = (name: PersonName) => String(values[name] ?? '');
  const years = {
    dateOfBirth: text('dateOfBirth'),
    yearsOfExperience: text('yearsOfExperience'),
    yearsOfRecruitment: text('yearsOfRecruitment'),
  };
  for (const { field, message } of impossibleYears(years)) {
    context.addIssue({ code: 'custom', path: [field], message, input: values });
  }
}

/** The body of a form about a person of whom something is missing: what is sent is checked, and nothing has to be. */
export function laxPersonSchema<Form extends PersonForm>(form: Form) {
  const names = namesIn(form).filter((name) => !isFile(name));
  return z.object(
    shapeOf<Record<string, z.ZodType>>(names, (name) =>
      inOneSpelling(personField(name), mayBeEmpty(personField(name))).optional(),
    ),
  );
}

/** The files of a call, by the form of each role. */
export function personFiles<Form extends PersonForm>(callers: Partial<Record<Access, Form>>) {
  const roles = Object.entries(callers) as [Access, Form][];
  const rules = personNames.flatMap((name): [PersonName, FileRule][] => {
    const field = personField(name);
    if (field.kind !== 'file' || !roles.some(([, form]) => needOf(name, form))) return [];
    const requiredFor = roles.filter(([, form]) => needOf(name, form) === 'required').map(([role]) => role);
    const { accept, message = messages.general.missing } = field;
    return [[name, { accept, message, requiredFor, ...('wire' in field && { wire: field.wire }) }]];
  });
  return Object.fromEntries(rules) as { readonly [Name in FileName & NamesIn<Form>]: FileRule };
}

/** The fields of a person in a record's answer. */
export const personInRecord = shapeOf<{ [Name in RecordName]: z.ZodType<RecordValue<Name>> }>(
  recordNames,
  recordSchema,
);

/** The fields of a person in the directory; hidden ones are absent. */
export const personInDirectory = shapeOf<{
  [Name in EntryName]: Name extends HidableName ? z.ZodOptional<z.ZodString> : z.ZodType<RecordValue<Name>>;
}>(entryNames, (name) => (personField(name).hiddenBy ? z.string().optional() : recordSchema(name)));

function recordSchema(name: PersonName): z.ZodType {
  const { kind } = personField(name);
  if (kind === 'list') return z.array(z.string());
  if (kind === 'flag') return z.boolean();
  return kind === 'file' ? z.string().nullable() : z.string();
}
