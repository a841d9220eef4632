import { or, type SQL, sql } from 'drizzle-orm';
import { containsPattern, patternsBeside, searchable } from '#server/platform/database/searchable.ts';
import { members, registrationSearch } from './tables.ts';

/** No index serves shorter texts. */
const shortestIndexed = 3;

export const isShort = (text: string): boolean => [...searchable(text)].length < shortestIndexed;

/**
 * A condition on `members`: the text is part of the columns by which the office searches people. A short one is searched in each column
 * separately, which is twice as fast as in the combined text.
 */
export function isAbout(text: string): SQL {
  const pattern = containsPattern(text);
  if (!isShort(text)) return or(...patternsBeside(text).map((each) => sql`${registrationSearch} like ${each}`))!;
  const { nameSearch, email, mobile, reference, memberNumber, utr } = members;
  return or(
    ...[nameSearch, email, mobile].map((column) => sql`${column} like ${pattern}`),
    ...[reference, memberNumber, utr].map((column) => sql`lower(${column}) like ${pattern}`),
  )!;
}
