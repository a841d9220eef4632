import { searchable } from '#server/platform/database/searchable.ts';
import { officeLimits } from '#shared/office-limits.ts';
import { isUtr } from '#shared/utr.ts';

// Cuts what a bank prints of a credit into parts: its number, references, names, and words that say that no money came.

export interface Parts {
  /** The transaction's own number; '' without one. */
  utr: string;
  /** The UTR and the complete references: the keys by which a payment finds the line. */
  keys: string[];
  /** All other numbers that somebody may have typed as the UTR: a mobile, an account, a date. They prove nothing. */
  numbers: string[];
  /** The known part of a reference whose end is missing or doubtful, such as `AIP-2026-0001`. */
  cut: string;
  /** Words of three letters and more, in lower case: the keys by which a name is found. */
  words: string[];
}

const mostKeys = 12;
const mostWords = 30;
const dayMs = 24 * 60 * 60 * 1_000;

/** No bank prints more; a longer text is not read. */
const mostRead = officeLimits.statement.narrationLength;

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

/** Whether what follows a broken reference is not part of it: of `AIP-2026-00012 3RD` and `AIP-2026-0001 23 NOV` the end is missing. */
function endsAsPrinted(reference: string, narration: string): boolean {
  const digits = [...reference.slice(reference.lastIndexOf('-') + 1)].join('\\s*');
  const months = 'JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC';
  return new RegExp(`${digits}(?![A-Z0-9])(?!\\s*(?:${months}))`, 'i').test(narration);
}

function findReferences(narration: string) {
  const found = referencesIn(narration);
  if (found.whole.length > 0) return found;
  // Some banks break narrations into lines at a fixed width.
  const joined = referencesIn(narration.replace(/\s/g, ''));
  joined.whole = joined.whole.filter((reference) => endsAsPrinted(reference, narration));
  return joined.whole.length > 0 || found.cut === '' ? joined : found;
}

const withoutZeros = (digits: string) => digits.replace(/^0+(?=\d)/, '');

/** Every number in a row of a file by its digits, for finding those that stand in several rows. */
export const digitsIn = (text: string): Set<string> =>
  new Set((text.match(/\d{8,}/g) ?? []).map((digits) => withoutZeros(digits)));

/** The digits by which a number is found in other rows. */
export const digitsOf = (number: string): string => withoutZeros(/\d+$/.exec(number)?.[0] ?? '');

/** The number in a column of references, where the whole value is one; banks pad it with zeros. '' for any other value. */
export function numberOfColumn(value: string): string {
  // Kotak names the form before the number.
  const text = value
    .trim()
    .toUpperCase()
    .replace(/^(?:UPI|IMPS|NEFT|RTGS)[-/: ]+/, '');
  const number = /^\d+$/.test(text) ? withoutZeros(text) : text;
  return isUtr(number) ? number : '';
}

/** How far the day in a number may be from the line's. */
const mostDays = 7;

/** The days around a line's date, in the forms that numbers have: the last digit of the year and the day of the year, and so on. */
function daysAround(date: string): { instant: string[]; wire: string[]; wireShort: string[] } {
  const found = { instant: [] as string[], wire: [] as string[], wireShort: [] as string[] };
  const middle = Date.parse(date);
  for (let shift = -mostDays; shift <= mostDays; shift += 1) {
    const day = new Date(middle + shift * dayMs);
    const year = day.getUTCFullYear();
    const ofYear = String((day.getTime() - Date.UTC(year, 0, 1)) / dayMs + 1).padStart(3, '0');
    found.instant.push(`${year % 10}${ofYear}`);
    found.wire.push(day.toISOString().slice(0, 10).replaceAll('-', ''));
    found.wireShort.push(`${String(year).slice(2)}${ofYear}`);
  }
  return found;
}
let around = { date: '', days: daysAround('2000-01-01') };
const daysOf = (date: string) => {
  // The lines of a file stand in the order of their days.
  if (around.date !== date) around = { date, days: daysAround(date) };
  return around.days;
};

/** Whether the day in a number of UPI, IMPS, NEFT or RTGS is within a week of the line's. */
function isDated(number: string, date: string): boolean {
  const { instant, wire, wireShort } = daysOf(date);
  if (/^\d/.test(number)) return instant.some((day) => number.startsWith(day));
  // The day stands behind the bank's letters and a sign of the system; the serial number after it may hold any digits.
  return wire.some((day) => number.indexOf(day) > 0) || wireShort.some((day) => number.slice(1, 11).includes(day));
}

const tokensOf = (text: string) => text.split(/[^A-Z0-9]+/);

