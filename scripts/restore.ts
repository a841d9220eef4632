// `npm run restore -- FOLDER [--replace]`: restores a backup to the database and files that the environment names.
import { resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { readConfig } from '#server/config.ts';
import { restore } from '#server/platform/backup/restore.ts';
import { readPassphrase } from '#server/platform/backup/sealing.ts';

const usage = `npm run restore -- FOLDER [--replace] [--lose-ballots]

Puts the backup in FOLDER into DATA_DIR, DATABASE_URL and STORAGE_URL as they are set, while no server runs on them.
What is there must be empty; with --replace it is removed. While a vote is open there, it asks before; --lose-ballots answers yes.`;

/** Asks on the terminal; without one the answer is no. */
async function ask(question: string): Promise<boolean> {
  console.log(question);
  if (!process.stdin.isTTY) {
    console.log('To restore all the same, add --lose-ballots.');
    return false;
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^y(es)?$/i.test((await terminal.question('Restore all the same? (yes or no) ')).trim());
  } finally {
    terminal.close();
  }
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { replace: { type: 'boolean' }, 'lose-ballots': { type: 'boolean' } },
    allowPositionals: true,
  });
  const [argument] = positionals;
  if (!argument || positionals.length > 1) throw new Error(usage);
  const config = readConfig(process.env);
  const report = await restore(config, resolve(argument), {
    replace: values.replace ?? false,
    passphrase: readPassphrase(config),
    log: (line) => console.log(line),
    mayLoseBallots: values['lose-ballots'] ? async () => true : ask,
  });
  console.log(
    `Restored as of ${report.takenAt.toISOString()}: ${report.rows} rows, ${report.files} files. The site can be started.`,
  );
  if (report.missing > 0) console.error(`${report.missing} files were missing when the backup was taken.`);
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
