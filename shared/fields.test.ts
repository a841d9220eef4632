import { describe, expect, it } from 'vitest';
import { contactSchema } from './contracts/contact.ts';
import { incompleteEditSchema, officeEditSchema, selfEditSchema } from './contracts/members.ts';
import { guestSchema } from './contracts/participations.ts';
import { checkPersonField } from './contracts/person.ts';
import { registrationSchema } from './contracts/registrations.ts';
import { plainDigits } from './digits.ts';
import {
  email,
  isoDay,
  mobile,
  optionalEmail,
  optionalLetters,
  optionalPhone,
  requiredLetters,
  requiredYears,
  writtenEmail,
} from './fields.ts';
import { importForm } from './import-fields.ts';
import { messages } from './messages.ts';
import { keepLetters, keepMobile, leftOut, losesSigns } from './typing.ts';

describe('a name', () => {
  const name = requiredLetters('missing');
  const title = optionalLetters('title');

  it.each([
    ['Asha  \u00a0 Rao ', 'Asha Rao'],
    ['  José Ñandú', 'José Ñandú'],
    // Joiners within a word, and after the final character of one.
    ['क्‍ष श्री', 'क्‍ष श्री'],
    ['ഗോപാലകൃഷ്ണന്‍ നായര്‍', 'ഗോപാലകൃഷ്ണന്‍ നായര്‍'],
    ['نام‌دار', 'نام‌دار'],
    ['བསོད་ནམས་', 'བསོད་ནམས་'],
    ["S. D'Souza-Rao", "S. D'Souza-Rao"],
    ['Mohd. D’Souza', 'Mohd. D’Souza'],
    ['D‘Souza Dʼ`Souza‐Rao‑Nair–Iyer', 'D’Souza D’’Souza-Rao-Nair-Iyer'],
    ['Asha\nRao\t2nd', 'Asha Rao nd'],
    ['R2 D2', 'R D'],
    ['Ra2!o', 'Ra o'],
    ['<b>Asha</b>', 'b Asha b'],
    ['Rao, Asha; (Adv.) & Co/2', 'Rao Asha Adv. Co'],
    ['\u200dAsha\u200d \u200c Rao\u200d\u200d', 'Asha Rao'],
    ['Asha\u202eoaR\u0007', 'Asha oaR'],
    ['12345 Rao', 'Rao'],
    // Signs that nobody sees are no blanks.
    ['Ra\u200bo Se\u2060n\ufeff', 'Rao Sen'],
  ])('%j is stored as %j, whatever its script', (typed, stored) => {
    expect(name.parse(typed)).toBe(stored);
    expect(name.parse(stored)).toBe(stored);
    expect(keepLetters(typed, 'name').trim()).toContain(stored[0]);
  });

  it('of a court or a designation may have more signs', () => {
    const text = 'Court No. 5, Addl. Sessions-II (NDPS), P.P. & Spl. Court/Pune';
    expect([title.parse(text), title.parse(`${text} नं. ४ @2`)]).toEqual([text, `${text} नं. 4 2`]);
    expect(title.parse('5')).toBe('');
  });

  it.each(['', ' \u3000 ', undefined, '.', "-' ’", '12', '\u0301', '\u200d'])('is missing in %j', (text) => {
    expect(name.safeParse(text).error?.issues[0]?.message).toBe('missing');
    expect(title.parse(text)).toBe('');
  });

  it('has a longest form', () => {
    const shortened = requiredLetters('missing', 'name', 40).safeParse('x'.repeat(41));
    expect(shortened.error?.issues[0]?.message).toBe(messages.general.tooLong);
  });

  it('loses nothing for a key, and a blank stands for what is left out of a pasted text', () => {
    expect(keepLetters('Ra2o', 'name', true)).toBe('Rao');
    expect(keepLetters('Ra2o', 'name')).toBe('Ra o');
    expect(keepLetters('Asha ', 'name', true)).toBe('Asha ');
    expect(keepLetters('Asha\r\nRao\t2nd', 'name')).toBe('Asha Rao nd');
    expect([
      losesSigns('D‘Souza–Rao\u00a0K.', 'name'),
      losesSigns('Rao, A', 'name'),
      losesSigns('Rao, A', 'title'),
    ]).toEqual([false, true, false]);
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
    ['\u2800asha@\u2800example.in\ufffc', 'asha@example.in'],
    ["o'brien+office@sub.example.in", "o'brien+office@sub.example.in"],
    ['आशा@उदाहरण.भारत', 'आशा@xn--p1b6ci4b4b3a.xn--h2brj9c'],
    ['A@XN--P1B6CI4B4B3A.XN--H2BRJ9C', 'a@xn--p1b6ci4b4b3a.xn--h2brj9c'],
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
    '९८७६५४३२१०',
    '+९१ ९८७६५ ४३२१०',
    '۹۸۷۶۵۴۳۲۱۰',
    '\u200e98765\u200b43210',
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
    expect(optionalPhone().parse('०११ २३४५ ६७८९')).toBe('011 2345 6789');
  });
});

