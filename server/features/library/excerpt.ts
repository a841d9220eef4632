import type { ExcerptPart } from '#shared/contracts/library.ts';
import { limits } from '#shared/limits.ts';
import { type Forms, formsOf, type LibraryQuery, type Word, wordsOf } from './words.ts';

/** The marked words of a text: those of phrases only where the whole phrase stands. */
function markedOf(words: readonly Word[], rows: readonly string[][], forms: Forms): Map<number, number> {
  const marked = new Map<number, number>();
  for (const [number, row] of rows.entries()) {
    const others = formsOf(row, forms);
    const is = (each: Word | undefined, word: string) =>
      each !== undefined && (each.word === word || others.includes(each.word) || each.parts?.includes(word) === true);
    for (const [at, { parts }] of words.entries()) {
      if (parts && row.length === 2 && parts.every((part, index) => part === row[index])) marked.set(at, number);
      else if (row.every((word, further) => is(words[at + further], word)))
        for (let further = 0; further < row.length; further += 1) marked.set(at + further, number);
    }
  }
  return marked;
}

/** The part of a text with most of the words, in at most 300 characters, with the words marked. */
export function excerptOf(
  text: string,
  { wanted, forms }: Pick<LibraryQuery, 'wanted' | 'forms'>,
  max: number = limits.excerptLength,
): ExcerptPart[] {
  // Tokens of the whole page, but its blanks as one space, so that nothing is cut by them.
  const flat = text.replace(/\s+/gu, ' ').trim();
  const words = wordsOf(flat);
  const marked = markedOf(words, wanted, forms);
  const room = max - 2;
  const at = [...marked.keys()].sort((a, b) => a - b);
  let best = { first: 0, different: 0, all: 0 };
  for (const first of at) {
    const from = words[first]!.from;
    const within = at.filter((each) => each >= first && words[each]!.to - from <= room - 40);
    const different = new Set(within.map((each) => marked.get(each))).size;
    if (different > best.different || (different === best.different && within.length > best.all))
      best = { first, different, all: within.length };
  }
  // Some words before the first one.
  let first = best.first;
  const anchor = words[first]?.from ?? 0;
  while (first > 0 && anchor - words[first - 1]!.from <= 60) first -= 1;
  const begin = at.length === 0 || first === 0 ? 0 : words[first]!.from;
  let end = flat.length;
  if (end - begin > room) {
    const fitting = words.filter(({ from, to }) => from >= begin && to - begin <= room).at(-1);
    end = fitting ? fitting.to : begin + room;
  }
  const parts: ExcerptPart[] = [];
  const add = (piece: string, mark: boolean) => {
    if (piece === '') return;
    const last = parts.at(-1);
    if (last && last.mark === mark) last.text += piece;
    else parts.push({ text: piece, mark });
  };
  if (begin > 0) add('…', false);
  let done = begin;
  for (const [index, { from, to }] of words.entries()) {
    if (!marked.has(index) || from < begin || to > end) continue;
    add(flat.slice(done, from), false);
    add(flat.slice(from, to), true);
    done = to;
  }
  add(flat.slice(done, end), false);
  if (end < flat.length) add('…', false);
  return parts;
}
