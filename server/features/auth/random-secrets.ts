import { randomInt } from 'node:crypto';

// Without characters that are easily confused on a screen or on paper.
const readable = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Random text in groups of four, such as `k7mp-x3wd`; every group holds almost 20 bits. */
export function readableSecret(groups: number): string {
  const group = () => Array.from({ length: 4 }, () => readable[randomInt(readable.length)]).join('');
  return Array.from({ length: groups }, group).join('-');
}

/** A password that is mailed or printed: 79 bits. */
export const temporaryPassword = () => readableSecret(4);

/** Random digits, zeros in front included. */
export function randomDigits(count: number): string {
  return String(randomInt(10 ** count)).padStart(count, '0');
}
