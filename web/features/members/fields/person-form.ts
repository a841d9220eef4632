import type { MemberEdit, OwnRecord } from '#shared/contracts/members.ts';
import {
  associationOfficePosition,
  associationOffices,
  contributions,
  interests,
  organizationAliases,
  organizationPositions,
  othersOption,
  specialisations,
} from '#shared/options.ts';

/**
 * What a form holds of a person, whoever fills it in: the applicant, the member or the office. Every choice is plain
 * text here, '' while nothing is chosen; the contract's schema decides whether it is one of the options.
 */
export interface PersonFormValues {
  ProsecutorName: string;
  Gender: string;
  mobile_no: string;
  /** `YYYY-MM-DD`. */
  DateofBirth: string;
  Designation: string;
  Organization: string;
  OrganizationotherRole: string;
  Association: string;
  AssociationotherRole: string;
  Practice: string;
  councilMembership: string;
  years_Expirence: string;
  years_Recruitment: string;
  Interest: string;
  InterestotherRole: string;
  Contribution: string;
  ContributionotherRole: string;
  /** Options, and 'Others' where SpecialisationotherRole says which. */
  Specialisation: string[];
  SpecialisationotherRole: string;
  International: string;
  State: string;
  District: string;
  SubDistrict: string;
}

/** The person's files as chosen in the browser; null: none chosen. */
export interface PersonFiles {
  profile_Pic: File | null;
  document: File | null;
}

export const emptyPerson: PersonFormValues = {
  ProsecutorName: '',
  Gender: '',
  mobile_no: '',
  DateofBirth: '',
  Designation: '',
  Organization: '',
  OrganizationotherRole: '',
  Association: '',
  AssociationotherRole: '',
  Practice: '',
  councilMembership: '',
  years_Expirence: '',
  years_Recruitment: '',
  Interest: '',
  InterestotherRole: '',
  Contribution: '',
  ContributionotherRole: '',
  Specialisation: [],
  SpecialisationotherRole: '',
  International: '',
  State: '',
  District: '',
  SubDistrict: '',
};

/**
 * A stored record as a form shows it: a value outside its option list appears as 'Others' with the stored text in the
 * field beside it; the specialisations are shown as a list only when every one of them is an option.
 */
export function personFromRecord(record: Pick<OwnRecord, keyof PersonFormValues>): PersonFormValues {
  const organization = organizationAliases[record.Organization] ?? record.Organization;
  return {
    ...pickPerson(record),
    DateofBirth: record.DateofBirth.slice(0, 10),
    ...choice(
      'Organization',
      'OrganizationotherRole',
      organization,
      record.OrganizationotherRole,
      organizationPositions,
    ),
    ...choice(
      'Association',
      'AssociationotherRole',
      record.Association,
      record.AssociationotherRole,
      associationOffices,
    ),
    ...choice('Interest', 'InterestotherRole', record.Interest, record.InterestotherRole, interests),
    ...choice(
      'Contribution',
      'ContributionotherRole',
      record.Contribution,
      record.ContributionotherRole,
      contributions,
    ),
    ...specialisationChoice(record.Specialisation, record.SpecialisationotherRole),
  };
}

function pickPerson(record: Pick<OwnRecord, keyof PersonFormValues>): PersonFormValues {
  const names = Object.keys(emptyPerson) as (keyof PersonFormValues)[];
  return Object.fromEntries(names.map((name) => [name, record[name]])) as unknown as PersonFormValues;
}

function choice<A extends string, B extends string>(
  name: A,
  otherName: B,
  stored: string,
  storedOther: string,
  options: readonly string[],
): Record<A | B, string> {
  const known = stored === '' || options.includes(stored);
  return {
    [name]: known ? stored : othersOption,
    [otherName]: known ? storedOther : stored,
  } as Record<A | B, string>;
}

function specialisationChoice(stored: string[], storedOther: string) {
  const known: readonly string[] = [...specialisations, othersOption];
  // A text without the choice that shows its field would be on the record and out of sight.
  if (stored.every((entry) => known.includes(entry)) && (storedOther === '' || stored.includes(othersOption))) {
    return { Specialisation: stored, SpecialisationotherRole: storedOther };
  }
  const unknown = stored.filter((entry) => !known.includes(entry));
  const others = [...unknown, storedOther].filter((text) => text !== '');
  return {
    // What is known stays chosen, so that saving the form loses nothing.
    Specialisation: [...stored.filter((entry) => known.includes(entry) && entry !== othersOption), othersOption],
    SpecialisationotherRole: others.join(', '),
  };
}

/** Whether the free-text field of each choice is on the screen. */
export function shownOthers(
  values: Pick<PersonFormValues, 'Organization' | 'Association' | 'Interest' | 'Contribution' | 'Specialisation'>,
) {
  const association = values.Organization === associationOfficePosition;
  return {
    Association: association,
    OrganizationotherRole: values.Organization === othersOption,
    AssociationotherRole: association && values.Association === othersOption,
    InterestotherRole: values.Interest === othersOption,
    ContributionotherRole: values.Contribution === othersOption,
    SpecialisationotherRole: values.Specialisation.includes(othersOption),
  };
}

/** The values to send: what was typed into a field that is no longer on the screen stays behind. */
export function withoutHidden<T extends PersonFormValues>(values: T): T {
  const shown = shownOthers(values);
  const hidden = (Object.keys(shown) as (keyof typeof shown)[]).filter((name) => !shown[name]);
  return { ...values, ...Object.fromEntries(hidden.map((name) => [name, ''])) };
}

/** The checked values and the form's agree in their names; a field added to one is missed in the other by the compiler. */
export type PersonFieldName = keyof PersonFormValues & keyof MemberEdit;
