import { generateKeyPairSync, randomBytes, webcrypto } from 'node:crypto';
import { RSABSSA } from '@cloudflare/blindrsa-ts';
import { expect, test } from 'vitest';
import { signBlindly } from '#server/features/votes/keys.ts';

const suite = RSABSSA.SHA384.PSS.Randomized();

test('the server signs as the library does, and what the voter finishes is an RSA-PSS signature', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 3_072 });
  const pkcs8 = privateKey.export({ type: 'pkcs8', format: 'der' });
  const algorithm = { name: 'RSA-PSS', hash: 'SHA-384' };
  const { subtle } = webcrypto;
  const secret = (await subtle.importKey('pkcs8', pkcs8, algorithm, true, ['sign'])) as CryptoKey;
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const open = (await subtle.importKey('spki', spki, algorithm, true, ['verify'])) as CryptoKey;
  const message = suite.prepare(new Uint8Array(randomBytes(32)));
  expect(message).toHaveLength(64);
  const { blindedMsg, inv } = await suite.blind(open, message);
  const ours = signBlindly(pkcs8, Buffer.from(blindedMsg))!;
  expect(ours.equals(await suite.blindSign(secret, blindedMsg))).toBe(true);
  expect(await suite.verify(open, await suite.finalize(open, message, new Uint8Array(ours), inv), message)).toBe(true);
  // Not below the modulus.
  expect(signBlindly(pkcs8, Buffer.alloc(384, 255))).toBeNull();
});
