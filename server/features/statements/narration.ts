import { searchable } from '#server/database/searchable.ts';

// What a bank's narration says of who paid and for what.

export interface Findings {
  /** The transaction's own number, as the bank prints it; '' without one. */
  utr: string;
  /** Everything that may be the number somebody has typed as the UTR, and the references found in full. */
  keys: string[];
  /** A reference of which the end is missing or doubtful: what there is of it, such as `AIP-2026-0001`. */
  cut: string;
  /** Words of three letters and more, in lower case. */
  words: string[];
}

const mostKeys = 12;
const mostWords = 30;

/** Hyphens and whatever a bank puts in their place. */
const full = /AIP[-\s/_.]*(20\d\d)[-\s/_.]*(\d{6,})(?!\d)/gi;
const beginning = /AIP[-\s/_.]*(20\d\d)[-\s/_.]*(\d{1,5})\W*$/i;
/** A reference number has six digits; a million registrations later seven. */
const usualDigits = 6;
const mostDigits = 8;

/** The references in a text, and what is left of one that was cut or ran into what stands behind it. */
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
  // Some banks break a narration into lines wherever one is full.
  const joined = referencesIn(narration.replace(/\s/g, ''));
  return joined.whole.length > 0 || found.cut === '' ? joined : found;
}

/** Parts of a narration that could be a number of a transaction: long, and mostly digits. */
const isNumberLike = (token: string) =>
  token.length >= 8 && token.length <= 40 && token.replace(/\D/g, '').length >= Math.max(6, token.length / 2);
/** Codes of branches stand beside the numbers in every narration. */
const isBranchCode = (token: string) => /^[A-Z]{4}0[A-Z0-9]{6}$/.test(token);
/** NEFT and RTGS: the bank's letters, then digits. */
const isBankNumber = (token: string) => /^[A-Z]{1,5}[A-Z0-9]{0,3}\d{8,}$/.test(token) && token.length >= 12;

function tokensOf(text: string): string[] {
  return (
    text
      .toUpperCase()
      .replace(/AIP[-\s/_.]*20\d\d[-\s/_.]*\d{1,8}(?!\d)/g, ' ')
      .replace(/\S*@\S*/g, (address) => address.replace(/[^/\\|:;,-]*@[^/\\|:;,-]*/g, ' '))
      .split(/[^A-Z0-9]+/)
      // Banks fill a column up with zeros, also where there is nothing in it.
      .map((token) => token.replace(/^0{3,}(?=\d*$)/, ''))
      .filter((token) => isNumberLike(token) && !isBranchCode(token) && !token.startsWith('AIP20'))
  );
}

/** Blanks within a number are a line's end of the bank's; only whole numbers of twelve digits are put together again. */
function brokenNumbers(narration: string): string[] {
  return [...narration.matchAll(/(?<![\dA-Z])(\d{4,10})\s(\d{2,8})(?![\dA-Z])/gi)]
    .map(([, first = '', second = '']) => first + second)
    .filter((number) => number.length === 12);
}

/** What every narration holds, and no name does. */
const commonWords = new Set(
  'upi neft imps rtgs cr dr credit transfer from for the payment paid paytm bank ltd limited okhdfcbank oksbi okaxis okicici ybl ibl axl apl upl hdfc sbin icic utib punb barb cnrb yesb'.split(
    ' ',
  ),
);

/**
 * Reads a narration.
 * @param reference what stands in a column of its own for the number of the transaction; '' without one
 */
export function readNarration(narration: string, reference: string): Findings {
  const { whole, cut } = findReferences(narration);
  const beside = findReferences(reference).whole;
  const inText = tokensOf(narration);
  const inColumn = tokensOf(reference);
  const broken = /\b(upi|imps)\b/i.test(narration) ? brokenNumbers(narration) : [];
  const isWire = /\b(neft|rtgs)\b/i.test(narration);
  const ofBank = inText.find(isBankNumber) ?? inColumn.find(isBankNumber);
  const ofTwelve = [...inText, ...inColumn, ...broken].find((token) => /^\d{12}$/.test(token));
  const utr = (isWire ? (ofBank ?? ofTwelve) : (ofTwelve ?? ofBank)) ?? '';
  const references = [...new Set([...whole, ...beside])];
  const keys = [...new Set([...(utr ? [utr] : []), ...references, ...inText, ...inColumn, ...broken])];
  const words = searchable(narration).match(/[\p{L}\p{M}]{3,}/gu) ?? [];
  return {
    utr,
    keys: keys.slice(0, mostKeys),
    cut: references.length > 0 ? '' : cut,
    words: [...new Set(words)].filter((word) => !commonWords.has(word)).slice(0, mostWords),
  };
}

/** A narration as it is compared: without blanks and case. */
export const comparableNarration = (narration: string) => narration.replace(/\s/g, '').toLowerCase();
