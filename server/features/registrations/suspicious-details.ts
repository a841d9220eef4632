import type { MemberRow } from '#server/features/members/members.queries.ts';
import { isOddMobile, oddYears } from '#shared/person-years.ts';
import { isUtr } from '#shared/utr.ts';

/** Details of a record that can hardly be true, as sentences for the office. */
export function oddDetails(row: MemberRow): string[] {
  const years = oddYears({
    DateofBirth: row.dateOfBirth ?? '',
    years_Expirence: row.yearsOfExperience,
    years_Recruitment: row.yearsOfRecruitment,
  });
  const mobile = isOddMobile(row.mobile)
    ? ['This cannot be a mobile number of India, which begins with 6 to 9; it may have been cut. Please ask for it.']
    : [];
  const utr =
    row.utr === '' || isUtr(row.utr)
      ? []
      : [`“${row.utr}” does not look like a UTR, which has 12 digits, or 16 or 22 letters and digits.`];
  return [...years, ...mobile, ...utr];
}
