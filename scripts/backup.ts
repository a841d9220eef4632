// `npm run backup -- FOLDER [--keep N]`: takes a complete backup, whether the server runs or not.
import { existsSync, mkdirSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '#server/config.ts';
import { backUp } from '#server/platform/backup/back-up.ts';
import { readPassphrase } from '#server/platform/backup/sealing.ts';
import { attachForMaintenance } from '#server/platform/database/attach.ts';
import { openStorage } from '#server/platform/storage/open-storage.ts';

const usage = `npm run backup -- FOLDER [--keep N]

Makes a folder named after the time below FOLDER, reads it back, and with --keep removes the oldest so that N are left.
It uses the environment of the server. With BACKUP_PASSPHRASE_FILE or BACKUP_PASSPHRASE it is encrypted.`;

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ options: { keep: { type: 'string' } }, allowPositionals: true });
  const [argument] = positionals;
  if (!argument || positionals.length > 1) throw new Error(usage);
  const keep = values.keep === undefined ? undefined : Number(values.keep);
  if (keep !== undefined && !(Number.isInteger(keep) && keep > 0)) {
    throw new Error('--keep takes the number of backups to keep, 1 or more.');
  }
  const config = readConfig(process.env);
  const passphrase = readPassphrase(config);
  if (!existsSync(config.dataDir)) throw new Error(`There is nothing to back up: ${config.dataDir} does not exist.`);
  const parent = resolve(argument);
  mkdirSync(dirname(parent), { recursive: true });
  const dataDir = realpathSync(config.dataDir);
  const real = join(realpathSync(dirname(parent)), basename(parent));
  if (`${real}/`.startsWith(`${dataDir}/`)) throw new Error('A backup cannot lie inside the data folder.');

  const attached = await attachForMaintenance(config, (line) => console.log(line));
  try {
    const storage = await openStorage(config);
    const report = await backUp({ parent, dataDir, connections: attached, storage, passphrase, keep });
    const { rows, files, bytes, missing, removed } = report;
    const size = (bytes / 1_000_000).toFixed(1);
    console.log(`The backup is complete: ${report.folder}`);
    console.log(
      `${rows} rows, ${files} files, ${size} MB, ${passphrase === undefined ? 'not encrypted' : 'encrypted'}; read back.`,
    );
    if (passphrase === undefined && storage.keyId !== null) {
      console.error(
        'It holds in the clear what FILES_KEY encrypts: set BACKUP_PASSPHRASE_FILE, so that backups are encrypted too.',
      );
    }
    if (removed.length > 0) console.log(`Removed: ${removed.join(', ')}`);
    if (missing.length > 0) {
      console.error(
        `${missing.length} files that records name were not in the store, or damaged there. Look for them in older backups: ${report.missing.slice(0, 20).join(', ')}`,
      );
    }
  } finally {
    await attached.stop();
  }
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
