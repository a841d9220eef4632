import type { MemberRow } from './members.queries.ts';

interface ExportColumn {
  title: string;
  value(row: MemberRow): string;
}

const indianDay = (date: Date | null) =>
  date?.toLocaleDateString('en-CA', { timeZone: 'Asia/Kolkata' /* gives YYYY-MM-DD */ }) ?? '';

/** A choice with the text that was written beside it. */
const choice = (chosen: string, other: string) => (other === '' ? chosen : `${chosen}: ${other}`);

/** What an export of the directory holds, column by column. Dates are YYYY-MM-DD, which every spreadsheet sorts. */
export const exportColumns: ExportColumn[] = [
  { title: 'Member number', value: (row) => row.memberNumber ?? '' },
  { title: 'Reference', value: (row) => row.reference },
  { title: 'Membership', value: (row) => row.tier },
  { title: 'Name', value: (row) => row.name },
  { title: 'Gender', value: (row) => row.gender },
  { title: 'E-mail', value: (row) => row.email },
  { title: 'Mobile', value: (row) => row.mobile },
  { title: 'Date of birth', value: (row) => row.dateOfBirth },
  { title: 'Designation', value: (row) => row.designation },
  { title: 'Organization', value: (row) => choice(row.organization, row.organizationOther) },
  { title: 'Association office', value: (row) => choice(row.associationOffice, row.associationOfficeOther) },
  { title: 'Court', value: (row) => row.court },
  { title: 'ID number', value: (row) => row.idNumber },
  { title: 'Years of experience', value: (row) => row.yearsOfExperience },
  { title: 'Years of recruitment', value: (row) => row.yearsOfRecruitment },
  { title: 'Area of interest', value: (row) => choice(row.interest, row.interestOther) },
  { title: 'Contribution', value: (row) => choice(row.contribution, row.contributionOther) },
  { title: 'Specialisation', value: (row) => row.specialisations.join('; ') },
  { title: 'Other specialisation', value: (row) => row.specialisationOther },
  { title: 'International', value: (row) => row.international },
  { title: 'State', value: (row) => row.state },
  { title: 'District', value: (row) => row.district },
  { title: 'Sub-district', value: (row) => row.subDistrict },
  { title: 'Payment', value: (row) => row.paymentStatus },
  { title: 'Transaction reference', value: (row) => row.utr },
  { title: 'Registered on', value: (row) => indianDay(row.createdAt) },
  { title: 'Approved on', value: (row) => indianDay(row.approvedAt) },
];
