import type { Readable } from '#server/platform/database/client.ts';
import { searchable } from '#server/platform/database/searchable.ts';
import { findNamesLike } from './member-counts.queries.ts';

/** The shortest word that is searched by how it sounds; one in Devanagari has fewer letters. */
const shortestWord = 4;
const hasSound = (word: string) => [...word].length >= (/\p{Script=Devanagari}/u.test(word) ? 3 : shortestWord);

const wordsOf = (text: string): string[] =>
  searchable(text)
    .split(/[^\p{L}\p{M}]+/u)
    .filter((word) => word !== '');

/**
 * The names of members that have a word like each of a text, by sound and at most one letter, and those of them in which each word sounds
 * the same.
 * @param beside other names to look at, each with its sound
 * @returns none where that cannot help: without a word of four letters
 */
export async function findNamesAlike(
  db: Readable,
  text: string,
  beside?: (words: readonly string[]) => Promise<{ name: string; sound: string }[]>,
) {
  const words = wordsOf(text);
  if (!words.some(hasSound)) return { alike: [], same: [] };
  const { sounds, names } = await findNamesLike(db, words);
  const others = beside ? await beside(words) : [];
  const alike = [...names, ...others].filter((name) =>
    sounds.every((sound, index) => {
      const isLong = [...words[index]!].length >= shortestWord;
      return name.sound.split(' ').some((other) => other === sound || (isLong && isOneEditApart(sound, other)));
    }),
  );
  const same = alike.filter(({ sound }) => sounds.every((each) => sound.split(' ').includes(each)));
  return { alike: alike.map(({ name }) => name), same: same.map(({ name }) => name) };
}

/** Whether one letter more, less, another one, or two that changed places make one word of the other. */
function isOneEditApart(one: string, other: string): boolean {
  const [a, b] = [[...one], [...other]];
  if (Math.min(a.length, b.length) < 3 || Math.abs(a.length - b.length) > 1) return false;
  const from = a.findIndex((letter, index) => letter !== b[index]);
  if (from < 0) return true;
  const rest = (word: string[], skipped: number) => word.slice(from + skipped).join('');
  if (a.length > b.length) return rest(a, 1) === rest(b, 0);
  if (a.length < b.length) return rest(a, 0) === rest(b, 1);
  return rest(a, 1) === rest(b, 1) || (a[from] === b[from + 1] && a[from + 1] === b[from] && rest(a, 2) === rest(b, 2));
}
