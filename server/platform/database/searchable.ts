import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { withoutInvisible } from '#shared/typing.ts';

/**
 * A text as it is compared, searched and sorted: without signs that nobody sees, compatibility-composed, lower case, single spaces.
 * The database's own lower() would depend on its locale; this does not.
 */
export function searchable(text: string): string {
  return withoutInvisible(text).normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();
}

/** The same in the database, but for blanks; the function is in the migration `compare_what_is_seen`. */
export const comparable = (text: SQLWrapper | string): SQL => sql`lower(normalize(without_invisible(${text}), NFKC))`;

/** A LIKE pattern for `text` anywhere, with `%`, `_` and `\` escaped. */
export function containsPattern(text: string): string {
  return `%${searchable(text).replace(/[\\%_]/g, '\\$&')}%`;
}

/** The longest sort key: at four bytes a character it still fits into an index entry beside the other columns. */
const sortedLength = 200;

/**
 * A name for searching and sorting: without the signs that people write or leave out, so that D'Souza, DSouza and D Souza are one.
 * Composition may lengthen it, so it is cut.
 */
export function searchableName(name: string): string {
  const words = searchable(name)
    .replace(/['’‘ʼ`]/g, '')
    .replace(/[.-]/g, ' ');
  const joined = searchable(words).replace(/(?<=^| )([do]) (?=\S)/g, '$1');
  return [...joined].slice(0, sortedLength).join('');
}

/**
 * A LIKE pattern for a name that contains `text`, for columns made by {@link searchableName}; of signs alone, a pattern for these,
 * which no name has.
 */
export const namePattern = (text: string): string => containsPattern(searchableName(text) || text);

/** The patterns for a column that has names beside other texts: as typed, and as names are searched. */
export const patternsBeside = (text: string): string[] => [...new Set([containsPattern(text), namePattern(text)])];

/** Titles that lists write before a name or leave out. In the spelling of {@link searchable}. */
export const nameTitles: readonly string[] = [
  ...['shri', 'shree', 'sri', 'sh', 'smt', 'shrimati', 'srimati', 'kum', 'kumari', 'km', 'sushri'],
  ...['mr', 'mrs', 'ms', 'miss', 'dr', 'prof', 'adv', 'advocate'],
  ...['श्री', 'श्रीमती', 'सुश्री', 'कुमारी', 'डॉ', 'डा', 'एडवोकेट', 'अधिवक्ता'].map((title) => title.normalize('NFKC')),
];

const leadingTitles = new RegExp(`^((${nameTitles.join('|')}) )+(?=\\S)`, 'u');

/** A name for comparison: without titles, signs and case. The database computes the same as `comparedName` of the members. */
export const comparableName = (name: string): string => searchableName(name).replace(leadingTitles, '');
