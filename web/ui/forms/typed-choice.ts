import { withoutInvisible } from '#shared/typing.ts';
import { t } from '#web/lib/languages/text.ts';

/** A text as it is compared: without case, accents, the dot of Devanagari and extra blanks, `&` as 'and'. */
export const fold = (text: string) =>
  withoutInvisible(text)
    .normalize('NFD')
    .replace(/[\u0300-\u036f\u093c]/g, '')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replace(/\s+/g, ' ')
    .trim();

/** An option in English, and as this page says it: people type either. */
const spellings = (option: string) => [...new Set([fold(option), fold(t(option))])];

/** The letters of English from A on, as Hindi says them. */
const letters = 'ए बी सी डी ई एफ जी एच आई जे के एल एम एन ओ पी क्यू आर एस टी यू वी डब्ल्यू'.split(' ');

/** What an option is called by its initials, in both scripts: UP and यूपी, J&K. */
function initialsOf(option: string): string[] {
  const initials = fold(option)
    .split(' ')
    .filter((word) => word !== 'and')
    .map((word) => word.charAt(0));
  const inHindi = initials.map((letter) => letters[letter.charCodeAt(0) - 97]);
  return initials.length > 1 ? [initials.join(''), initials.join(' and '), inHindi.join('')] : [];
}

/**
 * The options that contain a text: first those that begin with it or have these initials, then those with a word that does, each in
 * the given order.
 */
export function matching(options: readonly string[], text: string): readonly string[] {
  const foldedText = fold(text);
  if (foldedText === '') return options;
  const ranks: string[][] = [[], [], []];
  for (const option of options) {
    const folded = spellings(option);
    if (folded.some((each) => each.startsWith(foldedText)) || initialsOf(option).includes(foldedText))
      ranks[0]!.push(option);
    else if (folded.some((each) => each.includes(` ${foldedText}`))) ranks[1]!.push(option);
    else if (folded.some((each) => each.includes(foldedText))) ranks[2]!.push(option);
  }
  return ranks.flat();
}

/** The option with this text, whatever its case. */
export const exactMatch = (options: readonly string[], text: string) => {
  const folded = fold(text);
  return folded === '' ? undefined : options.find((option) => spellings(option).includes(folded));
};

interface Unmatched {
  text: string;
  /** The options that contain it. */
  found: readonly string[];
  loading: boolean;
  isEmpty: boolean;
  /** What to do if nothing matches. */
  unmatchedText: string | undefined;
}

/** Why a text was not taken as a choice, for the person who typed it. */
export function whyUnmatched({ text, found, loading, isEmpty, unmatchedText }: Unmatched): string {
  if (loading) return t('This list is still loading.');
  if (found.length === 1) return t(`Please choose “${t(found[0] ?? '')}” from the list, or correct the text.`);
  if (found.length > 1) return t(`Please choose one of the ${found.length} entries that contain “${text.trim()}”.`);
  if (unmatchedText) return t(unmatchedText);
  return isEmpty ? t('This list is empty.') : t(`“${text.trim()}” is not in the list. Please choose an entry.`);
}
