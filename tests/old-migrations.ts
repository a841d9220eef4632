import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator';
import { onTestFinished } from 'vitest';
import { migrate, migrationsFolder } from '#server/platform/database/migrate.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { createTestDatabase } from './app.ts';

/** A folder with the migrations before the one with this name, as in an older version; the caller removes it. */
export async function migrationsBefore(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'association-migrations-'));
  await cp(migrationsFolder, folder, { recursive: true });
  const path = join(folder, 'meta/_journal.json');
  const journal = JSON.parse(await readFile(path, 'utf8')) as { entries: { tag: string }[] };
  const at = journal.entries.findIndex(({ tag }) => tag.endsWith(name));
  if (at < 0) throw new Error(`There is no migration ${name}.`);
  await writeFile(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, at) }));
  return folder;
}

/** A database as an older version left it, before the migration with this name, for one test: its owner's connections, and what brings it up to date. */
export async function databaseBefore(name: string) {
  const { connection, ownerConnection, drop } = await createTestDatabase('template1');
  const owned = openDatabase(ownerConnection);
  const migrationsFolder = await migrationsBefore(name);
  onTestFinished(async () => {
    await owned.close();
    await drop();
    await rm(migrationsFolder, { recursive: true, force: true });
  });
  await runMigrations(drizzle(owned.pool), { migrationsFolder });
  return { pool: owned.pool, update: () => migrate({ connection, ownerConnection }) };
}
