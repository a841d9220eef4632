import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parsePo } from 'pofile-ts';
import type { Language } from '#shared/languages.ts';
import {
  betweenTexts,
  type Catalogue,
  inWords,
  keyOfText,
  type Sentence,
  type Words,
  wordsIn,
} from '#shared/sentence.ts';

const folder = resolve(import.meta.dirname, '../../../languages');

/** The file of a language's texts. */
export const catalogueFile = (language: Language): string => resolve(folder, `${language}.po`);

/** The translated texts of a language by their English ones. */
export function readCatalogue(language: Language): Catalogue {
  if (language === 'en') return {};
  const { items } = parsePo(readFileSync(catalogueFile(language), 'utf8'));
  return Object.fromEntries(items.flatMap(({ msgid, msgstr: [text] }) => (text ? [[msgid, text]] : [])));
}

/** A script that adds words to those of its page. Keys and texts stand apart and in one text each, which compresses better. */
export function wordsScript(texts: readonly string[], words: Catalogue): string {
  const sorted = texts.map((text) => [keyOfText(text), words[text]!] as const).sort((a, b) => (a[1] < b[1] ? -1 : 1));
  const keys = sorted.map(([key]) => key).join('');
  const odd = sorted.find(([, text]) => text.includes(betweenTexts));
  if (odd) throw new Error(`A translation contains '${betweenTexts}': ${odd[1]}`);
  return `(globalThis.siteWords??=[]).push(["${keys}",${JSON.stringify(sorted.map(([, text]) => text).join(betweenTexts))}])`;
}

const catalogues = new Map<Language, Words>();

/** The same, read once. */
export function wordsOf(language: Language): Words {
  let words = catalogues.get(language);
  if (!words) {
    words = wordsIn(readCatalogue(language));
    catalogues.set(language, words);
  }
  return words;
}

/** A sentence in an answer's text: it is put into the words of the call's language when the answer leaves the server. */
export const saidLater = (sentence: Sentence): string => sentence as unknown as string;

/** A text in a language, in English where it has none. */
export const inLanguage = (text: string | Sentence, language: Language): string =>
  inWords(text, wordsOf(language), language);
