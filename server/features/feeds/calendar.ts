import type { Conference } from '#shared/contracts/conferences.ts';
import { limits } from '#shared/limits.ts';

const octetsPerLine = 75;

/** A text value: line breaks become `\n`, and what has a meaning in a calendar loses it. */
export function calendarText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\t\n]/gu, '')
    .replace(/[\\;,]/g, (sign) => `\\${sign}`)
    .replaceAll('\n', '\\n');
}

/** A content line in pieces of at most 75 octets, cut between characters, with its line end. */
export function foldLine(line: string): string {
  let folded = '';
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > octetsPerLine) {
      folded += '\r\n ';
      // The space that continues a line counts.
      octets = 1;
    }
    folded += character;
    octets += size;
  }
  return `${folded}\r\n`;
}

/** 2026-11-21T12:00:00.000Z as 20261121T120000Z. */
function calendarTime(time: Date): string {
  return `${time.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
}

function endOf(start: Date): Date {
  return new Date(start.getTime() + limits.conferenceHours * 3_600_000);
}

export interface CalendarOptions {
  /** Who publishes it. */
  publisher: string;
  /** The conference's page. */
  pageAddress: string;
}

/**
 * A conference as an iCalendar file (RFC 5545). Its UID stays the same for ever, so that a calendar replaces an older
 * version by a newer one. What `conference` does not hold, such as joining details for members, is not in it.
 */
export function conferenceCalendar(conference: Conference, { publisher, pageAddress }: CalendarOptions): string {
  const start = new Date(conference.MeetingDate);
  const changed = calendarTime(new Date(conference.updatedAt));
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${calendarText(publisher).replaceAll('//', '/')}//Conferences//EN`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${conference._id}`,
    `DTSTAMP:${changed}`,
    `LAST-MODIFIED:${changed}`,
    `SEQUENCE:${conference.version - 1}`,
    `DTSTART:${calendarTime(start)}`,
    `DTEND:${calendarTime(endOf(start))}`,
    `SUMMARY:${calendarText(conference.WebinarName)}`,
    `LOCATION:${calendarText(conference.MeetingAddress)}`,
    `DESCRIPTION:${calendarText(describe(conference, pageAddress))}`,
    `URL:${pageAddress}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map(foldLine).join('');
}

function describe(conference: Conference, pageAddress: string): string {
  const joining = [
    ['Join', conference.MeetingLink],
    ['Meeting ID', conference.MeetingId],
    ['Password', conference.MeetingPassword],
  ]
    .filter(([, value]) => value !== '')
    .map(([label, value]) => `${label}: ${value}`);
  if (conference.joinHidden) joining.push('Joining details are shown to members who have logged in.');
  return [conference.Description, joining.join('\n'), pageAddress].filter((part) => part !== '').join('\n\n');
}
