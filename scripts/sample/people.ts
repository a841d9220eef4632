import { bundledDistricts, bundledStates } from '#server/features/locations/bundle.ts';
import type { Registration } from '#shared/contracts/registrations.ts';
import type { MembershipValue } from '#shared/memberships.ts';
import {
  type Gender,
  othersOption,
  type PaymentStatus,
  type RegistrationStatus,
  specialisations,
} from '#shared/options.ts';
import type { PersonField } from '#shared/person.ts';
import { type OptionalName, optionalNames, personField } from '#shared/person-fields.ts';
import { cleanLetters } from '#shared/typing.ts';
import { namePoolsOf } from './names.ts';
import { type Random, seededRandom, seedOf } from './random.ts';

/** The decision about a sample registration. */
export interface SampleDecision {
  status: RegistrationStatus;
  registeredAt: Date;
  /** Null while the registration is new. */
  decidedAt: Date | null;
}

/** An invented person, as the form would send one. */
export interface SampleMember extends SampleDecision {
  registration: Registration;
  /** Empty if no proof of a payment was sent and no payment was seen. */
  paymentStatus: PaymentStatus | '';
  /** When the proof was sent; null without one. */
  paymentSentAt: Date | null;
  /** The bank's reference that came with the proof, or empty. */
  utr: string;
  /** Empty unless rejected. */
  rejectionReason: string;
  hideEmail: boolean;
  hideMobile: boolean;
  hideEntry: boolean;
  /** Seed for a portrait. */
  portraitSeed: number;
}

/** The sender of the registration: the applicant, with files, or the office, which needs none. */
export type SampleSender = 'website' | 'office';

const dayMs = 24 * 60 * 60 * 1000;

/** A dozen members already show every status. */
const firstStatuses: readonly RegistrationStatus[] = [
  'Approved',
  'New',
  'Approved',
  'Approved',
  'Rejected',
  'Approved',
  'Approved',
  'New',
  'Approved',
  'Approved',
  'Approved',
  'New',
];
const laterStatuses = [
  ['Approved', 88],
  ['New', 8],
  ['Rejected', 4],
] as const;

const tiers: readonly (readonly [MembershipValue, number])[] = [
  ['Patron member', 8],
  ['lifetime member', 32],
  ['Individual member', 60],
];

const paymentNotFound =
  'The payment could not be found in the bank account. Please check the screenshot with your bank.';
const rejectionReasons = [
  'The identity card could not be read. Please register again with a clearer scan.',
  'The identity card shows a different name. Please register again with matching particulars.',
  'The association admits prosecutors and legal professionals only.',
];

interface Post {
  designation: string;
  organization: Registration['organization'];
  organizationOther: string;
  court: (district: string) => string;
  /** Years in the profession, at least. */
  experience: number;
}

const magistrates = (district: string) => `Court of the Chief Judicial Magistrate ${district}`;
const sessions = (district: string) => `District and Sessions Court ${district}`;
const directorate = (district: string) => `Directorate of Prosecution ${district}`;
const others = (organizationOther: string) => ({ organization: othersOption, organizationOther }) as const;

