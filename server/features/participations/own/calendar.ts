import { endOf } from '#server/features/conferences/conference.ts';
import type { ConferenceRow } from '#server/features/conferences/conferences.queries.ts';
import { calendarPlace, calendarText, calendarTime, foldLine } from '#server/platform/calendar-text.ts';
import { inLanguage } from '#server/platform/languages/catalogue.ts';
import { clock, indianWallClock } from '#shared/clock.ts';
import { type Language, pathIn } from '#shared/languages.ts';
import { paths } from '#shared/paths.ts';
import type { ParticipationRow } from '../participations.queries.ts';

const zone = 'Asia/Kolkata';
/** A moment in India's local time: 20270220T100000. */
const indianTime = (date: Date) => indianWallClock(date).toISOString().slice(0, 19).replace(/[-:]/g, '');

/** India's offset has not changed since 1945. */
const timeZone = [
  'BEGIN:VTIMEZONE',
  `TZID:${zone}`,
  'BEGIN:STANDARD',
  'DTSTART:19451015T000000',
  'TZOFFSETFROM:+0530',
  'TZOFFSETTO:+0530',
  'TZNAME:IST',
  'END:STANDARD',
  'END:VTIMEZONE',
];

export interface CalendarSource {
  /** The origin of the site's addresses. */
  publicUrl: string;
  /** The association's name. */
  publisher: string;
  language: Language;
}

type Part = Pick<ParticipationRow, 'id' | 'sequence' | 'state' | 'updatedAt'>;

/**
 * A participant's calendar event. Its UID is the participation's id and its SEQUENCE only increases, so that newer
 * entries replace older ones.
 */
function eventOf(
  conference: ConferenceRow,
  part: Part,
  { publicUrl, language }: CalendarSource,
  people: string[],
): string[] {
  const isIn = part.state === 'registered' && conference.cancelledAt === null;
  const changed = calendarTime(new Date(Math.max(conference.updatedAt.getTime(), part.updatedAt.getTime())));
  const page = publicUrl + pathIn(language, paths.conference(conference.id));
  const joining = isIn
    ? [
        ['Join', conference.meetingLink],
        ['Meeting ID', conference.meetingId],
        ['Password', conference.meetingPassword],
      ].flatMap(([name, value]) => (value ? [`${inLanguage(name!, language)}: ${value}`] : []))
    : [];
  const description = [conference.description, joining.join('\n'), page].filter((text) => text !== '').join('\n\n');
  return [
    'BEGIN:VEVENT',
    `UID:${part.id}`,
    `DTSTAMP:${calendarTime(clock.now())}`,
    `LAST-MODIFIED:${changed}`,
    `SEQUENCE:${conference.sequence + part.sequence}`,
    // Who waits again has no place any more.
    `STATUS:${isIn ? 'CONFIRMED' : 'CANCELLED'}`,
    `DTSTART;TZID=${zone}:${indianTime(conference.startsAt)}`,
    `DTEND;TZID=${zone}:${indianTime(endOf(conference))}`,
    `SUMMARY:${calendarText(conference.title)}`,
    `LOCATION:${calendarPlace(inLanguage(conference.meetingAddress, language))}`,
    `DESCRIPTION:${calendarText(description)}`,
    `URL:${page}`,
    ...people,
    'END:VEVENT',
  ];
}

function calendarOf({ publisher, language }: CalendarSource, head: string[], events: string[][]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${calendarText(publisher).replaceAll('//', '/')}//Conferences//${language.toUpperCase()}`,
    'CALSCALE:GREGORIAN',
    ...head,
    ...timeZone,
    ...events.flat(),
    'END:VCALENDAR',
  ];
  return lines.map(foldLine).join('');
}

/** A quoted parameter value, which cannot contain quotes. */
const quoted = (text: string) => `"${text.replace(/["\p{Cc}]/gu, ' ')}"`;

/** The file attached to a mail, by which mail programs add the event to the calendar or remove it. */
export function invitation(
  conference: ConferenceRow,
  part: Part,
  source: CalendarSource,
  { organizer, attendee }: { organizer: string; attendee: { name: string; email: string } },
): { text: string; method: 'REQUEST' | 'CANCEL' } {
  const method = conference.cancelledAt !== null || part.state !== 'registered' ? 'CANCEL' : 'REQUEST';
  const people = [
    `ORGANIZER;CN=${quoted(source.publisher)}:mailto:${organizer}`,
    `ATTENDEE;CN=${quoted(attendee.name)};CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE:mailto:${attendee.email}`,
  ];
  return { text: calendarOf(source, [`METHOD:${method}`], [eventOf(conference, part, source, people)]), method };
}

/** The calendar that a member subscribes to. */
export function subscribedCalendar(
  entries: readonly { conference: ConferenceRow; participation: Part }[],
  source: CalendarSource,
): string {
  const head = [
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${calendarText(`${inLanguage('Conferences', source.language)} · ${source.publisher}`)}`,
    `X-WR-TIMEZONE:${zone}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT6H',
    'X-PUBLISHED-TTL:PT6H',
  ];
  return calendarOf(
    source,
    head,
    entries.map(({ conference, participation }) => eventOf(conference, participation, source, [])),
  );
}
