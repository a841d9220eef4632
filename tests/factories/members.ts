import { eq } from 'drizzle-orm';
import { recordNew } from '#server/features/members/membership-facts.ts';
import { personColumns } from '#server/features/members/records.ts';
import { members } from '#server/features/members/tables.ts';
import type { Database } from '#server/platform/database/client.ts';
import { searchable, searchableName } from '#server/platform/database/searchable.ts';
import { files } from '#server/platform/storage/tables.ts';
import { type RegistrationInput, registrationSchema } from '#shared/contracts/registrations.ts';
import { currentTermsVersion } from '#shared/legal.ts';
import { type OptionalName, optionalNames } from '#shared/person-fields.ts';
import type { TestFile } from '#tests/app.ts';
import { insertPastAdmissions } from '../../scripts/sample/past-admissions.ts';

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

let count = 0;
/** The next person of a fixed series, so that each test file gets the same people in the same order. */
function next() {
  count += 1;
  const person = people[count % people.length]!;
  return { number: count, person };
}

/** The body of a valid registration, with a new e-mail address. */
export function registrationBody(overrides: Partial<RegistrationInput> = {}): RegistrationInput {
  const { number, person } = next();
  const [name, gender, state, district, subDistrict, designation] = person;
  return {
    // Optional fields are empty, unless they are set below.
    ...(Object.fromEntries(optionalNames().map((name) => [name, ''])) as Pick<RegistrationInput, OptionalName>),
    membership: 'Individual member',
    name,
    gender,
    email: `applicant${number}@example.org`,
    mobile: String(9_800_000_000 + number),
    // Within ten years: a worker that has made many people would make them too young for their recruitment.
    dateOfBirth: new Date(Date.UTC(1975, 0, number % 3_650)).toISOString().slice(0, 10),
    designation,
    organization: 'Dist Head',
    organizationOther: '',
    court: `District Court ${district}`,
    idNumber: `${state.slice(0, 3).toUpperCase()} ${1_000 + number}`,
    yearsOfExperience: '12',
    yearsOfRecruitment: '2012',
    interest: 'Webinars',
    interestOther: '',
    contribution: 'Lectures',
    contributionOther: '',
    specialisations: ['NDPS Act, 1985', 'POCSO Act, 2012'],
    international: 'No',
    state,
    district,
    subDistrict,
    ...overrides,
  };
}

/**
 * Inserts a complete record with its admission payment, by default an Approved member. `paymentStatus`, `utr`, `paymentSentAt`
 * and `screenshotFile` set the payment's progress.
 */
export async function memberFactory(
  { database }: { database: Database },
  overrides: Partial<NewMember> = {},
): Promise<MemberRow> {
  const body = registrationBody();
  const number = count;
  const status = overrides.status ?? 'Approved';
  const values = {
    ...personColumns(registrationSchema.parse(body)),
    reference: `AIP-2026-9${String(number).padStart(5, '0')}`,
    memberNumber: status === 'Approved' ? `AIP-M-9${String(number).padStart(5, '0')}` : null,
    status,
    membership: 'Individual member',
    email: `member${number}@example.org`,
    mobile: String(9_700_000_000 + number),
    dateOfBirth: '1979-08-15',
    termsVersion: currentTermsVersion,
    consentAt: new Date('2026-01-05T06:30:00Z'),
    consentTo: 'website',
    approvedAt: status === 'Approved' ? new Date('2026-01-09T06:30:00Z') : null,
    ...overrides,
  } satisfies NewMember;
  const search = {
    nameSearch: searchableName(values.name),
    positionSearch: [values.organization, values.designation].map(searchable).join('\n'),
  };
  const [row] = await database
    .insert(members)
    .values({ ...values, ...search, ...overrides })
    .returning();
  await insertPastAdmissions(database, eq(members.id, row!.id));
  await recordNew(database, [row!]);
  return row!;
}

/** A small real picture, different for each `shade` (0 to 255). */
export async function pictureFile(shade = 120, name = 'portrait.png'): Promise<TestFile> {
  // Imported only when needed, so that processes that a test starts again and again start quickly.
  const { default: sharp } = await import('sharp');
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

/** The row of a stored scanned ID, for `documentFile`. @returns its key */
export async function storedDocument({ database }: { database: Database }): Promise<string> {
  const key = `document-${crypto.randomUUID()}`;
  const row = { key, state: 'attached' as const, writer: 0, type: 'application/pdf', bytes: 1, hash: key };
  await database.insert(files).values(row);
  return key;
}
