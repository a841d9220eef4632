import type { Core } from '#server/core.ts';
import type { Database } from '#server/platform/database/client.ts';
import { lockUntilCommit } from '#server/platform/database/locks.ts';
import { createVoteKeys, encryptedWith, type KeySettings } from './keys.ts';
import { findKeys, replaceKey } from './votes.queries.ts';

/** With which FILES_KEY the private key of each vote is encrypted, by its ID; null for none. */
export const voteKeysInUse = async (database: Database): Promise<(string | null)[]> =>
  (await findKeys(database)).map(({ sealed }) => encryptedWith(sealed));

/** At the start: keys of votes that were frozen before they had a file get one. Other servers may not know such files. */
export async function prepareKeys(core: Core): Promise<void> {
  const { database, config } = core;
  await warnOfUnknownKeys(core);
  if (config.databaseUrl !== undefined) return;
  const keys = createVoteKeys(config);
  await database.transaction(async (tx) => {
    await lockUntilCommit(tx, 'votes');
    for (const row of await findKeys(tx)) {
      if (encryptedWith(row.sealed) !== keys.keyId) continue;
      const next = await keys.resealed(row.voteId, row.sealed);
      if (next !== null) await replaceKey(tx, row, next);
    }
  });
}

/** Says at the start when votes cannot give out papers, as `npm run files -- status` does. */
async function warnOfUnknownKeys({ database, storage, log }: Pick<Core, 'database' | 'storage' | 'log'>) {
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
export async function resealVoteKeys(database: Database, config: KeySettings): Promise<number> {
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
