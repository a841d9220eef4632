import sharp from 'sharp';
import type { Database } from '#server/database/client.ts';
import { searchable, searchableName } from '#server/database/searchable.ts';
import { members } from '#server/database/tables/members.ts';
import type { RegistrationInput } from '#shared/contracts/members.ts';
import { currentTermsVersion } from '#shared/legal.ts';
import type { TestFile } from '#tests/app.ts';

type MemberRow = typeof members.$inferSelect;
type NewMember = typeof members.$inferInsert;

const people = [
  ['Kavita Deshmukh', 'Female', 'Maharashtra', 'Pune', 'Haveli', 'Public Prosecutor'],
  ['Arjun Nair', 'Male', 'Kerala', 'Ernakulam', 'Kochi', 'Assistant Public Prosecutor'],
  ['Farida Sheikh', 'Female', 'Gujarat', 'Surat', 'Choryasi', 'Additional Public Prosecutor'],
  ['Balwinder Singh', 'Male', 'Punjab', 'Ludhiana', 'Khanna', 'District Attorney'],
  ['Lakshmi Subramanian', 'Female', 'Tamil Nadu', 'Madurai', 'Melur', 'Special Public Prosecutor'],
  ['Thomas Kurian', 'Male', 'Kerala', 'Kottayam', 'Vaikom', 'Deputy Director'],
  ['Ritu Sharma', 'Female', 'Rajasthan', 'Jaipur', 'Amber', 'Public Prosecutor'],
] as const;

let made = 0;
/** The next of a fixed series: each test file gets the same people in the same order. */
function next() {
  made += 1;
  const person = people[made % people.length]!;
  return { number: made, person };
}

/** What a filled-in registration form sends; every field right, the e-mail a new one. */
export function registrationBody(overrides: Partial<RegistrationInput> = {}): RegistrationInput {
  const { number, person } = next();
  const [name, gender, state, district, subDistrict, designation] = person;
  return {
    membership: 'Individual member',
    ProsecutorName: name,
    Gender: gender,
    email: `applicant${number}@example.org`,
    mobile_no: String(9_800_000_000 + number),
    DateofBirth: new Date(Date.UTC(1975, 0, number)).toISOString().slice(0, 10),
    Designation: designation,
    Organization: 'Dist Head',
    OrganizationotherRole: '',
    Association: '',
    AssociationotherRole: '',
    Practice: `District Court ${district}`,
    councilMembership: `${state.slice(0, 3).toUpperCase()} ${1_000 + number}`,
    years_Expirence: '12',
    years_Recruitment: '2012',
    Interest: 'Webinars',
    InterestotherRole: '',
    Contribution: 'Lectures',
    ContributionotherRole: '',
    Specialisation: ['NDPS Act, 1985', 'POCSO Act, 2012'],
    SpecialisationotherRole: '',
    International: 'No',
    State: state,
    District: district,
    SubDistrict: subDistrict,
    ...overrides,
  };
}

/** Inserts a complete record: an Approved member unless told otherwise. */
export async function memberFactory(
  { database }: { database: Database },
  overrides: Partial<NewMember> = {},
): Promise<MemberRow> {
  const { number, person } = next();
  const [name, gender, state, district, subDistrict, designation] = person;
  const status = overrides.status ?? 'Approved';
  const values = {
    reference: `AIP-2026-9${String(number).padStart(5, '0')}`,
    memberNumber: status === 'Approved' ? `AIP-M-9${String(number).padStart(5, '0')}` : null,
    status,
    tier: 'Individual member',
    name,
    gender,
    email: `member${number}@example.org`,
    mobile: String(9_700_000_000 + number),
    dateOfBirth: '1979-08-15',
    designation,
    organization: 'Dist Head',
    court: `District Court ${district}`,
    idNumber: `ID ${number}`,
    yearsOfExperience: '15',
    yearsOfRecruitment: '2009',
    interest: 'Participant',
    contribution: 'Legal Opinions',
    specialisations: ['NDPS Act, 1985'],
    international: 'No',
    state,
    district,
    subDistrict,
    termsVersion: currentTermsVersion,
    consentAt: new Date('2026-01-05T06:30:00Z'),
    consentTo: 'website',
    approvedAt: status === 'Approved' ? new Date('2026-01-09T06:30:00Z') : null,
    ...overrides,
  } satisfies Omit<NewMember, 'nameSearch'>;
  const [row] = await database
    .insert(members)
    .values({
      nameSearch: searchableName(values.name),
      positionSearch: [values.organization, values.designation].map(searchable).join('\n'),
      ...values,
    })
    .returning();
  return row!;
}

/** A small real picture; another `shade` (0 to 255) is another picture. */
export async function pictureFile(shade = 120, name = 'portrait.png'): Promise<TestFile> {
  const bytes = await sharp({
    create: { width: 240, height: 300, channels: 3, background: { r: shade, g: 90, b: 140 } },
  })
    .png()
    .toBuffer();
  return { name, type: 'image/png', bytes };
}

/** A scanned ID: a file of any kind, kept as it is. */
export function scannedId(mark = 'one', name = 'id card.pdf'): TestFile {
  return { name, type: 'application/pdf', bytes: Buffer.from(`%PDF-1.4\n% scan ${mark}\n%%EOF\n`) };
}
