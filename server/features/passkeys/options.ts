import { randomBytes } from 'node:crypto';
import { unknownAssociation } from '#shared/legal.ts';
import { passkeyLimits } from '#shared/passkeys.ts';
import type { PasskeyOwner, PasskeyRow } from './passkeys.queries.ts';
import { algorithms } from './verification.ts';

// The JSON form of WebAuthn's options. The library’s own functions would load all of it for these few lines.

const timeout = passkeyLimits.ceremonyMinutes * 60_000;

const named = ({ credentialId, transports }: Pick<PasskeyRow, 'credentialId' | 'transports'>) => ({
  type: 'public-key',
  id: credentialId,
  ...(transports.length > 0 ? { transports } : {}),
});

/** Any passkey of this host. */
export const forLogin = (rpId: string, challenge: string) => ({
  challenge,
  rpId,
  timeout,
  userVerification: 'required',
});

/** One of these. */
export const forConfirming = (rpId: string, challenge: string, passkeys: readonly PasskeyRow[]) => ({
  ...forLogin(rpId, challenge),
  allowCredentials: passkeys.map(named),
});

/** A new one, on a device that has none of the account's. */
export function forAdding(
  host: string,
  challenge: string,
  { subject, name, email, handle }: PasskeyOwner & { handle: string },
  passkeys: readonly PasskeyRow[],
) {
  // Browsers offer the passkeys of both areas at both doors; people have to tell them apart.
  const [account, displayName] = 'memberId' in subject ? [email, name] : [`${email} · office`, email];
  return {
    challenge,
    rp: { id: host, name: unknownAssociation.name },
    user: { id: handle, name: account, displayName },
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout,
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    excludeCredentials: passkeys.map(named),
  };
}

/** By which an authenticator recognizes the account. */
export const newHandle = (): string => randomBytes(32).toString('base64url');
