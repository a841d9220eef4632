// `npm run files -- status|encrypt|decrypt|lost ID`: manages the encryption of uploaded files.
import { parseArgs } from 'node:util';
import { readConfig } from '#server/config.ts';
import { resealVoteKeys, voteKeysInUse } from '#server/features/votes/key-change.ts';
import { attachForMaintenance } from '#server/platform/database/attach.ts';
import type { Database } from '#server/platform/database/client.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { type Conversion, convertFiles } from '#server/platform/storage/convert.ts';
import { findKeysInUse, giveUp } from '#server/platform/storage/files.queries.ts';
import { countOthers, lostKey, mustKnowKeys } from '#server/platform/storage/keys-in-use.ts';
import { openStorage } from '#server/platform/storage/open-storage.ts';
import type { Storage } from '#server/platform/storage/storage.ts';

const usage = `npm run files -- COMMAND

  status     how many files lie in the clear, and how many are encrypted with which key; so the private keys of votes
  encrypt    encrypts with FILES_KEY what is in the clear or encrypted with a key of FILES_KEY_OLD, keys of votes, too
  decrypt    puts everything in the clear again: with the key in FILES_KEY_OLD, and FILES_KEY unset
  lost ID    gives up the files of a key that nobody has any more, so that the site starts without it

It uses the environment of the server, and works while it runs. One that is stopped in the middle goes on when it is started again.`;

const progressMs = 2_000;

interface Site {
  database: Database;
  storage: Storage;
}

async function printStatus({ database, storage }: Site): Promise<void> {
  const describe = (encryptedWith: string | null) => {
    if (encryptedWith === null) return 'in the clear';
    if (encryptedWith === lostKey) return 'given up, their key is lost';
    const keyId = encryptedWith.replace('?', '');
    const which = keyId === storage.keyId ? 'FILES_KEY' : storage.knows(keyId) ? 'FILES_KEY_OLD' : 'a key not given';
    return `${keyId === encryptedWith ? 'encrypted' : 'begun to be encrypted'} with ${keyId} (${which})`;
  };
  const inUse = await findKeysInUse(database);
  for (const { encryptedWith, files } of inUse) console.log(`${files} files ${describe(encryptedWith)}`);
  if (inUse.length === 0) console.log('There are no files of people.');
  for (const keyId of await voteKeysInUse(database)) console.log(`The key of a vote ${describe(keyId)}`);
  console.log(
    storage.keyId === null ? 'New files lie in the clear.' : `New files are encrypted with ${storage.keyId}.`,
  );
}

async function convert({ database, storage }: Site): Promise<void> {
  const inUse = await findKeysInUse(database);
  mustKnowKeys(inUse, storage);
  const total = countOthers(inUse, storage);
  let isStopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => (isStopping = true));
  let printed = Date.now();
  const progress = ({ done, failed }: Conversion) => {
    if (Date.now() - printed < progressMs) return;
    printed = Date.now();
    console.log(`${done + failed.length} of ${total}`);
  };
  const { done, failed } = await convertFiles({ database, storage }, progress, () => isStopping);
  console.log(`${done} files were ${storage.keyId === null ? 'decrypted' : `encrypted with ${storage.keyId}`}.`);
  if (failed.length > 0) {
    process.exitCode = 1;
    console.error(
      `${failed.length} files are missing, damaged, or need another key; they are as they were. Look for them in backups: ${failed.slice(0, 20).join(', ')}`,
    );
  }
  const left = countOthers(await findKeysInUse(database), storage) - failed.length;
  if (left > 0) {
    process.exitCode = 1;
    console.error(
      `${left} files are left; run it again. A server that was started with other keys goes on with those until its restart.`,
    );
  }
}

async function printLost({ database, storage }: Site, keyId: string): Promise<void> {
  if (storage.knows(keyId)) throw new Error('This key is given, so its files are not lost.');
  const files = await giveUp(database, keyId);
  if (files === 0) throw new Error('No file is encrypted with a key of this ID.');
  console.log(
    `${files} files were given up. They are missing from now on; 'encrypt' takes them back if the key is found.`,
  );
}

async function main(): Promise<void> {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [command = '', keyId = '', ...more] = positionals;
  if (
    !['status', 'encrypt', 'decrypt', 'lost'].includes(command) ||
    (command === 'lost') !== /^[0-9a-f]{16}$/.test(keyId)
  )
    throw new Error(usage);
  if (more.length > 0) throw new Error(usage);
  const config = readConfig(process.env);
  if (command === 'encrypt' && !config.filesKey) throw new Error('Set FILES_KEY to the key to encrypt with.');
  if (command === 'decrypt' && (config.filesKey || !config.filesKeyOld)) {
    throw new Error('To decrypt, name the key in FILES_KEY_OLD and leave FILES_KEY unset.');
  }
  const storage = await openStorage(config);
  const note = (line: string) => console.error(line);
  const attached = await attachForMaintenance(config, note);
  const database = openDatabase(attached.connection, { log: note, poolSize: 4 });
  try {
    await migrate(attached);
    const site = { database, storage };
    if (command === 'status') await printStatus(site);
    else if (command === 'lost') await printLost(site, keyId);
    else {
      const resealed = await resealVoteKeys(database, config);
      if (resealed > 0) console.log(`The keys of ${resealed} votes were changed as well.`);
      await convert(site);
    }
  } finally {
    await database.close();
    await attached.stop();
  }
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
