import type { Throttle } from '#server/platform/throttles/throttles.queries.ts';
import { limits } from '#shared/limits.ts';

// Strict for one account from one network, so that a stranger locks nobody out; wider for one account in all; loose
// for one network: hundreds of phones share a carrier's. The typed e-mail is counted, whether or not there is such
// an account.
const quarterHour = 15 * 60;
const hour = 60 * 60;

/** The limits of wrong tries of one kind. */
export interface Bounds {
  accountFromNetwork: Throttle;
  account: Throttle;
  network: Throttle;
}

const loginBounds = (name: string) => ({
  accountFromNetwork: { name: `${name}-account-network`, count: 10, seconds: quarterHour },
  account: { name: `${name}-account`, count: 50, seconds: quarterHour },
  network: { name: `${name}-address`, count: 100, seconds: quarterHour },
  /** Of a browser that has logged in to the account before. */
  device: { name: `${name}-device`, count: 10, seconds: quarterHour },
});

export const logins = { member: loginBounds('login'), admin: loginBounds('admin-login') };

/** Refused answers of passkeys, by the network alone: nobody can lock an account with answers that are no signature of it. */
export const passkeyLogins: Throttle = { name: 'passkey-address', count: 100, seconds: quarterHour };

export const codes: Bounds = {
  accountFromNetwork: { name: 'otp-account-network', count: limits.otpSendsPerHour, seconds: hour },
  account: { name: 'otp-account', count: 10, seconds: hour },
  network: { name: 'otp-address', count: 60, seconds: quarterHour },
};
/** Wrong tries of one code from one network. */
export const codeTries: Throttle = { name: 'otp-tries', count: limits.otpTries, seconds: limits.otpMinutes * 60 };
// Guessing is limited by the tries of each code; this only limits the calls for one account.
export const resets: Bounds = {
  accountFromNetwork: { name: 'reset-account-network', count: 20, seconds: hour },
  account: { name: 'reset-account', count: 60, seconds: hour },
  network: { name: 'reset-address', count: 100, seconds: quarterHour },
};

export const passwordChanges: Throttle = { name: 'password-change', count: 10, seconds: quarterHour };
export const secondFactors: Throttle = { name: 'second-factor', count: 10, seconds: hour };
