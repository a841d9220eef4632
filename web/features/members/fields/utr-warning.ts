import { comparableUtr, isUtr } from '#shared/utr.ts';

/** The warning about a number that cannot be a UTR; it is accepted, as the office can find a payment without it. */
export const utrWarning = (typed: string): string | undefined =>
  typed.trim() === '' || isUtr(comparableUtr(typed))
    ? undefined
    : 'This does not look like a UTR: it has 12 digits (UPI, IMPS), or 16 or 22 letters and digits (NEFT, RTGS). Please compare it with your payment; you can also send it as it is.';
