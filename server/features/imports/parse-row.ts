import { comparableName } from '#server/platform/database/searchable.ts';
import { clock } from '#shared/clock.ts';
import { checkPersonField, personSchema } from '#shared/contracts/person.ts';
import {
  type ImportField,
  identifyingImportFields,
  importedPersonNames,
  importFields,
  importForm,
  wantedImportFields,
} from '#shared/import-fields.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { othersOption } from '#shared/options.ts';
import type { PersonField } from '#shared/person.ts';
import { isShown, latestAdultBirthday, otherField, type PersonName, personField } from '#shared/person-fields.ts';
import { cleanLetters, losesSigns, plainEmail } from '#shared/typing.ts';
import { cellText, isSheetError, type Parsed, plainText, type StoredCell } from './cells.ts';
import {
  optionNamed,
  parseDistrict,
  parseGender,
  parseLanguage,
  parseList,
  parseState,
  parseTier,
  parseWithOthers,
  parseYesNo,
} from './parse-choices.ts';
import { isPastDay, parseDate } from './parse-dates.ts';

const unclear = { message: messages.registration.mobileFormat } as const;
const landline = {
  message: `This is a landline number. Please write a mobile number of ${limits.mobileDigits} digits`,
} as const;
/** With the prefix of a landline, whose city is written apart where a mobile number could begin like it. */
const landlineForm = /^(?:\+91|0091|91|0)[1-5]\d{9}$/;
const cityApart = /^\(?0(?:79|80)\)?[ -]+\d{4}[ -]?\d{4}$/;

/**
 * A mobile number as its ten digits. Blanks, hyphens, brackets and one prefix are removed; a text such as `9.87654E+09` has lost
 * digits, and two numbers are ambiguous. Of a landline the office is told so.
 */
export function parseMobile(cell: StoredCell, text: string): Parsed {
  if (typeof cell === 'number' && !Number.isSafeInteger(cell)) return unclear;
  const plain = plainText(text);
  const bare = plain.replace(/[\s()[\]-]/g, '');
  if (landlineForm.test(bare) || cityApart.test(plain)) return landline;
  const match = /^(?:\+91|0091|91|0)?(\d{10})$/.exec(bare);
  return match ? { value: match[1]! } : unclear;
}

type ImportValues = Partial<Record<ImportField, string | string[]>>;

interface ImportProblem {
  field: ImportField;
  /** As written in the list. */
  value: string;
  message: string;
  /** What was probably meant. */
  proposal?: string;
}

export interface ParsedRow {
  /** The non-empty values; an invalid one as written in the list. */
  values: ImportValues;
  problems: ImportProblem[];
}

const schema = personSchema(importForm);

/** Nothing is guessed about a name: a form cleans it before somebody's eyes, a list does not. */
const lostSigns = {
  name: "Please use only letters, spaces and . ' ’ -",
  title: "Please use only letters, digits, spaces and . ' ’ - , ( ) & /",
} as const;

/** Messages about values that could not be kept. */
const texts = {
  sheetError: 'This cell shows an error of the spreadsheet',
  identify: 'Please write an e-mail, a mobile number or a member number',
  joinedOn: 'Please write a day that is not in the future, for example 12/03/2015',
  association: 'An association office goes with the Organization Position Association Office',
} as const;

/** A field that does not depend on others. Places and choices with a text beside are read together, below. */
function parseAlone(field: PersonField, cell: StoredCell, text: string): Parsed<string | string[]> {
  switch (field.kind) {
    case 'letters':
      return losesSigns(text, field.signs)
        ? { message: lostSigns[field.signs] }
        : { value: cleanLetters(text, field.signs) };
    case 'email':
      return { value: plainEmail(text) };
    case 'mobile':
      return parseMobile(cell, text);
    case 'birthday':
      return parseDate(cell, text, latestAdultBirthday());
    case 'years':
      return { value: plainText(text) };
    case 'list':
      return { value: parseList(text, field.options) };
    default:
      return { value: text };
  }
}

/** Fields with their own readers. */
const ownReaders: Partial<Record<ImportField, (text: string, field: PersonField) => Parsed>> = {
  membership: parseTier,
  gender: parseGender,
  international: parseYesNo,
  state: parseState,
};
/** What Outlook writes into a contact's columns where it has nothing. */
const outlookBlanks: Partial<Record<ImportField, string>> = { dateOfBirth: '0/0/00', gender: 'Unspecified' };

/** Choices that accept any text, beside their 'Others'. */
const openChoices: readonly ImportField[] = ['organization', 'interest', 'contribution'];

/**
 * Reads one row of a list and checks it by the rules of the office's form.
 * @param cellOf the cell or constant of a field
 */