const posts: readonly (readonly [Post, number])[] = [
  [
    {
      designation: 'Assistant Public Prosecutor',
      ...others('Assistant Public Prosecutor'),
      court: magistrates,
      experience: 1,
    },
    30,
  ],
  [
    {
      designation: 'Senior Assistant Public Prosecutor',
      ...others('Senior Assistant Public Prosecutor'),
      court: magistrates,
      experience: 9,
    },
    12,
  ],
  [
    {
      designation: 'Additional Public Prosecutor',
      ...others('Additional Public Prosecutor'),
      court: sessions,
      experience: 8,
    },
    18,
  ],
  [
    {
      designation: 'Public Prosecutor',
      organization: 'Dist Head',
      organizationOther: '',
      court: sessions,
      experience: 12,
    },
    12,
  ],
  [
    {
      designation: 'Special Public Prosecutor',
      ...others('Special Public Prosecutor'),
      court: (district) => `Special Court under the POCSO Act ${district}`,
      experience: 11,
    },
    8,
  ],
  [
    {
      designation: 'Special Public Prosecutor',
      ...others('Special Public Prosecutor'),
      court: (district) => `Special Court for NDPS Cases ${district}`,
      experience: 11,
    },
    4,
  ],
  [
    {
      designation: 'Assistant Director of Prosecution',
      ...others('Assistant Director of Prosecution'),
      court: directorate,
      experience: 10,
    },
    5,
  ],
  [
    {
      designation: 'Deputy Director of Prosecution',
      organization: 'Joint Director of Prosecutor',
      organizationOther: '',
      court: directorate,
      experience: 17,
    },
    3,
  ],
  [
    {
      designation: 'Additional Director of Prosecution',
      organization: 'Add Director of Prosecutor',
      organizationOther: '',
      court: directorate,
      experience: 20,
    },
    1,
  ],
  [
    {
      designation: 'Director of Prosecution',
      organization: 'Director of prosecutor',
      organizationOther: '',
      court: directorate,
      experience: 24,
    },
    1,
  ],
  [
    {
      designation: 'Public Prosecutor',
      organization: 'Association Office',
      organizationOther: '',
      court: sessions,
      experience: 15,
    },
    4,
  ],
];

const offices = [
  ['President', 1],
  ['Vice President', 2],
  ['General Secretary', 1],
  ['Joint Secretary', 3],
  ['Treasurer', 1],
  ['Women Representative', 2],
  ['Executive Member', 10],
] as const;

const statesByDistricts = bundledStates.map((state) => [state, bundledDistricts(state).length] as const);

/** The districts of Delhi are named after the points of the compass only. */
const placeOf = (state: string, district: string) =>
  state === 'Delhi' && !district.includes('Delhi') ? `${district} Delhi` : district;

/** No mobile number in India begins with 5, so a sample number never belongs to anybody. */
const mobileOf = (n: number) => `5${String((n * 387_420_489) % 1_000_000_000).padStart(9, '0')}`;

function specialisationsFor(random: Random): string[] {
  const codes = specialisations.slice(0, 3);
  const frequent = specialisations.slice(3, 15);
  const rare = specialisations.slice(15);
  return [
    ...(random.chance(0.85) ? codes : random.sample(codes, 1)),
    ...random.sample(frequent, random.int(1, 4)),
    ...random.sample(rare, random.int(0, 3)),
  ];
}

function isoDay(date: Date): string {
  return date.toISOString().slice(0, 10);
}

/** A value, or none, for each optional field by its kind; `sampleMember` overrides some. */
function optionalDetails(n: number): Pick<Registration, OptionalName> {
  const entries = optionalNames().map((name, place) => {
    const field = personField(name);
    const random = seededRandom(seedOf(name, n));
    const isGiven = !field.shownWith && random.chance(0.6);
    return [name, isGiven ? inventedValue(field, random, n + (place + 1) * 10_000_000) : ''];
  });
  return Object.fromEntries(entries) as Pick<Registration, OptionalName>;
}

function inventedValue(field: PersonField, random: Random, number: number): string {
  if (field.kind === 'choice') return random.pick(field.options);
  if (field.kind === 'mobile') return mobileOf(number);
  if (field.kind === 'email') return `email.${number}@example.org`.toLowerCase();
  return field.kind === 'years' ? String(random.int(1, 30)) : '';
}

/** When the `n`th sample member registered, and the office's decision with its time; the same for the same `n` and day. */
export function sampleDecision(n: number, today: Date): SampleDecision {
  const random = seededRandom(seedOf('fate', n));
  const status = firstStatuses[n] ?? random.weighted(laterStatuses);
  // Older rejected ones have been deleted.
  const [newest, oldest] = { New: [0.2, 12], Rejected: [14, 150], Approved: [14, 1_080] }[status] as [number, number];
  const registeredAt = new Date(today.getTime() - random.between(newest, oldest) * dayMs);
  const decidedAt = status === 'New' ? null : new Date(registeredAt.getTime() + random.between(0.5, 9) * dayMs);
  return { status, registeredAt, decidedAt };
}

/** Whether the office has long looked at a payment that was claimed with the registration. */
const isOld = ({ registeredAt }: SampleDecision, today: Date) => today.getTime() - registeredAt.getTime() > 30 * dayMs;

