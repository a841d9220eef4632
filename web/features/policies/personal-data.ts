import { type PersonSection, person } from '#shared/person.ts';
import { type EntryName, type PersonName, personField, personNames } from '#shared/person-fields.ts';
import { Sentence, sentence } from '#shared/sentence.ts';
import { msg } from '#web/lib/languages/text.ts';

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
  name: msg('full name'),
  email: msg('e-mail address'),
  picture: msg('a profile picture'),
  organization: msg('position in your organization'),
  associationOffice: msg('office held in the association, if any'),
  court: msg('name of the court'),
  specialisations: msg('the statutes in which you specialise'),
  state: msg('State'),
  membership: msg('type of membership'),
  contribution: msg('the contribution you wish to make'),
  international: msg('whether you are interested in international work'),
  document: msg('a scan of your identity card'),
  screenshot: msg('a screenshot of your payment'),
  utr: msg('if you give it, the transaction reference'),
};

/** The names of the fields that members see of each other, in a directory card's order; others follow by their terms. */
const shown: Partial<Record<EntryName, string>> = {
  name: msg('name'),
  picture: msg('picture'),
  membership: msg('type of membership'),
  designation: msg('designation'),
  organization: msg('organization'),
  associationOffice: msg('office in the association'),
  court: msg('court'),
  state: msg('State'),
  district: msg('district'),
  subDistrict: msg('sub-district'),
  specialisations: msg('specialisations'),
  email: msg('e-mail address'),
  mobile: msg('mobile number'),
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
