import { cp, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrationsFolder } from '#server/database/migrate.ts';

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
