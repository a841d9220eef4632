import { searchable, searchableName } from '#server/platform/database/searchable.ts';
import { limits } from '#shared/limits.ts';
import { withoutInvisible } from '#shared/typing.ts';
import { comparableUtr, isUtr, numberIn } from '#shared/utr.ts';

// Words of banks for money that went back or went out. They only save the office a look: a credit is sure by its reference alone, and a word
// that is missing here lets no other one be sure. In capitals; a blank stands for any blanks and hyphens.

/** Matched at the start of a word or behind the form of payment (`UPIREV`), also where a name follows without a blank. */
const warningWords: readonly string[] = [
  ...['REV', 'RVS', 'RVRS', 'RTN', 'RTRN', 'RETURN', 'RFND', 'RFD', 'REFND', 'REFUND', 'RE CREDIT', 'RRC'],
  ...['CHARGE BACK', 'CHBK', 'CR ADJ', 'CRADJ', 'CREDIT ADJ', 'UPI ADJ', 'ROLL BACK', 'SENT BACK', 'MONEY BACK'],
  ...['FAILED', 'FAILURE', 'REJECT', 'BOUNCED', 'DISHONO', 'UNPAID', 'DISPUTE', 'CANCEL'],
  ...['DEBIT', 'WITHDRAW', 'WDL', 'WDR', 'W/D', 'OUTWARD', 'OUTGOING', 'UPIOUT', 'UPI OUT', 'ACH D'],
  ...['TO UPI/', 'TO TRANSFER', 'TRANSFER TO', 'TRF TO', 'PAID TO', 'SENT TO', 'TO ONL'],
  ...['DR/', 'DR)', 'DR]', 'UPI/DR', 'UPI DR', 'NEFT DR', 'IMPS DR', 'RTGS DR'],
  ...['वापसी', 'वापस', 'धनवापसी', 'रिफंड', 'डेबिट', 'विफल'],
];

/** They begin like one of these words, and mean something else. */
const exceptions: readonly string[] = [
  ...['REVENUE', 'REVIEW', 'REVISION', 'REFUNDABLE', 'ACH DEP'],
  ...['REV FR', 'REV FATHER', 'REV DR', 'REV SR'],
];

// What stands in the texts of a credit: whole references and numbers, and what may be a part of one.

export interface Pointers {
  /** Whole references, such as `AIP-2026-000123`. */
  references: string[];
  /** Whole runs of digits, or of letters and digits, without leading zeros. */
  runs: string[];
  /** References and numbers that stand in it in pieces, or within a longer run. */
  pieces: string[];
  /** The beginning of a reference whose end is missing; '' without one. */
  cut: string;
}

/** Shorter numbers are days, amounts, cheques and times. */
const leastDigits = 9;
const maxRuns = 60;
const maxPieces = 12;
const maxWords = 30;

const joint = String.raw`[\s\p{Pd}\u2212_/.]{0,5}`;
const inWord = String.raw`[\p{L}\p{M}\p{N}]`;
const wholeReference = new RegExp(
  String.raw`(?<!${inWord})(AIP|TEST)${joint}(20\d\d)${joint}(\d{6,8})(?!${inWord})`,
  'giu',
);
const cutReference = new RegExp(String.raw`(?<!${inWord})(AIP|TEST)${joint}(20\d\d)${joint}(\d{1,5})\W{0,20}$`, 'iu');

const withoutZeros = (number: string) => number.replace(/^0+/, '');
const isNumber = (run: string) => run.length >= leastDigits && /^[A-Z0-9]*\d[A-Z0-9]*$/.test(run);

function runsIn(text: string): string[] {
  const words = text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const digits = text.match(/(?<!\p{N})\d+(?!\p{N})/gu) ?? [];
  return [...words, ...digits].map(withoutZeros).filter(isNumber);
}

/** The numbers of a claim, each of which counts as claimed. */
export const numbersOf = (claim: string): string[] => [
  ...new Set((claim.toUpperCase().match(/[A-Z0-9]+/g) ?? []).map(withoutZeros).filter(isNumber)),
];

