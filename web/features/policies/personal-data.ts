// Types alone: visitors do not fetch the declaration of the fields for these words.
import type { EntryName, FlagName, OtherTextName, PersonName } from '#shared/person-fields.ts';

/** What the policy names one by one: a text beside 'Others' belongs to its choice, and a flag says nothing of a person. */
type Named<Name> = Exclude<Name, OtherTextName | FlagName>;
type Group = 'you' | 'work' | 'place' | 'preferences' | 'documents';

const collected: Record<Named<PersonName>, [group: Group, words: string]> = {
  ProsecutorName: ['you', 'full name'],
  Gender: ['you', 'gender'],
  DateofBirth: ['you', 'date of birth'],
  email: ['you', 'e-mail address'],
  mobile_no: ['you', 'mobile number'],
  profile_Pic: ['you', 'a profile picture'],
  Designation: ['work', 'designation'],
  Organization: ['work', 'position in your organization'],
  Association: ['work', 'office held in the association, if any'],
  Practice: ['work', 'name of the court'],
  councilMembership: ['work', 'ID number'],
  years_Expirence: ['work', 'years of experience'],
  years_Recruitment: ['work', 'years of recruitment'],
  Specialisation: ['work', 'the statutes in which you specialise'],
  State: ['place', 'State'],
  District: ['place', 'district'],
  SubDistrict: ['place', 'sub-district'],
  membership: ['preferences', 'type of membership'],
  Interest: ['preferences', 'area of interest'],
  Contribution: ['preferences', 'the contribution you wish to make'],
  International: ['preferences', 'whether you are interested in international work'],
  document: ['documents', 'a scan of your identity card'],
  Screenshot: ['documents', 'a screenshot of your payment'],
  utr: ['documents', 'if you give it, the transaction reference'],
};

/** What members see of each other, in the order of a directory card. */
const shown: Record<Named<EntryName>, string> = {
  ProsecutorName: 'name',
  profile_Pic: 'picture',
  membership: 'type of membership',
  Designation: 'designation',
  Organization: 'organization',
  Association: 'office in the association',
  Practice: 'court',
  State: 'State',
  District: 'district',
  SubDistrict: 'sub-district',
  Specialisation: 'specialisations',
  email: 'e-mail address',
  mobile_no: 'mobile number',
};

function inWords(words: string[], and = ' and '): string {
  return words.slice(0, -1).join(', ') + and + words.at(-1);
}

const wordsOf = (wanted: Group) =>
  Object.values(collected)
    .filter(([group]) => group === wanted)
    .map(([, words]) => words);

/** What is collected of a person, group by group: every field that the forms ask for. */
export const collectedOfPersons = [
  `About you: ${inWords(wordsOf('you'))}.`,
  `About your work: ${inWords(wordsOf('work'), ', and ')}.`,
  `Where you serve: ${inWords(wordsOf('place'))}.`,
  `Your preferences: ${inWords(wordsOf('preferences'), ', and ')}.`,
  `Documents: ${inWords(wordsOf('documents'), ' and, ')}.`,
];

/** What stands in the directory, in one phrase. */
export const shownToMembers = inWords(Object.values(shown));
