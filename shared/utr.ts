// Transaction numbers of banks and UPI apps.

/** UTRs of NEFT and RTGS: the bank's letters, then digits, 16 or 22 characters. */
export const isWireNumber = (text: string): boolean =>
  (text.length === 16 || text.length === 22) && /^[A-Z]{1,6}[A-Z0-9]{0,8}\d{8,}$/.test(text);

/** Whether a text is a valid number: twelve digits of UPI or IMPS, or one of NEFT or RTGS. */
export const isUtr = (text: string): boolean => /^\d{12}$/.test(text) || isWireNumber(text);

/** Labels that people copy along with the number. */
const labels = /^(?:UTR|RRN|REFERENCE|REF|TRANSACTION|TXN|NUMBER|NO|ID|BHIM|UPI|IMPS|NEFT|RTGS|P2A|P2M|CR)(?=[A-Z0-9])/;

function numberIn(token: string): string {
  let bare = token;
  for (let next = bare.replace(labels, ''); next !== bare; next = bare.replace(labels, '')) bare = next;
  // A word and twelve digits may be as long as a number of NEFT.
  return [/^\d{12}$/.test(bare) ? bare : '', token, bare].find(isUtr) ?? '';
}

/**
 * A transaction's number in any spelling: without blanks, in capitals, and without other text around it
 * (`UTR: …`, `UPI/…`, hyphens) if exactly one valid number remains; else as it is.
 */
export function comparableUtr(typed: string): string {
  const text = typed.toUpperCase();
  const plain = text.replace(/\s/g, '');
  if (isUtr(plain) && numberIn(plain) === plain) return plain;
  const found = new Set(
    text
      .split(/[^A-Z0-9]+/)
      .map(numberIn)
      .filter((number) => number !== ''),
  );
  const joined = numberIn(text.replace(/[^A-Z0-9]/g, ''));
  const [only] = found;
  return found.size === 1 && only ? only : found.size === 0 && joined ? joined : plain;
}