/** Blanks within a number come from the bank's line breaks; only numbers of twelve digits are joined again. */
const brokenNumbers = (text: string): string[] =>
  [...text.matchAll(/(?<![\dA-Z])(\d{4,10})\s(\d{2,8})(?![\dA-Z])/g)]
    .map(([, first = '', second = '']) => first + second)
    .filter((number) => number.length === 12);

/** The numbers of a text that have a transaction's form, whatever they are. */
const formsIn = (text: string): string[] => [
  ...(text.match(/\d{12,}/g) ?? []).map(withoutZeros).filter(isUtr),
  ...tokensOf(text).filter((token) => /^[A-Z]/.test(token) && isUtr(token)),
  ...brokenNumbers(text),
];

/** UPI addresses contain mobile numbers, and end at a bank's separators. */
const isAddress = (part: string) => part.includes('@');
const partsOf = (text: string) => text.split(/[\s/\\|:;,-]+/);

/** The one dated number of a narration; '' for none or several, or for one that is part of a UPI address. */
function datedNumber(text: string, date: string): string {
  const dated = new Set(formsIn(text).filter((number) => isDated(number, date)));
  const [only] = dated;
  if (!only || dated.size > 1) return '';
  // Banks break addresses into lines, too.
  const parts = partsOf(text.replace(/\s*@\s*/g, '@'));
  return parts.some((part) => isAddress(part) && part.includes(only)) ? '' : only;
}

/** Long and mostly digits. */
const isNumberLike = (token: string) =>
  token.length >= 8 && token.length <= 40 && token.replace(/\D/g, '').length >= Math.max(6, token.length / 2);
/** Branch codes appear beside the numbers in every narration. */
const isBranchCode = (token: string) => /^[A-Z]{4}0[A-Z0-9]{6}$/.test(token);

/** Every number in a text that somebody may have typed as the UTR. */
const numbersIn = (text: string) =>
  [
    ...tokensOf(text),
    ...(text.match(/\d{8,40}/g) ?? []).flatMap((run) => [run, withoutZeros(run)]),
    ...brokenNumbers(text),
  ].filter((token) => isNumberLike(token) && !isBranchCode(token) && !token.startsWith('AIP20'));

/** Words of every narration, which are not names. */
const commonWords = new Set(
  'upi neft imps rtgs cr dr credit transfer from for the payment paid paytm phonepe gpay bank ltd limited fee fees branch cash deposit association member members membership subscription annual admission transaction account savings online netbanking internet mobile google amazon okhdfcbank oksbi okaxis okicici ybl ibl axl apl upl hdfc sbin icic icici utib punb barb cnrb yesb kkbk'.split(
    ' ',
  ),
);

const form = '(?:UPI|NEFT|IMPS|RTGS|ACH|NACH|INB|MB)';
const word = (text: string) => `(?<![A-Z])(?:${text})(?![A-Z])`;
/** Follows an abbreviation that is also a title, where it is none. */
const apart = `(?=[-/:*_|)\\];,0-9]|\\s*$|[\\s.]+(?:${form}|\\d))`;
const afterForm = (text: string) => `${form}[-/:*_\\s]{0,3}(?:${text})(?![A-Z])`;
const returned =
  'RTN|RTND|RETURNS?|RETURNED|RVSL|RVS|RVRSL|REVERSALS?|REVERSED|REVERSE|REFUNDS?|REFUNDED|RE?FND|RFD|CHARGE\\s?BACK|CHBK|CR[-/\\s]?ADJ|(?:CREDIT|CR)[-/\\s]*ADJUSTMENT|ROLL\\s?BACK|BOUNCED?|DISHONOU?RED|UNPAID|REJECT|REJECTED|FAILED|FAILURE|DISPUTED?|CANCELLED|CANCELED';
/** Money that was taken back. `REV` and `RET` before a name are titles. */
const reversals = new RegExp(
  [word(returned), `(?<![A-Z])(?:REV|RET)${apart}`, afterForm(`REV|RET|REJ|RRC|${returned}`)].join('|'),
);
const wentTo = '(?:PAID|PAYMENT|PYMT|SENT|TRANSFERRED|FT)\\s+TO';
/** Money that went out. `DR` before a name is a title; of a payer's own note, such as `PAYMENT TO THE ASSOCIATION`, only the start counts. */
const debits = new RegExp(
  [
    word('DEBITS?|DEBITED|WITHDRAWALS?|WITHDRAWL|WDL|W/D|OUTWARD|OUTGOING'),
    `(?<![A-Z])DR${apart}`,
    `${form}\\s*DR(?![A-Z])`,
    afterForm(`OUT|${wentTo}`),
    `^\\s*${wentTo}(?![A-Z])`,
    word('TO\\s*(?:TRANSFER|TRF|TFR|TRANSF|XFER)|(?:TRANSFER|TRF|TFR)\\s+TO'),
    `(?:^|[-/:*|])\\s*SENT(?![A-Z])(?!\\s+(?:FROM|USING|VIA|BY|THROUGH))|(?<![A-Z])SENT[-/:*_\\s]{0,3}${form}`,
  ].join('|'),
);

