import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { bundledStates } from '#server/features/locations/bundle.ts';
import { comparableName } from '#server/platform/database/searchable.ts';
import { clock } from '#shared/clock.ts';
import { type ImportField, importFieldLabel, importFields } from '#shared/import-fields.ts';
import { messages } from '#shared/messages.ts';
import { person } from '#shared/person.ts';
import { personField } from '#shared/person-fields.ts';
import { cellText, type StoredCell } from './cells.ts';
import { parseDistrict, parseGender, parseList, parseState, parseTier, parseYesNo } from './parse-choices.ts';
import { parseDate } from './parse-dates.ts';
import { fieldOfHead, fieldsOfHeads, headWords } from './parse-heads.ts';
import { keysOf, parseMobile, parseRow } from './parse-row.ts';

beforeAll(() => clock.set(new Date('2026-11-21T12:00:00+05:30')));
afterAll(() => clock.set(new Date()));

const care = 'care';
const outcome = (parsed: { value: unknown } | { message: string }) => ('value' in parsed ? parsed.value : care);
const date = (cell: StoredCell, latest = '2008-11-21') => outcome(parseDate(cell, cellText(cell), latest));
const mobile = (cell: StoredCell) => outcome(parseMobile(cell, cellText(cell)));

test.each<[StoredCell, string]>([
  ['12/03/1975', '1975-03-12'],
  ['12-3-75', '1975-03-12'],
  ['12.03.1975', '1975-03-12'],
  ['1/1/1980', '1980-01-01'],
  ['01 / 02 / 1980', '1980-02-01'],
  ['12–03–1975', '1975-03-12'],
  ['1975-03-12', '1975-03-12'],
  ['1975-03-12T00:00:00', '1975-03-12'],
  ['1975-03-12 00:00:00', '1975-03-12'],
  ['12 Mar 1975', '1975-03-12'],
  ['12-March-75', '1975-03-12'],
  ['12-MAR-1975', '1975-03-12'],
  ['5 Sept 1971', '1971-09-05'],
  ['1st Mar. 1975', '1975-03-01'],
  ['1975/03/12', '1975-03-12'],
  ["'12/03/1975", '1975-03-12'],
  ['१२/०३/१९७५', '1975-03-12'],
  ['\u202a12/03/1975\u202c', '1975-03-12'],
  ['\u206812\u200f/03/\u200e1975\u2069', '1975-03-12'],
  [27_465, '1975-03-12'],
  [27_465.75, '1975-03-12'],
  ['27465', '1975-03-12'],
  [{ day: '1975-03-12' }, '1975-03-12'],
  ['29/02/1976', '1976-02-29'],
  // The latest year that makes an adult.
  ['21/11/08', '2008-11-21'],
  ['22/11/08', '1908-11-22'],
  ['01-Jan-05', '2005-01-01'],
  ['01/01/10', '1910-01-01'],
  ['12/03/26', '1926-03-12'],
  // Not guessed.
  ['03/25/1975', care],
  ['29/02/1975', care],
  ['31/04/1975', care],
  ['00/00/0000', care],
  ['12/03-1975', care],
  ['1975', care],
  [1975, care],
  ['March 12, 1975', care],
  ['12/1975', care],
  ['12 Foo 1975', care],
  ['NA', care],
  ['274650', care],
  ['9999', care],
  [true, care],
])('the date %j is %s', (cell, expected) => expect(date(cell)).toBe(expected));

test.each([
  ['31/02/1975', messages.general.noDay],
  ['29 Feb 1975', messages.general.noDay],
  ['03/25/1975', 'Please write the date as day, month and year, for example 12/03/1975'],
])('of the date %j is said: %s', (cell, message) => {
  expect(parseDate(cell, cell, '2008-11-21')).toEqual({ message });
});

test.each(['020-26121234', '(011) 2612 1234', '+91 20 26121234', '080-26121234', '(079) 2612 1234'])(
  'of the number %j is said that it is a landline',
  (cell) => {
    const message = 'This is a landline number. Please write a mobile number of 10 digits';
    expect(parseMobile(cell, cell)).toEqual({ message });
  },
);

test('a short year of a joining day is the latest past one', () => {
  expect(date('01/02/19', '2026-11-21')).toBe('2019-02-01');
  expect(date('01/12/26', '2026-11-21')).toBe('1926-12-01');
});

