import { searchable } from '#server/database/searchable.ts';
import { officeLimits } from '#shared/office-limits.ts';
import { isUtr, isWireNumber } from '#shared/utr.ts';

// Parses a bank's narration: who paid, and for what.

export interface Findings {
  /** The transaction's own number as banks print it; '' without one. */
  utr: string;
  /** The UTR and the complete references, for matching. */
  keys: string[];
  /** All other numbers that somebody may have typed as the UTR: a mobile, an account, a date. They prove nothing. */
  numbers: string[];
  /** The known part of a reference whose end is missing or doubtful, such as `AIP-2026-0001`. */
  cut: string;
  /** Words of three letters and more, in lower case. */
  words: string[];
}

const mostKeys = 12;
const mostWords = 30;

/** Hyphens, and the characters that banks replace them by. */
const full = /AIP[-\s/_.\u2010-\u2015\u2212]{0,5}(20\d\d)[-\s/_.\u2010-\u2015\u2212]{0,5}(\d{6,})(?!\d)/gi;
const beginning = /AIP[-\s/_.\u2010-\u2015\u2212]{0,5}(20\d\d)[-\s/_.\u2010-\u2015\u2212]{0,5}(\d{1,5})\W{0,20}$/i;
const anyReference = /AIP[-\s/_.\u2010-\u2015\u2212]{0,5}20\d\d[-\s/_.\u2010-\u2015\u2212]{0,5}\d{1,8}(?!\d)/g;
/** A reference number has six digits, and seven after a million registrations. */
const usualDigits = 6;
const mostDigits = 8;

/** The complete references in a text, and the rest of one that was cut off or joined with other text. */
function referencesIn(text: string): { whole: string[]; cut: string } {
  const whole: string[] = [];
  let cut = '';
  for (const [, year, digits = ''] of text.matchAll(full)) {
    if (digits.length <= mostDigits) whole.push(`AIP-${year}-${digits}`);
    else cut ||= `AIP-${year}-${digits.slice(0, usualDigits)}`;
  }
  const [, year, digits] = beginning.exec(text) ?? [];
  if (whole.length === 0 && year) cut ||= `AIP-${year}-${digits}`;
  return { whole, cut };
}

function findReferences(narration: string) {
  const found = referencesIn(narration);
  if (found.whole.length > 0) return found;
  // Some banks break narrations into lines at a fixed width.
  const joined = referencesIn(narration.replace(/\s/g, ''));
  return joined.whole.length > 0 || found.cut === '' ? joined : found;
}

/** A mobile number with the country code has twelve digits too. */
const isMobile = (digits: string) => /^91[6-9]/.test(digits);

// A name such as Upinder is not a transfer.
const isInstant = /(?<![A-Z])(?:BHIM)?UPI(?:CR|DR|AR|IN|P2[AMPV])?(?![A-Z])|IMPS/;
const isWire = /(?<![A-Z])(?:NEFT|RTGS)/;
/** Twelve separate digits, or after a word that marks them as the number; a name may follow directly. */
const twelve = /(?:(?<![A-Z0-9])|(?<=UPI|IMPS|P2[AMPV]|CR|RRN|UTR|REF|NO))\d{12}(?!\d)/g;
/** The same directly after the form's word. */
const twelveAtOnce = /(?:UPI|IMPS)(?:[-/:*\s]{0,3}(?:CR|IN|P2[AMPV]|RRN|REF|NO))?[-/:*\s]{0,3}(\d{12})(?!\d)/;
const wireAtOnce = /(?:NEFT|RTGS)(?:[-/:*_\s]{0,3}(?:CR|IN))?[-/:*_\s]{0,3}([A-Z]{1,6}[A-Z0-9]{0,8}\d{8,})(?![A-Z0-9])/;

/** UPI addresses contain mobile numbers, and end at a bank's separators. */
const withoutAddresses = (text: string) =>
  text
    .split(/([\s/\\|:;,-]+)/)
    .map((part) => (part.includes('@') ? ' ' : part))
    .join('');

const tokensOf = (text: string) =>
  text
    .split(/[^A-Z0-9]+/)
    // Banks pad a column with zeros, even an empty one.
    .map((token) => token.replace(/^0{3,}(?=\d*$)/, ''));

/** Blanks within a number come from the bank's line breaks; only numbers of twelve digits are joined again. */
function brokenNumbers(text: string): string[] {
  return [...text.matchAll(/(?<![\dA-Z])(\d{4,10})\s(\d{2,8})(?![\dA-Z])/g)]
    .map(([, first = '', second = '']) => first + second)
    .filter((number) => number.length === 12);
}

