import { limits } from './limits.ts';
import { membershipValues } from './memberships.ts';
import { messages } from './messages.ts';
import {
  associationOfficePosition,
  associationOffices,
  contributions,
  genders,
  interests,
  internationalChoices,
  organizationAliases,
  organizationPositions,
  othersOption,
  specialisations,
} from './options.ts';
import type { Signs } from './typing.ts';

/**
 * The forms with a person's fields: the applicant's on the website, the office's for adding somebody and for correcting a
 * record, a member's own profile, and the payment step.
 */
export type PersonForm = 'registration' | 'addProsecutor' | 'officeEdit' | 'selfEdit' | 'payment';

/** `kept`: may be absent, which leaves it unchanged, but not empty. */
export type Need = 'required' | 'optional' | 'kept';

/** The parts of a form, with their titles. */
export const personSections = {
  membership: 'Membership',
  personal: 'Personal Information',
  locality: 'Place',
  professional: 'Professional Information',
  visibility: "In the members' directory",
  card: 'On verification of the member card',
  circulars: 'Mails of the association',
  payment: 'Payment',
} as const;
export type PersonSection = keyof typeof personSections;

interface Described {
  /** The column in the tables. */
  column: string;
  /** On forms and in the office's view. */
  label: string;
  /** The label in the own profile, if it differs. */
  ownLabel?: string;
  /** The name within a sentence: in the log, and, capitalized, as the head of a column. */
  term: string;
  /** The head of its column in an export, if it is not the term. */
  exportTitle?: string;
  section: PersonSection;
  /** The forms that ask for it. With `shownWith`: required only while it is shown. */
  forms: Partial<Record<PersonForm, Need>>;
  /** `members`: shown in the directory. The office and the owner see every field. */
  seenBy: 'members' | 'office';
  /** The flag with which its owner hides it from the directory. */
  hiddenBy?: string;
  /** The value differs between people: a list of members cannot have one constant for it. */
  differs?: true;
  /** The choice that it depends on, and its option; with another one its value is dropped. */
  shownWith?: { field: string; option: string };
  /** The message while it is required and empty. */
  message?: string;
  /** Shown under the field while there is no message: on all forms, or per form. */
  hint?: string | Partial<Record<PersonForm, string>>;
  /** The same on the office's forms, if `hint` addresses the person. */
  officeHint?: string;
  placeholder?: string;
  /** The browser's autofill, on forms that a person fills in about themselves. */
  autoComplete?: string;
}

/** The kind of values. `letters`: letters, spaces and some signs; `list`: several options; `locality`: with its own lists. */
type ValueKind =
  | { kind: 'letters'; signs: Signs; maxLength: number }
  | { kind: 'text' | 'locality'; maxLength: number }
  | { kind: 'years' | 'mobile' | 'email' | 'birthday' | 'flag' }
  | { kind: 'choice'; options: readonly [string, ...string[]]; aliases?: Readonly<Record<string, string>> }
  | { kind: 'list'; options: readonly string[]; emptyText?: string }
  | { kind: 'file'; accept: 'image' | 'any' };

export type PersonField = Described & ValueKind;

const required = {
  registration: 'required',
  addProsecutor: 'required',
  officeEdit: 'required',
  selfEdit: 'required',
} as const;
const optional = {
  registration: 'optional',
  addProsecutor: 'optional',
  officeEdit: 'optional',
  selfEdit: 'optional',
} as const;
const requiredFromApplicants = { ...optional, registration: 'required' } as const;
const inEdits = { officeEdit: 'kept', selfEdit: 'kept' } as const;

/**
 * All fields of a person, under the wire's names and in the order of the forms. Contracts, tables'
 * mapping, forms, the office's view, exports, the log and the member's own archive follow from it. `person-fields.ts`
 * answers questions about the fields, `contracts/person.ts` makes their rules.
 */
