import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import type { Connections } from './attach.ts';
import { withLock } from './locks.ts';
import { withClient } from './with-client.ts';

const minimumVersion = 150_000;
export const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));

async function whoIs(client: pg.Client): Promise<{ role: string; database: string }> {
  const { rows } = await client.query<{ role: string; database: string }>(
    'select current_user as role, current_database() as database',
  );
  return rows[0]!;
}

/**
 * Brings the tables up to date as their owner, and lets the role that the server works as read and change their rows.
 * Processes that start together wait for each other.
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
}
