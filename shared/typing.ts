import { limits } from './limits.ts';

/** Filters typed text: letters of any script and spaces; a pasted line break or tab becomes a space. */
export const keepLetters = (text: string) => text.replace(/\s/g, ' ').replace(/[^\p{L}\p{M}\u0F0B \u200C\u200D]/gu, '');
/** Filters typed text: digits, at most `max` of them. */
export const keepDigits = (text: string, max: number) => text.replace(/\D/g, '').slice(0, max);

/**
 * Filters a mobile number while it is typed: its ten digits, without the prefix `+91`, `0091`, `91` or `0`. A number may itself
 * begin with 91, so that prefix only goes once more than ten digits follow one another.
 */
export function keepMobile(text: string): string {
  const digits = text.replace(/\D/g, '').replace(/^0+/, '');
  if (digits.length <= limits.mobileDigits) return digits;
  const national = /^910*([6-9]\d*)$/.exec(digits)?.[1];
  if (national === undefined) return digits.slice(0, limits.mobileDigits);
  // Not yet complete.
  if (national.length < limits.mobileDigits) return digits;
  return national.slice(0, limits.mobileDigits);
}

/** The ten digits of an Indian mobile number with or without a prefix, blanks, hyphens and brackets; any other text as it is. */
export function plainMobile(text: string): string {
  const bare = text.replace(/[\s()[\].-]/g, '');
  return /^(?:(?:\+|00)?910?|0)?([6-9]\d{9})$/.exec(bare)?.[1] ?? text;
}

/** An e-mail address without what was copied along with it: invisible signs, `mailto:`, brackets, wide letters. */
export const plainEmail = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/\p{Cf}|\p{DI}/gu, '')
    .trim()
    .replace(/^(?:(?:mailto:|[<‹«⟨〈])\s*)+/i, '')
    .replace(/[>›»⟩〉]$/, '')
    .trim();

/** What a filter has removed from a typed text: each run of characters once and in order, without blanks. */
export function leftOut(typed: string, kept: string): string[] {
  const rest = [...kept];
  // From the end, as prefixes are removed at the beginning.
  const removed = [...typed].reverse().map((character) => {
    // A line break is kept as a space.
    if ((/\s/.test(character) ? ' ' : character) !== rest.at(-1)) return character;
    rest.pop();
    return ' ';
  });
  return [...new Set(removed.reverse().join('').split(/\s+/))].filter((run) => run !== '');
}
