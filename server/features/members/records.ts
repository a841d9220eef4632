import { searchable, searchableName } from '#server/database/searchable.ts';
import type { DirectoryEntry, MemberEdit, OfficeRecord, OwnRecord, Registration } from '#shared/contracts/members.ts';
import { associationOfficePosition, othersOption } from '#shared/options.ts';
import type { EntryRow } from './directory.queries.ts';
import type { MemberRow } from './members.queries.ts';

/** Makes the address of a profile picture; null without one. */
export type PictureAddress = (memberId: string, pictureFile: string | null) => string | null;

/** What a person says of himself, from the names of the wire to our own. Texts of choices that were not made are dropped. */
export function personColumns(person: Registration | MemberEdit) {
  const ifOthers = (choice: string, other: string) => (choice === othersOption ? other : '');
  const office = person.Organization === associationOfficePosition ? person.Association : '';
  const organizationOther = ifOthers(person.Organization, person.OrganizationotherRole);
  const associationOfficeOther = ifOthers(office, person.AssociationotherRole);
  return {
    name: person.ProsecutorName,
    nameSearch: searchableName(person.ProsecutorName),
    // One line each, so that no search text matches from the end of one into the beginning of the next.
    positionSearch: [person.Organization, organizationOther, office, associationOfficeOther, person.Designation]
      .map(searchable)
      .filter((part) => part !== '')
      .join('\n'),
    gender: person.Gender,
    mobile: person.mobile_no,
    dateOfBirth: person.DateofBirth,
    designation: person.Designation,
    organization: person.Organization,
    organizationOther,
    associationOffice: office,
    associationOfficeOther,
    court: person.Practice,
    idNumber: person.councilMembership,
    yearsOfExperience: person.years_Expirence,
    yearsOfRecruitment: person.years_Recruitment,
    interest: person.Interest,
    interestOther: ifOthers(person.Interest, person.InterestotherRole),
    contribution: person.Contribution,
    contributionOther: ifOthers(person.Contribution, person.ContributionotherRole),
    specialisations: person.Specialisation,
    specialisationOther: person.SpecialisationotherRole,
    international: person.International,
    state: person.State,
    district: person.District,
    subDistrict: person.SubDistrict,
  };
}

const iso = (date: Date | null) => date?.toISOString() ?? null;

/** The part of a record that its owner and the office see alike. */
function personRecord(row: MemberRow, pictureAddress: PictureAddress) {
  return {
    _id: row.id,
    createdAt: row.createdAt.toISOString(),
    membership: row.tier,
    ProsecutorName: row.name,
    Gender: row.gender,
    email: row.email,
    mobile_no: row.mobile,
    DateofBirth: row.dateOfBirth,
    Designation: row.designation,
    Organization: row.organization,
    OrganizationotherRole: row.organizationOther,
    Association: row.associationOffice,
    AssociationotherRole: row.associationOfficeOther,
    Practice: row.court,
    councilMembership: row.idNumber,
    years_Expirence: row.yearsOfExperience,
    years_Recruitment: row.yearsOfRecruitment,
    Interest: row.interest,
    InterestotherRole: row.interestOther,
    Contribution: row.contribution,
    ContributionotherRole: row.contributionOther,
    Specialisation: row.specialisations,
    SpecialisationotherRole: row.specialisationOther,
    International: row.international,
    State: row.state,
    District: row.district,
    SubDistrict: row.subDistrict,
    document: row.documentFile === null ? null : `/api/Directory/document/${row.id}`,
    profile_Pic: pictureAddress(row.id, row.pictureFile),
    payment_status: row.paymentStatus,
    status: row.status,
    reference: row.reference,
    memberNumber: row.memberNumber,
    hideEmail: row.hideEmail,
    hideMobile: row.hideMobile,
    hideEntry: row.hideEntry,
    consent: { version: row.termsVersion, at: row.consentAt.toISOString(), givenTo: row.consentTo },
    erasureRequestedAt: iso(row.erasureRequestedAt),
    version: row.version,
  };
}

/** A member's own record. */
export function ownRecordOf(row: MemberRow, pictureAddress: PictureAddress): OwnRecord {
  return { ...personRecord(row, pictureAddress), mustChangePassword: row.mustChangePassword };
}

/** A record as the office sees it. */
export function officeRecordOf(row: MemberRow, pictureAddress: PictureAddress): OfficeRecord {
  return {
    ...personRecord(row, pictureAddress),
    screenShot: row.screenshotFile === null ? null : `/api/Directory/screenshot/${row.id}`,
    utr: row.utr,
    paymentSentAt: iso(row.paymentSentAt),
    approvedAt: iso(row.approvedAt),
    decidedAt: iso(row.decidedAt),
    rejectionReason: row.rejectionReason,
  };
}

/** What members see of each other; a hidden e-mail or mobile number is no key at all. */
export function directoryEntryOf(row: EntryRow, pictureAddress: PictureAddress): DirectoryEntry {
  const entry: DirectoryEntry = {
    _id: row.id,
    membership: row.tier,
    ProsecutorName: row.name,
    profile_Pic: pictureAddress(row.id, row.pictureFile),
    Designation: row.designation,
    Organization: row.organization,
    OrganizationotherRole: row.organizationOther,
    Practice: row.court,
    State: row.state,
    District: row.district,
    SubDistrict: row.subDistrict,
    Specialisation: row.specialisations,
    SpecialisationotherRole: row.specialisationOther,
  };
  if (row.email !== null) entry.email = row.email;
  if (row.mobile !== null) entry.mobile_no = row.mobile;
  return entry;
}

/** How the log names what was changed in a record: in the words of the form, never with the values. */
const changeNames: Partial<Record<keyof MemberRow, string>> = {
  name: 'name',
  gender: 'gender',
  email: 'e-mail',
  mobile: 'mobile number',
  dateOfBirth: 'date of birth',
  designation: 'designation',
  organization: 'organization',
  organizationOther: 'other organization role',
  associationOffice: 'association office',
  associationOfficeOther: 'other association role',
  court: 'court',
  idNumber: 'ID number',
  yearsOfExperience: 'years of experience',
  yearsOfRecruitment: 'years of recruitment',
  interest: 'area of interest',
  interestOther: 'other area of interest',
  contribution: 'contribution',
  contributionOther: 'other contribution',
  specialisations: 'specialisation',
  specialisationOther: 'other specialisation',
  international: 'international',
  state: 'state',
  district: 'district',
  subDistrict: 'sub-district',
  hideEmail: 'e-mail shown or hidden',
  hideMobile: 'mobile number shown or hidden',
  hideEntry: 'directory entry shown or hidden',
  documentFile: 'scanned ID card',
  pictureFile: 'profile picture',
};

/** Names of the fields in which `change` differs from the record; empty when nothing would change. */
export function changedFields(row: MemberRow, change: Partial<MemberRow>): string[] {
  const keys = Object.keys(changeNames) as (keyof MemberRow)[];
  return keys
    .filter((key) => key in change && JSON.stringify(change[key]) !== JSON.stringify(row[key]))
    .map((key) => changeNames[key]!);
}
