/**
 * Guesses specific to this association that no public list contains: courts and offices, slogans, and
 * common names.
 */
const localWords = `
prosecutor prosecutors publicprosecutor prosecution directorate association membership advocates justices magistrate
highcourt supremecourt lawyers constitution government bharatiya sanhita satyamevajayate
hindustani bharatmata myindia iloveindia incredibleindia vandemataram tiranga kolkata bengaluru pune jaipur lucknow
patna bhopal indore nagpur jaishriram jaishreeram shriram mahadev harharmahadev omnamahshivaya shivaji ganpati balaji
radhekrishna harekrishna saraswati laxmi saibaba jaimatadi khuda gurunanak jaibhim bhagatsingh ambedkar
virat kohli viratkohli dhoni msdhoni rohit rohitsharma mumbaiindians priya neha pooja divya kavya ankit vikas vikram
arjun mohit nitin sumit yadav verma joshi patil deshmukh banerjee chatterjee mukherjee reddy iyer menon
gmail yahoo hotmail whatsapp instagram paytm airtel changepassword
`;

/** Character substitutions; each gives one reading of a word. */
const readings: Record<string, string>[] = [
  { '@': 'a', '4': 'a', '3': 'e', '0': 'o', '5': 's', $: 's', '7': 't', '1': 'i', '!': 'i' },
  { '@': 'a', '4': 'a', '3': 'e', '0': 'o', '5': 's', $: 's', '7': 't', '1': 'l', '!': 'l' },
];
const rows = ['abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'qwertzuiop', 'asdfghjkl', 'zxcvbnm'];
const keyboard = rows.flatMap((row) => [row, [...row].reverse().join('')]);

/** Digits and signs that people put around a word; longer ones are taken to be chosen with thought. */
const decoration = String.raw`[\d!@#$%^&*()_.,+=?~/-]`;
const before = new RegExp(`^${decoration}{1,4}`);
const after = new RegExp(`${decoration}{1,8}$`);

const repeatedUnit = /^(.{1,8}?)\1+$/;

let common: Promise<ReadonlySet<string>> | undefined;

/** The lists take time and memory, and are needed only when a password is chosen. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set([...dictionary['passwords-common'], ...localWords.trim().split(/\s+/)]),
  );
  return common;
}

/** A text in lower case, and its readings with signs replaced by letters. */
export function readingsOf(text: string): string[] {
  return [text, ...readings.map((letters) => [...text].map((sign) => letters[sign] ?? sign).join(''))];
}

/** The text without digits and signs around it, in every way of cutting: `12tiger@1985` gives `tiger`. */
function cores(text: string): string[] {
  const withoutEnd = text.replace(after, '');
  return [text, withoutEnd, text.replace(before, ''), withoutEnd.replace(before, '')];
}

function isEasy(text: string, common: ReadonlySet<string>): boolean {
  return cores(text).some(
    // Only digits and signs: a date, a telephone number, a row of keys.
    (core) => core === '' || readingsOf(core).some((word) => common.has(word) || isRun(word)),
  );
}

function isRun(text: string): boolean {
  return text.length >= 3 && keyboard.some((row) => row.includes(text));
}

/**
 * Whether a password is among the first guesses: one of the 49,000 most frequent ones, such a word with digits
 * and signs around it or letters replaced by signs, up to twelve digits, a run of keys, or a short repetition.
 * Case and spaces are ignored. Length is not checked.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  const text = password.normalize('NFKC').replace(/\s/g, '').toLowerCase();
  const common = await commonPasswords();
  const unit = repeatedUnit.exec(text)?.[1];
  return (unit !== undefined && (unit.length <= 4 || isEasy(unit, common))) || isEasy(text, common);
}
