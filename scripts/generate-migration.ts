// `npm run db:generate -- --name add_resource_links`: writes the migration for changed tables. Without a name drizzle-kit would
// make up a meaningless one. Its text is noted in `checksums.json`; only the newest snapshot is kept, as drizzle-kit does not read the others.
import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { hashOf, readChecksums, writeChecksums } from '#server/platform/database/checksums.ts';
import { listMigrations, migrationsFolder } from '#server/platform/database/migrate.ts';

const { values } = parseArgs({ options: { name: { type: 'string' }, custom: { type: 'boolean' } }, strict: false });
const name = typeof values.name === 'string' ? values.name : '';
if (!/^[a-z]+(_[a-z0-9]+)+$/.test(name)) {
  console.error('Say what the migration does, in words: npm run db:generate -- --name add_resource_links');
  process.exit(1);
}
const args = ['generate', '--name', name, ...(values.custom ? ['--custom'] : [])];
process.exitCode = spawnSync('drizzle-kit', args, { stdio: 'inherit' }).status ?? 1;

const noted = readChecksums();
writeChecksums(
  Object.fromEntries(
    listMigrations(migrationsFolder).map(({ tag, text }) => [tag, noted[tag] ?? { hashes: [hashOf(text)] }]),
  ),
);

const meta = 'server/platform/database/migrations/meta';
const snapshots = readdirSync(meta).filter((file) => file.endsWith('_snapshot.json'));
for (const older of snapshots.sort().slice(0, -1)) rmSync(join(meta, older));
