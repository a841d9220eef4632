import { createHash } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { readableSecret } from '#server/features/auth/password-hashing.ts';
import { clock } from '#shared/clock.ts';
import { plainDigits } from '#shared/digits.ts';
import { withoutInvisible } from '#shared/typing.ts';

const period = 30;
const issuer = 'Prosecutors Association';

/** A new secret for an authenticator app, in base32: 160 bits, as the apps expect. */
export const newTotpSecret = () => new Secret({ size: 20 }).base32;

function totp(secret: string, label: string): TOTP {
  return new TOTP({ issuer, label, secret: Secret.fromBase32(secret), period, digits: 6, algorithm: 'SHA1' });
}

/** The `otpauth://` address that the apps read from a QR code. */
export const totpAddress = (secret: string, email: string) => totp(secret, email).toString();

/**
 * The time step of a code: the current, the previous or the next one, as clocks differ.
 * @returns null when the code is wrong
 */
export function stepOfCode(secret: string, code: string, now = clock.ms()): number | null {
  const digits = plainDigits(withoutInvisible(code)).replace(/\s/g, '');
  if (!/^\d{6}$/.test(digits)) return null;
  const off = totp(secret, '').validate({ token: digits, timestamp: now, window: 1 });
  return off === null ? null : Math.floor(now / 1_000 / period) + off;
}

/** Ten codes for a lost phone, 119 bits each. */
export const newRecoveryCodes = () => Array.from({ length: 10 }, () => readableSecret(6));

/** The stored hash of a recovery code, in any spelling. A fast hash is enough for so many random bits. */
export function hashOfRecoveryCode(code: string): string {
  const plain = plainDigits(code)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
  return createHash('sha256').update(plain).digest('base64url');
}
