import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Connections } from '#server/platform/database/embedded.ts';
import { type EmbeddedConnection, startEmbeddedDatabase } from '#server/platform/database/embedded.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { withClient } from '#server/platform/database/with-client.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The connections to the test database server, as the tables' owner and as the server's role. */
    postgres: Connections<EmbeddedConnection>;
    /** A migrated database to copy. */
    template: string;
  }
}

/** Starts one PostgreSQL for the whole run, with a migrated template that every test file copies. */
export default async function setup(project: {
  provide(key: 'postgres', value: Connections<EmbeddedConnection>): void;
  provide(key: 'template', value: string): void;
}) {
  const folder = await mkdtemp(join(tmpdir(), 'association-tests-'));
  // Nothing needs to survive a crash.
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    wal_level: 'minimal',
    max_wal_senders: '0',
  };
  const embedded = await startEmbeddedDatabase({ dataDir: folder, log: () => {}, settings });
  const template = 'template_migrated';
  const { connection, ownerConnection } = embedded;
  await withClient(ownerConnection, (client) => client.query(`create database ${template}`));
  const connections = {
    connection: { ...connection, database: template },
    ownerConnection: { ...ownerConnection, database: template },
  };
  // Tests set the clock.
  await migrate(connections, undefined, { testClock: new Date() });
  project.provide('postgres', { connection, ownerConnection });
  project.provide('template', template);
  return async () => {
    await embedded.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
