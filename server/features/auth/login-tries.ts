import { createHash, randomBytes } from 'node:crypto';
import type { Database, Queryable } from '#server/platform/database/client.ts';
import type { Network } from '#server/platform/throttles/network.ts';
import { countTry, forgetAccount } from '#server/platform/throttles/throttles.queries.ts';
import { type Counter, withTry } from '#server/platform/throttles/tries.ts';
import type { AppError } from '#shared/errors.ts';
import { isDeviceOf, isDeviceToken, knowsDevice, noteDevice } from './devices.queries.ts';
import type { Subject } from './sessions.queries.ts';
import { type Bounds, codes, logins, resets } from './throttles.ts';

type Role = 'member' | 'admin';

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

/** Counts a call for an account, from any network. @throws TOO_MANY */
export async function countForAccount(db: Queryable, bounds: Bounds, account: string, network: Network): Promise<void> {
  await countTry(db, bounds.accountFromNetwork, [account, network]);
  // Only reached if the first did not refuse: one network alone must not use up the common limit.
  await countTry(db, bounds.account, account);
}

/**
 * Runs a login, of which only a wrong one counts. A browser that has logged in to the account before has its own
 * counter, so that no stranger can lock its owner out.
 * @param account the typed e-mail in lower case
 * @param device the browser's token, if it has one
 * @param code the second factor, whose absence is not a wrong try
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

/** Resets all counters of an account, after a proof of ownership other than its password. */
export async function liftLoginBounds(tx: Queryable, role: Role, account: string): Promise<void> {
  const { network: _network, ...ofLogin } = logins[role];
  const ofAccount =
    role === 'member'
      ? [codes, resets].flatMap(({ account, accountFromNetwork }) => [account, accountFromNetwork])
      : [];
  await forgetAccount(tx, [...Object.values(ofLogin), ...ofAccount], account);
}

/**
 * Marks the browser of a login as known.
 * @returns its token, to be stored beside the session's: the sent one if it is one of ours, else a new one; and whether the account
 *   has not known it
 */
export async function rememberDevice(
  tx: Queryable,
  subject: Subject,
  deviceToken: string | undefined,
): Promise<{ id: string; token: string; isNew: boolean }> {
  const isDevice = deviceToken !== undefined && (await isDeviceToken(tx, hashOf(deviceToken)));
  const token = isDevice ? deviceToken : randomBytes(24).toString('base64url');
  const isNew = !(isDevice && (await isDeviceOf(tx, subject, hashOf(token))));
  const id = await noteDevice(tx, subject, hashOf(token));
  return { id, token, isNew };
}
