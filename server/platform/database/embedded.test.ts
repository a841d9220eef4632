import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterEach, describe, expect, test } from 'vitest';
import { type EmbeddedDatabase, runningDatabase, startEmbeddedDatabase } from './embedded.ts';
import { pauseBeforeRestart } from './embedded-recovery.ts';
import { migrate } from './migrate.ts';
import { withClient } from './with-client.ts';

const running: EmbeddedDatabase[] = [];
const folders: string[] = [];

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'association-embedded-'));
  folders.push(folder);
  return folder;
}

async function start(dataDir: string): Promise<EmbeddedDatabase> {
  const database = await startEmbeddedDatabase({ dataDir, log: () => {} });
  running.push(database);
  return database;
}

const ask = (connection: pg.ClientConfig, text: string): Promise<unknown> =>
  withClient(connection, async (client) => (await client.query({ text, rowMode: 'array' })).rows[0]?.[0]);

test('a database that keeps ending is restarted after five seconds at most', () => {
  const pauses = [0];
  for (let deaths = 0; deaths < 20; deaths += 1) pauses.push(pauseBeforeRestart(pauses.at(-1)!, 100));
  expect(pauses.slice(1, 4)).toEqual([500, 1_000, 2_000]);
  expect(Math.max(...pauses)).toBe(5_000);
  expect(pauseBeforeRestart(5_000, 90_000)).toBe(500);
});

afterEach(async () => {
  for (const database of running.splice(0)) await database.stop();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

describe('the embedded PostgreSQL', () => {
  test('is durable, knows letters of all scripts, and listens on no network', async () => {
    const { connection } = await start(temporaryFolder());
    expect(await ask(connection, 'show fsync')).toBe('on');
    expect(await ask(connection, 'show synchronous_commit')).toBe('on');
    expect(await ask(connection, 'show full_page_writes')).toBe('on');
    expect(await ask(connection, 'show data_checksums')).toBe('on');
    expect(await ask(connection, 'show listen_addresses')).toBe('');
    expect(await ask(connection, `select 'ÉLAN ΩMEGA' ilike 'élan ωmega'`)).toBe(true);
    expect(await ask(connection, 'show server_encoding')).toBe('UTF8');
  });

  test('a data folder too deep for a socket path', async () => {
    const dataDir = join(temporaryFolder(), 'deep'.repeat(40));
    mkdirSync(dataDir);
    const { connection } = await start(dataDir);
    expect(await ask(connection, 'select 1')).toBe(1);
    expect(runningDatabase(dataDir)).toMatchObject({ connection });
  });

  test("a killed database's process number that now belongs to somebody else", async () => {
    const dataDir = temporaryFolder();
    const first = await start(dataDir);
    await ask(first.ownerConnection, 'create table kept ()');
    const pidFile = join(dataDir, 'postgres', 'postmaster.pid');
    const left = readFileSync(pidFile, 'utf8');
    await first.stop();
    // Not this process, whose child the database is: PostgreSQL knows that its parent cannot be another database.
    writeFileSync(pidFile, left.replace(/^\d+/, String(process.ppid)));
    writeFileSync(join(dataDir, 'postgres', '.s.PGSQL.5432.lock'), `${process.ppid}\n`);
    const { ownerConnection } = await start(dataDir);
    await ask(ownerConnection, 'table kept');
  });

  test('a folder of another major version is refused and left alone', async () => {
    const dataDir = temporaryFolder();
    mkdirSync(join(dataDir, 'postgres'));
    writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '16\n');
    await expect(start(dataDir)).rejects.toThrow('was written by PostgreSQL 16');
    expect(readFileSync(join(dataDir, 'postgres', 'PG_VERSION'), 'utf8')).toBe('16\n');
  });

  test('a setting that PostgreSQL refuses fails the start with its message', async () => {
    const dataDir = temporaryFolder();
    const bad = startEmbeddedDatabase({ dataDir, log: () => {}, settings: { max_connections: 'many' } });
    await expect(bad).rejects.toThrow(/did not start.*max_connections/);
  });

  test('the server’s role can only change rows, also in a folder of a version with one role', async () => {
    const dataDir = temporaryFolder();
    const database = await start(dataDir);
    await migrate(database);
    const { connection, ownerConnection } = database;
    await ask(connection, `insert into secrets (name, value) values ('one', 'kept')`);
    await ask(connection, `update secrets set value = 'changed'`);
    expect(await ask(connection, 'select value from secrets')).toBe('changed');
    expect(await ask(connection, `select nextval('registration_numbers')`)).toBe('1');
    const refused = [
      'create table more ()',
      'create temporary table more ()',
      'create schema more',
      'create role more',
      'create extension pg_prewarm',
      'alter table secrets add column more text',
      'alter role current_user superuser',
      'drop table secrets',
      'truncate secrets',
      'create index on secrets (value)',
      `select setval('registration_numbers', 1)`,
      'table drizzle.__drizzle_migrations',
      `copy secrets to program 'cat'`,
      `select pg_read_file('PG_VERSION')`,
      'set role association',
    ];
    for (const statement of refused) {
      await expect(ask(connection, statement), statement).rejects.toMatchObject({ code: '42501' });
    }

    await ask(ownerConnection, `drop owned by ${connection.user}`);
    await ask(ownerConnection, `drop role ${connection.user}`);
    await ask(ownerConnection, 'grant connect, temporary on database association to public');
    await database.stop();
    const again = await start(dataDir);
    await migrate(again);
    expect(await ask(again.connection, 'select value from secrets')).toBe('changed');
    await expect(ask(again.connection, 'create temporary table more ()')).rejects.toMatchObject({ code: '42501' });
    await ask(again.connection, 'delete from secrets');
  });
});
