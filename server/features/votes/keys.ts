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
import { decrypt, encrypt, headBytes, isEncrypted, keyIdOf } from '#server/platform/storage/envelope.ts';
import { type FileKey, readFileKeys } from '#server/platform/storage/file-keys.ts';
import { AppError } from '#shared/errors.ts';
import { createKeyFiles } from './key-files.ts';

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

/** Before the key itself stands the paper that it signs, so that nobody makes the vote an older one, or its paper another, in the database. */
const named = (paperHash: string | null, secret: Buffer) =>
  paperHash === null ? secret : Buffer.concat([Buffer.from(`paper ${paperHash}\n`), secret]);
/** Keys of votes that were frozen earlier name none. */
function readNamed(secret: Buffer): { paperHash: string | null; pkcs8: Buffer } {
  const [line = '', paperHash] = /^paper ([0-9a-f]{64})\n/.exec(secret.subarray(0, 71).toString('latin1')) ?? [];
  return { paperHash: paperHash ?? null, pkcs8: secret.subarray(line.length) };
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
const keyLost = () =>
  new AppError(
    'UNAVAILABLE',
    'The key of this vote is lost, so that no papers can be given out. Please tell the office.',
  );

const otherPaper = () =>
  new AppError(
    'UNAVAILABLE',
    'The paper of this vote is not the one that was frozen, so that no papers can be given out. Please tell the office.',
  );

export type KeySettings = Pick<Config, 'dataDir' | 'databaseUrl' | 'storageUrl' | 'filesKey' | 'filesKeyOld'>;

/**
 * Encrypts private keys of votes, and opens them: with the vote's key in a file of its own, and with FILES_KEY where there is one. Servers
 * whose files lie in a store have no folder in common, and need FILES_KEY.
 */
export function createVoteKeys(config: KeySettings) {
  const keys = readFileKeys(config);
  const files = createKeyFiles(config.dataDir);
  const isFolderCommon = config.databaseUrl === undefined || config.storageUrl === undefined;

  const locked = (voteId: string, bytes: Buffer, key: FileKey) => buffer(encrypt(once(bytes), key, pathOf(voteId)));
  const unlocked = (voteId: string, bytes: Buffer, key: FileKey) =>
    buffer(decrypt(bytes.subarray(0, headBytes), once(bytes.subarray(headBytes)), key, pathOf(voteId)));

  /** @throws FILES_KEY_NEEDED */
  function mustHaveKey(): void {
    if (config.databaseUrl === undefined || keys.current) return;
    throw new AppError(
      'FILES_KEY_NEEDED',
      'The database of this site is not its own: before a roll is frozen the site needs FILES_KEY, with which the private key of the vote is encrypted there. Please tell who runs the site.',
    );
  }

  /** Encrypted with FILES_KEY where there is one, as it is stored. */
  async function outer(voteId: string, bytes: Buffer): Promise<string> {
    if (keys.current) return `${sealedPrefix}${(await locked(voteId, bytes, keys.current)).toString('base64')}`;
    if (!isEncrypted(bytes)) mustHaveKey();
    return bytes.toString('base64');
  }

  /** Without the layer of FILES_KEY. @throws UNAVAILABLE when that is not given */
  async function inner(voteId: string, sealed: string): Promise<Buffer> {
    const keyId = encryptedWith(sealed);
    if (keyId === null) return Buffer.from(sealed, 'base64');
    const key = keys.all.get(keyId);
    if (!key) throw keyNotGiven();
    return unlocked(voteId, bytesIn(sealed), key);
  }

  const keyOf = async (voteId: string, secret: Buffer) =>
    isFolderCommon ? locked(voteId, secret, await files.take(voteId)) : secret;

  async function secretOf(voteId: string, sealed: string): Promise<Buffer> {
    const bytes = await inner(voteId, sealed);
    if (!isEncrypted(bytes)) return bytes;
    const key = await files.find(voteId);
    if (!key) throw keyLost();
    return unlocked(voteId, bytes, key);
  }

  /**
   * @param paperHash of the vote, as the database has it
   * @returns PKCS #8
   * @throws UNAVAILABLE when one of the keys that it is encrypted with is not there, or when it signs another paper
   */
  async function open(voteId: string, sealed: string, paperHash: string | null): Promise<Buffer> {
    const signs = readNamed(await secretOf(voteId, sealed));
    if (signs.paperHash !== null && signs.paperHash !== paperHash) throw otherPaper();
    return signs.pkcs8;
  }

  return {
    open,
    files,
    /** Of FILES_KEY; null for none. */
    keyId: keys.current?.id ?? null,
    mustHaveKey,

    /** Whether the file with the vote's key is missing. */
    async isLost(voteId: string, sealed: string): Promise<boolean> {
      const keyId = encryptedWith(sealed);
      if (keyId !== null && !keys.all.has(keyId)) return false;
      return isEncrypted(await inner(voteId, sealed)) && (await files.find(voteId)) === null;
    },

    /** @param paperHash of the paper that it signs */
    async make(voteId: string, paperHash: string | null): Promise<NewKey> {
      const pair = await promisify(generateKeyPair)('rsa', { modulusLength: modulusBits, publicExponent: 65_537 });
      const spki = pair.publicKey.export({ type: 'spki', format: 'der' });
      const secret = pair.privateKey.export({ type: 'pkcs8', format: 'der' });
      return {
        publicKey: spki.toString('base64url'),
        fingerprint: createHash('sha256').update(spki).digest('hex'),
        sealed: await outer(voteId, await keyOf(voteId, named(paperHash, secret))),
      };
    },

    /** A key as a new one would be kept; null when it is so already. @throws UNAVAILABLE as `open` does, FILES_KEY_NEEDED */
    async resealed(voteId: string, sealed: string): Promise<string | null> {
      const bytes = await inner(voteId, sealed);
      const isOwn = !isFolderCommon || isEncrypted(bytes);
      if (isOwn && encryptedWith(sealed) === (keys.current?.id ?? null)) return null;
      return outer(voteId, isOwn ? bytes : await keyOf(voteId, bytes));
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
