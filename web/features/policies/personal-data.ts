import { type PersonSection, person } from '#shared/person.ts';
import { type EntryName, type PersonName, personField, personNames } from '#shared/person-fields.ts';
import { Sentence, sentence } from '#shared/sentence.ts';

/** Leaves out texts beside 'Others', which belong to their choice, and flags, which say nothing about a person. */
const isNamed = (name: PersonName) => {
  const { kind, shownWith } = personField(name);
  return kind !== 'flag' && !(kind === 'text' && shownWith);
};

type Group = 'you' | 'work' | 'locality' | 'preferences' | 'documents';
/** The policy's group for the fields of each section of the form. */
const groups: Record<PersonSection, Group> = {
  personal: 'you',
  professional: 'work',
  locality: 'locality',
  membership: 'preferences',
  visibility: 'preferences',
  card: 'preferences',
  circulars: 'preferences',
  payment: 'documents',
};
const elsewhere: Partial<Record<PersonName, Group>> = {
  interest: 'preferences',
  contribution: 'preferences',
  international: 'preferences',
  document: 'documents',
};
const groupOf = (name: PersonName) => elsewhere[name] ?? groups[person[name].section];

/** The policy's words for a field, where its term is not enough. */
const saidOf: Partial<Record<PersonName, string>> = {
  name: 'full name',
  email: 'e-mail address',
  picture: 'a profile picture',
  organization: 'position in your organization',
  associationOffice: 'office held in the association, if any',
  court: 'name of the court',
  specialisations: 'the statutes in which you specialise',
  state: 'State',
  membership: 'type of membership',
  contribution: 'the contribution you wish to make',
  international: 'whether you are interested in international work',
  document: 'a scan of your identity card',
  screenshot: 'a screenshot of your payment',
  utr: 'if you give it, the transaction reference',
};

/** The names of the fields that members see of each other, in a directory card's order; others follow by their terms. */
const shown: Partial<Record<EntryName, string>> = {
  name: 'name',
  picture: 'picture',
  membership: 'type of membership',
  designation: 'designation',
  organization: 'organization',
  associationOffice: 'office in the association',
  court: 'court',
  state: 'State',
  district: 'district',
  subDistrict: 'sub-district',
  specialisations: 'specialisations',
  email: 'e-mail address',
  mobile: 'mobile number',
};

/** Words in a row, each translated by itself. @param last joins the last one */
function inWords(words: string[], last: (before: Sentence, word: Sentence) => Sentence = and): Sentence {
  const [first = '', ...others] = words;
  return others.reduce((before, word, index) => {
    const next = new Sentence(word);
    return index === others.length - 1 ? last(before, next) : sentence`${before}, ${next}`;
  }, new Sentence(first));
}

const and = (before: Sentence, word: Sentence) => sentence`${before} and ${word}`;
const commaAnd = (before: Sentence, word: Sentence) => sentence`${before}, and ${word}`;
const andComma = (before: Sentence, word: Sentence) => sentence`${before} and, ${word}`;

const wordsOf = (group: Group) =>
  personNames
    .filter((name) => isNamed(name) && groupOf(name) === group)
    .map((name) => saidOf[name] ?? person[name].term);

/** The data collected of a person by group: every field of the forms. */
export const collectedOfPersons = [
  sentence`About you: ${inWords(wordsOf('you'))}.`,
  sentence`About your work: ${inWords(wordsOf('work'), commaAnd)}.`,
  sentence`Where you serve: ${inWords(wordsOf('locality'))}.`,
  sentence`Your preferences: ${inWords(wordsOf('preferences'), commaAnd)}.`,
  sentence`Documents: ${inWords(wordsOf('documents'), andComma)}.`,
];

const isShownToMembers = (name: PersonName) => isNamed(name) && person[name].seenBy === 'members';

/** The data that the directory shows, in one phrase. */
export const shownToMembers = inWords([
  ...Object.values(shown),
  ...personNames.filter((name) => isShownToMembers(name) && !(name in shown)).map((name) => person[name].term),
]);
