import { constants, createPrivateKey, createPublicKey, verify, webcrypto } from 'node:crypto';
import { mkdtemp, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RSABSSA } from '@cloudflare/blindrsa-ts';
import { afterEach, expect, test, vi } from 'vitest';
import { vector } from '#tests/rfc9474.ts';
import { createVoteKeys, signBlindly } from './keys.ts';

const bytes = (hex: string) => new Uint8Array(Buffer.from(hex, 'hex'));
const hexOf = (bytes: Uint8Array | null) => (bytes === null ? null : Buffer.from(bytes).toString('hex'));
const number = (hex: string) => BigInt(`0x${hex}`);

function inverse(of: bigint, modulus: bigint): bigint {
  let [before, rest, last, next] = [0n, modulus, 1n, of % modulus];
  while (next > 0n) {
    const times = rest / next;
    [before, last] = [last, before - times * last];
    [rest, next] = [next, rest - times * next];
  }
  return ((before % modulus) + modulus) % modulus;
}

const [p, q] = [number(vector.p), number(vector.q)];
const n = p * q;
const inHex = (value: bigint) => {
  const hex = value.toString(16);
  return hex.length % 2 === 0 ? hex : `0${hex}`;
};
const modulusHex = inHex(n);

function privateJwk(): webcrypto.JsonWebKey {
  const d = inverse(65_537n, (p - 1n) * (q - 1n));
  const parts = { n, e: 65_537n, d, p, q, dp: d % (p - 1n), dq: d % (q - 1n), qi: inverse(q, p) };
  const entries = Object.entries(parts).map(([name, value]) => [
    name,
    Buffer.from(inHex(value), 'hex').toString('base64url'),
  ]);
  return { kty: 'RSA', ...Object.fromEntries(entries) };
}

const secret = createPrivateKey({ key: privateJwk(), format: 'jwk' });
const pkcs8 = secret.export({ format: 'der', type: 'pkcs8' });
const spki = createPublicKey(secret).export({ format: 'der', type: 'spki' });

afterEach(() => vi.restoreAllMocks());

test('blinds and finishes as the test vector of RFC 9474 says', async () => {
  const suite = RSABSSA.SHA384.PSS.Randomized();
  const algorithm = { name: 'RSA-PSS', hash: 'SHA-384' };
  const key = await webcrypto.subtle.importKey('spki', spki, algorithm, true, ['verify']);
  const factor = inHex(inverse(number(vector.inverse), n)).padStart(modulusHex.length, '0');
  // Its random numbers in the order in which they are drawn: prefix, salt, blinding factor.
  const drawn = vi.spyOn(globalThis.crypto, 'getRandomValues');
  for (const hex of [vector.prefix, vector.salt, factor]) drawn.mockReturnValueOnce(bytes(hex));
  const message = suite.prepare(bytes(vector.message));
  expect(hexOf(message)).toBe(vector.prefix + vector.message);
  const { blindedMsg, inv } = await suite.blind(key as CryptoKey, message);
  expect(drawn).toHaveBeenCalledTimes(3);
  expect([hexOf(blindedMsg), hexOf(inv)]).toEqual([vector.blinded, vector.inverse]);
  const signature = await suite.finalize(key as CryptoKey, message, bytes(vector.blindSignature), inv);
  expect(hexOf(signature)).toBe(vector.signature);
  const pss = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 48 };
  expect(verify('sha384', message, { key: createPublicKey(secret), ...pss }, signature)).toBe(true);
});

test('signs blindly as the test vector of RFC 9474 says, and nothing that is not below the modulus', () => {
  expect(hexOf(signBlindly(pkcs8, Buffer.from(vector.blinded, 'hex')))).toBe(vector.blindSignature);
  expect(signBlindly(pkcs8, Buffer.from(modulusHex, 'hex'))).toBeNull();
  expect(signBlindly(pkcs8, Buffer.alloc(modulusHex.length / 2, 0xff))).toBeNull();
});

const newFolder = () => mkdtemp(join(tmpdir(), 'association-keys-'));

