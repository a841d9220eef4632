import { inLanguage } from '#server/platform/languages/catalogue.ts';
import { datesIn } from '#server/platform/languages/dates.ts';
import { isLanguage, type Language } from '#shared/languages.ts';
import { owedFromText } from '#shared/owed.ts';
import { Sentence, sentence } from '#shared/sentence.ts';

// The queue holds values as English words, whatever the reader's language is; another language is made of them when a mail is sent.

type Put = (value: string, language: Language) => string;

const each =
  (between: string, put: Put): Put =>
  (value, language) =>
    value
      .split(between)
      .map((part) => put(part, language))
      .join(between);

/** `Annual subscription 2026-27`, `Change of membership to Patron`. */
const purpose: Put = (value, language) => {
  const [, name = '', tier = ''] = /^(.*?) to (.*)$/.exec(value) ?? [];
  if (tier !== '') return inLanguage(new Sentence(`${name} to {0}`, { 0: new Sentence(tier) }), language);
  const [, fixed = value, period = ''] = /^(.*?)( \d{4}.*)$/.exec(value) ?? [];
  return inLanguage(fixed, language) + period;
};

/** `Chrome on Android`. */
const browser: Put = (value, language) => {
  const [, name, system] = /^(.+) on (.+)$/.exec(value) ?? [];
  return name && system ? inLanguage(sentence`${name} on ${system}`, language) : value;
};

/** `‘Phone’, added on 3 March 2027`. */
const passkeys: Put = (value, language) =>
  value.replace(/, added on (\d{1,2} \w+ \d{4})/g, (_whole, day: string) =>
    inLanguage(sentence`, added on ${datesIn(day, language)}`, language),
  );

/** `Rs 25,000 today; from 1 April 2027 Rs 1,000 a year`. */
const owed: Put = (value, language) => inLanguage(owedFromText(value) ?? value, language);

const detail: Record<string, Put> = {
  Time: datesIn,
  End: datesIn,
  Form: each(' → ', inLanguage),
  New: each(', ', inLanguage),
};
/** A line for each changed detail of a conference: `Place: Hall 1 → Hall 2`. */
const changes: Put = each('\n', (line, language) => {
  const [, label = '', value = ''] = /^(\w+): (.*)$/.exec(line) ?? [];
  if (label === '') return line;
  const put = detail[label];
  const shown = put ? put(value, language) : value;
  return `${inLanguage(label, language)}: ${shown.replaceAll('(none)', inLanguage('(none)', language))}`;
});

const puts: Readonly<Record<string, Put>> = {
  tier: inLanguage,
  purpose,
  owed,
  fields: each(', ', inLanguage),
  browser,
  passkeys,
  changes,
  ...Object.fromEntries(
    ['until', 'removalOn', 'at', 'meetingOn', 'when', 'date', 'from'].map((name) => [name, datesIn]),
  ),
};

/** A mail's values in a language: what the program has worded; names and what people have written stay. */
export function valuesIn(values: Record<string, string>, language: Language): Record<string, string> {
  if (language === 'en') return values;
  const entries = Object.entries(values);
  return Object.fromEntries(entries.map(([name, value]) => [name, puts[name]?.(value, language) ?? value]));
}

/** The language that the values of a mail name; English where they name none. */
export const languageOf = ({ language = '' }: Readonly<Record<string, string>>): Language =>
  isLanguage(language) ? language : 'en';
