import { calendarDay, monthNamed } from '#server/platform/calendar-day.ts';
import { plainDigits } from '#shared/digits.ts';
import { limits } from '#shared/limits.ts';
import { spelled } from './words.ts';

/** What programs enter as title without being told. */
const noTitle =
  /^(untitled|unknown|document\d*|title|microsoft (word|excel|powerpoint)\b.*|.*\.(docx?|pdf|indd|pmd|p65|rtf|odt|xlsx?|pptx?|tmp)|(scan(ned)?|img|image)([\s_.()\d-]+.*)?)$/i;

/** The title that a file gives itself; null for what is none. */
export function titleOfFile(title: string): string | null {
  const plain = title.replace(/\s+/gu, ' ').trim();
  const letters = plain.match(/[\p{L}\p{M}]/gu)?.length ?? 0;
  if (letters < 4 || noTitle.test(plain)) return null;
  return [...plain].slice(0, limits.lineLength).join('');
}

const monthsHindi = [
  'जनवरी',
  'फरवरी',
  'मार्च',
  'अप्रैल',
  'मई',
  'जून',
  'जुलाई',
  'अगस्त',
  'सितंबर',
  'अक्तूबर',
  'नवंबर',
  'दिसंबर',
].map(spelled);
/** The head of a text, in which its own date stands. */
const headLength = 1_500;

function monthOf(name: string): number {
  const plain = spelled(name);
  const hindi = monthsHindi.findIndex((month) => month === plain || (month === 'अक्तूबर' && plain === 'अक्टूबर'));
  return monthNamed(plain) || hindi + 1;
}

/** A day on which a document can have been written. */
function day(year: number, month: number, date: number, today: string): string | null {
  const day = calendarDay(year, month, date);
  return day !== null && year >= 1860 && day <= today ? day : null;
}

/** What stands before a document's own date: ‘Dated’, ‘Date:’ that is no last date, ‘New Delhi, the’. */
const namesDate =
  /((?<!\p{L}[^\S\n]{1,3})\bdate\s*[:.\-–]|\bdated|\bdt\b\.?|दिनांक|दिनाँक|தேதி|തീയതി|تاریخ)[\s:.\-–,]*(the\s*)?$|\p{L},\s+the\s+$/iu;
/** What makes of a date another one than the document's: a deadline, a birth. */
const beforeOther =
  /(last date|due date|closing date|birth|\bborn|d\.?o\.?b\b\.?|जन्म[^\n]*|अंतिम तिथि|\b(till|until|upto|up to|on or before|not later than))[\s:.\-–,]*((is|of|on|the)\s+)*[^\p{L}\p{N}\n]*$/iu;
const afterOther = /^[^\S\n]*[([]?[^\S\n]*(born|birth|जन्म)/iu;

/**
 * The date of a document, where its head leaves no doubt: after ‘Dated’ or ‘Date:’, or the only date there that is no other's. Days stand before months, as
 * in India.
 * @param today a later day is not its date
 */
export function dateOfText(text: string, today: string): string | null {
  const head = plainDigits(text.slice(0, headLength));
  const dates: { date: string; isNamed: boolean }[] = [];
  const add = (date: string | null, { index, 0: { length } }: RegExpMatchArray & { index: number }) => {
    const before = head.slice(Math.max(0, index - 32), index);
    const after = head.slice(index + length, index + length + 16);
    if (date && !beforeOther.test(before) && !afterOther.test(after))
      dates.push({ date, isNamed: namesDate.test(before) });
  };
  for (const match of head.matchAll(/(?<![\d./-])(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?!\d)/g))
    add(day(Number(match[4]), Number(match[3]), Number(match[1]), today), match);
  for (const match of head.matchAll(/(?<![\d./-])(\d{4})-(\d{2})-(\d{2})(?!\d)/g))
    add(day(Number(match[1]), Number(match[2]), Number(match[3]), today), match);
  for (const match of head.matchAll(
    /(?<!\d)(\d{1,2})(?:st|nd|rd|th)?\s+(?:day\s+of\s+)?([\p{L}\p{M}]{3,12})[.,]?\s+(\d{4})(?!\d)/giu,
  ))
    add(day(Number(match[3]), monthOf(match[2]!), Number(match[1]), today), match);
  for (const match of head.matchAll(/(?<![\p{L}\p{M}])([A-Za-z]{3,9})\s+(\d{1,2})(?:st|nd|rd|th)?,\s+(\d{4})(?!\d)/gu))
    add(day(Number(match[3]), monthOf(match[1]!), Number(match[2]), today), match);
  const named = new Set(dates.filter(({ isNamed }) => isNamed).map(({ date }) => date));
  if (named.size > 0) return named.size === 1 ? [...named][0]! : null;
  const all = new Set(dates.map(({ date }) => date));
  return all.size === 1 ? [...all][0]! : null;
}
