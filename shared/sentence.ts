import type { Language } from './languages.ts';

/** A value in a sentence; a sentence within another is translated with it. */
export type SentenceValue = string | number | Sentence;

/** A language's texts by their English ones. */
export type Catalogue = Readonly<Record<string, string | undefined>>;

/** Finds another language's text of an English one; undefined where it has none. */
export type Words = (id: string) => string | undefined;

export const wordsIn =
  (catalogue: Catalogue): Words =>
  (id) =>
    Object.hasOwn(catalogue, id) ? catalogue[id] : undefined;

/** Between the texts of a script. */
export const betweenTexts = '|';

/** Of the keys, in characters. */
export const keyLength = 4;

/** The key of a text in the scripts that browsers load, shorter than the text: FNV-1a, in base 36. The build refuses two texts with one key. */
export function keyOfText(id: string): string {
  let hash = 0x811c9dc7;
  for (let index = 0; index < id.length; index += 1) hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193);
  return (hash >>> 0).toString(36).slice(-keyLength).padStart(keyLength, '0');
}

/** An English sentence with its values, which is put into another language where it leaves the program. */
export class Sentence {
  /** As it stands in the code, with a name or a number in braces for each value. */
  readonly id: string;
  readonly values: Readonly<Record<string, SentenceValue>>;

  constructor(id: string, values: Readonly<Record<string, SentenceValue>> = {}) {
    this.id = id;
    this.values = values;
  }

  toString(): string {
    return inWords(this);
  }
}

/** `sentence\`Please wait ${minutes} minutes.\`` is 'Please wait {0} minutes.' with its value. */
export const sentence = (strings: TemplateStringsArray, ...values: SentenceValue[]): Sentence =>
  new Sentence(
    strings.reduce((id, text, index) => `${id}{${index - 1}}${text}`),
    Object.fromEntries(values.entries()),
  );

/** Sentences with figures that never change, by their English text. */
const fixed = new Map<string, Sentence>();

/** The English text of a sentence with constant figures, which is translated by this text: for rules, which take no sentence. */
export function withFigures(strings: TemplateStringsArray, ...figures: number[]): string {
  const wording = sentence(strings, ...figures);
  const text = wording.toString();
  fixed.set(text, wording);
  return text;
}

const placeholder = /\{(\w+)(?:, plural, one \{([^}]*)\} other \{([^}]*)\})?\}/g;

/** English says 'one' for 1, Hindi for 0 and 1. */
const isOne = (count: number, language: Language) => count === 1 || (count === 0 && language === 'hi');

/** A text with its values in place: `{name}`, or `{count, plural, one {# day} other {# days}}`. */
export function filled(
  text: string,
  valueFor: (name: string) => string | number | undefined,
  language: Language = 'en',
): string {
  return text.replace(placeholder, (whole, name: string, one?: string, other?: string) => {
    const put = valueFor(name);
    if (put === undefined) return whole;
    if (one === undefined || other === undefined) return String(put);
    return (isOne(Number(put), language) ? one : other).replace('#', String(put));
  });
}

/** A text in the language of `words`; in English without them, or where they do not have it. */
export function inWords(text: string | Sentence, words: Words = () => undefined, language: Language = 'en'): string {
  const { id, values } = typeof text === 'string' ? (fixed.get(text) ?? new Sentence(text)) : text;
  const translated = words(id);
  return filled(
    translated ?? id,
    (name) => {
      const value = Object.hasOwn(values, name) ? values[name] : undefined;
      return value instanceof Sentence ? inWords(value, words, language) : value;
    },
    translated === undefined ? 'en' : language,
  );
}
