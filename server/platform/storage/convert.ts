import type { Database } from '#server/platform/database/client.ts';
import { UnreadableFile } from './envelope.ts';
import * as queries from './files.queries.ts';
import { lostKey } from './keys-in-use.ts';
import { pathOf, type Storage } from './storage.ts';

export interface Conversion {
  /** Number of files that were converted. */
  done: number;
  /** Keys of files that are missing or cannot be decrypted; they are unchanged. Files given up as lost are not listed. */
  failed: string[];
}

const atOnce = 100;

/**
 * Encrypts the files in use with the configured key; without one, decrypts them. Safe while servers run, and in
 * several processes: a file is replaced as a whole under its row's lock, so that a killed process loses nothing, and
 * the next run continues.
 * @param after called after each file
 * @throws errors of the store and the database
 */
export async function convertFiles(
  { database, storage }: { database: Database; storage: Storage },
  after: (so: Conversion) => void = () => {},
  isStopping: () => boolean = () => false,
): Promise<Conversion> {
  const so: Conversion = { done: 0, failed: [] };
  let last = '';
  for (;;) {
    const keys = await queries.findUnconverted(database, storage.keyId, last, atOnce);
    if (keys.length === 0) return so;
    for (const key of keys) {
      if (isStopping()) return so;
      const result = await convert(database, storage, key);
      if (result === 'done') so.done += 1;
      if (result === 'failed') so.failed.push(key);
      last = key;
      after(so);
    }
  }
}

async function convert(database: Database, storage: Storage, key: string): Promise<'done' | 'failed' | 'nothing'> {
  const keyId = storage.keyId;
  // Before the file is encrypted: if the process is killed in between, a start without the key must know that it is needed.
  if (keyId !== null) await queries.markMaybeEncrypted(database, key, keyId);
  return database.transaction(async (tx) => {
    const encryptedWith = await queries.lockInUse(tx, key);
    // Deleted meanwhile, or converted by another process.
    if (encryptedWith === undefined || encryptedWith === keyId) return 'nothing';
    const failed = encryptedWith === lostKey ? 'nothing' : 'failed';
    try {
      const body = await storage.get(pathOf(key));
      if (!body) return failed;
      if (body.keyId === keyId) body.body.destroy();
      else await storage.put(pathOf(key), { stream: body.body });
    } catch (error) {
      if (error instanceof UnreadableFile) return failed;
      throw error;
    }
    await queries.saveEncryptedWith(tx, key, keyId);
    return 'done';
  });
}
