import type { Config } from '#server/config.ts';
import type { Database } from '#server/database/client.ts';
import { createVoteKeys, encryptedWith } from './keys.ts';
import { findKeys, replaceKey } from './votes.queries.ts';

/** With which FILES_KEY the private key of each vote is encrypted, by its ID; null for none. */
export const voteKeysInUse = async (database: Database): Promise<(string | null)[]> =>
  (await findKeys(database)).map(({ sealed }) => encryptedWith(sealed));

/**
 * Keeps the private keys of votes as new ones are, after another FILES_KEY.
 * @returns their number
 * @throws Error when one is encrypted with a key that is not given
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