export const person = {
  membership: {
    kind: 'choice',
    column: 'tier',
    label: 'Membership Type',
    term: 'membership',
    section: 'membership',
    forms: { registration: 'required', addProsecutor: 'required' },
    seenBy: 'members',
    options: membershipValues,
    message: 'Please select Membership Type',
  },
  ProsecutorName: {
    kind: 'letters',
    signs: 'name',
    column: 'name',
    label: 'Full Name',
    term: 'name',
    differs: true,
    section: 'personal',
    forms: required,
    seenBy: 'members',
    maxLength: limits.nameLength,
    message: 'Please enter Full Name',
    autoComplete: 'name',
  },
  Gender: {
    kind: 'choice',
    column: 'gender',
    label: 'Gender',
    term: 'gender',
    section: 'personal',
    forms: required,
    seenBy: 'office',
    options: genders,
    message: 'Please select Gender',
  },
  DateofBirth: {
    kind: 'birthday',
    column: 'dateOfBirth',
    label: 'Date of Birth',
    term: 'date of birth',
    differs: true,
    section: 'personal',
    forms: required,
    seenBy: 'office',
    message: 'Please enter Date of Birth',
  },
  email: {
    kind: 'email',
    column: 'email',
    label: 'Email',
    term: 'e-mail',
    differs: true,
    section: 'personal',
    forms: { registration: 'required', addProsecutor: 'required', officeEdit: 'kept' },
    seenBy: 'members',
    hiddenBy: 'hideEmail',
    message: 'Please enter Email',
    hint: {
      registration: 'Your login details will be sent here',
      addProsecutor: 'The login details will be sent here',
      officeEdit: 'Used to log in',
    },
    autoComplete: 'email',
  },
  mobile_no: {
    kind: 'mobile',
    column: 'mobile',
    label: 'Mobile Number',
    term: 'mobile number',
    exportTitle: 'Mobile',
    differs: true,
    section: 'personal',
    forms: required,
    seenBy: 'members',
    hiddenBy: 'hideMobile',
    message: 'Please enter Mobile Number',
    autoComplete: 'tel-national',
  },
  profile_Pic: {
    kind: 'file',
    column: 'pictureFile',
    label: 'Profile Picture',
    term: 'profile picture',
    section: 'personal',
    forms: requiredFromApplicants,
    seenBy: 'members',
    accept: 'image',
    message: 'Please Upload Profile Picture',
    hint: 'A recent photograph of your face',
    officeHint: 'A recent photograph of the face',
  },
  State: {
    kind: 'locality',
    column: 'state',
    label: 'State',
    term: 'state',
    section: 'locality',
    forms: required,
    seenBy: 'members',
    maxLength: limits.localityLength,
    message: 'Please Select State',
  },
  District: {
    kind: 'locality',
    column: 'district',
    label: 'District',
    term: 'district',
    section: 'locality',
    forms: required,
    seenBy: 'members',
    maxLength: limits.localityLength,
    message: 'Please Select District',
  },
  SubDistrict: {
    kind: 'locality',
    column: 'subDistrict',
    label: 'Sub-District',
    term: 'sub-district',
    section: 'locality',
    forms: required,
    seenBy: 'members',
    maxLength: limits.localityLength,
    message: 'Please Select SubDistrict',
    hint: 'Taluk, tehsil, mandal or block: choose it, or type its name.',
  },
  Designation: {
    kind: 'letters',
    signs: 'title',
    column: 'designation',
    label: 'Designation',
    term: 'designation',
    section: 'professional',
    forms: optional,
    seenBy: 'members',
    maxLength: limits.nameLength,
    hint: 'Optional, for example Public Prosecutor',
    autoComplete: 'organization-title',
  },
  Organization: {
    kind: 'choice',
    column: 'organization',
    label: 'Organization Position',
    term: 'organization',
    section: 'professional',
    forms: { ...optional, selfEdit: 'required' },
    seenBy: 'members',
    options: organizationPositions,
    aliases: organizationAliases,
    message: 'Please enter Organization',
    hint: {
      registration: 'Optional now; you will need it when you later change your profile',
      addProsecutor: 'Optional',
      officeEdit: 'Optional',
    },
  },
  OrganizationotherRole: {
    kind: 'text',
    column: 'organizationOther',
    label: 'Organization Other Role',
    term: 'other organization role',
    section: 'professional',
    forms: required,
    seenBy: 'members',
    shownWith: { field: 'Organization', option: othersOption },
    maxLength: limits.lineLength,
    message: 'Please Enter Organization other Role',
  },
  Association: {
    kind: 'choice',
    column: 'associationOffice',
    label: 'Association Office',
    term: 'association office',
    section: 'professional',
    forms: optional,
    seenBy: 'members',
    shownWith: { field: 'Organization', option: associationOfficePosition },
    options: associationOffices,
    hint: 'Optional',
  },
  AssociationotherRole: {
    kind: 'text',
    column: 'associationOfficeOther',
    label: 'Association Other Role',
    term: 'other association role',
    section: 'professional',
    forms: optional,
    seenBy: 'members',
    shownWith: { field: 'Association', option: othersOption },
    maxLength: limits.lineLength,
  },
  Practice: {
    kind: 'letters',
    signs: 'title',
    column: 'court',
    label: 'Name of the Court',
    term: 'court',
    section: 'professional',
    forms: required,
    seenBy: 'members',
    maxLength: limits.lineLength,
    message: 'Please enter Name of the Court',
    hint: 'For example District and Sessions Court Pune',
  },
  councilMembership: {
    kind: 'text',
    column: 'idNumber',
    label: 'ID Number',
    term: 'ID number',
    differs: true,
    section: 'professional',
    forms: required,
    seenBy: 'office',
    maxLength: 60,
    message: 'Please enter ID Number',
    hint: 'The number on the ID card that you upload below',
    officeHint: 'The number on the ID card',
  },
  years_Expirence: {
    kind: 'years',
    column: 'yearsOfExperience',
    label: 'Years of Experience',
    term: 'years of experience',
    section: 'professional',
    forms: required,
    seenBy: 'office',
    message: 'Please enter years of Experience',
    hint: 'In figures, for example 12',
  },
  years_Recruitment: {
    kind: 'years',
    column: 'yearsOfRecruitment',
    label: 'Years of Recruitment',
    term: 'years of recruitment',
    section: 'professional',
    forms: required,
    seenBy: 'office',
    message: 'Please enter years of Recruitment',
    hint: 'The year, for example 2012',
  },
  Specialisation: {
    kind: 'list',
    column: 'specialisations',
    label: 'Specialisation',
    term: 'specialisation',
    section: 'professional',
    forms: required,
    seenBy: 'members',
    options: [...specialisations, othersOption],
    message: 'Please Select Specialisation',
    hint: 'Choose as many as you like. For an Act that is not in the list choose Others.',
    officeHint: 'As many as apply. For an Act that is not in the list choose Others.',
    placeholder: 'Select or type, for example NDPS',
    emptyText: 'Not in the list: choose Others and write it in the next field',
  },
  SpecialisationotherRole: {
    kind: 'text',
    column: 'specialisationOther',
    label: 'Other Specialisation',
    term: 'other specialisation',
    section: 'professional',
    forms: optional,
    seenBy: 'members',
    shownWith: { field: 'Specialisation', option: othersOption },
    maxLength: limits.lineLength,
  },
  Interest: {
    kind: 'choice',
    column: 'interest',
    label: 'Area of Interest',
    term: 'area of interest',
    section: 'professional',
    forms: required,
    seenBy: 'office',
    options: interests,
    message: 'Please Select Area of Interest',
  },
  InterestotherRole: {
    kind: 'text',
    column: 'interestOther',
    label: 'Other Area of Interest',
    term: 'other area of interest',
    section: 'professional',
    forms: required,
    seenBy: 'office',
    shownWith: { field: 'Interest', option: othersOption },
    maxLength: limits.lineLength,
    message: 'Please Enter Other Area of Interest',
  },
  Contribution: {
    kind: 'choice',
    column: 'contribution',
    label: 'Contribution',
    term: 'contribution',
    section: 'professional',
    forms: required,
    seenBy: 'office',
    options: contributions,
    message: 'Please Select Contribution',
    hint: 'What you would like to contribute to the association',
    officeHint: 'What the person would like to contribute to the association',
  },
  ContributionotherRole: {
    kind: 'text',
    column: 'contributionOther',
    label: 'Contribution Other Role',
    term: 'other contribution',
    section: 'professional',
    forms: required,
    seenBy: 'office',
    shownWith: { field: 'Contribution', option: othersOption },
    maxLength: limits.lineLength,
    message: 'Please Enter Contribution Other Role',
  },
  International: {
    kind: 'choice',
    column: 'international',
    label: 'International',
    term: 'international',
    section: 'professional',
    forms: required,
    seenBy: 'office',
    options: internationalChoices,
    message: 'Please Select International',
    hint: 'Do you wish to take part in exchanges with other countries?',
    officeHint: 'Whether the person wishes to take part in exchanges with other countries',
  },
  document: {
    kind: 'file',
    column: 'documentFile',
    label: 'Scanned ID Card',
    term: 'scanned ID card',
    section: 'professional',
    forms: requiredFromApplicants,
    seenBy: 'office',
    accept: 'any',
    message: 'Please Upload Scanned ID Card',
    hint: 'A scan or a clear photo, any kind of file; only you and the office can see it',
    officeHint: 'A scan or a clear photo, any kind of file; only the person and the office can see it',
  },
  hideEmail: {
    kind: 'flag',
    column: 'hideEmail',
    label: 'Do not show the e-mail address',
    ownLabel: 'Hide my e-mail',
    term: 'e-mail shown or hidden',
    section: 'visibility',
    forms: inEdits,
    seenBy: 'office',
  },
  hideMobile: {
    kind: 'flag',
    column: 'hideMobile',
    label: 'Do not show the mobile number',
    ownLabel: 'Hide my mobile number',
    term: 'mobile number shown or hidden',
    section: 'visibility',
    forms: inEdits,
    seenBy: 'office',
  },
  hideEntry: {
    kind: 'flag',
    column: 'hideEntry',
    label: 'Do not show this member at all',
    ownLabel: 'Hide my whole entry in the directory',
    term: 'directory entry shown or hidden',
    section: 'visibility',
    forms: inEdits,
    seenBy: 'office',
  },
  whatsapp: {
    kind: 'flag',
    column: 'whatsapp',
    label: 'Show a WhatsApp button beside the mobile number',
    ownLabel: 'Show a WhatsApp button beside my mobile number',
    term: 'WhatsApp button shown or not',
    section: 'visibility',
    // Only the person can agree to it.
    forms: { selfEdit: 'kept' },
    seenBy: 'members',
  },
  cardPhoto: {
    kind: 'flag',
    column: 'cardPhoto',
    label: 'Show the photo to anyone who verifies the member card',
    ownLabel: 'Show my photo to anyone who verifies my member card',
    term: 'photo on verification of the card',
    section: 'card',
    forms: inEdits,
    seenBy: 'office',
  },
  cardPaidUntil: {
    kind: 'flag',
    column: 'cardPaidUntil',
    label: 'Show ‘paid until’ to anyone who verifies the member card',
    ownLabel: 'Show ‘paid until’ to anyone who verifies my member card',
    term: 'paid until on verification of the card',
    section: 'card',
    forms: inEdits,
    seenBy: 'office',
  },
  circularsByMail: {
    kind: 'flag',
    column: 'circularsByMail',
    label: 'Circulars by e-mail',
    ownLabel: 'Circulars by e-mail',
    term: 'circulars by e-mail',
    section: 'circulars',
    forms: inEdits,
    seenBy: 'office',
  },
  Screenshot: {
    kind: 'file',
    column: 'screenshotFile',
    label: 'Payment Screenshot',
    term: 'payment screenshot',
    section: 'payment',
    forms: { payment: 'required' },
    seenBy: 'office',
    accept: 'image',
    message: messages.registration.Screenshot,
  },
  utr: {
    kind: 'text',
    column: 'utr',
    label: 'Transaction Reference (UTR)',
    hint: {
      payment: messages.payment.utrHint,
    },
    term: 'transaction reference',
    section: 'payment',
    forms: { payment: 'optional' },
    seenBy: 'office',
    maxLength: limits.utrLength,
  },
} as const satisfies Record<string, PersonField>;
