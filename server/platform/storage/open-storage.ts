import { join } from 'node:path';
import type { Config } from '#server/config.ts';
import type { BaseCore } from '#server/platform/base-core.ts';
import { encrypting } from './encrypting.ts';
import { readFileKeys } from './file-keys.ts';
import { findKeysInUse } from './files.queries.ts';
import { countOthers, mustKnowKeys } from './keys-in-use.ts';
import { openLocalStorage } from './local.ts';
import { openS3Storage } from './s3.ts';
import { parseS3Address } from './s3-address.ts';
import type { Storage, Store } from './storage.ts';

type Needed = Pick<Config, 'storageUrl' | 'dataDir' | 'filesKey' | 'filesKeyOld'>;

/** The configured store with its keys. @throws Error with one plain sentence when a key cannot be read */
export async function openStorage(config: Needed): Promise<Storage> {
  const keys = readFileKeys(config);
  return encrypting(await openStore(config), keys);
}

async function openStore({ storageUrl, dataDir }: Needed): Promise<Store> {
  if (!storageUrl) return openLocalStorage(join(dataDir, 'files'));
  const address = parseS3Address(storageUrl);
  if (!address) throw new Error('STORAGE_URL cannot be read.');
  return openS3Storage(address);
}

/** Opens the storage, whose keys must fit the files that are in use. @throws Error with one plain sentence when one is not given */
export async function openKnownStorage({ config, database, log }: Omit<BaseCore, 'storage'>): Promise<Storage> {
  const storage = await openStorage(config);
  const keysInUse = await findKeysInUse(database);
  mustKnowKeys(keysInUse, storage);
  const others = countOthers(keysInUse, storage);
  if (others > 0) log.warn({ files: others }, 'files are not encrypted as FILES_KEY says; see npm run files -- status');
  return storage;
}
