import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import type { Connections } from './embedded.ts';
import { isInUse, withLock } from './locks.ts';
import { withClient } from './with-client.ts';

const minimumVersion = 150_000;
export const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));

interface Who {
  role: string;
  database: string;
  mayCreate: boolean;
}

async function whoIs(client: pg.Client): Promise<Who> {
  const { rows } = await client.query<Who>(
    `select current_user as role, current_database() as database,
       has_database_privilege(current_database(), 'create') as "mayCreate"`,
  );
  return rows[0]!;
}

export interface Migration {
  /** The name of its file. */
  tag: string;
  /** Four digits. */
  number: string;
  at: number;
  text: string;
}

/** In their order. */
export function listMigrations(folder: string): Migration[] {
  const read = (path: string) => readFileSync(join(folder, path), 'utf8');
  const { entries } = JSON.parse(read('meta/_journal.json')) as { entries: { tag: string; when: number }[] };
  return entries.map(({ tag, when }) => ({ tag, number: tag.slice(0, 4), at: when, text: read(`${tag}.sql`) }));
}

/** Earlier migrations were not written to run beside older servers. */
export const firstBesideOthers = '0028';

/** How a destructive migration names the oldest server it may run beside; see CONTRIBUTING.md. */
const demand = /^-- Not beside servers before (\d{4}): \S/m;

/** The oldest migration that running servers must know while this one is applied; '' for any. */
export function needsBeside({ number, text }: Migration): string {
  return number < firstBesideOthers ? number : (demand.exec(text)?.[1] ?? '');
}

/**
 * The pending migrations, and the number of the last applied one; '' before the first.
 * @throws Error when a newer program has migrated the tables
 */
async function pendingOf(client: pg.Client, folder: string): Promise<{ last: string; pending: Migration[] }> {
  // No such table yet, or none that this role may read: then the migration itself reports the problem.
  const result = await client
    .query<{ at: string | null }>('select max(created_at) as at from drizzle.__drizzle_migrations')
    .catch(() => null);
  const lastAt = Number(result?.rows[0]?.at ?? 0);
  const all = listMigrations(folder);
  if (all.every(({ at }) => at < lastAt)) {
    throw new Error(
      'A newer version of the program has changed the tables of this database; start that one, or restore the backup from before it.',
    );
  }
  return {
    last: all.findLast(({ at }) => at <= lastAt)?.number ?? '',
    pending: all.filter(({ at }) => at > lastAt),
  };
}

/** Running servers started with the current tables or older ones: they know at most what has been applied. */
async function mustSuitOthers(client: pg.Client, folder: string): Promise<void> {
  const { last, pending } = await pendingOf(client, folder);
  if (last === '' || pending.every((migration) => needsBeside(migration) <= last) || !(await isInUse(client))) return;
  throw new Error(
    'Servers of an earlier version run on this database, and changed tables are not for them any more. Stop them first; nothing was changed.',
  );
}

/**
 * Migrates the tables as their owner, and grants the server's role the rights to read and change their rows.
 * Processes that start together wait for each other. Without the owner's connection a process only checks that the tables
 * are up to date.
 * @param testClock the program's clock is set: the log's protection then ignores the database's clock
 * @throws on a PostgreSQL older than 15, on a database that is not UTF-8, when the two connections lead to different databases, when
 *   running servers cannot work with the changed tables, and when a newer program has changed them
 */
export async function migrate(
  { connection, ownerConnection }: Connections,
  folder = migrationsFolder,
  { testClock }: { testClock?: Date | undefined } = {},
): Promise<void> {
  const app = await withClient(connection, whoIs);
  await withClient(ownerConnection, async (client) => {
    const { rows } = await client.query<{ version: string; encoding: string }>(
      `select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding`,
    );
    const { version, encoding } = rows[0]!;
    if (Number(version) < minimumVersion) throw new Error('The database must be PostgreSQL 15 or newer.');
    if (encoding !== 'UTF8') {
      throw new Error(
        `The database must have the encoding UTF8, and this one has ${encoding}: create it with encoding 'UTF8' template template0.`,
      );
    }
    const owner = await whoIs(client);
    if (owner.database !== app.database) {
      throw new Error(`DATABASE_URL leads to the database ${app.database}, DATABASE_OWNER_URL to ${owner.database}.`);
    }
    if (!owner.mayCreate && (await pendingOf(client, folder)).pending.length === 0) return;
    await withLock(client, 'migration', async () => {
      if (owner.mayCreate) await mustSuitOthers(client, folder);
      await runMigrations(drizzle(client, { casing: 'snake_case' }), { migrationsFolder: folder });
      if (owner.role !== app.role) await letChangeRows(client, app.role);
      if (testClock) await client.query(anyClock);
    });
  });
}

const anyClock = `create or replace function log_clock() returns timestamptz language sql stable as 'select null::timestamptz'`;

/** Grants the rights on the tables; repeated at every start, because each migration may add some. */
async function letChangeRows(owner: pg.Client, role: string): Promise<void> {
  const name = pg.escapeIdentifier(role);
  await owner.query(`grant usage on schema public to ${name}`);
  await owner.query(`grant select, insert, update, delete on all tables in schema public to ${name}`);
  await owner.query(`grant usage on all sequences in schema public to ${name}`);
  await owner.query(`grant usage on schema drizzle to ${name}`);
  await owner.query(`grant select (created_at) on drizzle.__drizzle_migrations to ${name}`);
}
