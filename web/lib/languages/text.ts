import { isLanguage, type Language, languages, pageIn } from '#shared/languages.ts';
import {
  betweenTexts,
  inWords,
  keyLength,
  keyOfText,
  Sentence,
  type SentenceValue,
  type Words,
} from '#shared/sentence.ts';

// One page has one language. The server renders a page without a pause, so that it can set the language for as long as that takes.
// In the browser each part of a page brings its own.
const site = globalThis as {
  siteWords?: [keys: string, texts: string][];
  document?: { documentElement: { lang?: string } | null };
};
let language: Language = languageOfPage();
const none: Words = () => undefined;
const read: Record<string, string> = {};
/** Scripts with words leave theirs, with the keys of all texts in a row. */
const brought: Words = (id) => {
  for (const [keys, texts] of site.siteWords?.splice(0) ?? [])
    for (const [index, text] of texts.split(betweenTexts).entries())
      read[keys.substr(keyLength * index, keyLength)] = text;
  return read[keyOfText(id)];
};
let words: Words = language === 'en' ? none : brought;

function languageOfPage(): Language {
  const [code = ''] = (site.document?.documentElement?.lang ?? '').split('-');
  return isLanguage(code) ? code : 'en';
}

/** Renders a page in a language; only while `work` runs. */
export function speaking<Result>(of: Language, newWords: Words, work: () => Result): Result {
  const before = { language, words };
  language = of;
  words = newWords;
  try {
    return work();
  } finally {
    ({ language, words } = before);
  }
}

/** A text in the page's language. The build takes the values out of a template: `t(\`Remove ${name}\`)`. */
export function t(text: string | Sentence, values?: Readonly<Record<string, SentenceValue>>): string {
  return inWords(typeof text === 'string' && values ? new Sentence(text, values) : text, words, language);
}

/** A text that a constant holds, to be shown by `t(…)`: a module is read before the page's language is known. */
export const msg = <Text extends string>(text: Text): Text => text;

/** A text in the page's language; undefined where that has none. */
export const translationOf: Words = (id) => words(id);

/** A text with places for elements, such as `Please read {a}.`, as `['Please read ', 'a', '.']`: each second one is a place. */
export const piecesOf = (id: string): string[] => (words(id) ?? id).split(/\{(\w+)\}/);

/** The address of one of the site's pages in the language of this one. */
export const href = (path: string): string => pageIn(language, path);

/** The language that this page is not in. */
export const otherLanguage = (): Language => (language === 'en' ? languages[1]! : 'en');

/** A form's values with the language in which it was filled in. */
export const fromThisPage = <Values extends object>(values: Values) => ({ ...values, language });

/** What a call of the API asks for, and the base of the app's router. */
export const pageLanguage = (): Language => language;
