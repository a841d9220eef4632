import { createElement, Fragment, type ReactNode } from 'react';
import { isLanguage, type Language, pathIn, splitLanguage } from '#shared/languages.ts';
import { filled, inWords, Sentence, type SentenceValue, type Words } from '#shared/sentence.ts';

// One page has one language. The server renders a page without a pause, so that it can set the language for as long as that takes.
let language: Language = languageOfPage();
// In the browser each part of a page brings its own.
const site = globalThis as { siteWords?: Words };
site.siteWords ??= {};
let words: Words = site.siteWords;

function languageOfPage(): Language {
  const code = typeof document === 'undefined' ? 'en' : (document.documentElement?.lang ?? '').slice(0, 2);
  return isLanguage(code) ? code : 'en';
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
  const plain = (name: string) => {
    const part = parts[name];
    return typeof part === 'number' || typeof part === 'string' ? part : undefined;
  };
  const shown = /\{\w+, plural/.test(said) ? filled(said, plain, language) : said;
  const children = shown.split(/\{(\w+)\}/).map((piece, index) => (index % 2 === 1 ? parts[piece] : piece));
  return createElement(Fragment, null, ...children.filter((child) => child !== ''));
}

/** Addresses that are the same in all languages: the office, files, and what programs read. */
const isForAll =
  /^\/(?:admin(?:[/?#]|$)|[\w-]+\.(?:xml|txt|webmanifest)$|api\/|assets\/|media\/|calendar\/|documents\/[\w-]+\/)/i;

/** The address of one of the site's pages in the language of this one. */
export const href = (path: string): string =>
  !path.startsWith('/') || isForAll.test(path) || splitLanguage(path).language !== 'en' ? path : pathIn(language, path);

/** The language that this page is not in. */
export const otherLanguage = (): Language => (language === 'en' ? 'hi' : 'en');

/** What a call of the API asks for, and the base of the app's router. */
export const pageLanguage = (): Language => language;