test.each<[StoredCell, string]>([
  ['9876543210', '9876543210'],
  [9_876_543_210, '9876543210'],
  [919_876_543_210, '9876543210'],
  ['+91 98765 43210', '9876543210'],
  ['+91-98765-43210', '9876543210'],
  ['91 9876543210', '9876543210'],
  ['0091 9876543210', '9876543210'],
  ['09876543210', '9876543210'],
  ['(+91) 98765-43210', '9876543210'],
  ['(0) 9876543210', '9876543210'],
  ['9198765432', '9198765432'],
  ['0987654321', '0987654321'],
  ["'9876543210", '9876543210'],
  ['98765\u00a043210', '9876543210'],
  ['98765‑43210', '9876543210'],
  ['९८७६५४३२१०', '9876543210'],
  ['\u202a+91 98765 43210\u202c', '9876543210'],
  ['\u200e98765\u206643210\u2069\u200b', '9876543210'],
  ['080 1234 5678', care],
  ['9.87654E+09', care],
  ['9876543210 / 9123456789', care],
  ['9876543210, 9123456789', care],
  ['9876543210 9123456789', care],
  ['987654321', care],
  ['+91 0 9876543210', care],
  ['+1 9876543210', care],
  [9_876_543_210.5, care],
  ['98765 4321O', care],
])('the mobile number %j is %s', (cell, expected) => expect(mobile(cell)).toBe(expected));

const field = (name: keyof typeof person) => personField(name);

test.each([
  ['Patron', 'Patron member'],
  ['PATRON MEMBER', 'Patron member'],
  ['Lifetime', 'lifetime member'],
  ['LIFETIME MEMBER', 'lifetime member'],
  ['Permanent/Lifetime', 'lifetime member'],
  ['Life member', 'lifetime member'],
  ['permanent', 'lifetime member'],
  ['individual', 'Individual member'],
  ['Individual (annual)', 'Individual member'],
  ['Associate', care],
  ['Ordinary', care],
])('the tier %j is %s', (text, expected) => expect(outcome(parseTier(text, field('membership')))).toBe(expected));

test.each([
  ...['Y', 'y', 'Yes', 'YES', 'true', 'TRUE', '1', 'हाँ'].map((text) => [text, 'Yes']),
  ...['N', 'no', 'No', 'FALSE', '0', 'नहीं'].map((text) => [text, 'No']),
  ['maybe', care],
  ['2', care],
])('the answer %j is %s', (text, expected) =>
  expect(outcome(parseYesNo(text!, field('international')))).toBe(expected),
);

test.each([
  ...['M', 'm', 'Male', 'MALE', 'पुरुष'].map((text) => [text, 'Male']),
  ...['F', 'female', 'Female ', 'महिला'].map((text) => [text, 'Female']),
  ['Other', 'Others'],
  ['X', care],
])('the gender %j is %s', (text, expected) => expect(outcome(parseGender(text!, field('gender')))).toBe(expected));

describe('states', () => {
  it.each(bundledStates)('%s by its name in any case', (state) => {
    expect(outcome(parseState(state))).toBe(state);
    expect(outcome(parseState(state.toUpperCase()))).toBe(state);
    expect(outcome(parseState(state.replaceAll(' and ', ' & ')))).toBe(state);
  });
  it.each([
    ['U.P.', 'Uttar Pradesh'],
    ['UP', 'Uttar Pradesh'],
    ['TN', 'Tamil Nadu'],
    ['T.N.', 'Tamil Nadu'],
    ['J&K', 'Jammu and Kashmir'],
    ['A.P.', 'Andhra Pradesh'],
    ['MP', 'Madhya Pradesh'],
    ['M.P', 'Madhya Pradesh'],
    ['HP', 'Himachal Pradesh'],
    ['WB', 'West Bengal'],
    ['Orissa', 'Odisha'],
    ['Tamilnadu', 'Tamil Nadu'],
    ['Pondicherry', 'Puducherry'],
    ['Uttaranchal', 'Uttarakhand'],
    // The letters of number plates.
    ['LA', 'Ladakh'],
    ['LD', 'Lakshadweep'],
    ['NCT of Delhi', 'Delhi'],
    ['New Delhi', 'Delhi'],
    ['Chattisgarh', 'Chhattisgarh'],
    ['Daman & Diu', 'Dadra and Nagar Haveli and Daman and Diu'],
    ['उत्तर प्रदेश', 'Uttar Pradesh'],
    ['छत्तीसगढ़', 'Chhattisgarh'],
    ['तमिल नाडु', 'Tamil Nadu'],
    ['दिल्ली', 'Delhi'],
    ['महाराष्ट्र', 'Maharashtra'],
    ['ओडिशा', 'Odisha'],
    ['UT', care],
    ['Bombay', care],
    ['North', care],
  ])('%s is %s', (text, expected) => expect(outcome(parseState(text))).toBe(expected));
});

