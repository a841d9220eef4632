import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, describe, expect, test } from 'vitest';
import { type EmbeddedDatabase, runningDatabase, startEmbeddedDatabase } from './embedded.ts';

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

async function ask(connection: pg.ClientConfig, text: string): Promise<unknown> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return (await client.query({ text, rowMode: 'array' })).rows[0]?.[0];
  } finally {
    await client.end();
  }
}

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
    expect(runningDatabase(dataDir)).toEqual(connection);
  });

  test("a killed database's process number that has since become somebody else's", async () => {
    const dataDir = temporaryFolder();
    const first = await start(dataDir);
    await ask(first.connection, 'create table kept ()');
    const pidFile = join(dataDir, 'postgres', 'postmaster.pid');
    const left = readFileSync(pidFile, 'utf8');
    await first.stop();
    writeFileSync(pidFile, left.replace(/^\d+/, String(process.pid)));
    const { connection } = await start(dataDir);
    await ask(connection, 'table kept');
  });

  test('a folder of another major version is refused and left alone', async () => {
    const dataDir = temporaryFolder();
    mkdirSync(join(dataDir, 'postgres'));
    writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '16\n');
    await expect(start(dataDir)).rejects.toThrow('was written by PostgreSQL 16');
    expect(readFileSync(join(dataDir, 'postgres', 'PG_VERSION'), 'utf8')).toBe('16\n');
  });

  test('a setting that PostgreSQL refuses fails the start with its words', async () => {
    const dataDir = temporaryFolder();
    const bad = startEmbeddedDatabase({ dataDir, log: () => {}, settings: { max_connections: 'many' } });
    await expect(bad).rejects.toThrow(/did not start.*max_connections/);
  });
});
