import { join } from 'node:path';
import type { Config } from '#server/config.ts';
import { encrypting } from './encrypting.ts';
import { readFileKeys } from './file-keys.ts';
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
