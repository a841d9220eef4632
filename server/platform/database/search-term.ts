import { type SQL, sql } from 'drizzle-orm';
import { limits } from '#shared/limits.ts';
import { searchable, searchableName } from './searchable.ts';

/**
 * A text in a form that the indexes can search: anywhere, or only at the beginning of words if it has no three letters or digits in a
 * row and an index would have to be scanned completely.
 */
export interface SearchTerm {
  /** As it was typed. */
  typed: string;
  /** Normalized for comparison. */
  text: string;
  /** A `like` pattern, with `%` and `_` escaped. */
  pattern: string;
  /** The same as names are searched. */
  name: string;
  /** Matches only the beginning of words. */
  short: boolean;
}

/** Mobile numbers are stored as ten digits; people paste them with +91 and blanks. */
function withoutPrefix(text: string): string {
  const digits = text.replace(/[\s()-]/g, '');
  return /^(\+?91|0)?\d{10}$/.test(digits) ? digits.slice(-limits.mobileDigits) : text;
}

/** @returns null for a text that cannot match: too short, or without any letter or digit */
export function searchTerm(typed: string): SearchTerm | null {
  const text = withoutPrefix(searchable(typed));
  if (text.length < limits.shortestSearch || !/[\p{L}\p{N}]/u.test(text)) return null;
  const escaped = (part: string) => part.replace(/[\\%_]/g, '\\$&');
  const pattern = escaped(text);
  return {
    typed,
    text,
    pattern,
    name: escaped(searchableName(text)) || pattern,
    short: !/[\p{L}\p{M}\p{N}]{3}/u.test(text),
  };
}

/** Number of matches that are sorted: a common name must not make the database sort half the country. */
export const candidates = 200;

/** Whether a column has the term. */
export function fits(column: SQL, { pattern, short }: SearchTerm): SQL {
  if (!short) return sql`${column} like ${`%${pattern}%`}`;
  return sql`(${column} like ${`${pattern}%`} or ${column} like ${`% ${pattern}%`} or ${column} like ${`%\n${pattern}%`})`;
}

/** Some ids of a table's matching rows. */
export const someOf = (table: SQL, condition: SQL): SQL =>
  sql`select id from ${table} where ${condition} limit ${candidates}`;