/** Why a credit with this text is never sure; '' for no reason. */
export function cautionOf(printed: string): 'debit' | 'reversal' | '' {
  const text = printed.slice(0, mostRead).toUpperCase();
  return reversals.test(text) ? 'reversal' : debits.test(text) ? 'debit' : '';
}

/**
 * The parts of a credit.
 * @param line.column its cell in the column of references; '' without one
 * @param line.number the number of that cell, if no other row of the file has it; else ''
 * @param line.date YYYY-MM-DD
 */
export function cutNarration(line: { narration: string; column: string; number: string; date: string }): Parts {
  const printed = line.narration.slice(0, mostRead);
  const beside = line.column.slice(0, 200);
  const { whole, cut } = findReferences(printed);
  const references = [...new Set([...whole, ...findReferences(beside).whole])];
  const plain = (text: string) => text.toUpperCase().replace(anyReference, ' ');
  const [text, column] = [plain(printed), plain(beside)];
  const utr = line.number || datedNumber(text, line.date);
  // The gateway's settlements have numbers of a form of their own.
  const cell = /^0*(?=[A-Z0-9]*\d)([A-Z0-9]{10,30})$/.exec(beside.trim().toUpperCase())?.[1];
  const numbers = [...new Set([...numbersIn(text), ...numbersIn(column), ...(cell ? [cell] : [])])].filter(
    (number) => number !== utr,
  );
  const words = searchable(printed).match(/[\p{L}\p{M}]{3,}/gu) ?? [];
  return {
    utr,
    keys: [...(utr ? [utr] : []), ...references].slice(0, mostKeys),
    numbers: numbers.slice(0, mostKeys),
    cut: references.length > 0 ? '' : cut,
    words: [...new Set(words)].filter((each) => !commonWords.has(each)).slice(0, mostWords),
  };
}

/** The letters and digits of a narration, by which a credit is known again in another file. */
export const comparableNarration = (narration: string): string =>
  searchable(narration.slice(0, mostRead)).replace(/[^\p{L}\p{M}\p{N}]/gu, '');

/** Names of banks of several words, whose words are names of people too. */
const banks = /\b(?:bank of \p{L}+|(?:lakshmi vilas|karur vysya|city union|\p{L}+) bank)\b|\bkotak mahindra\b/gu;
/** Titles that are as long as a name. */
const titles = new Set(['shri', 'shree', 'shrimati', 'srimati', 'sushri', 'miss', 'prof', 'advocate', 'justice']);
/** A shorter word says too little. */
const leastLetters = 4;

const wordsOf = (text: string): string[] => searchable(text).match(/[\p{L}\p{M}]+/gu) ?? [];

/** The words of a narration among which a name is looked for: without those of banks, and of a UPI address its first half. */
function nameWordsOf(narration: string): string[] {
  const text = searchable(narration.slice(0, mostRead))
    .replace(/@[\p{L}\p{M}\p{N}.]+/gu, ' ')
    .replace(banks, ' ');
  return wordsOf(text).filter((each) => !commonWords.has(each));
}

/**
 * Whether a name agrees with a narration: a word of four letters and more stands in it, also inside another word or cut off after
 * four letters, or the whole name where all of its words are shorter.
 */
export function nameAgrees(name: string, narration: string): boolean {
  const wanted = wordsOf(name).filter((each) => !titles.has(each));
  if (wanted.length === 0) return false;
  const printed = nameWordsOf(narration);
  const long = wanted.filter((each) => [...each].length >= leastLetters);
  if (long.length === 0) {
    const whole = wanted.join('');
    return [...whole].length >= leastLetters
      ? ` ${printed.join(' ')} `.includes(` ${wanted.join(' ')} `) || printed.some((each) => each.includes(whole))
      : ` ${printed.join(' ')} `.includes(` ${wanted.join(' ')} `);
  }
  return long.some((each) =>
    printed.some((found) => found.includes(each) || ([...found].length >= leastLetters && each.startsWith(found))),
  );
}

/** Whether all words of a name, but initials and such, stand in a narration. */
export function isWholeNameIn(name: string, narration: string): boolean {
  const printed = wordsOf(narration.slice(0, mostRead));
  const wanted = wordsOf(name).filter((each) => each.length >= 3);
  return wanted.length > 0 && wanted.every((each) => printed.includes(each));
}
