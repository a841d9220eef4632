import type { Throttle } from '#server/features/throttles/throttles.queries.ts';
import { limits } from '#shared/limits.ts';

// Tight for one account, loose for one address: hundreds of phones share a carrier's. What is counted is what was
// typed, whether or not there is such an account.
const quarterHour = 15 * 60;
const hour = 60 * 60;

export const loginPerAccount: Throttle = { name: 'login-account', count: 10, seconds: quarterHour };
export const loginPerAddress: Throttle = { name: 'login-address', count: 100, seconds: quarterHour };

export const codesPerAccount: Throttle = { name: 'otp-account', count: limits.otpSendsPerHour, seconds: hour };
export const codesPerAddress: Throttle = { name: 'otp-address', count: 60, seconds: quarterHour };
// Guessing is bounded by the tries of each code; this only keeps one account from being worked on without end, and is
// loose, so that a stranger cannot take the reset away from its owner.
export const resetsPerAccount: Throttle = { name: 'reset-account', count: 60, seconds: hour };
export const resetsPerAddress: Throttle = { name: 'reset-address', count: 100, seconds: quarterHour };

export const passwordChanges: Throttle = { name: 'password-change', count: 10, seconds: quarterHour };

export const adminLoginPerAccount: Throttle = { name: 'admin-login-account', count: 10, seconds: quarterHour };
export const adminLoginPerAddress: Throttle = { name: 'admin-login-address', count: 100, seconds: quarterHour };
export const secondFactors: Throttle = { name: 'second-factor', count: 10, seconds: hour };
