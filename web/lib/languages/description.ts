import { isLanguage, languageNames } from '#shared/languages.ts';
import { languageOfText } from '#shared/text-language.ts';
import { langOf } from '#web/lib/languages/written-text.ts';
import { cut } from './format.ts';
import { pageLanguage } from './text.ts';

const descriptionLength = 155;

/** The beginning of a text in one line, up to a whole word where there is one. */
export function cutAtWord(text: string, length: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const part = cut(line, length, '');
  return part === line || line[part.length] === ' ' ? part.trimEnd() : part.replace(/ \S*$/, '');
}

/** The beginning of a text of the office for a page's description; undefined where the page's language has none. */
export function describedBy(english: string | undefined, hindi: string | undefined): string | undefined {
  const text = pageLanguage() === 'en' ? english : hindi;
  return text && cutAtWord(text, descriptionLength);
}

/** The same of a text that somebody wrote in one language; `otherwise` where that is not the page's. */
export const describedByText = (text: string, otherwise?: string): string | undefined =>
  langOf(text) === undefined ? cutAtWord(text, descriptionLength) : otherwise;

/** The language of a text that somebody wrote, for schema.org. */
export function inLanguageOf(text: string): string {
  const of = languageOfText(text, pageLanguage());
  return isLanguage(of) ? languageNames[of].tag : of;
}
