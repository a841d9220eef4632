import { plainDigits } from '#shared/digits.ts';
import { limits } from '#shared/limits.ts';

/** A word of a text, as it is searched, and where it stands. */
export interface Word {
  word: string;
  from: number;
  to: number;
  /** Of a word that a line's end has divided, so that it may be two. */
  parts?: [string, string];
}

/** What stands in a text where a line's end has divided a word: it is found with and without its hyphen, which is shown or not. */
export const divided = { shown: '\u2010', hidden: '\u00AD' } as const;

/** Longer ones are codes, not words. */
const longestWord = 60;
/** PostgreSQL counts no further within one `tsvector`. */
export const positionsAtMost = 16_000;

/** The scripts whose nasals before a consonant of their own class are also written as anusvara: their first characters. */
const blocks = [0x0900, 0x0980, 0x0a00, 0x0a80, 0x0b00, 0x0c00, 0x0c80];
/** Offsets in each block: a nasal, and the first and last consonant of its class. */
const classes = [
  [0x19, 0x15, 0x18],
  [0x1e, 0x1a, 0x1d],
  [0x23, 0x1f, 0x22],
  [0x28, 0x24, 0x27],
  [0x2e, 0x2a, 0x2d],
] as const;
const nasals = blocks.flatMap((block) =>
  classes.map(([nasal, first, last]) => {
    const at = (offset: number) => String.fromCharCode(block + offset);
    return [new RegExp(`${at(nasal)}${at(0x4d)}(?=[${at(first)}-${at(last)}])`, 'g'), at(0x02)] as const;
  }),
);

/** Spellings of one character: Malayalam's final consonants, and Arabic letters in place of Urdu's. */
const same = new Map(
  Object.entries({
    ...{ ൺ: 'ണ്', ൻ: 'ന്', ർ: 'ര്', ൽ: 'ല്', ൾ: 'ള്', ൿ: 'ക്' },
    ...{ ي: 'ی', ى: 'ی', ك: 'ک', ه: 'ہ', ة: 'ہ', أ: 'ا', إ: 'ا' },
  }),
);
const variants = new RegExp(`[${[...same.keys()].join('')}]`, 'gu');
/** Joiners, soft hyphens, marks of direction; nuktas; Arabic vowel marks and lengthening. */
const ignored =
  /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF\u093C\u09BC\u0A3C\u0ABC\u0B3C\u0CBC\u064B-\u065F\u0670\u0640]/g;

/** A word in the one spelling by which it is searched; '' if nothing is left of it. */
export function spelled(word: string): string {
  let text = plainDigits(word.normalize('NFKC')).toLowerCase().replace(ignored, '');
  if (/^[\x20-\x7e]*$/.test(text)) return text.slice(0, longestWord);
  text = text.replace(variants, (sign) => same.get(sign)!);
  for (const [pattern, anusvara] of nasals) text = text.replace(pattern, anusvara);
  // Candrabindu is often printed as anusvara.
  text = text.replace(/[\u0901\u0981\u0A01\u0A81\u0B01\u0C01\u0C81]/g, (sign) =>
    String.fromCharCode(sign.charCodeAt(0) + 1),
  );
  return [...text].slice(0, longestWord).join('');
}

/** A run of letters and digits; 304-A is 304A. */
const run =
  /\p{Nd}+[-\u2010-\u2013](?=\p{L}(?![\p{L}\p{M}\p{N}]))\p{L}|[\p{L}\p{M}\p{N}\u00AD\u200B-\u200D\u2060]+(?:\u2010\p{L}[\p{L}\p{M}\u200B-\u200D\u2060]*)?/gu;

/** The words of a text, in order. */
export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  for (const match of text.matchAll(run)) {
    const word = spelled(match[0].replace(/[-\u2010-\u2013]/g, ''));
    if (word === '' || !/[\p{L}\p{N}]/u.test(word)) continue;
    const [left = '', right = '', further] = match[0].split(/[\u00AD\u2010]/).map(spelled);
    const isDivided = left !== '' && right !== '' && further === undefined && /\p{L}$/u.test(left);
    words.push({
      word,
      from: match.index,
      to: match.index + match[0].length,
      ...(isDivided ? { parts: [left, right] } : {}),
    });
  }
  return words;
}

const quoted = (word: string) => `'${word.replace(/['\\]/g, '$&$&')}'`;

