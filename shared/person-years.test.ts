import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { clock } from './clock.ts';
import { personSchema } from './contracts/person.ts';
import { impossibleYears, isOddMobile, oddYears } from './person-years.ts';

beforeEach(() => clock.set(new Date('2026-06-01T06:00:00Z')));
afterEach(() => clock.set(new Date()));

const years = (dateOfBirth: string, yearsOfExperience: string, yearsOfRecruitment: string) => ({
  dateOfBirth,
  yearsOfExperience,
  yearsOfRecruitment,
});

describe('years', () => {
  it.each([
    ['a recruitment in the future', years('1980-05-17', '9', '2031'), ['yearsOfRecruitment']],
    ['24 years of experience at 30', years('1996-01-01', '24', '2018'), ['yearsOfExperience']],
    ['a prosecutor of five', years('2005-01-01', '2', '2010'), ['yearsOfRecruitment']],
    ['a year where a number of years belongs', years('1980-05-17', '2005', '2005'), ['yearsOfExperience']],
    ['a number of years where the year of recruitment belongs', years('1980-05-17', '9', '12'), []],
    ['usual years', years('1980-05-17', '20', '2005'), []],
    ['work from the first day of age', years('1996-01-01', '12', '2014'), []],
    ['empty or wrong values, which have their own messages', years('', 'many', ''), []],
  ])('%s', (_name, values, fields) => {
    expect(impossibleYears(values).map(({ field }) => field)).toEqual(fields);
    const { error } = personSchema('registration').safeParse({ ...values, name: '' });
    const messages = impossibleYears(values).map(({ message }) => message);
    const matches = error!.issues.filter(({ message }) => messages.includes(message));
    expect(matches.map(({ path }) => path[0])).toEqual(fields);
  });

  it('that are seldom true are named to the office, which may correct another field of the record', () => {
    expect(oddYears(years('1980-05-17', '20', '2005'))).toEqual([]);
    expect(oddYears(years('1990-05-17', '17', '2010'))).toEqual([
      'By the date of birth and the years of experience the work began at the age of 19.',
      'By the date of birth and the year of recruitment this person was recruited at the age of 20.',
    ]);
    expect(oddYears(years('1920-01-01', '40', '1950'))).toEqual(['By the date of birth this person is 106 years old.']);
    const edit = personSchema('officeEdit').safeParse(years('1996-01-01', '24', '2031'));
    expect(edit.error!.issues.map(({ path }) => path[0])).not.toContain('yearsOfRecruitment');
  });
});

it('a stored mobile number that was cut when typed with a prefix is odd', () => {
  expect(['0987654321', '0091987654', '9876543210', ''].map(isOddMobile)).toEqual([true, true, false, false]);
});
