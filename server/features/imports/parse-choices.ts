import { bundledDistricts, bundledStates } from '#server/features/locations/bundle.ts';
import { searchable } from '#server/platform/database/searchable.ts';
import type { Language } from '#shared/languages.ts';
import type { MembershipValue } from '#shared/memberships.ts';
import { messages } from '#shared/messages.ts';
import { genders, othersOption } from '#shared/options.ts';
import { type PersonField, person } from '#shared/person.ts';
import { type Parsed, spellingsIn, wordKey } from './cells.ts';
import { stateSpellings } from './state-spellings.ts';

const stateByKey = new Map<string, string>();
for (const state of bundledStates) {
  stateByKey.set(wordKey(state), state);
  for (const spelling of spellingsIn(stateSpellings[state] ?? '')) stateByKey.set(wordKey(spelling), state);
}

/** A state or union territory by its name, a usual abbreviation, an older or other spelling, or its Hindi name. */
export function parseState(text: string): Parsed {
  const state = stateByKey.get(wordKey(text));
  return state === undefined ? { message: person.state.message } : { value: state };
}

/** A district of the state in the spelling of our list, if its case alone differs; else as written. */
export function parseDistrict(text: string, state: string): string {
  const key = searchable(text);
  return bundledDistricts(state).find((name) => searchable(name) === key) ?? text;
}

type Choice = Extract<PersonField, { kind: 'choice' }>;

const notAnOption = (field: PersonField): { message: string } => ({
  message: field.message ?? messages.general.option,
});

/** A tier by a word in its text. A patron for life is a patron: the first matching word counts. */
const tierWords: readonly [RegExp, MembershipValue][] = [
  [/patron/i, 'Patron member'],
  [/life|permanent/i, 'lifetime member'],
  [/individual/i, 'Individual member'],
];

export function parseTier(text: string, field: PersonField): Parsed {
  const tier = tierWords.find(([word]) => word.test(text.normalize('NFKC')));
  return tier ? { value: tier[1] } : notAnOption(field);
}

const genderWords: Readonly<Record<string, string>> = {
  m: genders[0],
  male: genders[0],
  पुरुष: genders[0],
  f: genders[1],
  female: genders[1],
  महिला: genders[1],
  other: othersOption,
  others: othersOption,
};

const languageWords: Readonly<Record<string, Language>> = {
  ...{ en: 'en', eng: 'en', english: 'en', अंग्रेजी: 'en', अंग्रेज़ी: 'en', अङ्ग्रेज़ी: 'en' },
  ...{ hi: 'hi', hin: 'hi', hindi: 'hi', हिन्दी: 'hi', हिंदी: 'hi' },
};
const languageByKey = new Map(Object.entries(languageWords).map(([word, language]) => [wordKey(word), language]));

/** The language in which somebody is written to, by its name in either. */
export function parseLanguage(text: string): Parsed {
  const value = languageByKey.get(wordKey(text));
  return value === undefined ? { message: messages.general.language } : { value };
}

export function parseGender(text: string, field: PersonField): Parsed {
  const value = lookUp(genderWords, wordKey(text));
  return value === undefined ? notAnOption(field) : { value };
}

const answers: Readonly<Record<string, 'Yes' | 'No'>> = {
  y: 'Yes',
  yes: 'Yes',
  true: 'Yes',
  1: 'Yes',
  [wordKey('हाँ')]: 'Yes',
  [wordKey('हां')]: 'Yes',
  n: 'No',
  no: 'No',
  false: 'No',
  0: 'No',
  [wordKey('नहीं')]: 'No',
};

export function parseYesNo(text: string, field: PersonField): Parsed {
  const value = lookUp(answers, wordKey(text));
  return value === undefined ? notAnOption(field) : { value };
}

const lookUp = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

/** The option that a text names, in any case. */
export function optionNamed(options: readonly string[], text: string, aliases: Readonly<Record<string, string>> = {}) {
  const key = wordKey(text);
  const named = options.find((option) => wordKey(option) === key);
  return named ?? Object.entries(aliases).find(([alias]) => wordKey(alias) === key)?.[1];
}

/** A text as one of the options, or as the text beside 'Others'. */
export interface ChoiceWithText {
  value: string;
  /** '' for a text among the options. */
  other: string;
}

/** A choice with a text beside its 'Others': a text that is not among the options, or `Others: text`. */
export function parseWithOthers(text: string, { options, aliases }: Choice): ChoiceWithText {
  const named = optionNamed(options, text, aliases);
  if (named !== undefined) return { value: named, other: '' };
  const written = /^others?\s*[:–-]\s*(.+)$/is.exec(text)?.[1];
  return { value: othersOption, other: (written ?? text).trim() };
}

/** Splits at semicolon, `|` or line end; each part is spelt as in the options, if it is one of them. */
export function parseList(text: string, options: readonly string[]): string[] {
  const parts = text.split(/[;|\r\n]+/).map((part) => part.trim());
  return [...new Set(parts.filter((part) => part !== '').map((part) => optionNamed(options, part) ?? part))];
}
