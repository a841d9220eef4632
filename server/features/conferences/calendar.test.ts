import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { conferenceCalendar } from '#server/features/conferences/calendar.ts';
import { calendarText, foldLine } from '#server/platform/calendar-text.ts';
import type { Conference } from '#shared/contracts/conferences.ts';

// What a calendar program does, written from RFC 5545 rather than from our code.
const unfold = (text: string) => text.replaceAll('\r\n ', '');
const unescapeText = (value: string) =>
  value.replace(/\\([\\;,nN])/g, (_whole, sign: string) => (sign === 'n' || sign === 'N' ? '\n' : sign));

const anyText = fc.string({ unit: 'binary', maxLength: 400 });
const trickyText = fc
  .array(
    fc.constantFrom('\\', ';', ',', '\n', '\r\n', '\\n', ':', '"', 'क', '🙂', 'e\u0301', ' ', '\t', 'END:VEVENT'),
    {
      maxLength: 60,
    },
  )
  .map((parts) => parts.join(''));

describe('a calendar text', () => {
  it('survives a round trip, but for control characters', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, trickyText), (text) => {
        const plain = text.replace(/\r\n?/g, '\n').replace(/\p{Cc}/gu, (sign) => (/[\t\n]/.test(sign) ? sign : ''));
        expect(unescapeText(calendarText(text))).toBe(plain);
      }),
      { seed: 20_260_101, numRuns: 500 },
    );
  });

  it('never breaks out of its line', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, trickyText), (text) => {
        const value = calendarText(text);
        expect(value).not.toMatch(/[\r\n]/);
        expect(value.replace(/\\[\\;,n]/g, '')).not.toMatch(/[\\;,]/);
      }),
      { seed: 20_260_102, numRuns: 500 },
    );
  });
});

describe('a folded line', () => {
  it('has at most 75 octets a piece, never half a character, and unfolds to the original', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 600 }), (text) => {
        const line = `SUMMARY:${calendarText(text)}`;
        const folded = foldLine(line);
        expect(folded.endsWith('\r\n')).toBe(true);
        const pieces = folded.slice(0, -2).split('\r\n');
        for (const piece of pieces) {
          expect(Buffer.byteLength(piece)).toBeLessThanOrEqual(75);
          expect(Buffer.from(piece).toString('utf8')).toBe(piece);
        }
        for (const piece of pieces.slice(1)) expect(piece[0]).toBe(' ');
        expect(unfold(folded)).toBe(`${line}\r\n`);
      }),
      { seed: 20_260_103, numRuns: 500 },
    );
  });

  it('is not folded up to 75 octets', () => {
    expect(foldLine('x'.repeat(75))).toBe(`${'x'.repeat(75)}\r\n`);
    expect(foldLine('x'.repeat(76))).toBe(`${'x'.repeat(75)}\r\n x\r\n`);
    expect(foldLine(`${'x'.repeat(74)}é`)).toBe(`${'x'.repeat(74)}\r\n é\r\n`);
  });
});

const conference: Conference = {
  id: '0b7d2b7e-9a5f-4a53-8f0b-6d1f4c1f7a11',
  title: 'Bail; remand, and more',
  meetingType: 'Online',
  meetingId: '812 345',
  meetingPassword: 'pass,word',
  meetingAddress: 'Zoom',
  meetingLink: 'https://meet.example.org/1',
  startsAt: '2027-03-01T22:30:00.000Z',
  description: 'First line\nSecond line',
  pictureAddress: null,
  picture: null,
  status: true,
  joinMembersOnly: false,
  joinHidden: false,
  over: false,
  participation: 'off',
  places: null,
  free: null,
  closesAt: null,
  endsAt: null,
  questions: [],
  certificate: false,
  cancelledAt: null,
  cancelReason: '',
  createdAt: '2026-11-01T00:00:00.000Z',
  updatedAt: '2026-11-21T10:20:30.456Z',
  version: 3,
};
const options = { publisher: 'Association, All India', pageAddress: 'https://example.org/ConferencesDetails/1' };
const linesOf = (calendar: string) => unfold(calendar).split('\r\n');
const fieldOf = (calendar: string, name: string) =>
  linesOf(calendar)
    .find((line) => line.startsWith(`${name}:`))
    ?.slice(name.length + 1);

describe('a conference in a calendar', () => {
  it('has its time, place and joining details, in UTC and two hours long', () => {
    const calendar = conferenceCalendar(conference, options);
    expect(linesOf(calendar)).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Association\\, All India//Conferences//EN',
      'CALSCALE:GREGORIAN',
      'METHOD:PUBLISH',
      'BEGIN:VEVENT',
      'UID:0b7d2b7e-9a5f-4a53-8f0b-6d1f4c1f7a11',
      'DTSTAMP:20261121T102030Z',
      'LAST-MODIFIED:20261121T102030Z',
      'SEQUENCE:2',
      'DTSTART:20270301T223000Z',
      'DTEND:20270302T003000Z',
      'SUMMARY:Bail\\; remand\\, and more',
      'LOCATION:Zoom',
      'DESCRIPTION:First line\\nSecond line\\n\\nJoin: https://meet.example.org/1\\nMeeting ID: 812 345\\n' +
        'Password: pass\\,word\\n\\nhttps://example.org/ConferencesDetails/1',
      'URL:https://example.org/ConferencesDetails/1',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ]);
  });

  it('tells visitors that members see how to join', () => {
    const hidden = { ...conference, meetingId: '', meetingPassword: '', meetingLink: '', joinHidden: true };
    const description = unescapeText(fieldOf(conferenceCalendar(hidden, options), 'DESCRIPTION')!);
    expect(description).toContain('Joining details are shown to members who have logged in.');
    expect(description).not.toContain('Meeting ID');
  });

  it('stays one event whatever its texts contain', () => {
    fc.assert(
      fc.property(trickyText, trickyText, anyText, (title, meetingAddress, description) => {
        const calendar = conferenceCalendar({ ...conference, title, meetingAddress, description }, options);
        const names = linesOf(calendar).map((line) => line.split(':')[0]);
        expect(names).toHaveLength(19);
        expect(new Set(names).size).toBe(17);
        expect(fieldOf(calendar, 'UID')).toBe(conference.id);
      }),
      { seed: 20_260_104, numRuns: 300 },
    );
  });
});
