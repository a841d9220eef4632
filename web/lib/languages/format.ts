/** Dates and money as people in India write them, in the page's language, the same on the server and in every browser. */

import { indianWallClock } from '#shared/clock.ts';
import { monthInWords } from '#shared/financial-year.ts';
import { formatNumber } from '#shared/money.ts';
import { msg, pageLanguage, t } from './text.ts';

/** The short names shown everywhere: September is 'Sept'. */
export const shortMonths = [
  msg('Jan'),
  msg('Feb'),
  msg('Mar'),
  msg('Apr'),
  msg('May'),
  msg('Jun'),
  msg('Jul'),
  msg('Aug'),
  msg('Sept'),
  msg('Oct'),
  msg('Nov'),
  msg('Dec'),
];
export const longMonths = [
  msg('January'),
  msg('February'),
  msg('March'),
  msg('April'),
  msg('May'),
  msg('June'),
  msg('July'),
  msg('August'),
  msg('September'),
  msg('October'),
  msg('November'),
  msg('December'),
];

/** India has one time zone without summer time, so its clock can be read off UTC. */
function inIndia(iso: string): Date | null {
  const time = Date.parse(iso);
  return Number.isNaN(time) ? null : indianWallClock(new Date(time));
}

/** An instant (ISO 8601) as `21 Nov 2026, 5:30 pm`, in Hindi `21 नवंबर 2026, शाम 5:30`; '' for an invalid date. */
export function formatDate(iso: string): string {
  const date = inIndia(iso);
  return date ? `${day(date)}, ${clock(date)}` : '';
}

/** The day of an instant, or a plain `YYYY-MM-DD`, as `21 Nov 2026`. */
export function formatDay(iso: string): string {
  const date = /^\d{4}-\d{2}-\d{2}$/.test(iso) ? new Date(`${iso}T00:00:00Z`) : inIndia(iso);
  return date && !Number.isNaN(date.getTime()) ? day(date) : '';
}

/** A plain `YYYY-MM-DD` as the day is written from which the policies are in force: `January 1, 2025`. */
export function formatPolicyDay(isoDay: string): string {
  const date = new Date(`${isoDay}T00:00:00Z`);
  return t(`${t(longMonths[date.getUTCMonth()] ?? '')} ${date.getUTCDate()}, ${date.getUTCFullYear()}`);
}

/** A plain `YYYY-MM-DD` as `31 March 2027`. */
export function formatLongDay(isoDay: string): string {
  const date = new Date(`${isoDay}T00:00:00Z`);
  return `${date.getUTCDate()} ${t(longMonths[date.getUTCMonth()] ?? '')} ${date.getUTCFullYear()}`;
}

/** A month such as 2026-07 as `July 2026`. */
export const formatMonth = (month: string): string => monthInWords(month, pageLanguage());

/** The time of an instant as `5:30 pm`. */
export function formatTime(iso: string): string {
  const date = inIndia(iso);
  return date ? clock(date) : '';
}

/** The parts of an instant for a calendar leaf. */
export function dateParts(
  iso: string,
): { day: string; month: string; longMonth: string; year: string; weekday: string } | null {
  const date = inIndia(iso);
  if (!date) return null;
  const weekdays = [t('Sunday'), t('Monday'), t('Tuesday'), t('Wednesday'), t('Thursday'), t('Friday'), t('Saturday')];
  return {
    day: String(date.getUTCDate()),
    month: t(shortMonths[date.getUTCMonth()] ?? ''),
    longMonth: t(longMonths[date.getUTCMonth()] ?? ''),
    year: String(date.getUTCFullYear()),
    weekday: t(weekdays[date.getUTCDay()] ?? ''),
  };
}

function day(date: Date): string {
  return `${date.getUTCDate()} ${t(shortMonths[date.getUTCMonth()] ?? '')} ${date.getUTCFullYear()}`;
}

function clock(date: Date): string {
  const hours = date.getUTCHours();
  const time = `${hours % 12 === 0 ? 12 : hours % 12}:${String(date.getUTCMinutes()).padStart(2, '0')}`;
  return pageLanguage() === 'en' ? `${time} ${hours < 12 ? 'am' : 'pm'}` : `${t(partOfDay(hours))} ${time}`;
}

/** Which other languages say in place of am and pm. */
function partOfDay(hours: number): string {
  if (hours < 4 || hours >= 20) return msg('at night');
  if (hours < 12) return msg('in the morning');
  return hours < 16 ? msg('in the afternoon') : msg('in the evening');
}

/** A ten-digit mobile number as `+91 98765 43210`. */
export function formatMobile(digits: string): string {
  return /^\d{10}$/.test(digits) ? `+91 ${digits.slice(0, 5)} ${digits.slice(5)}` : digits;
}

/** A telephone number whose middle digits are X: `+91 98XXXXXX10`. */
export function maskPhone(phone: string): string {
  const total = phone.replace(/\D/g, '').length;
  if (total <= 4) return phone;
  const shownBefore = total > 10 ? total - 8 : 2;
  let count = 0;
  return phone.replace(/\d/g, (digit) => {
    count += 1;
    return count <= shownBefore || count > total - 2 ? digit : 'X';
  });
}

/** The beginning of a text, followed by `dots` if it was cut; never splits what is read as one letter, such as `कि`. */
export function cut(text: string, length: number, dots = '…'): string {
  // No letter is shorter than one unit.
  if (text.length <= length) return text;
  let count = 0;
  for (const { index } of new Intl.Segmenter().segment(text)) {
    if (count === length) return `${text.slice(0, index)}${dots}`;
    count += 1;
  }
  return text;
}

/** `1 member`, `1,842 members`. */
export const counted = (count: number, one: string, several = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : several}`;

/** The size of a file. */
export const sizeText = (bytes: number): string =>
  bytes >= 1_000_000 ? `${(bytes / 1_000_000).toFixed(1)} MB` : `${Math.max(1, Math.round(bytes / 1_000))} KB`;
