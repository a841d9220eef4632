import { fileURLToPath } from 'node:url';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import type { Connections } from './attach.ts';
import { withLock } from './locks.ts';
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

/** Whether the tables are those of this version of the program, or of a later one. */
export async function isUpToDate(client: pg.Client): Promise<boolean> {
  const newest = readMigrationFiles({ migrationsFolder }).at(-1)!.folderMillis;
  // No such table yet, or none that this role may read: then the migration itself tells what is wrong.
  const found = await client
    .query<{ at: string | null }>('select max(created_at) as at from drizzle.__drizzle_migrations')
    .catch(() => null);
  return Number(found?.rows[0]?.at) >= newest;
}

/**
 * Brings the tables up to date as their owner, and lets the role that the server works as read and change their rows.
 * Processes that start together wait for each other. A process that is not given the owner only looks whether somebody who is
 * has done it.
 * @throws on a PostgreSQL older than 15, and when the two connections lead to different databases
 */
export async function migrate({ connection, ownerConnection }: Connections): Promise<void> {
  const app = await withClient(connection, whoIs);
  await withClient(ownerConnection, async (client) => {
    const { rows } = await client.query<{ version: string }>(`select current_setting('server_version_num') as version`);
    if (Number(rows[0]?.version) < minimumVersion) throw new Error('The database must be PostgreSQL 15 or newer.');
    const owner = await whoIs(client);
    if (owner.database !== app.database) {
      throw new Error(`DATABASE_URL leads to the database ${app.database}, DATABASE_OWNER_URL to ${owner.database}.`);
    }
    if (!owner.mayCreate && (await isUpToDate(client))) return;
    await withLock(client, 'migration', async () => {
      await runMigrations(drizzle(client, { casing: 'snake_case' }), { migrationsFolder });
      if (owner.role !== app.role) await letChangeRows(client, app.role);
    });
  });
}

/** For the tables of this version of the program; repeated at every start, because each migration may add some. */
async function letChangeRows(owner: pg.Client, role: string): Promise<void> {
  const name = pg.escapeIdentifier(role);
  await owner.query(`grant usage on schema public to ${name}`);
  await owner.query(`grant select, insert, update, delete on all tables in schema public to ${name}`);
  await owner.query(`grant usage on all sequences in schema public to ${name}`);
  await owner.query(`grant usage on schema drizzle to ${name}`);
  await owner.query(`grant select (created_at) on drizzle.__drizzle_migrations to ${name}`);
}
