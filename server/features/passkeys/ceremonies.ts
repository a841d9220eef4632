import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Database } from '#server/platform/database/client.ts';
import { sharedSecret } from '#server/platform/database/locks.ts';
import { clock } from '#shared/clock.ts';
import { passkeyLimits } from '#shared/passkeys.ts';
import { spendCeremony } from './passkeys.queries.ts';

const contents = z.object({
  purpose: z.enum(['login', 'confirm', 'add']),
  role: z.enum(['member', 'admin']),
  /** Of those who are logged in. */
  session: z.string().optional(),
  challenge: z.string(),
  /** In milliseconds since 1970. */
  endsAt: z.number(),
});

/** What a browser was asked for. */
export type Ceremony = z.output<typeof contents>;

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/**
 * Ceremonies are sealed and given to the browser: nothing is stored for those that are never answered. All processes share
 * the key.
 */
export function createCeremonies({ database }: { database: Database }) {
  let key: Promise<Buffer> | undefined;
  function sharedKey(): Promise<Buffer> {
    key ??= sharedSecret(database, 'passkey-ceremonies', () => randomBytes(32).toString('base64url')).then((secret) =>
      Buffer.from(secret, 'base64url'),
    );
    key.catch(() => {
      key = undefined;
    });
    return key;
  }

  return {
    /** @returns the challenge for the browser, and the sealed ceremony */
    async begin(
      about: Pick<Ceremony, 'purpose' | 'role' | 'session'>,
    ): Promise<{ challenge: string; ceremony: string }> {
      const challenge = randomBytes(32).toString('base64url');
      const endsAt = clock.ms() + passkeyLimits.ceremonyMinutes * 60_000;
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, await sharedKey(), nonce);
      const text = JSON.stringify({ ...about, challenge, endsAt } satisfies Ceremony);
      const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return { challenge, ceremony: sealed.toString('base64url') };
    },

    /** @returns null for one that is not ours, or has ended */
    async open(sealed: string): Promise<Ceremony | null> {
      const bytes = Buffer.from(sealed, 'base64url');
      if (bytes.length <= nonceBytes + tagBytes) return null;
      const decipher = createDecipheriv(algorithm, await sharedKey(), bytes.subarray(0, nonceBytes));
      decipher.setAuthTag(bytes.subarray(-tagBytes));
      try {
        const text = Buffer.concat([decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()]);
        const ceremony = contents.parse(JSON.parse(text.toString('utf8')));
        return ceremony.endsAt > clock.ms() ? ceremony : null;
      } catch {
        return null;
      }
    },

    /** Uses a ceremony up, whatever its answer is worth. @returns false when it was used before, by any process */
    spend({ challenge, endsAt }: Ceremony): Promise<boolean> {
      return spendCeremony(database, createHash('sha256').update(challenge).digest('base64url'), new Date(endsAt));
    },
  };
}