test('a district is spelt as in our list, else as written', () => {
  expect(parseDistrict('PUNE', 'Maharashtra')).toBe('Pune');
  expect(parseDistrict('north  24 parganas', 'West Bengal')).toMatch(/^north {2}24|North/i);
  expect(parseDistrict('Poona', 'Maharashtra')).toBe('Poona');
  expect(parseDistrict('PUNE', '')).toBe('PUNE');
});

test('a list is split at semicolon, bar or line, and its options are spelt as ours', () => {
  const { options } = person.specialisations;
  expect(parseList('ndps act, 1985; Land law|POCSO ACT, 2012\nLand law', options)).toEqual([
    'NDPS Act, 1985',
    'Land law',
    'POCSO Act, 2012',
  ]);
});

describe('heads', () => {
  it.each(importFields.map((name) => [name]))('%s by the wire, the template and the export', (name) => {
    expect(fieldOfHead(name)).toBe(name);
    expect(fieldOfHead(importFieldLabel(name))).toBe(name);
    if (name in person) expect(fieldOfHead(person[name as keyof typeof person].term.toUpperCase())).toBe(name);
  });
  it.each([
    ['Name of Member', 'name'],
    ['Mobile No.', 'mobile'],
    ['Mobile No. (10 digits)', 'mobile'],
    ['E-mail ID', 'email'],
    ['D.O.B.', 'dateOfBirth'],
    ['Sub District / Taluk', 'subDistrict'],
    ['Membership Type', 'membership'],
    ['Membership No', 'memberNumber'],
    ['Date of Joining', 'joinedOn'],
    ['नाम', 'name'],
    ['मोबाइल नंबर', 'mobile'],
    ['जन्म तिथि', 'dateOfBirth'],
    ['राज्य', 'state'],
    ['जिला', 'district'],
    ['ईमेल', 'email'],
    ['लिंग', 'gender'],
    ['सदस्यता संख्या', 'memberNumber'],
    ['Preferred Language', 'language'],
    ['भाषा', 'language'],
    ['S. No.', ''],
    ['Remarks', ''],
    ['', ''],
  ])('%j gives %j', (head, expected) => expect(fieldOfHead(head)).toBe(expected));

  it('give a field once: the exact head, then the first', () => {
    expect(fieldsOfHeads(['Phone', 'Name', 'Mobile', 'Full Name', null])).toEqual(['', 'name', 'mobile', '', '']);
    expect(fieldsOfHeads(['Name', 'Given Name', 'Family Name', 'Phone 1 - Value'])).toEqual(['name', '', '', 'mobile']);
    expect(fieldsOfHeads(['First Name', 'Mobile Phone', 'Primary Phone', 'Surname'])).toEqual([
      'name',
      'mobile',
      '',
      'name',
    ]);
    expect(headWords(['Name ', null, 'E-mail', null])).toEqual(['name', '', 'email', '']);
  });
});

test('names are compared without titles, signs and case', () => {
  for (const name of ['Smt. LAKSHMI DEVI', 'Lakshmi  Devi', 'LAKSHMI DEVI', 'Adv. Smt. Lakshmi Devi']) {
    expect(comparableName(name)).toBe('lakshmi devi');
  }
  expect(comparableName('A.K. Sharma')).toBe('a k sharma');
  expect(comparableName('Smt')).toBe('smt');
  for (const name of ["D'Souza", 'D’SOUZA', 'DSouza', 'D Souza', 'Dr. D. Souza', 'D-Souza']) {
    expect(comparableName(name)).toBe('dsouza');
  }
  expect(comparableName('A. D. Rao-Nair')).toBe(comparableName('A D Rao Nair'));
});

const right: Partial<Record<ImportField, StoredCell>> = {
  membership: 'LIFETIME MEMBER',
  name: 'Smt. LAKSHMI DEVI',
  gender: 'F',
  dateOfBirth: '12/03/1975',
  email: 'Lakshmi.Devi@Example.org',
  mobile: '+91 98765 43210',
  state: 'TN',
  district: 'MADURAI',
  subDistrict: 'Melur',
  designation: 'Addl. Public Prosecutor',
  organization: 'District Secretary',
  court: 'District Court Madurai',
  idNumber: 4711,
  yearsOfExperience: 21,
  yearsOfRecruitment: '2004',
  specialisations: 'NDPS Act, 1985; Land law',
  interest: 'webinars',
  contribution: 'Others: Translations',
  international: 'Y',
  joinedOn: '01/04/2019',
  memberNumber: ' LM  104 ',
  language: 'हिन्दी',
};
const read = (change: Partial<Record<ImportField, StoredCell>> = {}) => {
  const cells = { ...right, ...change };
  return parseRow((name) => cells[name]);
};

