// `npm run upgrade-sample`: notes the migrations that land in `checksums.json`, and makes a small backup of the tables as they are now,
// which the tests upgrade for ever after. `-- --program FOLDER` makes it of another version of the program.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { brotliCompressSync } from 'node:zlib';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator';
import {
  checksumsPath,
  describeTables,
  differing,
  hashOf,
  type MigrationChecksums,
  readChecksums,
  writeChecksums,
} from '#server/platform/database/checksums.ts';
import { type DatabaseDump, dumpDatabase } from '#server/platform/database/dump.ts';
import { addressOf, type EmbeddedConnection, startEmbeddedDatabase } from '#server/platform/database/embedded.ts';
import { listMigrations, migrationsFolder } from '#server/platform/database/migrate.ts';
import { withClient } from '#server/platform/database/with-client.ts';

const { values } = parseArgs({ options: { program: { type: 'string' } } });
const folder = mkdtempSync(join(tmpdir(), 'association-sample-'));
const embedded = await startEmbeddedDatabase({ dataDir: folder, log: () => {}, settings: { fsync: 'off' } });

async function newDatabase(name: string): Promise<EmbeddedConnection> {
  await withClient(embedded.ownerConnection, (client) => client.query(`create database ${name}`));
  return { ...embedded.ownerConnection, database: name };
}

/** What the main branch says has landed; empty without git. */
function checksumsOnMain(): Record<string, MigrationChecksums> {
  const { status, stdout } = spawnSync('git', ['show', `main:${relative('.', checksumsPath)}`], { encoding: 'utf8' });
  return status === 0 ? JSON.parse(stdout) : {};
}

/** Applies the migrations one by one, and notes what each of them does. */
async function noteChecksums(): Promise<void> {
  const noted = readChecksums();
  const fixed = checksumsOnMain();
  const connection = await newDatabase('checksums');
  const copy = join(folder, 'migrations');
  mkdirSync(join(copy, 'meta'), { recursive: true });
  const { entries, ...journal } = JSON.parse(readFileSync(join(migrationsFolder, 'meta/_journal.json'), 'utf8'));
  const checksums: Record<string, MigrationChecksums> = {};
  await withClient(connection, async (client) => {
    await client.query('set search_path = public');
    let before: Record<string, string> = {};
    for (const [at, migration] of listMigrations(migrationsFolder).entries()) {
      const { tag, text: statements } = migration;
      const hash = hashOf(statements);
      if ((fixed[tag]?.hashes[0] ?? hash) !== hash) throw new Error(`${tag} has landed: it must stay as it is.`);
      writeFileSync(join(copy, `${tag}.sql`), statements);
      writeFileSync(
        join(copy, 'meta/_journal.json'),
        JSON.stringify({ ...journal, entries: entries.slice(0, at + 1) }),
      );
      await runMigrations(drizzle(client), { migrationsFolder: copy });
      const after = await describeTables(client);
      const tables = Object.fromEntries(differing(before, after).map((name) => [name, after[name] ?? null]));
      checksums[tag] = { hashes: [hash, ...(noted[tag]?.hashes.slice(1) ?? [])], tables };
      before = after;
    }
  });
  writeChecksums(checksums);
}

/** A database of one version: the tests restore it, upgrade it, and use it. */
export interface UpgradeSample {
  logins: Record<'administrator' | 'member', { email: string; password: string }>;
  dump: DatabaseDump;
  /** The rows of each table. */
  texts: Record<string, string>;
}

const administrator = { email: 'office@example.org', password: 'Banyan-tree-court-41' };

/** Fills a database as that version does, and packs a backup of it without files. */
async function makeSample(program: string): Promise<void> {
  const connection = await newDatabase('sample');
  // As that version starts it.
  const { scripts } = JSON.parse(readFileSync(join(program, 'package.json'), 'utf8'));
  const output = execFileSync('sh', ['-c', `${scripts.seed} --members 12`], {
    cwd: program,
    encoding: 'utf8',
    env: {
      PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
      NODE_ENV: 'test',
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: addressOf(connection),
      ADMIN_EMAIL: administrator.email,
      ADMIN_PASSWORD: administrator.password,
    },
  });
  const [, email, password] = /E-mail: (\S+)\nPassword: (\S+)/.exec(output) ?? [];
  if (!email || !password) throw new Error(`The sample data names no member to log in as:\n${output}`);
  const texts: Record<string, string> = {};
  const member = { email, password };
  const logins = { administrator, member };
  const dump = await withClient(connection, async (client) => {
    // The first versions made an administrator only when they were started.
    const result = await client.query(
      `insert into administrators (email, password_hash) select $1, password_hash from members
         where email = $2 and not exists (select from administrators)`,
      [administrator.email, email],
    );
    if (result.rowCount === 1) logins.administrator = { ...administrator, password };
    return dumpDatabase(client, async (table, stream) => {
      texts[table] = await text(stream);
    });
  });
  const sample: UpgradeSample = { logins, dump, texts };
  const packed = brotliCompressSync(JSON.stringify(sample));
  const number = String(dump.migrations.length - 1).padStart(4, '0');
  const path = `proofs/upgrades/${number}.json.br`;
  if (packed.length > 100_000) throw new Error(`${path} would have ${packed.length} bytes: seed less.`);
  mkdirSync('proofs/upgrades', { recursive: true });
  writeFileSync(path, packed);
  console.log(`${path}: ${Math.ceil(packed.length / 1000)} KB`);
}

try {
  if (!values.program) await noteChecksums();
  await makeSample(values.program ?? '.');
} finally {
  await embedded.stop();
  rmSync(folder, { recursive: true, force: true });
}
