import type { Config } from '#server/config.ts';
import type { Core } from '#server/core.ts';
import type { Database } from '#server/platform/database/client.ts';
import { createVoteKeys, encryptedWith } from './keys.ts';
import { findKeys, replaceKey } from './votes.queries.ts';

/** With which FILES_KEY the private key of each vote is encrypted, by its ID; null for none. */
export const voteKeysInUse = async (database: Database): Promise<(string | null)[]> =>
  (await findKeys(database)).map(({ sealed }) => encryptedWith(sealed));

/** Says at the start when votes cannot give out papers, as `npm run files -- status` does. */
export async function warnOfUnknownKeys({ database, storage, log }: Pick<Core, 'database' | 'storage' | 'log'>) {
  const unknown = (await voteKeysInUse(database)).filter((keyId) => keyId !== null && !storage.knows(keyId));
  if (unknown.length > 0)
    log.error(
      { votes: unknown.length },
      'keys of votes are encrypted with a FILES_KEY that is not given; set it, or name it in FILES_KEY_OLD',
    );
}

/**
 * Keeps the private keys of votes as new ones are, after another FILES_KEY.
 * @returns their number
 * @throws UNAVAILABLE when one is encrypted with a key that is not given
 */
export async function resealVoteKeys(
  database: Database,
  config: Pick<Config, 'filesKey' | 'filesKeyOld'>,
): Promise<number> {
  const keys = createVoteKeys(config);
  let done = 0;
  for (const row of await findKeys(database)) {
    const next = await keys.resealed(row.voteId, row.sealed);
    if (next === null) continue;
    await replaceKey(database, row, next);
    done += 1;
  }
  return done;
}