test('a row is read completely, and passes the rules of the form', () => {
  const row = read();
  expect(row.problems).toEqual([]);
  expect(row.values).toEqual({
    membership: 'lifetime member',
    name: 'Smt. LAKSHMI DEVI',
    gender: 'Female',
    dateOfBirth: '1975-03-12',
    email: 'lakshmi.devi@example.org',
    mobile: '9876543210',
    state: 'Tamil Nadu',
    district: 'Madurai',
    subDistrict: 'Melur',
    designation: 'Addl. Public Prosecutor',
    organization: 'Others',
    organizationOther: 'District Secretary',
    court: 'District Court Madurai',
    idNumber: '4711',
    yearsOfExperience: '21',
    yearsOfRecruitment: '2004',
    specialisations: ['NDPS Act, 1985', 'Land law'],
    interest: 'Webinars',
    contribution: 'Others',
    contributionOther: 'Translations',
    international: 'Yes',
    joinedOn: '2019-04-01',
    memberNumber: 'LM 104',
    language: 'hi',
  });
  expect(keysOf(row)).toEqual({
    email: 'lakshmi.devi@example.org',
    mobile: '9876543210',
    name: 'lakshmi devi',
    birthDate: '1975-03-12',
    memberNumber: 'LM 104',
  });
});

const problemsOf = (change: Partial<Record<ImportField, StoredCell>>) =>
  Object.fromEntries(read(change).problems.map(({ field: name, message }) => [name, message]));

test.each<[string, Partial<Record<ImportField, StoredCell>>, Partial<Record<ImportField, string>>]>([
  ['a broken e-mail', { email: 'lakshmi at example.org' }, { email: 'Please enter a valid Email' }],
  ['two e-mails', { email: 'a@example.org, b@example.org' }, { email: 'Please enter a valid Email' }],
  ['month first', { dateOfBirth: '03/25/1975' }, { dateOfBirth: expect.stringContaining('12/03/1975') }],
  ['a child', { dateOfBirth: '01/01/2015' }, { dateOfBirth: 'You must be at least 18 years old' }],
  ['lost digits', { mobile: '9.87654E+09' }, { mobile: 'Please enter a valid 10-digit Mobile Number' }],
  ['an unknown state', { state: 'Bombay' }, { state: 'Please Select State' }],
  ['another tier', { membership: 'Associate' }, { membership: 'Please select Membership Type' }],
  ['figures in a name', { name: 'Lakshmi 2' }, { name: "Please use only letters, spaces and . ' ’ -" }],
  ['words in years', { yearsOfExperience: '12y' }, { yearsOfExperience: 'Please use only digits' }],
  ['an error of the sheet', { idNumber: '#N/A' }, { idNumber: expect.stringContaining('error') }],
  [
    'Others without a text',
    { interest: 'Others' },
    { interest: undefined, interestOther: 'Please Enter Other Area of Interest' },
  ],
  [
    'an office without its position',
    { associationOffice: 'Treasurer' },
    { associationOffice: expect.stringContaining('Association Office') },
  ],
  ['a third language', { language: 'Marathi' }, { language: 'Please choose English or Hindi' }],
  ['a joining in the future', { joinedOn: '01/04/2027' }, { joinedOn: expect.stringContaining('future') }],
])('%s needs care', (_name, change, expected) => {
  const { interest, ...rest } = expected;
  expect(problemsOf(change)).toEqual(rest);
  expect(interest).toBeUndefined();
});

test('an empty cell is missing, and asked of the member', () => {
  expect(problemsOf({ email: '', gender: ' ' })).toEqual({});
});

test('a row of totals needs care, and a row with problems still identifies its person', () => {
  const total = parseRow((name) => (name === 'name' ? 'TOTAL' : name === 'yearsOfExperience' ? 214 : null));
  expect(total.problems.map(({ field }) => field)).toEqual(['email']);
  const broken = read({ dateOfBirth: '31/31/1975' });
  expect(keysOf(broken)).toMatchObject({ email: 'lakshmi.devi@example.org', birthDate: null });
});

test('an office of the association with its position', () => {
  const { values, problems } = read({ organization: 'association office', associationOffice: 'TREASURER' });
  expect(problems).toEqual([]);
  expect(values).toMatchObject({ organization: 'Association Office', associationOffice: 'Treasurer' });
});

test.each([
  ['English', 'en'],
  [' ENGLISH ', 'en'],
  ['en', 'en'],
  ['अंग्रेज़ी', 'en'],
  ['Hindi', 'hi'],
  ['HI', 'hi'],
  ['हिंदी', 'hi'],
  ['हिन्दी', 'hi'],
])('the language %j is %s', (written, language) => expect(read({ language: written }).values.language).toBe(language));
