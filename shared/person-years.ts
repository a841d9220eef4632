import { clock } from './clock.ts';
import { limits } from './limits.ts';
import { latestAdultBirthday } from './person-fields.ts';

interface Years {
  /** YYYY-MM-DD */
  dateOfBirth: string;
  yearsOfExperience: string;
  yearsOfRecruitment: string;
}

/** Years that are seldom true: a law degree takes until about this age. */
const degreeAge = 21;
const oldest = 90;
/** A smaller number is a count of years, as some people understand 'years of recruitment', and is compared with nothing. */
const firstYear = 1900;

const yearsOf = (text: string) => (/^\d{1,4}$/.test(text.trim()) ? Number(text) : undefined);
const thisYear = () => Number(clock.today().slice(0, 4));
const yearOf = (day: string) => (/^\d{4}-\d{2}-\d{2}/.test(day) ? Number(day.slice(0, 4)) : undefined);

/** The ages at which the work began: by the years of experience, and by the year of recruitment. */
function beginnings({ dateOfBirth, yearsOfExperience, yearsOfRecruitment }: Years) {
  const born = yearOf(dateOfBirth);
  const experience = yearsOf(yearsOfExperience);
  const number = yearsOf(yearsOfRecruitment);
  const recruited = number !== undefined && number >= firstYear ? number : undefined;
  return {
    recruited,
    age: born === undefined ? undefined : thisYear() - born,
    byExperience: born === undefined || experience === undefined ? undefined : thisYear() - born - experience,
    byRecruitment: born === undefined || recruited === undefined ? undefined : recruited - born,
  };
}

/**
 * What cannot be true of a person's years: a recruitment in the future, and work before they were of age.
 * Values that are no years are left to their own rules.
 * @returns messages by field
 */
export function impossibleYears(
  values: Years,
): { field: 'yearsOfExperience' | 'yearsOfRecruitment'; message: string }[] {
  // A birthday that is refused says nothing about the years.
  const dateOfBirth = values.dateOfBirth <= latestAdultBirthday() ? values.dateOfBirth : '';
  const { recruited, byExperience, byRecruitment } = beginnings({ ...values, dateOfBirth });
  const issues: ReturnType<typeof impossibleYears> = [];
  if (byExperience !== undefined && byExperience < limits.adultYears) {
    issues.push({ field: 'yearsOfExperience', message: tooYoung(byExperience) });
  }
  if (recruited !== undefined && recruited > thisYear()) {
    issues.push({ field: 'yearsOfRecruitment', message: 'Please enter a year that is not in the future' });
  } else if (byRecruitment !== undefined && byRecruitment < limits.adultYears) {
    issues.push({ field: 'yearsOfRecruitment', message: tooYoung(byRecruitment) });
  }
  return issues;
}

const tooYoung = (age: number) =>
  age < 0
    ? 'By the date of birth this was before the birth: please check both'
    : `By the date of birth this was at the age of ${age}: please check both`;

/** What is seldom true of a person's years, for the office, as sentences; also what is impossible in an older record. */
export function oddYears(values: Years): string[] {
  const { age, recruited, byExperience, byRecruitment } = beginnings(values);
  const odd: string[] = [];
  if (age !== undefined && age > oldest) odd.push(`By the date of birth this person is ${age} years old.`);
  if (byExperience !== undefined && byExperience < degreeAge) {
    odd.push(`By the date of birth and the years of experience the work began at the age of ${byExperience}.`);
  }
  if (recruited !== undefined && recruited > thisYear())
    odd.push(`The year of recruitment, ${recruited}, is in the future.`);
  else if (byRecruitment !== undefined && byRecruitment < degreeAge) {
    odd.push(
      `By the date of birth and the year of recruitment this person was recruited at the age of ${byRecruitment}.`,
    );
  }
  return odd;
}

/** Whether a stored mobile number cannot be one: those of India begin with 6 to 9. Others were cut when typed with a prefix. */
export const isOddMobile = (digits: string): boolean => digits !== '' && !/^[6-9]\d{9}$/.test(digits);