/** A `tsvector` in PostgreSQL's own notation: its parser divides many scripts within words, and reads -304 as a number. */
export function vectorOf(words: readonly Word[], weight = ''): string {
  const positions = new Map<string, Set<number>>();
  const add = (word: string, at: number) => {
    const wordPositions = positions.get(word);
    if (wordPositions) wordPositions.add(at);
    else positions.set(word, new Set([at]));
  };
  for (const [before, { word, parts }] of words.slice(0, positionsAtMost - 1).entries()) {
    const at = before + 1;
    add(word, at);
    if (!parts) continue;
    // The second part also stands at the next place, after the first one, and at its own, before the next word.
    add(parts[0], at);
    add(parts[1], at);
    add(parts[1], at + 1);
  }
  return [...positions]
    .map(
      ([word, at]) =>
        `${quoted(word)}:${[...at]
          .sort((a, b) => a - b)
          .map((each) => `${each}${weight}`)
          .join(',')}`,
    )
    .join(' ');
}

/** A document's title, number and summary as one vector; a phrase does not go from one to the next. */
export function headVector({ title, number, summary }: { title: string; number: string; summary: string }): string {
  let offset = 0;
  const parts: string[] = [];
  for (const [text, weight] of [
    [title, 'A'],
    [number, 'B'],
    [summary, 'C'],
  ] as const) {
    for (const [at, { word }] of wordsOf(text).entries()) parts.push(`${quoted(word)}:${offset + at + 1}${weight}`);
    offset += 1_000;
  }
  return parts.join(' ');
}

/** What a search asks for. */
export interface LibraryQuery {
  /** Words in a row; a single one is a word. */
  wanted: string[][];
  unwanted: string[][];
  /** Other forms of wanted words, as the library has them. */
  forms: Forms;
  /** Words such as 'what' and 'the'. */
  common: ReadonlySet<string>;
}
/** The other forms of words: those of witness are witnesses, witnessed … */
export type Forms = ReadonlyMap<string, readonly string[]>;

/**
 * Reads a search: words, "words in a row", -without. Quotation marks of any kind; one that is not closed goes to the end. What is
 * written as one word and has several (co-accused) is a row.
 */
export function askedFor(search: string): LibraryQuery {
  const query: LibraryQuery = { wanted: [], unwanted: [], forms: new Map(), common: new Set() };
  const text = search
    .replace(/[“”„«»]/g, '"')
    .replaceAll(divided.hidden, '')
    .replaceAll(divided.shown, '-')
    // The witness's statement.
    .replace(/(?<=\p{L})['’]s(?![\p{L}\p{N}])/giu, '');
  let room = limits.searchedWords;
  for (const [, minus, phrase, single] of text.matchAll(/((?<!\S)[-−–])?(?:"([^"]*)"?|([^\s"]+))/g)) {
    const words = wordsOf(phrase ?? single ?? '').map(({ word }) => word);
    if (words.length === 0 || room <= 0) continue;
    room -= words.length;
    (minus ? query.unwanted : query.wanted).push(words);
  }
  return query;
}

export const asksForNothing = ({ wanted, unwanted }: LibraryQuery): boolean =>
  wanted.length === 0 && unwanted.length === 0;

/** The keys by which a document with these words in a row is found: each word, and each pair of neighbours. */
export const keysOf = (words: readonly string[]): string[] => [...words, ...pairsOf(words)];
/** Neighbours; no word has a space. */
const pairsOf = (words: readonly string[]): string[] =>
  words.slice(1).map((word, before) => `${words[before]} ${word}`);

/** A word in all its forms; none of a row of several. */
export const formsOf = (row: readonly string[], forms: Forms): readonly string[] =>
  row.length === 1 ? (forms.get(row[0]!) ?? []) : [];

/** A row of words as a `tsquery`. @param weight only in this part of a head @param forms of a single word: these count as it does */
export const phraseQuery = (row: readonly string[], weight = '', forms: Forms = new Map()): string => {
  const plain = (words: readonly string[], between: string) =>
    words.map((word) => quoted(word) + (weight && `:${weight}`)).join(between);
  const others = formsOf(row, forms);
  return others.length > 0 ? `(${plain([...row, ...others], ' | ')})` : plain(row, ' <-> ');
};
/** Each of the words and phrases, as a `tsquery`. */
export const anyQuery = (rows: readonly string[][], forms: Forms): string =>
  rows.map((row) => `(${phraseQuery(row, '', forms)})`).join(' | ');
export const allQuery = (rows: readonly string[][], forms: Forms): string =>
  rows.map((row) => `(${phraseQuery(row, '', forms)})`).join(' & ');
