import { describe, expect, it } from 'vitest';
import { formatNumber, formatRupees } from '#shared/money.ts';
import { cutAtWord } from './description.ts';
import { cut, dateParts, formatDate, formatDay, formatMobile, formatTime, maskPhone } from './format.ts';

describe('dates', () => {
  it('are shown in India’s time', () => {
    expect(formatDate('2026-11-21T12:00:00Z')).toBe('21 Nov 2026, 5:30 pm');
    expect(formatDate('2026-12-31T18:30:00.000Z')).toBe('1 Jan 2027, 12:00 am');
    expect(formatDate('2026-06-01T12:30:00+05:30')).toBe('1 Jun 2026, 12:30 pm');
    expect(formatTime('2026-06-01T03:35:00Z')).toBe('9:05 am');
  });

  it('without a time stay on their day', () => {
    expect(formatDay('1980-01-01')).toBe('1 Jan 1980');
    expect(formatDay('2026-11-21T20:00:00Z')).toBe('22 Nov 2026');
  });

  it('that are invalid show nothing', () => {
    expect(formatDate('soon')).toBe('');
    expect(formatDay('')).toBe('');
    expect(formatDay('2026-13-45')).toBe('');
    expect(dateParts('soon')).toBeNull();
  });

  it('are split into the parts of a calendar leaf', () => {
    expect(dateParts('2026-11-20T20:00:00Z')).toEqual({
      day: '21',
      month: 'Nov',
      longMonth: 'November',
      year: '2026',
      weekday: 'Saturday',
    });
  });
});

it('money is grouped the Indian way', () => {
  expect([0, 999, 1000, 25000, 1250000].map(formatRupees)).toEqual([
    'Rs 0',
    'Rs 999',
    'Rs 1,000',
    'Rs 25,000',
    'Rs 12,50,000',
  ]);
  expect([-100, -125000, 123456789].map(formatNumber)).toEqual(['-100', '-1,25,000', '12,34,56,789']);
});

it('telephone numbers show the country code, or hide their middle digits', () => {
  expect(formatMobile('9876543210')).toBe('+91 98765 43210');
  expect(formatMobile('')).toBe('');
  expect(maskPhone('+91 98765 43210')).toBe('+91 98XXX XXX10');
  expect(maskPhone('9876543210')).toBe('98XXXXXX10');
  expect(maskPhone('112')).toBe('112');
  expect(maskPhone('')).toBe('');
});

it('a text is cut only when it is longer, and never inside a character', () => {
  expect(cut('Prosecutors', 11)).toBe('Prosecutors');
  expect(cut('Prosecutors', 10, '..')).toBe('Prosecutor..');
  expect(cut('⚖️🇮🇳ab', 3)).not.toContain('\ufffd');
});

it('a text is cut after a whole word', () => {
  expect(cutAtWord('Bail  in\nspecial courts', 10)).toBe('Bail in');
  expect(cutAtWord('Bail in special courts', 15)).toBe('Bail in special');
  expect(cutAtWord('Bail in court', 20)).toBe('Bail in court');
  expect(cutAtWord('कार्यालय की सूचना', 8)).toBe('कार्यालय की');
});