/** The number if there is exactly one; of several none can be identified as the transaction's. */
const onlyOne = (numbers: readonly string[]) => {
  const different = new Set(numbers);
  return different.size === 1 ? numbers[0]! : '';
};

/** The transaction's number, by the form of the narration. */
function utrIn(text: string): string {
  const at = (form: RegExp) => {
    const index = text.search(form);
    return index < 0 ? Number.POSITIVE_INFINITY : index;
  };
  const isInstantFirst = at(isInstant) < at(isWire);
  if (isInstantFirst) {
    const atOnce = twelveAtOnce.exec(text)?.[1];
    if (atOnce && !isMobile(atOnce)) return atOnce;
    const found = [...(text.match(twelve) ?? []), ...brokenNumbers(text)];
    return onlyOne(found.filter((number) => !isMobile(number))) || onlyOne(found);
  }
  if (at(isWire) === Number.POSITIVE_INFINITY) return '';
  const atOnce = wireAtOnce.exec(text)?.[1] ?? '';
  if (isWireNumber(atOnce)) return atOnce;
  return onlyOne(tokensOf(text).filter(isWireNumber));
}

/** Long and mostly digits. */
const isNumberLike = (token: string) =>
  token.length >= 8 && token.length <= 40 && token.replace(/\D/g, '').length >= Math.max(6, token.length / 2);
/** Branch codes appear beside the numbers in every narration. */
const isBranchCode = (token: string) => /^[A-Z]{4}0[A-Z0-9]{6}$/.test(token);

/** Every number in a text that somebody may have typed as the UTR. */
const numbersIn = (text: string) =>
  [...tokensOf(text), ...(text.match(/\d{8,40}/g) ?? []), ...brokenNumbers(text)].filter(
    (token) => isNumberLike(token) && !isBranchCode(token) && !token.startsWith('AIP20'),
  );

/** Words of every narration, which are not names. */
const commonWords = new Set(
  'upi neft imps rtgs cr dr credit transfer from for the payment paid paytm bank ltd limited okhdfcbank oksbi okaxis okicici ybl ibl axl apl upl hdfc sbin icic utib punb barb cnrb yesb'.split(
    ' ',
  ),
);

/** Not incoming money: sent, reversed or returned. */
const debits = /(?<![A-Z])(?:UPI|NEFT|IMPS|RTGS)[-/:*\s]{0,3}DR(?![A-Z])|(?<![A-Z])TO TRANSFER(?![A-Z])/;
const reversals =
  /(?<![A-Z])REV[-/:]|^REV\s+(?:UPI|NEFT|IMPS|RTGS)|(?<![A-Z])(?:RTN|RETURN(?:ED)?|REVERSAL|REVERSED)(?![A-Z])/;

/** Why a credit with this narration is never sure; '' for no reason. */
export function cautionOf(narration: string): 'debit' | 'reversal' | '' {
  const text = narration.slice(0, mostRead).toUpperCase();
  return reversals.test(text) ? 'reversal' : debits.test(text) ? 'debit' : '';
}

/** No bank gives more; a longer text is not read. */
const mostRead = officeLimits.statement.narrationLength;

/**
 * Parses a narration.
 * @param reference the column of the transaction's number; '' without one
 */
export function readNarration(narration: string, reference: string): Findings {
  const cutText = narration.slice(0, mostRead);
  const beside = reference.slice(0, 200);
  const { whole, cut } = findReferences(cutText);
  const references = [...new Set([...whole, ...findReferences(beside).whole])];
  const plain = (text: string) => withoutAddresses(text.toUpperCase().replace(anyReference, ' '));
  const text = plain(cutText);
  const column = plain(beside);
  const inColumn = tokensOf(column).filter(isUtr);
  const utr = utrIn(text) || utrIn(column) || onlyOne(inColumn.filter((number) => !isMobile(number)));
  const numbers = [...new Set([...numbersIn(text), ...numbersIn(column)])].filter((number) => !utr.includes(number));
  const words = searchable(cutText).match(/[\p{L}\p{M}]{3,}/gu) ?? [];
  return {
    utr,
    keys: [...(utr ? [utr] : []), ...references].slice(0, mostKeys),
    numbers: numbers.slice(0, mostKeys),
    cut: references.length > 0 ? '' : cut,
    words: [...new Set(words)].filter((word) => !commonWords.has(word)).slice(0, mostWords),
  };
}

/** A narration for comparison: without blanks and case. */
export const comparableNarration = (narration: string) => narration.slice(0, mostRead).replace(/\s/g, '').toLowerCase();