/** Numbers with blanks or dashes inside. */
function numbersInPieces(text: string): string[] {
  const numbers: string[] = [];
  for (const [chain] of text.matchAll(/[A-Z0-9]+(?:[\s\p{Pd}][A-Z0-9]+)+/gu)) {
    const parts = chain.split(/[\s\p{Pd}]/u);
    for (const first of parts.keys()) {
      for (let count = 2; count <= 4 && first + count <= parts.length; count += 1) {
        const window = parts.slice(first, first + count);
        if (!window.some(isUtr) && isUtr(window.join(''))) numbers.push(withoutZeros(window.join('')));
      }
    }
  }
  return numbers;
}

function referencesInPieces(texts: readonly string[]): string[] {
  // Its halves may stand in two cells.
  const rest = texts.map((text) => text.replace(wholeReference, 'X'));
  const joined = rest.map((text) => text.replace(/^\s*\d{9,}/, 'X')).join('');
  return [...rest, joined].flatMap((text) => {
    const plain = text.toUpperCase().replace(/[^\p{L}\p{M}\p{N}]/gu, '');
    return [...plain.matchAll(/(AIP|TEST)(20\d\d)(\d{6})/g)].map(([, ...parts]) => parts.join('-'));
  });
}

const unique = (all: string[], max: number) => [...new Set(all)].slice(0, max);

/** Whether a key of a line is a reference; those of a rehearsal begin with TEST. */
export const isReference = (key: string): boolean => /^(AIP|TEST)-/.test(key);
export const isOfRehearsal = (key: string): boolean => key.startsWith('TEST-');

/** @param texts the texts of a row, each whole */
export function pointersIn(texts: readonly string[]): Pointers {
  const references = texts.flatMap((text) =>
    [...text.matchAll(wholeReference)].map(([, ...parts]) => parts.join('-').toUpperCase()),
  );
  const capitals = texts.map((text) => text.toUpperCase());
  const cut = texts.flatMap((text) => cutReference.exec(text)?.slice(1).join('-').toUpperCase() ?? [])[0];
  return {
    references: unique(references, maxRuns),
    runs: unique(capitals.flatMap(runsIn), maxRuns),
    pieces: unique([...referencesInPieces(texts), ...capitals.flatMap(numbersInPieces)], maxPieces),
    cut: cut && references.length === 0 ? cut : '',
  };
}

/**
 * The number by which a credit is shown and known again: that of its cell in the column of references, or else the only one of a
 * transaction's length in the row. '' for none. It proves nothing.
 * @param runs those of the row that no other row of the file has
 */
export function numberOfRow(cell: string, runs: readonly string[]): string {
  const number = comparableUtr(cell);
  if (isUtr(number) && runs.includes(withoutZeros(number))) return number;
  // `IMPS632282184254` is a run, and so are its digits.
  const all = [...new Set(runs.filter(isUtr).map(numberIn))];
  const numbers = all.filter((each) => !all.some((longer) => longer !== each && longer.endsWith(each)));
  return numbers.length === 1 ? numbers[0]! : '';
}

/** Words of every narration, which are not names. */
const commonWords = new Set(
  'upi neft imps rtgs cr dr credit transfer from for the payment paid paytm phonepe gpay bank ltd limited fee fees branch cash deposit association member members membership subscription annual admission transaction account savings online netbanking internet mobile google amazon okhdfcbank oksbi okaxis okicici bhim navi cred ybl ibl axl apl upl hdfc sbin icic icici utib punb barb cnrb yesb kkbk'.split(
    ' ',
  ),
);

const lettersIn = (text: string): string[] => searchable(text).match(/[\p{L}\p{M}]+/gu) ?? [];

/** The words by which a name is found. */
export const wordsOf = (narration: string): string[] =>
  unique(
    [...lettersIn(narration), ...lettersIn(searchableName(narration))].filter(
      (word) => word.length >= 3 && !commonWords.has(word),
    ),
    maxWords,
  );

/** The letters and digits of a narration, by which a credit is known again in another file. */
export const comparableNarration = (narration: string): string =>
  searchable(narration.slice(0, limits.statement.narrationLength)).replace(/[^\p{L}\p{M}\p{N}]/gu, '');

const nameWordsOf = (name: string) => lettersIn(name).filter((word) => [...word].length >= 3);

/** Whether a printed word is one of a name, whole or cut off after four letters. */
const isWordOf = (printed: string, word: string) =>
  printed === word || ([...printed].length >= 4 && word.startsWith(printed));

