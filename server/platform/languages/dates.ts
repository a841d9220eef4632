import { indianWallClock, startOfIndianDay } from '#shared/clock.ts';
import type { Language } from '#shared/languages.ts';
import { Sentence, sentence } from '#shared/sentence.ts';

const zone = 'Asia/Kolkata';
const months = { month: 'long', day: 'numeric', year: 'numeric', timeZone: zone } as const;
const longDays: Record<Language, Intl.DateTimeFormat> = {
  en: new Intl.DateTimeFormat('en-IN', months),
  hi: new Intl.DateTimeFormat('hi-IN-u-nu-latn', months),
};
const weekdays = new Intl.DateTimeFormat('hi-IN', { weekday: 'long', timeZone: zone });
const shortDay = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeZone: zone });
const fullMoment = new Intl.DateTimeFormat('en-IN', { dateStyle: 'full', timeStyle: 'short', timeZone: zone });

/** A day in India as a letter writes it: 20 February 2027, 20 फ़रवरी 2027. */
export const dayInWords = (date: Date, language: Language = 'en') => longDays[language].format(date);

/** The same where there is little room: 20 Feb 2027; in Hindi months are never cut. */
export const dayInShort = (date: Date, language: Language = 'en') =>
  language === 'en' ? shortDay.format(date) : dayInWords(date, language);

/** What Hindi says before an hour. */
function partOfDay(hours: number): string {
  if (hours < 4 || hours >= 20) return 'रात';
  if (hours < 12) return 'सुबह';
  return hours < 16 ? 'दोपहर' : 'शाम';
}

/** A moment in India in words: 3 March 2027 at 10:00 am; 3 मार्च 2027, सुबह 10:00. */
export function momentInWords(at: Date, language: Language = 'en'): string {
  const wall = indianWallClock(at);
  const hours = wall.getUTCHours();
  const time = `${hours % 12 || 12}:${String(wall.getUTCMinutes()).padStart(2, '0')}`;
  const day = dayInWords(at, language);
  return language === 'en' ? `${day} at ${time} ${hours < 12 ? 'am' : 'pm'}` : `${day}, ${partOfDay(hours)} ${time}`;
}

/** The same with the day of the week and the country, for readers elsewhere. */
export const meetingInWords = (at: Date, language: Language = 'en') =>
  language === 'en'
    ? `${fullMoment.format(at)} (India)`
    : `${weekdays.format(at)}, ${momentInWords(at, language)} (भारत)`;

/** A day as part of a sentence. */
export function daySentence(date: Date): Sentence {
  const wall = indianWallClock(date);
  const month = new Sentence(englishMonths[wall.getUTCMonth()]!);
  return sentence`${wall.getUTCDate()} ${month} ${wall.getUTCFullYear()}`;
}

/** A time of the day as part of a sentence: 9:30 am. What Hindi says instead of 'am' and 'pm' depends on the hour. */
export function timeSentence(date: Date): Sentence {
  const wall = indianWallClock(date);
  const hours = wall.getUTCHours();
  const time = `${hours % 12 || 12}:${String(wall.getUTCMinutes()).padStart(2, '0')}`;
  if (hours < 4) return new Sentence('{night} am', { night: time });
  if (hours < 12) return new Sentence('{morning} am', { morning: time });
  if (hours < 16) return new Sentence('{noon} pm', { noon: time });
  return hours < 20 ? new Sentence('{evening} pm', { evening: time }) : new Sentence('{night} pm', { night: time });
}

const englishMonths = Array.from({ length: 12 }, (_, month) =>
  new Intl.DateTimeFormat('en-IN', { month: 'long', timeZone: 'UTC' }).format(new Date(Date.UTC(2026, month, 1))),
);
const written = new RegExp(
  `(?:(\\w+day), )?(\\d{1,2}) (${englishMonths.join('|')}) (\\d{4})(?:(?: at |, )(\\d{1,2}):(\\d\\d) (am|pm)( \\(India\\))?)?`,
  'g',
);

/** The days and moments in a text, as they are written above, in another language. */
export function datesIn(text: string, language: Language): string {
  if (language === 'en') return text;
  return text.replace(
    written,
    (
      _whole,
      weekday?: string,
      day?: string,
      month?: string,
      year?: string,
      hour?: string,
      minute?: string,
      half?: string,
    ) => {
      const hours = hour === undefined ? 0 : (Number(hour) % 12) + (half === 'pm' ? 12 : 0);
      const isoDay = [year, String(englishMonths.indexOf(month!) + 1).padStart(2, '0'), day!.padStart(2, '0')].join(
        '-',
      );
      const at = new Date(startOfIndianDay(isoDay).getTime() + (hours * 60 + Number(minute ?? 0)) * 60_000);
      if (hour === undefined) return dayInWords(at, language);
      return weekday === undefined ? momentInWords(at, language) : meetingInWords(at, language);
    },
  );
}
