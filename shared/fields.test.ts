import { describe, expect, it } from 'vitest';
import {
  email,
  mobile,
  optionalEmail,
  optionalLetters,
  optionalPhone,
  requiredGuestName,
  requiredLetters,
  writtenEmail,
} from './fields.ts';
import { messages } from './messages.ts';
import { keepLetters, keepMobile, leftOut } from './typing.ts';

describe('a name', () => {
  const name = requiredLetters('missing', 40);
  const said = (text: unknown) => name.safeParse(text).error?.issues[0]?.message;

  it.each([
    ['Asha  \u00a0 Rao ', 'Asha Rao'],
    ['  José Ñandú', 'José Ñandú'],
    // Joiners within a word, and after the final character of one.
    ['क्‍ष श्री', 'क्‍ष श्री'],
    ['ഗോപാലകൃഷ്ണന്‍ നായര്‍', 'ഗോപാലകൃഷ്ണന്‍ നായര്‍'],
    ['نام‌دار', 'نام‌دار'],
    ['བསོད་ནམས་', 'བསོད་ནམས་'],
  ])('%j is kept as %j, whatever its script', (typed, kept) => {
    expect(name.parse(typed)).toBe(kept);
    expect(keepLetters(typed)).toBe(typed.replaceAll('\u00a0', ' '));
  });

  it.each([
    ['Asha\nRao'],
    ['Asha\tRao'],
    ['A.K. Rao'],
    ['R2 D2'],
    ['\u0301'],
    ['\u200d'],
    ['Asha\u200d'],
    ['\u200dAsha'],
    ['Asha \u200c Rao'],
    ['As\u200d\u200dha'],
  ])('%j is none', (text) => {
    expect(said(text)).toBe(messages.registration.letters);
    expect(optionalLetters(40).safeParse(text).success).toBe(false);
  });

  it('is required, unless it is optional', () => {
    expect([said(''), said(' \u3000 '), said(undefined), said('x'.repeat(41))]).toEqual([
      'missing',
      'missing',
      'missing',
      messages.general.tooLong,
    ]);
    expect([optionalLetters().parse(undefined), optionalLetters().parse('  ')]).toEqual(['', '']);
  });

  it.each([
    'Dr. K. Meera Nair',
    "O'Brien",
    'D’Souza-Rao',
    'Mohd. Arif',
    'Justice R. K. Sharma',
    'Rao, Asha',
    'श्रीमती क. शर्मा',
    'ഗോപാലകൃഷ്ണന്‍ കെ.',
  ])('of a guest may be %j', (text) => {
    expect(requiredGuestName('missing').parse(` ${text.replace(' ', ' \u00a0 ')} `)).toBe(text);
  });

  it.each([
    '<b>Asha</b>',
    'Asha\u202eoaR',
    'Asha\u200f',
    'Asha\u0007',
    'Asha\nRao',
    'R2 D2',
    '.',
    "-'",
    'Asha; Rao',
    'a@b',
  ])('of a guest is not %j', (text) => {
    expect(requiredGuestName('missing').safeParse(text).error?.issues[0]?.message).toBe(
      messages.participation.nameLetters,
    );
  });

  it('that is pasted keeps its words apart', () => {
    expect(keepLetters('Asha\r\nRao\t2nd')).toBe('Asha  Rao nd');
  });
});

describe('an e-mail', () => {
  const field = email('missing', 'invalid');

  it.each([
    ['‹Asha@Example.in›', 'asha@example.in'],
    ['<mailto:asha@example.in>', 'asha@example.in'],
    ['MAILTO: asha@example.in', 'asha@example.in'],
    ['ａｓｈａ＠example.in', 'asha@example.in'],
    ['\ufeffasha@exa\u200bmple.in\ufe0f', 'asha@example.in'],
    ["o'brien+office@sub.example.in", "o'brien+office@sub.example.in"],
    ['आशा@उदाहरण.भारत', 'आशा@उदाहरण.भारत'],
  ])('%j is %j wherever it is entered', (typed, plain) => {
    expect([field, optionalEmail('invalid')].map((schema) => schema.parse(typed))).toEqual([plain, plain]);
    expect(writtenEmail('missing').toLowerCase().parse(typed)).toBe(plain);
  });

  it.each([
    '.a@example.in',
    'a.@example.in',
    'a@example..in',
    'a@b',
    'a b@example.in',
    'a@b@example.in',
    '“a”@example.in',
    'a,b@example.in',
    'a\0@example.in',
    'a@exam_ple.in',
    `${'a'.repeat(65)}@example.in`,
  ])('%j is none', (typed) => {
    expect(field.safeParse(typed).error?.issues.at(0)?.message).toBe('invalid');
    expect(optionalEmail('invalid').safeParse(typed).success).toBe(false);
  });

  it('of nothing that is seen is missing', () => {
    expect(field.safeParse('\u200b').error?.issues[0]?.message).toBe('missing');
    expect(optionalEmail('invalid').parse('\u200b')).toBe('');
  });
});

describe('a mobile number', () => {
  const written = [
    '9876543210',
    '+91 98765 43210',
    '+91-98765-43210',
    '09876543210',
    '0091 98765 43210',
    '919876543210',
    '+91 (0) 98765 43210',
    ' 98765 43210 ',
  ];
  const type = (text: string) => [...text].reduce((typed, character) => keepMobile(typed + character), '');

  it.each(written)('%j is ten digits: typed, pasted, and on the server', (text) => {
    expect(type(text)).toBe('9876543210');
    expect(keepMobile(text)).toBe('9876543210');
    expect(mobile('missing', 'invalid').parse(text)).toBe('9876543210');
    expect(optionalPhone().parse(text)).toBe('9876543210');
  });

  it('may itself begin with 91, and has ten digits at most', () => {
    expect(type('9198765432')).toBe('9198765432');
    expect(mobile('missing', 'invalid').parse('9198765432')).toBe('9198765432');
    expect(type('98765432109999')).toBe('9876543210');
    expect(type('+91 98765-43210-99')).toBe('9876543210');
  });

  it('of another country is refused where a mobile number is needed, else kept as it is', () => {
    expect(mobile('missing', 'invalid').safeParse('+44 7911 123456').success).toBe(false);
    expect(mobile('missing', 'invalid').safeParse('91987654321').success).toBe(false);
    expect(optionalPhone().parse(' 011 2345 6789 ')).toBe('011 2345 6789');
  });
});

it.each([
  ["D'Souza-Rao", 'DSouzaRao', ["'", '-']],
  ['Asha 2nd Rao!!', 'Asha nd Rao', ['2', '!!']],
  ['+91 98765 43210', '9876543210', ['+91']],
  ['20051', '2005', ['1']],
  ['Asha\nRao', 'Asha Rao', []],
])('of %j, kept as %j, %j was left out', (typed, kept, omitted) => {
  expect(leftOut(typed, kept)).toEqual(omitted);
});
