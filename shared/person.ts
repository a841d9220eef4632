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
  /** Its name on the wire, if that is another one. */
  wire?: string;
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
  /** What it is for, and how long it is kept: a sentence each, for the person. */
  purpose: string;
  kept: string;
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

const why = {
  membership: 'To know which membership you have',
  identity: 'To know who you are, and that you are a prosecutor',
  contact: 'To write to you and to call you',
  login: 'To write to you, and for you to log in',
  place: 'To know where you serve, and to show colleagues of your State and district',
  work: 'To show colleagues where you work and what you know',
  plans: 'To plan the work of the association',
  choice: 'To do as you have chosen',
  payment: 'To check that your payment has come',
} as const;
const withRecord =
  'As long as you are a member. Of an application that was rejected or not paid until the day you were told.';
const withPayment = 'With the record; what receipts and accounts say stays without your name after erasure.';

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
 * All fields of a person, in the order of the forms. Contracts, tables'
 * mapping, forms, the office's view, exports, the log and the member's own archive follow from it. `person-fields.ts`
 * answers questions about the fields, `contracts/person.ts` makes their rules.
 */
export const person = {
  membership: {
    kind: 'choice',
    label: 'Membership Type',
    term: 'membership',
    section: 'membership',
    forms: { registration: 'required', addProsecutor: 'required' },
    seenBy: 'members',
    purpose: why.membership,
    kept: withRecord,
    options: membershipValues,
    message: 'Please select Membership Type',
  },
  name: {
    wire: 'ProsecutorName',
    kind: 'letters',
    signs: 'name',
    label: 'Full Name',
    term: 'name',
    differs: true,
    section: 'personal',
    forms: required,
    seenBy: 'members',
    purpose: why.identity,
    kept: withRecord,
    maxLength: limits.nameLength,
    message: 'Please enter Full Name',
    autoComplete: 'name',
  },
  gender: {
    wire: 'Gender',
    kind: 'choice',
    label: 'Gender',
    term: 'gender',
    section: 'personal',
    forms: required,
    seenBy: 'office',
    purpose: why.plans,
    kept: withRecord,
    options: genders,
    message: 'Please select Gender',
  },
  dateOfBirth: {
    wire: 'DateofBirth',
    kind: 'birthday',
    label: 'Date of Birth',
    term: 'date of birth',
    differs: true,
    section: 'personal',
    forms: required,
    seenBy: 'office',
    purpose: why.identity,
    kept: withRecord,
    message: 'Please enter Date of Birth',
  },
  email: {
    kind: 'email',
    label: 'Email',
    term: 'e-mail',
    differs: true,
    section: 'personal',
    forms: { registration: 'required', addProsecutor: 'required', officeEdit: 'kept' },
    seenBy: 'members',
    purpose: why.login,
    kept: withRecord,
    hiddenBy: 'hideEmail',
    message: 'Please enter Email',
    hint: {
      registration: 'Your login details will be sent here',
      addProsecutor: 'The login details will be sent here',
      officeEdit: 'Used to log in',
    },
    autoComplete: 'email',
  },
  mobile: {
    wire: 'mobile_no',
    kind: 'mobile',
    label: 'Mobile Number',
    term: 'mobile number',
    exportTitle: 'Mobile',
    differs: true,
    section: 'personal',
    forms: required,
    seenBy: 'members',
    purpose: why.contact,
    kept: withRecord,
    hiddenBy: 'hideMobile',
    message: 'Please enter Mobile Number',
    autoComplete: 'tel-national',
  },
  picture: {
    wire: 'profile_Pic',
    kind: 'file',
    label: 'Profile Picture',
    term: 'profile picture',
    section: 'personal',
    forms: requiredFromApplicants,
    seenBy: 'members',
    purpose: why.identity,
    kept: withRecord,
    accept: 'image',
    message: 'Please Upload Profile Picture',
    hint: 'A recent photograph of your face',
    officeHint: 'A recent photograph of the face',
  },
  state: {
    wire: 'State',
    kind: 'locality',
    label: 'State',
    term: 'state',
    section: 'locality',
    forms: required,
    seenBy: 'members',
    purpose: why.place,
    kept: withRecord,
    maxLength: limits.localityLength,
    message: 'Please Select State',
  },
  district: {
    wire: 'District',
    kind: 'locality',
    label: 'District',
    term: 'district',
    section: 'locality',
    forms: required,
    seenBy: 'members',
    purpose: why.place,
    kept: withRecord,
    maxLength: limits.localityLength,
    message: 'Please Select District',
  },
  subDistrict: {
    wire: 'SubDistrict',
    kind: 'locality',
    label: 'Sub-District',
    term: 'sub-district',
    section: 'locality',
    forms: required,
    seenBy: 'members',
    purpose: why.place,
    kept: withRecord,
    maxLength: limits.localityLength,
    message: 'Please Select SubDistrict',
    hint: 'Taluk, tehsil, mandal or block: choose it, or type its name.',
  },
  designation: {
    wire: 'Designation',
    kind: 'letters',
    signs: 'title',
    label: 'Designation',
    term: 'designation',
    section: 'professional',
    forms: optional,
    seenBy: 'members',
    purpose: why.work,
    kept: withRecord,
    maxLength: limits.nameLength,
    hint: 'Optional, for example Public Prosecutor',
    autoComplete: 'organization-title',
  },
  organization: {
    wire: 'Organization',
    kind: 'choice',
    label: 'Organization Position',
    term: 'organization',
    section: 'professional',
    forms: { ...optional, selfEdit: 'required' },
    seenBy: 'members',
    purpose: why.work,
    kept: withRecord,
    options: organizationPositions,
    aliases: organizationAliases,
    message: 'Please enter Organization',
    hint: {
      registration: 'Optional now; you will need it when you later change your profile',
      addProsecutor: 'Optional',
      officeEdit: 'Optional',
    },
  },
  organizationOther: {
    wire: 'OrganizationotherRole',
    kind: 'text',
    label: 'Organization Other Role',
    term: 'other organization role',
    section: 'professional',
    forms: required,
    seenBy: 'members',
    purpose: why.work,
    kept: withRecord,
    shownWith: { field: 'organization', option: othersOption },
    maxLength: limits.lineLength,
    message: 'Please Enter Organization other Role',
  },
  associationOffice: {
    wire: 'Association',
    kind: 'choice',
    label: 'Association Office',
    term: 'association office',
    section: 'professional',
    forms: optional,
    seenBy: 'members',
    purpose: why.work,
    kept: withRecord,
    shownWith: { field: 'organization', option: associationOfficePosition },
    options: associationOffices,
    hint: 'Optional',
  },
  associationOfficeOther: {
    wire: 'AssociationotherRole',
    kind: 'text',
    label: 'Association Other Role',
    term: 'other association role',
    section: 'professional',
    forms: optional,
    seenBy: 'members',
    purpose: why.work,
    kept: withRecord,
    shownWith: { field: 'associationOffice', option: othersOption },
    maxLength: limits.lineLength,
  },
  court: {
    wire: 'Practice',
    kind: 'letters',
    signs: 'title',
    label: 'Name of the Court',
    term: 'court',
    section: 'professional',
    forms: required,
    seenBy: 'members',
    purpose: why.work,
    kept: withRecord,
    maxLength: limits.lineLength,
    message: 'Please enter Name of the Court',
    hint: 'For example District and Sessions Court Pune',
  },
  idNumber: {
    wire: 'councilMembership',
    kind: 'text',
    label: 'ID Number',
    term: 'ID number',
    differs: true,
    section: 'professional',
    forms: required,
    seenBy: 'office',
    purpose: why.identity,
    kept: withRecord,
    maxLength: 60,
    message: 'Please enter ID Number',
    hint: 'The number on the ID card that you upload below',
    officeHint: 'The number on the ID card',
  },
  yearsOfExperience: {
    wire: 'years_Expirence',
    kind: 'years',
    label: 'Years of Experience',
    term: 'years of experience',
    section: 'professional',
    forms: required,
    seenBy: 'office',
    purpose: why.plans,
    kept: withRecord,
    message: 'Please enter years of Experience',
    hint: 'In figures, for example 12',
  },
  yearsOfRecruitment: {
    wire: 'years_Recruitment',
    kind: 'years',
    label: 'Years of Recruitment',
    term: 'years of recruitment',
    section: 'professional',
    forms: required,
    seenBy: 'office',
    purpose: why.plans,
    kept: withRecord,
    message: 'Please enter years of Recruitment',
    hint: 'The year, for example 2012',
  },
  specialisations: {
    wire: 'Specialisation',
    kind: 'list',
    label: 'Specialisation',
    term: 'specialisation',
    section: 'professional',
    forms: required,
    seenBy: 'members',
    purpose: why.work,
    kept: withRecord,
    options: [...specialisations, othersOption],
    message: 'Please Select Specialisation',
    hint: 'Choose as many as you like. For an Act that is not in the list choose Others.',
    officeHint: 'As many as apply. For an Act that is not in the list choose Others.',
    placeholder: 'Select or type, for example NDPS',
    emptyText: 'Not in the list: choose Others and write it in the next field',
  },
  specialisationOther: {
    wire: 'SpecialisationotherRole',
    kind: 'text',
    label: 'Other Specialisation',
    term: 'other specialisation',
    section: 'professional',
    forms: optional,
    seenBy: 'members',
    purpose: why.work,
    kept: withRecord,
    shownWith: { field: 'specialisations', option: othersOption },
    maxLength: limits.lineLength,
  },
  interest: {
    wire: 'Interest',
    kind: 'choice',
    label: 'Area of Interest',
    term: 'area of interest',
    section: 'professional',
    forms: required,
    seenBy: 'office',
    purpose: why.plans,
    kept: withRecord,
    options: interests,
    message: 'Please Select Area of Interest',
  },
  interestOther: {
    wire: 'InterestotherRole',
    kind: 'text',
    label: 'Other Area of Interest',
    term: 'other area of interest',
    section: 'professional',
    forms: required,
    seenBy: 'office',
    purpose: why.plans,
    kept: withRecord,
    shownWith: { field: 'interest', option: othersOption },
    maxLength: limits.lineLength,
    message: 'Please Enter Other Area of Interest',
  },
  contribution: {
    wire: 'Contribution',
    kind: 'choice',
    label: 'Contribution',
    term: 'contribution',
    section: 'professional',
    forms: required,
    seenBy: 'office',
    purpose: why.plans,
    kept: withRecord,
    options: contributions,
    message: 'Please Select Contribution',
    hint: 'What you would like to contribute to the association',
    officeHint: 'What the person would like to contribute to the association',
  },
  contributionOther: {
    wire: 'ContributionotherRole',
    kind: 'text',
    label: 'Contribution Other Role',
    term: 'other contribution',
    section: 'professional',
    forms: required,
    seenBy: 'office',
    purpose: why.plans,
    kept: withRecord,
    shownWith: { field: 'contribution', option: othersOption },
    maxLength: limits.lineLength,
    message: 'Please Enter Contribution Other Role',
  },
  international: {
    wire: 'International',
    kind: 'choice',
    label: 'International',
    term: 'international',
    section: 'professional',
    forms: required,
    seenBy: 'office',
    purpose: why.plans,
    kept: withRecord,
    options: internationalChoices,
    message: 'Please Select International',
    hint: 'Do you wish to take part in exchanges with other countries?',
    officeHint: 'Whether the person wishes to take part in exchanges with other countries',
  },
  document: {
    kind: 'file',
    label: 'Scanned ID Card',
    term: 'scanned ID card',
    section: 'professional',
    forms: requiredFromApplicants,
    seenBy: 'office',
    purpose: why.identity,
    kept: withRecord,
    accept: 'any',
    message: 'Please Upload Scanned ID Card',
    hint: 'A scan or a clear photo, any kind of file; only you and the office can see it',
    officeHint: 'A scan or a clear photo, any kind of file; only the person and the office can see it',
  },
  hideEmail: {
    kind: 'flag',
    label: 'Do not show the e-mail address',
    ownLabel: 'Hide my e-mail',
    term: 'e-mail shown or hidden',
    section: 'visibility',
    forms: inEdits,
    seenBy: 'office',
    purpose: why.choice,
    kept: withRecord,
  },
  hideMobile: {
    kind: 'flag',
    label: 'Do not show the mobile number',
    ownLabel: 'Hide my mobile number',
    term: 'mobile number shown or hidden',
    section: 'visibility',
    forms: inEdits,
    seenBy: 'office',
    purpose: why.choice,
    kept: withRecord,
  },
  hideEntry: {
    kind: 'flag',
    label: 'Do not show this member at all',
    ownLabel: 'Hide my whole entry in the directory',
    term: 'directory entry shown or hidden',
    section: 'visibility',
    forms: inEdits,
    seenBy: 'office',
    purpose: why.choice,
    kept: withRecord,
  },
  whatsapp: {
    kind: 'flag',
    label: 'Show a WhatsApp button beside the mobile number',
    ownLabel: 'Show a WhatsApp button beside my mobile number',
    term: 'WhatsApp button shown or not',
    section: 'visibility',
    // Only the person can agree to it.
    forms: { selfEdit: 'kept' },
    seenBy: 'members',
    purpose: why.choice,
    kept: withRecord,
  },
  cardPhoto: {
    kind: 'flag',
    label: 'Show the photo to anyone who verifies the member card',
    ownLabel: 'Show my photo to anyone who verifies my member card',
    term: 'photo on verification of the card',
    section: 'card',
    forms: inEdits,
    seenBy: 'office',
    purpose: why.choice,
    kept: withRecord,
  },
  cardPaidUntil: {
    kind: 'flag',
    label: 'Show ‘paid until’ to anyone who verifies the member card',
    ownLabel: 'Show ‘paid until’ to anyone who verifies my member card',
    term: 'paid until on verification of the card',
    section: 'card',
    forms: inEdits,
    seenBy: 'office',
    purpose: why.choice,
    kept: withRecord,
  },
  circularsByMail: {
    kind: 'flag',
    label: 'Circulars by e-mail',
    ownLabel: 'Circulars by e-mail',
    term: 'circulars by e-mail',
    section: 'circulars',
    forms: inEdits,
    seenBy: 'office',
    purpose: why.choice,
    kept: withRecord,
  },
  screenshot: {
    wire: 'Screenshot',
    kind: 'file',
    label: 'Payment Screenshot',
    term: 'payment screenshot',
    section: 'payment',
    forms: { payment: 'required' },
    seenBy: 'office',
    purpose: why.payment,
    kept: withPayment,
    accept: 'image',
    message: messages.registration.screenshot,
  },
  utr: {
    kind: 'text',
    label: 'Transaction Reference (UTR)',
    hint: {
      payment: messages.payment.utrHint,
    },
    term: 'transaction reference',
    section: 'payment',
    forms: { payment: 'optional' },
    seenBy: 'office',
    purpose: why.payment,
    kept: withPayment,
    maxLength: limits.utrLength,
  },
} as const satisfies Record<string, PersonField>;
