import { createHash, randomBytes } from 'node:crypto';
import type { Database, Queryable } from '#server/database/client.ts';
import type { Network } from '#server/throttles/network.ts';
import { countTry, forgetAccount } from '#server/throttles/throttles.queries.ts';
import { type Counter, withTry } from '#server/throttles/tries.ts';
import type { AppError } from '#shared/errors.ts';
import { isDeviceToken, knowsDevice, noteDevice } from './devices.queries.ts';
import type { Subject } from './sessions.queries.ts';
import { type Bounds, codes, logins, resets } from './throttles.ts';

type Role = 'member' | 'admin';

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

/** Counts a call for an account, wherever it comes from. @throws TOO_MANY */
export async function countForAccount(db: Queryable, bounds: Bounds, account: string, network: Network): Promise<void> {
  await countTry(db, bounds.accountFromNetwork, [account, network]);
  // Not reached by what was refused above: one network alone must not fill what is meant for all.
  await countTry(db, bounds.account, account);
}

/**
 * Does a try to log in, of which only a wrong one counts. A browser that has logged in to the account before has a counter of
 * its own, so that no stranger can shut its owner out.
 * @param given `account` is the e-mail that was typed, in lower case; `code` the second factor, to be asked for which is no
 *   wrong try; `device` the token of the browser, if it has one
 * @throws TOO_MANY, and what `work` throws
 */
export async function withLoginTry<T>(
  database: Database,
  role: Role,
  { account, network, device, code }: { account: string; network: Network; device: string | undefined; code: string },
  work: () => Promise<T>,
): Promise<T> {
  const bounds = logins[role];
  const hash = device ? hashOf(device) : null;
  const isKnown = hash !== null && (await knowsDevice(database, role, account, hash));
  const counters: Counter[] = isKnown
    ? [{ throttle: bounds.device, subject: [account, hash], clearedByRight: true }]
    : [
        { throttle: bounds.network, subject: network },
        { throttle: bounds.accountFromNetwork, subject: [account, network], clearedByRight: true },
        { throttle: bounds.account, subject: account },
      ];
  const isWrong = (error: AppError) => error.code === 'LOGIN_FAILED' || (error.code === 'SECOND_FACTOR' && code !== '');
  return withTry(database, counters, isWrong, work);
}

/** Lifts every bound of an account, after a proof of who it belongs to other than its password. */
export async function liftLoginBounds(tx: Queryable, role: Role, account: string): Promise<void> {
  const { network: _network, ...ofLogin } = logins[role];
  const ofAccount =
    role === 'member'
      ? [codes, resets].flatMap(({ account, accountFromNetwork }) => [account, accountFromNetwork])
      : [];
  await forgetAccount(tx, [...Object.values(ofLogin), ...ofAccount], account);
}

/**
 * Makes the browser known from which somebody has just logged in.
 * @returns its token, to be kept beside the session's: the one it has sent if that is one of ours, else a new one
 */
export async function rememberDevice(tx: Queryable, subject: Subject, given: string | undefined): Promise<string> {
  const known = given !== undefined && (await isDeviceToken(tx, hashOf(given)));
  const token = known ? given : randomBytes(24).toString('base64url');
  await noteDevice(tx, subject, hashOf(token));
  return token;
}
