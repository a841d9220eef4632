/**
 * A text as it is searched and sorted: compatibility-composed, lower case, single spaces.
 * The database's own lower() would depend on its locale; this does not.
 */
export function searchable(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();
}

/** A LIKE pattern that finds `text` anywhere; `%`, `_` and `\` in it mean themselves. */
export function containsPattern(text: string): string {
  return `%${searchable(text).replace(/[\\%_]/g, '\\$&')}%`;
}

/** The longest text that is sorted by: four bytes a character still fit into an index entry beside the other columns. */
const sortedLength = 200;

/** A name as it is searched and sorted. Composition may make a name longer than it was typed, so it is cut. */
export function searchableName(name: string): string {
  return [...searchable(name)].slice(0, sortedLength).join('');
}

/** What is put before a name without being part of it: lists write it or leave it out. In the spelling of {@link searchable}. */
export const nameTitles: readonly string[] = [
  ...['shri', 'shree', 'sri', 'sh', 'smt', 'shrimati', 'srimati', 'kum', 'kumari', 'km', 'sushri'],
  ...['mr', 'mrs', 'ms', 'miss', 'dr', 'prof', 'adv', 'advocate'],
  ...['श्री', 'श्रीमती', 'सुश्री', 'कुमारी', 'डॉ', 'डा', 'एडवोकेट', 'अधिवक्ता'].map((title) => title.normalize('NFKC')),
];

const leadingTitles = new RegExp(`^((${nameTitles.join('|')}) )+(?=\\S)`, 'u');

/** A name as two of them are compared: without titles, dots and case. `comparedName` of the members is the same in the database. */
export const comparableName = (name: string): string =>
  searchableName(searchable(name).replaceAll('.', ' ')).replace(leadingTitles, '');
