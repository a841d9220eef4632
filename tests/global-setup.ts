import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { migrate, openDatabase } from '#server/database/client.ts';
import { startEmbeddedDatabase } from '#server/database/embedded.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The test server's connection settings; `template` is a migrated database to copy. */
    postgres: pg.PoolConfig;
    template: string;
  }
}

/** One PostgreSQL for the whole run, with a migrated template; every test file copies it. */
export default async function setup(project: {
  provide(key: 'postgres', value: pg.PoolConfig): void;
  provide(key: 'template', value: string): void;
}) {
  const folder = await mkdtemp(join(tmpdir(), 'association-tests-'));
  const embedded = await startEmbeddedDatabase({ dataDir: folder, log: () => {}, settings: { fsync: 'off' } });
  const template = 'template_migrated';
  const first = openDatabase(embedded.connection);
  await first.pool.query(`create database ${template}`);
  await first.close();
  const database = openDatabase({ ...embedded.connection, database: template });
  await migrate(database);
  await database.close();
  project.provide('postgres', embedded.connection);
  project.provide('template', template);
  return async () => {
    await embedded.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