export function parseRow(cellOf: (field: ImportField) => StoredCell | undefined): ParsedRow {
  const values: ImportValues = {};
  const problems: ImportProblem[] = [];
  const text = (field: ImportField) => cellText(cellOf(field));
  const problem = (field: ImportField, message: string) => problems.push({ field, value: text(field), message });

  for (const field of importFields) {
    const typed = text(field);
    if (typed === '' || typed === outlookBlanks[field]) continue;
    values[field] = typed;
    if (isSheetError(typed)) {
      problem(field, texts.sheetError);
      continue;
    }
    const parsed = parseField(field, cellOf(field) ?? null, typed, values);
    if ('message' in parsed) problem(field, parsed.message);
    else values[field] = parsed.value;
  }
  for (const choice of openChoices) readOthers(choice as PersonName, values);
  readAssociation(values, problem);

  const checked = schema.safeParse(valuesForForm(values), { error: () => messages.general.wrong });
  for (const issue of checked.error?.issues ?? []) {
    const field = issue.path[0] as ImportField;
    if (isMissing(field, values) || problems.some((problem) => problem.field === field)) continue;
    problem(field, issue.message);
  }
  if (!identifyingImportFields.some((field) => values[field])) problem('email', texts.identify);
  for (const name of importedPersonNames) {
    if (values[name] === undefined || problems.some(({ field }) => field === name)) continue;
    const checked = checkPersonField(name, values[name], importForm);
    if ('value' in checked) Object.assign(values, filledOf({ [name]: checked.value }));
  }
  return { values, problems };
}

/** An empty field is asked of the member later; only a name is needed, and the text beside a chosen 'Others'. */
const isMissing = (field: ImportField, values: ImportValues): boolean =>
  field !== 'name' && wantedImportFields.includes(field) && String(values[field] ?? '') === '';

function parseField(
  field: ImportField,
  cell: StoredCell,
  text: string,
  before: ImportValues,
): Parsed<string | string[]> {
  if (field === 'memberNumber') {
    const typed = plainText(text).replace(/\s+/gu, ' ');
    // Ours are one number however they are typed; those of others are what they are.
    const value = /^AIP-M-\d{6,}$/i.test(typed) ? typed.toUpperCase() : typed;
    return value.length > limits.memberNumberLength ? { message: messages.general.tooLong } : { value };
  }
  if (field === 'language') return parseLanguage(text);
  if (field === 'joinedOn') {
    const parsed = parseDate(cell, text, clock.today());
    return 'value' in parsed && !isPastDay(parsed.value, clock.today()) ? { message: texts.joinedOn } : parsed;
  }
  const declared = personField(field);
  const read = ownReaders[field];
  if (read) return read(text, declared);
  if (field === 'district') return { value: parseDistrict(text, String(before.state ?? '')) };
  return parseAlone(declared, cell, text);
}

/** A choice that accepts any text: a text that is not an option becomes 'Others' with the text beside. */
function readOthers(choice: PersonName, values: ImportValues): void {
  const field = personField(choice);
  const beside = otherField(choice) as ImportField;
  const written = String(values[choice as ImportField] ?? '');
  const other = String(values[beside] ?? '');
  if (field.kind !== 'choice') return;
  if (written === '') {
    // A text beside a choice is given only with its 'Others'.
    if (other !== '') values[choice as ImportField] = othersOption;
    return;
  }
  const read = parseWithOthers(written, field);
  values[choice as ImportField] = read.value;
  if (read.other === '') return;
  values[beside] = other === '' || other === read.other ? read.other : `${read.other}; ${other}`;
}

/** An office of the association is one of the list, or written out as `Others: text`. */
function readAssociation(values: ImportValues, problem: (field: ImportField, message: string) => void): void {
  const written = String(values.associationOffice ?? '');
  if (written === '') return;
  const field = personField('associationOffice');
  if (field.kind !== 'choice') return;
  const named = optionNamed(field.options, written);
  const { other } = parseWithOthers(written, field);
  if (named !== undefined) values.associationOffice = named;
  else if (other !== written) Object.assign(values, { associationOffice: othersOption, associationOfficeOther: other });
  else problem('associationOffice', messages.general.option);
  // The form would drop it silently.
  if (!isShown('associationOffice', values)) problem('associationOffice', texts.association);
}

const valuesForForm = (values: ImportValues) =>
  Object.fromEntries(
    importedPersonNames.map((name) => [name, values[name] ?? (personField(name).kind === 'list' ? [] : '')]),
  );

const filledOf = (values: Record<string, unknown>): ImportValues =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '' && String(value) !== ''));

/** The keys by which two rows, or a row and a record, may be the same person; null for a missing one. */
export interface PersonKeys {
  email: string | null;
  mobile: string | null;
  name: string | null;
  /** YYYY-MM-DD; used together with the name. */
  birthDate: string | null;
  memberNumber: string | null;
}

/** A row's keys identify a person even if other fields have problems. */
export function keysOf(row: {
  values: Readonly<Partial<Record<string, string | string[]>>>;
  problems: readonly { field: string }[];
}): PersonKeys {
  const { values, problems } = row;
  const right = (field: ImportField) => {
    const value = String(values[field] ?? '');
    return value === '' || problems.some((problem) => problem.field === field) ? null : value;
  };
  const name = right('name');
  return {
    email: right('email')?.toLowerCase() ?? null,
    mobile: right('mobile'),
    name: name === null ? null : comparableName(name),
    birthDate: right('dateOfBirth'),
    memberNumber: right('memberNumber'),
  };
}
