import { specialisations } from '#shared/options.ts';
import { t } from '#web/lib/languages/text.ts';

/** The three codes of 2023, which nearly everybody lists. */
const common: readonly string[] = specialisations.slice(0, 3);

/** `Bharatiya Nyaya Sanhita (BNS), 2023` as prosecutors say it: `BNS, 2023`; in another language its name. */
export function shortStatute(name: string): string {
  const shown = t(name);
  if (shown !== name) return shown;
  const [, letters, act = '', year] = /\(([A-Z]{2,})\)( Act)?,? (\d{4})$/.exec(name) ?? [];
  return letters ? `${letters}${act}, ${year}` : name;
}

/** Sorts by relevance: the searched statute first, then the special acts, then those that nearly everybody lists. */
export function orderByRelevance(names: readonly string[], search: string): string[] {
  const rank = (name: string) => (name === search ? 0 : common.includes(name) ? 2 : 1);
  return names.toSorted((one, other) => rank(one) - rank(other));
}

/** The statutes in which each typed word is the beginning of a word: `ndps`, `wild life prot`, also in the page's language. */
export function statutesNamed(text: string): string[] {
  const words = wordsOf(text);
  if (words.length === 0) return [];
  return specialisations.filter((name) => {
    const has = wordsOf(`${name} ${t(name)}`);
    return words.every((word) => has.some((other) => other.startsWith(word)));
  });
}

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