/**
 * The `n`th sample member (from 0), the same for the same `n` and day. E-mail addresses and mobile numbers are
 * different for every `n` below ten million, and belong to nobody.
 */
export function sampleMember(n: number, today: Date, sender: SampleSender = 'website'): SampleMember {
  const random = seededRandom(seedOf('member', n));
  const state = random.weighted(statesByDistricts);
  const district = random.pick(bundledDistricts(state));
  const names = random.weighted(namePoolsOf(state));
  const gender: Gender = random.chance(0.38) ? 'Female' : 'Male';
  const firstName = random.pick(gender === 'Female' ? names.female : names.male);
  const family = random.pick(names.family);

  const post = random.weighted(posts);
  const experience = random.int(post.experience, Math.min(post.experience + 12, 34));
  const age = 24 + experience + random.int(0, 4);
  const born = new Date(Date.UTC(today.getUTCFullYear() - age, random.int(0, 11), random.int(1, 28)));
  const enrolled = today.getUTCFullYear() - experience;
  const interest = random.weighted([
    ['Participant', 4],
    ['Webinars', 4],
    ['Association Work', 3],
    [othersOption, 1],
  ] as const);
  const contribution = random.weighted([
    ['Lectures', 4],
    ['Legal Opinions', 5],
    [othersOption, 1],
  ] as const);

  const registration: Registration = {
    ...optionalDetails(n),
    language: 'en',
    membership: random.weighted(tiers),
    name: `${firstName} ${family}`,
    gender,
    email: `${firstName}.${family}.${n + 1}@example.org`.toLowerCase(),
    mobile: mobileOf(n + 1),
    dateOfBirth: isoDay(born),
    designation: post.designation,
    organization: post.organization,
    organizationOther: post.organizationOther,
    associationOffice: post.organization === 'Association Office' ? random.weighted(offices) : '',
    court: cleanLetters(post.court(placeOf(state, district)), 'title'),
    idNumber: `${state.replace(/[^A-Z]/g, '').padEnd(2, state.slice(1, 2).toUpperCase())}/${random.int(101, 9999)}/${enrolled}`,
    yearsOfExperience: String(experience),
    yearsOfRecruitment: String(enrolled + random.int(0, Math.min(3, experience))),
    interest,
    interestOther:
      interest === othersOption
        ? random.pick(['Mentoring young prosecutors', 'Research and publications', 'Moot courts'])
        : '',
    contribution,
    contributionOther:
      contribution === othersOption ? random.pick(['Training material', 'Case law digests', 'Translation']) : '',
    specialisations: specialisationsFor(random),
    international: random.chance(0.15) ? 'Yes' : 'No',
    state,
    district,
    subDistrict: random.chance(0.75) || district.endsWith('Rural') ? district : `${district} Rural`,
    termsVersion: '',
  };

  const decision = sampleDecision(n, today);
  const approved = decision.status === 'Approved';
  // Rejected applicants often have not paid; such a record may be deleted at once.
  const hasPaid = approved || random.chance(decision.status === 'Rejected' ? 0.4 : 0.75);
  const hasSent = hasPaid && sender === 'website';
  const wasSeen = approved && (random.chance(0.95) || (hasSent && isOld(decision, today)));
  const minutes = random.int(3, 90);
  const utr = String(random.int(100_000, 999_999)) + String(random.int(100_000, 999_999));

  return {
    ...decision,
    registration,
    paymentStatus: wasSeen ? 'PAYMENT_SUCCESS' : hasSent ? 'PAYMENT_INITIATED' : '',
    paymentSentAt: hasSent ? new Date(decision.registeredAt.getTime() + minutes * 60_000) : null,
    utr: hasSent ? utr : '',
    rejectionReason:
      decision.status === 'Rejected' ? random.pick([...rejectionReasons, ...(hasSent ? [paymentNotFound] : [])]) : '',
    hideEmail: random.chance(0.08),
    hideMobile: random.chance(0.15),
    hideEntry: random.chance(0.02),
    portraitSeed: seedOf('portrait', n),
  };
}
