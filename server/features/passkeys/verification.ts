import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import type { Ceremony } from './ceremonies.ts';

// Parsing and signatures are the library's; what it lets through is refused here. Loaded with the first ceremony.
const library = () => import('@simplewebauthn/server');
const helpers = () => import('@simplewebauthn/server/helpers');

/** ES256, EdDSA, RS256: of those the library knows others are weak. */
export const algorithms = [-7, -8, -257];

const text = z.string().min(1);

/** The answer of a login or a confirmation, of the right form. */
const assertion = z.object({
  id: text,
  rawId: text,
  type: text,
  response: z.object({
    clientDataJSON: text,
    authenticatorData: text,
    signature: text,
    userHandle: z.string().nullish(),
  }),
});
export type Assertion = z.output<typeof assertion>;

/** The answer of an adding. */
const attestation = z.object({
  id: text,
  rawId: text,
  type: text,
  response: z.object({
    clientDataJSON: text,
    attestationObject: text,
    transports: z.array(z.string().max(20)).max(10).optional().catch(undefined),
  }),
});
export type Attestation = z.output<typeof attestation>;

export const readAssertion = (value: unknown): Assertion | null => assertion.safeParse(value).data ?? null;
export const readAttestation = (value: unknown): Attestation | null => attestation.safeParse(value).data ?? null;

/** Where an answer must come from. */
export interface Place {
  origin: string;
  host: string;
}

/** A stored key. */
export interface StoredKey {
  credentialId: string;
  publicKey: Uint8Array;
  mayBeSynced: boolean;
  /** Of its owner. */
  handle: string;
}

/** An answer that was signed by a known key. */
export interface Signed {
  counter: number;
  synced: boolean;
}

/** Data of a frame in another site, or of a connection bound to something else, are none of ours. */
function isOwnPage(clientDataJSON: string): boolean {
  const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'));
  if (typeof data !== 'object' || data === null) return false;
  const { crossOrigin = false, topOrigin, tokenBinding } = data as Record<string, unknown>;
  const isBound =
    typeof tokenBinding === 'object' && (tokenBinding as { status?: unknown } | null)?.status === 'present';
  return crossOrigin === false && topOrigin === undefined && !isBound;
}

/** One of nobody: so that an unknown passkey takes as long as a known one. */
let nobodys: StoredKey | undefined;
function keyOfNobody(credentialId: string): StoredKey {
  if (!nobodys) {
    const { x = '', y = '' } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' });
    const [first, second] = [x, y].map((part) => Buffer.from(part, 'base64url'));
    // {1: 2, 3: -7, -1: 1, -2: x, -3: y}
    const publicKey = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      first!,
      Buffer.from('225820', 'hex'),
      second!,
    ]);
    nobodys = { credentialId: '', publicKey, mayBeSynced: false, handle: '' };
  }
  return { ...nobodys, credentialId };
}

/**
 * Verifies an answer with a stored key, in every respect but the counter, which is compared under the row's lock.
 * @param key undefined for an unknown one, which is refused after the same work
 * @returns null when anything is not right
 */
export async function verifyAssertion(
  answer: Assertion,
  { purpose, challenge }: Ceremony,
  key: StoredKey | undefined,
  { origin, host }: Place,
): Promise<Signed | null> {
  const { credentialId, publicKey, mayBeSynced, handle } = key ?? keyOfNobody(answer.id);
  const { userHandle, ...response } = answer.response;
  try {
    const { verifyAuthenticationResponse } = await library();
    const { verified, authenticationInfo: info } = await verifyAuthenticationResponse({
      response: { ...answer, response, type: answer.type as 'public-key', clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: host,
      requireUserVerification: true,
      // With 0 the library compares none.
      credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter: 0 },
    });
    if (!verified || !key || answer.id !== credentialId) return null;
    if (!isOwnPage(response.clientDataJSON)) return null;
    // A discoverable passkey says whose it is; one that was named to the browser may leave it out.
    if (userHandle ? userHandle !== handle : purpose === 'login') return null;
    if ((info.credentialDeviceType === 'multiDevice') !== mayBeSynced) return null;
    return { counter: info.newCounter, synced: info.credentialBackedUp };
  } catch {
    return null;
  }
}

/** A key that may be stored. */
export interface NewKey {
  credentialId: string;
  publicKey: Uint8Array;
  counter: number;
  transports: string[];
  mayBeSynced: boolean;
  synced: boolean;
}

/** @returns null when anything is not right */
export async function verifyAttestation(
  answer: Attestation,
  { challenge }: Ceremony,
  { origin, host }: Place,
): Promise<NewKey | null> {
  try {
    const { verifyRegistrationResponse } = await library();
    const { transports = [], ...response } = answer.response;
    const { verified, registrationInfo: info } = await verifyRegistrationResponse({
      response: { ...answer, response, type: answer.type as 'public-key', clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: host,
      requireUserPresence: true,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    });
    if (!verified || !isOwnPage(response.clientDataJSON)) return null;
    const { credential } = info;
    const idBytes = Buffer.from(credential.id, 'base64url').length;
    if (credential.id !== answer.id || idBytes < 16 || idBytes > 1_023) return null;
    if (!(await isStrongKey(credential.publicKey))) return null;
    return {
      credentialId: credential.id,
      publicKey: credential.publicKey,
      counter: credential.counter,
      transports: transports.filter((each) => /^[a-z-]+$/.test(each)),
      mayBeSynced: info.credentialDeviceType === 'multiDevice',
      synced: info.credentialBackedUp,
    };
  } catch {
    return null;
  }
}

/** Imports a key, which fails for a point off its curve. A long exponent of RSA would make each login slow. */
async function isStrongKey(publicKey: Uint8Array): Promise<boolean> {
  const { decodeCredentialPublicKey } = await helpers();
  const parts = decodeCredentialPublicKey(new Uint8Array(publicKey)) as unknown as Map<number, unknown>;
  const bytes = (label: number) => {
    const value = parts.get(label);
    return value instanceof Uint8Array ? Buffer.from(value) : Buffer.alloc(0);
  };
  const [kind, algorithm, curve] = [parts.get(1), parts.get(3), parts.get(-1)];
  if (algorithm === -7) {
    const [x, y] = [bytes(-2), bytes(-3)];
    if (kind !== 2 || curve !== 1 || x.length !== 32 || y.length !== 32) return false;
    imported({ kty: 'EC', crv: 'P-256', x: x.toString('base64url'), y: y.toString('base64url') });
    return true;
  }
  if (algorithm === -8) {
    const x = bytes(-2);
    if (kind !== 1 || curve !== 6 || x.length !== 32) return false;
    imported({ kty: 'OKP', crv: 'Ed25519', x: x.toString('base64url') });
    return true;
  }
  if (algorithm !== -257 || kind !== 3) return false;
  const { modulusLength = 0, publicExponent = 0n } = imported({
    kty: 'RSA',
    n: bytes(-1).toString('base64url'),
    e: bytes(-2).toString('base64url'),
  }).asymmetricKeyDetails!;
  return modulusLength >= 2_048 && modulusLength <= 4_096 && publicExponent > 2n && publicExponent < 2n ** 32n;
}

const imported = (key: Record<string, string>): KeyObject => createPublicKey({ key, format: 'jwk' });