it.each([
  ['Souza, A', 'Souza A', [',']],
  ['D@Souza', 'D Souza', ['@']],
  ['Asha 2nd Rao!!', 'Asha nd Rao', ['2', '!!']],
  ['+91 98765 43210', '9876543210', ['+91']],
  ['20051', '2005', ['1']],
  ['२००५1', '2005', ['1']],
  ['Asha\nRao', 'Asha Rao', []],
  ['Ra\u200bo2', 'Rao', ['2']],
])('of %j, kept as %j, %j was left out', (typed, text, omitted) => {
  expect(leftOut(typed, text)).toEqual(omitted);
});

it('digits of every script are 0 to 9', () => {
  // Also those of two scripts whose digits follow one another.
  for (const zero of [0x30, 0x660, 0x6f0, 0x966, 0xbe6, 0x1c50, 0x116d0, 0x116da, 0x1d7d8]) {
    const row = Array.from({ length: 10 }, (_, value) => String.fromCodePoint(zero + value)).join('');
    expect(plainDigits(`${row}, ${row}`)).toBe('0123456789, 0123456789');
  }
  expect(requiredYears('missing').parse(' २०१२ ')).toBe('2012');
  expect(requiredYears('missing').parse('\u2066२०\u200d१२\u2069 ')).toBe('2012');
  expect(requiredYears('missing').safeParse('बारह').error?.issues[0]?.message).toBe(messages.registration.digits);
  expect(isoDay('missing').parse('१९८४-०७-१९')).toBe('1984-07-19');
  expect(isoDay('missing').parse('\u202a1984-07-19\u202c')).toBe('1984-07-19');
  for (const none of ['31/02/1984', '', undefined])
    expect(isoDay('missing').safeParse(none).error?.issues[0]?.message).toBe('missing');
  for (const none of ['१९८४-०७-३२', '2026-02-31'])
    expect(isoDay('missing').safeParse(none).error?.issues[0]?.message).toBe(messages.general.noDay);
});

describe('a text of one encoding', () => {
  /** ज़ and ड़ as one code point each. */
  const composed = 'मिर्\u095bा गायकवा\u095c';
  const stored = 'मिर्\u091c\u093cा गायकवा\u0921\u093c';

  it.each([
    ['registration', registrationSchema.shape.name],
    ['the member’s own form', selfEditSchema.shape.name],
    ['the office’s form', officeEditSchema.shape.name],
    ['the office’s form of an incomplete record', incompleteEditSchema.shape.name],
    ['a guest’s form', guestSchema.shape.name],
    ['the contact form', contactSchema.shape.name],
    ['a message', contactSchema.shape.message],
    ['the court’s name', registrationSchema.shape.court],
  ] as const)('comes out of %s', (_form, schema) => {
    expect(schema?.parse(composed)).toBe(stored);
    expect(schema?.parse(stored)).toBe(stored);
  });

  it('comes out of a correction and of a list', () => {
    for (const form of ['registration', importForm] as const)
      expect(checkPersonField('name', composed, form)).toEqual({ value: stored });
  });
});
