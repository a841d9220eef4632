import { limits } from './limits.ts';
import { messages } from './messages.ts';
import {
  associationOfficePosition,
  associationOffices,
  contributions,
  genders,
  interests,
  internationalChoices,
  membershipValues,
  organizationAliases,
  organizationPositions,
  othersOption,
  specialisations,
} from './options.ts';

/**
 * Where a person's fields are filled in: by the applicant on the website, by the office that adds somebody or corrects a
 * record, by a member in the own profile, and at the payment step.
 */
export type PersonForm = 'registration' | 'addProsecutor' | 'officeEdit' | 'selfEdit' | 'payment';

/** `kept`: absent it stays as it is, but it cannot be emptied. */
export type Need = 'required' | 'optional' | 'kept';

/** The parts of a form, with their titles. */
export const personSections = {
  membership: 'Membership',
  personal: 'Personal Information',
  place: 'Place',
  professional: 'Professional Information',
  visibility: "In the members' directory",
  card: 'On verification of the member card',
  circulars: 'Mails of the association',
  payment: 'Payment',
} as const;
export type PersonSection = keyof typeof personSections;

interface Described {
  /** Its name in the tables. */
  column: string;
  /** On forms and in the office's view. */
  label: string;
  /** The label in the own profile, where it differs. */
  ownLabel?: string;
  /** Within a sentence: in the log, and as the head of a column, there with a capital letter. */
  term: string;
  /** The head of its column in an export, where it is not the term. */
  exportTitle?: string;
  section: PersonSection;
  /** The forms that ask for it. With `shownWith`: required only while it is shown. */
  forms: Partial<Record<PersonForm, Need>>;
  /** `members`: shown in the directory. Everything is seen by the office, and by its owner. */
  seenBy: 'members' | 'office';
  /** The flag with which its owner hides it from the directory. */
  hiddenBy?: string;
  /** Nobody shares it with all others: a list of members never has one value of it for every row. */
  differs?: true;
  /** The choice with which it is shown, and its option; without that, what was typed is dropped. */
  shownWith?: { field: string; option: string };
  /** Stands at the field while it is required and empty. */
  message?: string;
  /** Stands under the field while there is no message: everywhere, or form by form. */
  hint?: string | Partial<Record<PersonForm, string>>;
  /** The same on the office's forms, where `hint` speaks to the person whom it is about. */
  officeHint?: string;
  placeholder?: string;
  /** What a browser may fill in, on the forms that a person fills in about themselves. */
  autoComplete?: string;
}

/** What a field takes. `letters`: letters and spaces; `list`: several of its options; `place`: with lists of its own. */
type Taken =
  | { kind: 'letters' | 'text' | 'place'; maxLength: number }
  | { kind: 'years' | 'mobile' | 'email' | 'birthday' | 'flag' }
  | { kind: 'choice'; options: readonly [string, ...string[]]; aliases?: Readonly<Record<string, string>> }
  | { kind: 'list'; options: readonly string[]; emptyText?: string }
  | { kind: 'file'; accept: 'image' | 'any' };

export type PersonField = Described & Taken;

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
 * Everything that is asked of a person, under the names of the wire and in the order of the forms. Contracts, tables'
 * mapping, forms, the office's view, exports, the log and the member's own archive follow from it. What can be asked about it
 * is in `person-fields.ts`, the rules made from it in `contracts/person.ts`.
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
    kind: 'place',
    column: 'state',
    label: 'State',
    term: 'state',
    section: 'place',
    forms: required,
    seenBy: 'members',
    maxLength: limits.placeLength,
    message: 'Please Select State',
  },
  District: {
    kind: 'place',
    column: 'district',
    label: 'District',
    term: 'district',
    section: 'place',
    forms: required,
    seenBy: 'members',
    maxLength: limits.placeLength,
    message: 'Please Select District',
  },
  SubDistrict: {
    kind: 'place',
    column: 'subDistrict',
    label: 'Sub-District',
    term: 'sub-district',
    section: 'place',
    forms: required,
    seenBy: 'members',
    maxLength: limits.placeLength,
    message: 'Please Select SubDistrict',
    hint: 'Taluk, tehsil, mandal or block: choose it, or type its name.',
  },
  Designation: {
    kind: 'letters',
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
    hint: { registration: 'Optional', addProsecutor: 'Optional', officeEdit: 'Optional' },
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
      payment: 'The number that your bank or UPI app shows with the payment. It helps the office to find your payment.',
    },
    term: 'transaction reference',
    section: 'payment',
    forms: { payment: 'optional' },
    seenBy: 'office',
    maxLength: limits.utrLength,
  },
} as const satisfies Record<string, PersonField>;
