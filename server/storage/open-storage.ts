import { join } from 'node:path';
import type { Config } from '#server/config.ts';
import { openLocalStorage } from './local.ts';
import { openS3Storage } from './s3.ts';
import { parseS3Address } from './s3-address.ts';
import type { Storage } from './storage.ts';

/** The store that the configuration names. */
export async function openStorage({ storageUrl, dataDir }: Pick<Config, 'storageUrl' | 'dataDir'>): Promise<Storage> {
  if (!storageUrl) return openLocalStorage(join(dataDir, 'files'));
  const address = parseS3Address(storageUrl);
  if (!address) throw new Error('STORAGE_URL cannot be read.');
  return openS3Storage(address);
}
