import { randomBytes, randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { createWorkQueue } from '#server/platform/work-queue.ts';
import { AppError } from '#shared/errors.ts';

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

/** argon2id (the library's default variant), 19 MiB, two passes; most tests hash with less. */
export const hashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
// Each takes a core for some 20 ms and a thread of the pool that file access and DNS use too.
const queue = createWorkQueue({
  capacity: 2,
  parallel: 2,
  waiting: 64,
  busy: () =>
    new AppError('UNAVAILABLE', 'A great many people are logging in just now. Please try again in a moment.', {
      retryAfter: 3,
    }),
});

// Another keyboard may send the same characters as other code points.
const normal = (password: string) => password.normalize('NFKC');

const base64 = (bytes: number) => randomBytes(bytes).toString('base64').replace(/=+$/, '');
const dummy = `${base64(16)}$${base64(32)}`;
/** A dummy hash that no password matches, with the cost of a real one. */
const dummyHash = () =>
  `$argon2id$v=19$m=${hashCost.memoryCost},t=${hashCost.timeCost},p=${hashCost.parallelism}$${dummy}`;

/** @throws UNAVAILABLE when too many hashes are waiting already */
export function hashPassword(password: string): Promise<string> {
  return queue.run(1, () => hash(normal(password), hashCost));
}

/**
 * Whether a password matches its hash. Without a hash the same work is done and the answer is no, so that the duration
 * does not tell whether there is an account.
 * @throws UNAVAILABLE when too many hashes are waiting already
 */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const fits = await queue.run(1, () => verify(passwordHash ?? dummyHash(), normal(password)));
  return fits && passwordHash !== null;
}