/** Whether all words of a name, but initials and such, stand in a text. */
export function isWholeNameIn(name: string, text: string): boolean {
  const printed = lettersIn(text);
  const words = nameWordsOf(name);
  return words.length > 0 && words.every((word) => printed.includes(word));
}

export interface Named {
  /** Not every word of the person's name stands in the texts. */
  otherName: boolean;
  /** The bank's words for who paid; '' for none. */
  named: string;
}

/** The words of a text in every order; of many words only as they stand. */
function ordersOf(words: readonly string[]): string[][] {
  if (words.length < 2 || words.length > 4) return [[...words]];
  return words.flatMap((word, index) => ordersOf(words.toSpliced(index, 1)).map((rest) => [word, ...rest]));
}

/**
 * Whether a bank has cut a name within a word, in any order of its words and with or without blanks: `KAVITA R`, `RAMANATHAN KA`,
 * `KAVITARAMA`. A name that ends with a word may be another one.
 */
function isCut(printed: string, name: string): boolean {
  const letters = lettersIn(printed).join('');
  return (
    [...letters].length >= 4 &&
    ordersOf(lettersIn(name)).some((words) => {
      const ends = words.map((_, index) => words.slice(0, index + 1).join('').length);
      return words.join('').startsWith(letters) && (!ends.includes(letters.length) || ends.at(-1) === letters.length);
    })
  );
}

/** Where a bank has printed the name: the first part of a row with a longer word that is none of its own. */
const namePart = (texts: readonly string[]): string | undefined =>
  texts
    .flatMap((text) => text.split(/[^\p{L}\p{M}\p{N}\s.@]+|[\p{L}\p{M}]*\d[\p{L}\p{M}\d]*/u))
    .find(
      (part) => !part.includes('@') && lettersIn(part).some((word) => [...word].length >= 4 && !commonWords.has(word)),
    )
    ?.trim();

/** What a bank says of who paid. Decides nothing but what is ticked one by one. */
export function namedIn(name: string, texts: readonly string[]): Named {
  const nameWords = nameWordsOf(name);
  const parts = texts.flatMap((text) => withoutInvisible(text).split(/[^\p{L}\p{M}\p{N}\s.@]+|\d[\p{L}\d]*/u));
  const words = parts.filter((part) => !part.includes('@')).map((part) => part.match(/[\p{L}\p{M}]+/gu) ?? []);
  const all = words.flat();
  const matches = nameWords.map((word) => all.find((printed) => isWordOf(searchable(printed), word)));
  if (nameWords.length > 0 && matches.every((printed) => printed !== undefined))
    return { otherName: false, named: [...new Set(matches)].join(' ') };
  const part = namePart(texts);
  if (part !== undefined && isCut(part, name)) return { otherName: false, named: part };
  const isName = (word: string) => [...word].length >= 3 && !commonWords.has(searchable(word));
  const other = words.find((part) => part.some(isName) && !part.some((word) => /^bank$/i.test(word))) ?? [];
  return { otherName: true, named: other.filter((word) => !commonWords.has(searchable(word))).join(' ') };
}

const escaped = (word: string) => word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&').replace(/ /g, '[\\s-]*');
const warning = new RegExp(
  String.raw`(?<=^|[^\p{L}\p{M}\p{N}]|UPI|IMPS|NEFT|RTGS|ACH)(?:${warningWords.map(escaped).join('|')})`,
  'gu',
);
const isException = new RegExp(`^(?:${exceptions.map(escaped).join('|')})`, 'u');

/** The first word in the texts that says that no money came, unless it begins a word of the payer's name; '' for none. */
export function warningIn(texts: readonly string[], names: readonly string[]): string {
  const nameList = names.flatMap(nameWordsOf).map((word) => word.toUpperCase());
  for (const text of texts.map((each) => each.toUpperCase())) {
    for (const { 0: word, index } of text.matchAll(warning)) {
      const rest = text.slice(index);
      const whole = /^[\p{L}\p{M}]+/u.exec(rest)?.[0] ?? '';
      const isOfName = nameList.some(
        (each) =>
          each.length > word.length && each.startsWith(word) && (whole.startsWith(each) || isWordOf(whole, each)),
      );
      if (!isOfName && !isException.test(rest)) return word;
    }
  }
  return '';
}
