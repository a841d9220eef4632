import { calendarPlace, calendarText, calendarTime, foldLine } from '#server/platform/calendar-text.ts';
import { inLanguage } from '#server/platform/languages/catalogue.ts';
import type { Conference } from '#shared/contracts/conferences.ts';
import type { Language } from '#shared/languages.ts';
import { limits } from '#shared/limits.ts';

const endOf = ({ startsAt, endsAt }: Conference): Date =>
  new Date(endsAt ?? new Date(startsAt).getTime() + limits.conferenceHours * 3_600_000);

export interface CalendarOptions {
  /** Who publishes it. */
  publisher: string;
  /** The conference's page. */
  pageAddress: string;
  language?: Language;
}

/**
 * A conference as an iCalendar file (RFC 5545). Its UID never changes, so that a calendar replaces older
 * versions. It only contains what `conference` does: a visitor's has no joining details for members.
 */
export function conferenceCalendar(conference: Conference, options: CalendarOptions): string {
  const { publisher, pageAddress } = options;
  const start = new Date(conference.startsAt);
  const changed = calendarTime(new Date(conference.updatedAt));
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${calendarText(publisher).replaceAll('//', '/')}//Conferences//${(options.language ?? 'en').toUpperCase()}`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${conference.id}`,
    `DTSTAMP:${changed}`,
    `LAST-MODIFIED:${changed}`,
    `SEQUENCE:${conference.version - 1}`,
    `DTSTART:${calendarTime(start)}`,
    `DTEND:${calendarTime(endOf(conference))}`,
    `SUMMARY:${calendarText(conference.title)}`,
    `LOCATION:${calendarPlace(inLanguage(conference.meetingAddress, options.language ?? 'en'))}`,
    `DESCRIPTION:${calendarText(describe(conference, options))}`,
    `URL:${pageAddress}`,
    ...(conference.cancelledAt ? ['STATUS:CANCELLED'] : []),
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map(foldLine).join('');
}

function describe(conference: Conference, { pageAddress, language = 'en' }: CalendarOptions): string {
  const say = (text: string) => inLanguage(text, language);
  const joining = [
    ['Join', conference.meetingLink],
    ['Meeting ID', conference.meetingId],
    ['Password', conference.meetingPassword],
  ]
    .filter(([, value]) => value !== '')
    .map(([label, value]) => `${say(label!)}: ${value}`);
  if (conference.joinHidden) {
    joining.push(
      say(
        conference.participation === 'off'
          ? 'Joining details are shown to members who have logged in.'
          : 'Joining details are sent to those who take part.',
      ),
    );
  }
  return [conference.description, joining.join('\n'), pageAddress].filter((part) => part !== '').join('\n\n');
}
