import { type ImportField, isImportField, isOfMembers } from '#shared/import-fields.ts';
import { personField } from '#shared/person-fields.ts';
import { cellText, plainText, type StoredCell } from './cells.ts';
import type { Meaning } from './tables.ts';

// A wrong value that stands in many rows is one question to the office, and its answer is read in place of the cell.

const days: readonly ImportField[] = ['dateOfBirth', 'joinedOn'];
const yearAlone = /^(?:19|20)\d\d$/;
const monthAlone = /^(0?[1-9]|1[0-2])[/.-]((?:19|20)\d\d)$/;

/** Hosts as people misspell them, and what is meant. */
const hosts: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    'gmail.com':
      'gmial.com gamil.com gmai.com gmil.com gmaill.com gmail.con gmail.co gmail.cm gmail.om gmal.com gnail.com gmail.in',
    'yahoo.com': 'yaho.com yahooo.com yahoo.con yahoo.co yhaoo.com yhoo.com',
    'rediffmail.com': 'redifmail.com rediffmial.com rediffmail.con rediffmail.co reddifmail.com',
    'hotmail.com': 'hotmial.com hotmail.con hotmal.com',
    'outlook.com': 'outlok.com outlook.con outloook.com',
  }).flatMap(([right, wrong]) => wrong.split(' ').map((each) => [each, right])),
);

const hostOf = (email: string) => email.slice(email.lastIndexOf('@') + 1).toLowerCase();

/** What an e-mail with a misspelt host probably is; undefined for all others. */
export function proposedEmail(email: string): string | undefined {
  const right = email.includes('@') ? hosts[hostOf(email)] : undefined;
  return right && `${email.slice(0, email.lastIndexOf('@') + 1)}${right}`;
}

/** Whether wrong values of a field can be asked about at once: choices, dates, hosts of e-mails. */
export const isAskable = (field: string): field is ImportField => {
  if (!isImportField(field)) return false;
  if (days.includes(field) || field === 'email' || field === 'language' || field === 'membership') return true;
  return !isOfMembers(field) && (field === 'state' || ['choice', 'list'].includes(personField(field).kind));
};

/** The question that a written value belongs to; null where it is nobody else's. */
export function questionOf(field: ImportField, written: string): string | null {
  const text = written.trim();
  if (text === '') return null;
  if (field === 'email') return proposedEmail(text) ? `@${hostOf(text)}` : null;
  if (!days.includes(field)) return text;
  const plain = plainText(text);
  return yearAlone.test(plain) ? '*year' : monthAlone.test(plain) ? '*month' : text;
}

export const sameValue = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase();

/** What the office has said a cell means; the cell itself where it has said nothing. */
export function withMeaning(meanings: readonly Meaning[], field: ImportField, cell: StoredCell): StoredCell {
  if (meanings.length === 0) return cell;
  const text = cellText(cell);
  const question = questionOf(field, text);
  const answer = question && meanings.find((each) => each.field === field && sameValue(each.value, question));
  if (!answer) return cell;
  if (answer.meaning === 'first') {
    const plain = plainText(text);
    if (question === '*year') return `01/01/${plain}`;
    if (question === '*month') return `01/${plain.replace(monthAlone, '$1/$2')}`;
  }
  if (answer.meaning.startsWith('@')) return `${text.slice(0, text.lastIndexOf('@'))}${answer.meaning}`;
  return answer.meaning === '' ? null : answer.meaning;
}

const sums = /^\s*(?:grand\s+total|total|sum|कुल|योग)(?![\p{L}\p{M}])/iu;

/** Whether a row adds up others: it begins so, and has neither an e-mail nor a mobile number. */
export function isSum(texts: readonly string[]): boolean {
  const first = texts.find((text) => /\p{L}/u.test(text)) ?? '';
  return sums.test(first) && !texts.some((text) => text.includes('@') || /\d{10}/.test(text.replace(/[\s-]/g, '')));
}
