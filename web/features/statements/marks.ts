import { withoutInvisible } from '#shared/typing.ts';

/** A part of a text, which stands in another text too. */
export interface MarkedPart {
  text: string;
  marked: boolean;
}

const wordsOf = (text: string): string[] =>
  withoutInvisible(text)
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{M}]+/gu) ?? [];

const isSame = (printed: string, word: string) => printed === word || (printed.length >= 4 && word.startsWith(printed));

/** The numbers of a claim, without leading zeros. */
const numbersOf = (claim: string): string[] =>
  (claim.toUpperCase().match(/[A-Z0-9]+/g) ?? []).map((run) => run.replace(/^0+/, '')).filter((run) => run.length >= 9);

/**
 * Cuts a text where it has one of these numbers, or a word of three letters and more that agrees with one of the words: whole, or cut off
 * after four letters.
 * @param isMarked whether a word of the text, and one of the others, are the same
 */
function cut(text: string, numbers: readonly string[], isMarked: (word: string) => boolean): MarkedPart[] {
  const pattern = [...numbers.map((number) => `0*${number}`), String.raw`[\p{L}\p{M}]{3,}`].join('|');
  const parts: MarkedPart[] = [];
  let end = 0;
  for (const { 0: match, index } of text.matchAll(new RegExp(pattern, 'giu'))) {
    const isNumber = numbers.includes(match.toUpperCase().replace(/^0+/, ''));
    if (!isNumber && !wordsOf(match).some(isMarked)) continue;
    if (index > end) parts.push({ text: text.slice(end, index), marked: false });
    parts.push({ text: match, marked: true });
    end = index + match.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), marked: false });
  return parts;
}

/** What the bank wrote, with the claimed number and the words of the name in it. */
export function markedRow(text: string, claim: string, name: string): MarkedPart[] {
  const words = wordsOf(name).filter((word) => word.length >= 3);
  return cut(text, numbersOf(claim), (printed) => words.some((word) => isSame(printed, word)));
}

/** What the person wrote, with the number and the words that stand in the row. */
export function markedClaim(text: string, row: readonly string[]): MarkedPart[] {
  const printed = row.flatMap(wordsOf);
  const all = row.join(' ').toUpperCase();
  return cut(
    text,
    numbersOf(text).filter((number) => all.includes(number)),
    (word) => printed.some((each) => isSame(each, word)),
  );
}
