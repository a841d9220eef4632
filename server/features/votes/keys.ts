import {
  constants,
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  privateDecrypt,
  publicEncrypt,
} from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import type { Config } from '#server/config.ts';
import { decrypt, encrypt, headBytes, keyIdOf } from '#server/platform/storage/envelope.ts';
import { readFileKeys } from '#server/platform/storage/file-keys.ts';
import { AppError } from '#shared/errors.ts';

// The key pair of a vote, for RSABSSA-SHA384-PSS-Randomized of RFC 9474 with 3072 bits.

const modulusBits = 3_072;
export const modulusBytes = modulusBits / 8;
const sealedPrefix = 'sealed:';

export interface NewKey {
  /** SPKI in base64url. */
  publicKey: string;
  /** Its SHA-256 in hex. */
  fingerprint: string;
  sealed: string;
}

const pathOf = (voteId: string) => `votes/${voteId}`;

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

const bytesIn = (sealed: string) => Buffer.from(sealed.slice(sealedPrefix.length), 'base64');

/** The ID of the FILES_KEY with which a key is encrypted; null for none. */
export const encryptedWith = (sealed: string): string | null =>
  sealed.startsWith(sealedPrefix) ? keyIdOf(bytesIn(sealed)) : null;

const keyNotGiven = () =>
  new AppError(
    'UNAVAILABLE',
    'A key of this site is not given, so that no papers can be given out. Please tell the office.',
  );

/** Encrypts keys of votes as files of people are, and opens them. */
export function createVoteKeys(config: Pick<Config, 'filesKey' | 'filesKeyOld'>) {
  const keys = readFileKeys(config);

  async function seal(voteId: string, secret: Buffer): Promise<string> {
    if (!keys.current) return secret.toString('base64');
    const encrypted = await buffer(encrypt(once(secret), keys.current, pathOf(voteId)));
    return `${sealedPrefix}${encrypted.toString('base64')}`;
  }

  /** PKCS #8. @throws UNAVAILABLE when the key that it is encrypted with is not given */
  async function open(voteId: string, sealed: string): Promise<Buffer> {
    const keyId = encryptedWith(sealed);
    if (keyId === null) return Buffer.from(sealed, 'base64');
    const key = keys.all.get(keyId);
    if (!key) throw keyNotGiven();
    const bytes = bytesIn(sealed);
    return buffer(decrypt(bytes.subarray(0, headBytes), once(bytes.subarray(headBytes)), key, pathOf(voteId)));
  }

  return {
    open,

    async make(voteId: string): Promise<NewKey> {
      const pair = await promisify(generateKeyPair)('rsa', { modulusLength: modulusBits, publicExponent: 65_537 });
      const spki = pair.publicKey.export({ type: 'spki', format: 'der' });
      const secret = pair.privateKey.export({ type: 'pkcs8', format: 'der' });
      return {
        publicKey: spki.toString('base64url'),
        fingerprint: createHash('sha256').update(spki).digest('hex'),
        sealed: await seal(voteId, secret),
      };
    },

    /** A key as a new one would be kept; null when it is so already. @throws UNAVAILABLE as `open` does */
    async resealed(voteId: string, sealed: string): Promise<string | null> {
      if (encryptedWith(sealed) === (keys.current?.id ?? null)) return null;
      return seal(voteId, await open(voteId, sealed));
    },
  };
}

const raw = { padding: constants.RSA_NO_PADDING } as const;

/**
 * BlindSign of RFC 9474, section 4.3: OpenSSL's RSASP1, then RSAVP1 as a check. The library does the same in JavaScript, in a second
 * for each paper instead of 3 ms, and not in constant time.
 * @param blinded `modulusBytes` bytes
 * @returns null for a message that is not below the modulus
 */
export function signBlindly(pkcs8: Buffer, blinded: Buffer): Buffer | null {
  const key = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' });
  let signed: Buffer;
  try {
    signed = privateDecrypt({ key, ...raw }, blinded);
  } catch {
    return null;
  }
  if (!publicEncrypt({ key: createPublicKey(key), ...raw }, signed).equals(blinded)) throw new Error('signing failure');
  return signed;
}
