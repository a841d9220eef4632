import { createHash, randomBytes } from 'node:crypto';
import type { Queryable } from '#server/database/client.ts';
import type { Network } from '#server/throttles/network.ts';
import { countTry, forgetAccount, forgetTries, uncountTry } from '#server/throttles/throttles.queries.ts';
import { isDeviceToken, knowsDevice, noteDevice } from './devices.queries.ts';
import type { Subject } from './sessions.queries.ts';
import { type Bounds, codes, logins, resets } from './throttles.ts';

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

/** Somebody who tries to get into an account. */
export interface LoginTry {
  role: 'member' | 'admin';
  /** The e-mail that was typed, in lower case. */
  account: string;
  network: Network;
  /** Set where the account was logged in to from this browser before: then it is counted by itself. */
  deviceHash: string | null;
}

/** Counts a try for an account, wherever it comes from. @throws TOO_MANY */
export async function countForAccount(db: Queryable, bounds: Bounds, account: string, network: Network): Promise<void> {
  await countTry(db, bounds.accountFromNetwork, [account, network]);
  // Not reached by what was refused above: one network alone must not fill what is meant for all.
  await countTry(db, bounds.account, account);
}

/**
 * Counts a try to log in before anybody knows whether it is right. A browser that has logged in to the account before has
 * a counter of its own, so that no stranger can shut its owner out.
 * @param device the token of the browser, if it has one
 * @throws TOO_MANY
 */
export async function countLogin(
  db: Queryable,
  role: LoginTry['role'],
  { account, network, device }: { account: string; network: Network; device: string | undefined },
): Promise<LoginTry> {
  const bounds = logins[role];
  const hash = device ? hashOf(device) : null;
  const deviceHash = hash !== null && (await knowsDevice(db, role, account, hash)) ? hash : null;
  if (deviceHash === null) {
    await countTry(db, bounds.network, network);
    await countForAccount(db, bounds, account, network);
  } else {
    await countTry(db, bounds.device, [account, deviceHash]);
  }
  return { role, account, network, deviceHash };
}

/** The password was right: what was tried before is forgotten, and this try counts nowhere. */
export async function forgiveLogin(tx: Queryable, { role, account, network, deviceHash }: LoginTry): Promise<void> {
  const bounds = logins[role];
  if (deviceHash !== null) return forgetTries(tx, bounds.device, [account, deviceHash]);
  // In the order in which they are counted, so that two logins never wait for each other.
  await uncountTry(tx, bounds.network, network);
  await forgetTries(tx, bounds.accountFromNetwork, [account, network]);
  await uncountTry(tx, bounds.account, account);
}

/** The password was right, and something more is asked for: not a failed try, but no login either. */
export async function takeLoginBack(db: Queryable, { role, account, network, deviceHash }: LoginTry): Promise<void> {
  const bounds = logins[role];
  if (deviceHash !== null) return uncountTry(db, bounds.device, [account, deviceHash]);
  await uncountTry(db, bounds.network, network);
  await uncountTry(db, bounds.accountFromNetwork, [account, network]);
  await uncountTry(db, bounds.account, account);
}

/** Lifts every bound of an account, after a proof of who it belongs to other than its password. */
export async function liftLoginBounds(tx: Queryable, role: LoginTry['role'], account: string): Promise<void> {
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
