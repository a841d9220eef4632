import { languageOfText } from '#shared/text-language.ts';
import { pageLanguage, t, translationOf } from './text.ts';

// Apart from `text.ts`, which the first touch of a page loads.

/** A text of the office in the page's language: its second text, or the first one, marked if it is in another language. */
export function officeText(english: string, hindi: string | undefined): { text: string; lang?: string } {
  if (pageLanguage() === 'en') return { text: english };
  // What the office has left as it came is among our own texts.
  const text = hindi || translationOf(english);
  if (text) return { text };
  const lang = langOf(english);
  return { text: english, ...(lang && { lang }) };
}

/** Options in the order of their texts on this page, `last` at the end; in English as they are given. */
export function inPageOrder(options: readonly string[], last: string): readonly string[] {
  if (pageLanguage() === 'en' || options.every((option) => t(option) === option)) return options;
  const { compare } = new Intl.Collator(pageLanguage());
  return options.toSorted((one, other) => Number(one === last) - Number(other === last) || compare(t(one), t(other)));
}

/** The `lang` of a text that somebody wrote: the language of most of its letters, where that is not the page's. */
export function langOf(text: string): string | undefined {
  const of = languageOfText(text, pageLanguage());
  return of === pageLanguage() ? undefined : of;
}
