import { constants, createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { type Bound, type PaperContent, paperText, receiptText, signedText } from '#shared/ballots.ts';

// What makes a ballot genuine; `scripts/count-votes.mjs` and the browser check the same.

export interface Paper {
  message: Buffer;
  signature: Buffer;
  key: Buffer;
}

const tokenBytes = 32;
const messageBytes = 64;
const signatureBytes = 384;
const ballotSignatureBytes = 64;

export const sha256 = (...parts: (Buffer | string)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** Bytes of unpadded base64url, in their one spelling; null for anything else. */
export function bytesOf(value: unknown, length?: number): Buffer | null {
  if (typeof value !== 'string' || value.length > 2_000) return null;
  const bytes = Buffer.from(value, 'base64url');
  if (bytes.toString('base64url') !== value || bytes.length === 0) return null;
  return length === undefined || bytes.length === length ? bytes : null;
}

/** A paper from its parts; null for wrong lengths. */
export function paperOf(input: { message?: unknown; signature?: unknown; key?: unknown }): Paper | null {
  const message = bytesOf(input.message, messageBytes);
  const signature = bytesOf(input.signature, signatureBytes);
  const key = bytesOf(input.key);
  return message && signature && key ? { message, signature, key } : null;
}

/** The paper's own key; null unless it is P-256 in the one form of SPKI. */
function keyOf(spki: Buffer): KeyObject | null {
  try {
    const key = createPublicKey({ key: spki, format: 'der', type: 'spki' });
    const isP256 = key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === 'prime256v1';
    return isP256 && key.export({ format: 'der', type: 'spki' }).equals(spki) ? key : null;
  } catch {
    return null;
  }
}

/** Whether the vote's key has signed a paper, and its own key is the one that the message names. @param publicKey SPKI in base64url */
export function isGenuinePaper(publicKey: string, { message, signature, key }: Paper): boolean {
  if (!message.subarray(-tokenBytes).equals(sha256(key)) || !keyOf(key)) return false;
  const signer = createPublicKey({ key: Buffer.from(publicKey, 'base64url'), format: 'der', type: 'spki' });
  return verify(
    'sha384',
    message,
    { key: signer, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 48 },
    signature,
  );
}

/** Whether the paper's key has signed this ballot. */
export function isGenuineBallot(
  bound: Bound,
  { counter, canonical }: { counter: unknown; canonical: string },
  key: Buffer,
  signature: Buffer,
): boolean {
  const parsedKey = keyOf(key);
  const isOne = typeof counter !== 'object' || counter === null;
  if (!parsedKey || signature.length !== ballotSignatureBytes || !isOne) return false;
  const text = Buffer.from(signedText(bound, counter as number, canonical));
  return verify('sha256', text, { key: parsedKey, dsaEncoding: 'ieee-p1363' }, signature);
}

/** The hash of what a vote's paper says, as it stands in the database now. */
export const paperHashOf = (vote: PaperContent & { id: string }): string =>
  sha256(paperText(vote.id, vote)).toString('hex');

export const receiptOf = (message: Buffer, canonical: string): string =>
  receiptText(sha256(message, canonical).toString('hex'));
