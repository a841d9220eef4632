import { commonPrefixes, commonWhole, commonWords } from '#server/features/auth/common-passwords-data.ts';

const listed = (text: string) => text.trim().split(/\s+/);

const whole = new Set(listed(commonWhole));
const words = new Set(listed(commonWords));
const prefixes = listed(commonPrefixes);

/** Signs that stand for letters; each gives one reading of a word. */
const readings: Record<string, string>[] = [
  { '@': 'a', '4': 'a', '3': 'e', '0': 'o', '5': 's', $: 's', '7': 't', '1': 'i', '!': 'i' },
  { '@': 'a', '4': 'a', '3': 'e', '0': 'o', '5': 's', $: 's', '7': 't', '1': 'l', '!': 'l' },
];
const keyboardRuns = ['abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', '01234567890'];
const keyboard = keyboardRuns.flatMap((run) => [run, [...run].reverse().join('')]);

/** Figures and signs that people put around a word; longer ones are taken to be chosen with thought. */
const decoration = String.raw`[\d!@#$%^&*()_.,+=?~-]`;
const before = new RegExp(`^${decoration}{1,4}`);
const after = new RegExp(`${decoration}{1,8}$`);

const repeatedUnit = /^(.{1,8}?)\1+$/;

function asLetters(text: string): string[] {
  return readings.map((letters) => [...text].map((sign) => letters[sign] ?? sign).join(''));
}

function isRun(text: string): boolean {
  return text.length >= 3 && keyboard.some((run) => run.includes(text));
}

/** Eight figures that make a date, day, month or year first. */
function isDate(text: string): boolean {
  const parts = /^(\d{2})(\d{2})((?:19|20)\d{2})$/.exec(text) ?? /^((?:19|20)\d{2})(\d{2})(\d{2})$/.exec(text);
  if (!parts) return false;
  const [first, second, third] = parts.slice(1).map(Number) as [number, number, number];
  const [day, month] = first > 31 ? [third, second] : [first, second];
  return (month >= 1 && month <= 12 && day >= 1 && day <= 31) || (day >= 1 && day <= 12 && month >= 1 && month <= 31);
}

function isWord(text: string): boolean {
  if (words.has(text) || isRun(text)) return true;
  return prefixes.some((prefix) => text.startsWith(prefix) && words.has(text.slice(prefix.length)));
}

/** The word inside its decoration, every way it can be cut: `12ram@1985` gives `ram`. */
function cores(text: string): string[] {
  const withoutEnd = text.replace(after, '');
  return [text, withoutEnd, text.replace(before, ''), withoutEnd.replace(before, '')];
}

function isEasy(text: string): boolean {
  if (text === '' || whole.has(text) || isDate(text.replace(/[-./]/g, ''))) return true;
  const candidates = cores(text).flatMap((core) => [core, ...asLetters(core)]);
  return candidates.some((candidate) => whole.has(candidate) || isWord(candidate));
}

/**
 * Whether a password is among those that are tried first: a listed one, a common word or name (in India or elsewhere)
 * with figures and signs around it or letters replaced by signs, a run of keys, a date, or a short repetition.
 * Case and spaces do not matter. Length is not looked at.
 */
export function isCommonPassword(password: string): boolean {
  const text = password.normalize('NFKC').replace(/\s/g, '').toLowerCase();
  const unit = repeatedUnit.exec(text)?.[1];
  if (unit !== undefined && (unit.length <= 4 || isEasy(unit))) return true;
  return isEasy(text);
}
