import { plainDigits } from './digits.ts';
import { withoutInvisible } from './typing.ts';

// Transaction numbers of banks and UPI apps.

/** UTRs of NEFT and RTGS: the bank's letters, then digits, 16 or 22 characters. */
const isWireNumber = (text: string): boolean =>
  (text.length === 16 || text.length === 22) && /^[A-Z]{1,6}[A-Z0-9]{0,8}\d{8,}$/.test(text);

/** Whether a text is a valid number: twelve digits of UPI or IMPS, or one of NEFT or RTGS. */
export const isUtr = (text: string): boolean => /^\d{12}$/.test(text) || isWireNumber(text);

/** Words that people copy or write along with the number. */
const labels =
  /^(?:UTR|RRN|REFERENCE|REF|TRANSACTION|TXN|NUMBER|NO|ID|BHIM|UPI|IMPS|NEFT|RTGS|P2A|P2M|CR|GPAY|GOOGLEPAY|PHONEPE|PAYTM|PAID)(?=[A-Z0-9])/;

/** The number in a word of digits, or of letters and digits; '' without one. */
export function numberIn(token: string): string {
  let bare = token;
  for (let next = bare.replace(labels, ''); next !== bare; next = bare.replace(labels, '')) bare = next;
  // A word and twelve digits may be as long as a number of NEFT.
  return [/^\d{12}$/.test(bare) ? bare : '', token, bare].find(isUtr) ?? '';
}

/**
 * A transaction's number in any spelling: without blanks, in capitals, and without other text around it
 * (`UTR: …`, `GPay …`, hyphens) if exactly one valid number remains; of several all, with a slash between them; else as it is.
 */
export function comparableUtr(typed: string): string {
  const text = plainDigits(withoutInvisible(typed).normalize('NFKC')).toUpperCase();
  // What spreadsheets put around a number, and words before it that say what it is.
  const plain = text
    .replace(/[\s'`‘’“”"]/g, '')
    .replace(/^(?:(?:UTR|RRN|REF(?:ERENCE)?|TXN|TRANSACTION)(?:NO|ID|NUMBER)?[.:#-]+)+/, '')
    .replace(/(?<=\d)\.0{1,2}$/, '');
  const valid = (candidates: readonly string[]) => new Set(candidates.map(numberIn).filter((number) => number !== ''));
  const numbers = valid(text.split(/[^A-Z0-9]+/));
  const [only] = numbers;
  if (only) return numbers.size === 1 ? only : [...numbers].join('/');
  // Groups of digits, as apps show them.
  const grouped = valid([
    text.replace(/[^A-Z0-9]/g, ''),
    ...(text.match(/\d[\d\s-]*\d/g) ?? []).map((group) => group.replace(/\D/g, '')),
  ]);
  const [joined] = grouped;
  return grouped.size === 1 && joined ? joined : plain;
}
