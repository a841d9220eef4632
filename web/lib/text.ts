import { createElement, Fragment, type ReactNode } from 'react';
import { type Language, pathIn } from '#shared/languages.ts';
import { inWords, Sentence, type SentenceValue, type Words } from '#shared/sentence.ts';

// One page has one language. The server renders a page without a pause, so that it can set the language for as long as that takes.
let language: Language = languageOfPage();
// In the browser each part of a page brings its own.
const site = globalThis as { siteWords?: Words };
site.siteWords ??= {};
let words: Words = site.siteWords;

function languageOfPage(): Language {
  return typeof document !== 'undefined' && document.documentElement?.lang === 'hi-IN' ? 'hi' : 'en';
}

/** Renders a page in a language; only while `work` runs. */
export function speaking<Result>(of: Language, said: Words, work: () => Result): Result {
  const before = { language, words };
  language = of;
  words = said;
  try {
    return work();
  } finally {
    ({ language, words } = before);
  }
}

/** A text in the page's language. The build takes the values out of a template: `t(\`Remove ${name}\`)`. */
export function t(said: string | Sentence, values?: Readonly<Record<string, SentenceValue>>): string {
  return inWords(typeof said === 'string' && values ? new Sentence(said, values) : said, words, language);
}

/** A text with elements in it, as the build writes it: `Please read {a}.` */
export function withParts(id: string, parts: Readonly<Record<string, ReactNode>>): ReactNode {
  const said = Object.hasOwn(words, id) ? words[id]! : id;
  const children = said.split(/\{(\w+)\}/).map((piece, index) => (index % 2 === 1 ? parts[piece] : piece));
  return createElement(Fragment, null, ...children.filter((child) => child !== ''));
}

/** Addresses that are the same in all languages: the office, files, and what programs read. */
const isForAll = /^\/(?:(?:admin|api|assets|media|calendar|hi)\b|documents\/.+\/|feed\.)/i;

/** The address of one of the site's pages in the language of this one. */
export const href = (path: string): string => (path[0] !== '/' || isForAll.test(path) ? path : pathIn(language, path));

/** The language that this page is not in. */
export const otherLanguage = (): Language => (language === 'en' ? 'hi' : 'en');

/** A form's values with the language in which it was filled in. */
export const fromThisPage = <Values extends object>(values: Values) => ({ ...values, language });

/** What a call of the API asks for, and the base of the app's router. */
export const pageLanguage = (): Language => language;
