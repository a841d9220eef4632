import { plainDigits } from './digits.ts';
import { limits } from './limits.ts';

/** The signs that a text of letters may have: those of names, or also those of courts and designations. */
export type Signs = 'name' | 'title';

/** Letters of any script, marks (U+0F0B stands between the syllables of Tibetan), joiners, blanks, and the signs; digits in titles. */
const otherSigns: Record<Signs, RegExp> = {
  name: /[^\p{L}\p{M}\u0F0B .'’\-\u200C\u200D]+/gu,
  title: /[^\p{L}\p{M}\u0F0B0-9 .'’,()&/\-\u200C\u200D]+/gu,
};

/** Blanks of every kind become spaces; look-alikes of the apostrophe and the hyphen become these; what is a sign for nobody goes. */
const inUsualSigns = (text: string) =>
  plainDigits(text)
    .replace(/[\u00AD\u200B\u200E\u200F\u2060\uFEFF]/g, '')
    .replace(/[\s\p{Zs}]/gu, ' ')
    .replace(/[‘ʼ`]/g, '’')
    .replace(/[‐‑–]/g, '-');

/**
 * Filters the text of a field for names or titles. What may not stand there leaves a blank between words, so that it never joins them.
 * @param typed a single key, which leaves nothing
 */
export const keepLetters = (text: string, signs: Signs, typed = false) =>
  typed
    ? inUsualSigns(text).replace(otherSigns[signs], '')
    : inUsualSigns(text).replace(otherSigns[signs], ' ').replace(/ +/g, ' ');

/** Whether {@link cleanLetters} would take something out of a text. */
export const losesSigns = (text: string, signs: Signs) => inUsualSigns(text).search(otherSigns[signs]) >= 0;

/**
 * A joiner (ZWJ, ZWNJ) outside of a word; the names of several scripts need them within. At a word's end it may
 * follow a character, as in the old spelling of Malayalam's final consonants.
 */
const strayJoiners = /(?<![\p{L}\p{M}])[\u200C\u200D]+|(?<!\p{M})[\u200C\u200D]+(?!\p{L})|[\u200C\u200D]{2,}/gu;

/** A name or a title as it is stored: in one encoding, only letters, single spaces and its signs; '' without any letter. */
export function cleanLetters(text: string, signs: Signs): string {
  const letters = keepLetters(text.normalize('NFC'), signs).replace(strayJoiners, '').replace(/ +/g, ' ').trim();
  return /\p{L}/u.test(letters) ? letters : '';
}
/**
 * A text for comparison, without signs that nobody sees (joiners, soft hyphens, blanks without width, marks of direction): a joiner
 * changes how letters are drawn, and never which word they are. The database's `without_invisible` does the same.
 */
export const withoutInvisible = (text: string): string => text.replace(/\p{DI}/gu, '');

/** A text for readers of numbers and days: digits from 0 to 9, without what nobody sees, such as marks of direction that were copied along. */
export const typedDigits = (text: string): string => plainDigits(withoutInvisible(text));

/** Filters typed text: digits, at most `max` of them. */
export const keepDigits = (text: string, max: number) => digitsIn(text).slice(0, max);
const digitsIn = (text: string) => plainDigits(text).replace(/\D/g, '');

/**
 * Filters a mobile number while it is typed: its ten digits, without the prefix `+91`, `0091`, `91` or `0`. A number may itself
 * begin with 91, so that prefix only goes once more than ten digits follow one another.
 */
export function keepMobile(text: string): string {
  const digits = digitsIn(text).replace(/^0+/, '');
  if (digits.length <= limits.mobileDigits) return digits;
  const national = /^910*([6-9]\d*)$/.exec(digits)?.[1];
  if (national === undefined) return digits.slice(0, limits.mobileDigits);
  // Not yet complete.
  if (national.length < limits.mobileDigits) return digits;
  return national.slice(0, limits.mobileDigits);
}

/** The ten digits of an Indian mobile number with or without a prefix, blanks, hyphens and brackets; any other text with its digits from 0 to 9. */
export function plainMobile(text: string): string {
  const plain = typedDigits(text);
  const bare = plain.replace(/[\s()[\].-]/g, '');
  return /^(?:(?:\+|00)?910?|0)?([6-9]\d{9})$/.exec(bare)?.[1] ?? plain;
}

/** An address whose host is written in letters beyond ASCII, with the name that it has in DNS (`xn--…`): both are one mailbox. */
function withHostOfDns(address: string): string {
  const [, name, host] = /^(.*@)((?=.*[^ -~])[\p{L}\p{M}\p{N}.\u3002-]+)$/u.exec(address) ?? [];
  if (!name || !host) return address;
  try {
    return name + new URL(`http://${host}`).hostname;
  } catch {
    return address;
  }
}

/** An e-mail address in its one spelling, without what was copied along with it: invisible signs, `mailto:`, brackets, wide letters. */
export const plainEmail = (text: string) =>
  withHostOfDns(
    text
      .normalize('NFKC')
      .replace(/\p{Cf}|\p{DI}|[\u2800\ufffc\u{1d159}]/gu, '')
      .trim()
      .replace(/^(?:(?:mailto:|[<‹«⟨〈])\s*)+/i, '')
      .replace(/[>›»⟩〉]$/, '')
      .trim(),
  );

/** What a filter has removed from a typed text: each run of characters once and in order, without blanks. */
export function leftOut(typed: string, letters: string): string[] {
  const rest = [...letters];
  // From the end, as prefixes are removed at the beginning.
  const removed = [...typed].reverse().map((character) => {
    const plain = inUsualSigns(character);
    if (plain === '') return ' ';
    if (plain !== rest.at(-1)) {
      // In whose place a blank stands.
      if (rest.at(-1) === ' ' && plain !== ' ') rest.pop();
      return character;
    }
    rest.pop();
    return ' ';
  });
  return [...new Set(removed.reverse().join('').split(/\s+/))].filter((run) => run !== '');
}