test('a private key needs the file of its vote and FILES_KEY, for one vote only, also after a change of FILES_KEY', async () => {
  const [one, two] = [Buffer.alloc(32, 1).toString('base64'), Buffer.alloc(32, 2).toString('base64')];
  const dataDir = await newFolder();
  const plain = createVoteKeys({ dataDir });
  const sealing = createVoteKeys({ dataDir, filesKey: one });
  const newKey = await sealing.make('one', null);
  const opened = await sealing.open('one', newKey.sealed, null);
  const key = createPrivateKey({ key: opened, format: 'der', type: 'pkcs8' });
  expect(createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64url')).toBe(newKey.publicKey);
  expect(Buffer.from(newKey.sealed.replace('sealed:', ''), 'base64').includes(opened)).toBe(false);
  await expect(sealing.open('another', newKey.sealed, null)).rejects.toThrow();
  await expect(plain.open('one', newKey.sealed, null)).rejects.toThrow('A key of this site is not given');
  const changed = createVoteKeys({ dataDir, filesKey: two, filesKeyOld: [one] });
  expect((await changed.open('one', newKey.sealed, null)).equals(opened)).toBe(true);
  const resealed = await changed.resealed('one', newKey.sealed);
  expect((await createVoteKeys({ dataDir, filesKey: two }).open('one', resealed!, null)).equals(opened)).toBe(true);

  // Without FILES_KEY the file alone opens it, and nothing once that is gone.
  const bare = await plain.make('two', null);
  expect(Buffer.from(bare.sealed, 'base64').includes(await plain.open('two', bare.sealed, null))).toBe(false);
  expect((await stat(join(dataDir, 'vote-keys', 'two.key'))).mode & 0o777).toBe(0o600);
  expect((await sealing.open('two', bare.sealed, null)).equals(await plain.open('two', bare.sealed, null))).toBe(true);
  for (const id of await plain.files.list()) await plain.files.destroy(id);
  expect(await plain.files.list()).toEqual([]);
  expect([await plain.isLost('two', bare.sealed), await plain.isLost('one', newKey.sealed)]).toEqual([true, false]);
  await expect(plain.open('two', bare.sealed, null)).rejects.toThrow('The key of this vote is lost');
  await expect(sealing.open('one', newKey.sealed, null)).rejects.toThrow('The key of this vote is lost');
});

test('a key of before lies in the clear until it gets a file', async () => {
  const keys = createVoteKeys({ dataDir: await newFolder() });
  const clear = pkcs8.toString('base64');
  expect((await keys.open('one', clear, null)).equals(pkcs8)).toBe(true);
  const next = (await keys.resealed('one', clear))!;
  expect(next).not.toContain(clear.slice(0, 100));
  expect((await keys.open('one', next, null)).equals(pkcs8)).toBe(true);
  expect(await keys.resealed('one', next)).toBeNull();
});

test('servers without a common folder have FILES_KEY alone, and with another PostgreSQL none freezes without it', async () => {
  const apart = { dataDir: await newFolder(), databaseUrl: 'postgresql://db/site', storageUrl: 's3://a:b@host/bucket' };
  expect(() => createVoteKeys(apart).mustHaveKey()).toThrow(expect.objectContaining({ code: 'FILES_KEY_NEEDED' }));
  await expect(createVoteKeys(apart).make('one', null)).rejects.toThrow(
    expect.objectContaining({ code: 'FILES_KEY_NEEDED' }),
  );
  const filesKey = Buffer.alloc(32, 1).toString('base64');
  const newKey = await createVoteKeys({ ...apart, filesKey }).make('one', null);
  const elsewhere = createVoteKeys({ ...apart, dataDir: await newFolder(), filesKey });
  expect((await elsewhere.open('one', newKey.sealed, null)).length).toBeGreaterThan(1_000);
  expect(await elsewhere.files.list()).toEqual([]);
  // One folder for all servers: both.
  const { storageUrl: _none, ...together } = { ...apart, filesKey };
  await createVoteKeys(together).make('two', null);
  expect(await createVoteKeys(together).files.list()).toEqual(['two']);
});

test('a key names the paper that it signs; one of before names none', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'association-keys-'));
  const keys = createVoteKeys({ dataDir });
  const [paper, other] = ['a'.repeat(64), 'b'.repeat(64)];
  const { sealed } = await keys.make('one', paper);
  const pkcs8 = await keys.open('one', sealed, paper);
  expect(createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' }).asymmetricKeyType).toBe('rsa');
  for (const paperHash of [other, null]) {
    await expect(keys.open('one', sealed, paperHash)).rejects.toThrow('is not the one that was frozen');
  }
  const earlier = await keys.make('two', null);
  for (const paperHash of [paper, null])
    expect(await keys.open('two', earlier.sealed, paperHash)).toBeInstanceOf(Buffer);
});
