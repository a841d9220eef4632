import { createHash, randomUUID } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, describe, expect, inject, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { createSession } from '#server/features/auth/sessions.service.ts';
import { insertDocument } from '#server/features/library/documents.queries.ts';
import { passkeys } from '#server/features/passkeys/tables.ts';
import { ballots, votes } from '#server/features/votes/tables.ts';
import { openArchive } from '#server/platform/backup/archive.ts';
import { restore } from '#server/platform/backup/restore.ts';
import { readChecksums } from '#server/platform/database/checksums.ts';
import { dumpDatabase } from '#server/platform/database/dump.ts';
import type { Connections } from '#server/platform/database/embedded.ts';
import {
  addressOf,
  type EmbeddedConnection,
  runningDatabase,
  startEmbeddedDatabase,
} from '#server/platform/database/embedded.ts';
import { locks } from '#server/platform/database/locks.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { withClient } from '#server/platform/database/with-client.ts';
import { createFiles } from '#server/platform/storage/files.ts';
import { openStorage } from '#server/platform/storage/open-storage.ts';
import { pathOf } from '#server/platform/storage/storage.ts';
import { createTestDatabase } from './app.ts';
import { memberFactory } from './factories/members.ts';
import { runScript } from './run-script.ts';
import { startS3Peer } from './s3.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';
import { eventually } from './wait.ts';

const folder = mkdtempSync(join(tmpdir(), 'association-backup-'));
const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** A folder for one test. */
function newFolder(): string {
  const path = join(folder, randomUUID());
  mkdirSync(path);
  return path;
}

/** The one backup below `parent`. */
function backupIn(parent: string): string {
  const [name, ...more] = readdirSync(parent);
  expect(more).toEqual([]);
  expect(name).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/);
  return join(parent, name!);
}

async function startServer(dataDir: string, env: Record<string, string> = {}): Promise<ServerProcess> {
  const server = await startServerProcess({ dataDir, env });
  cleanUps.push(async () => {
    server.child.kill('SIGTERM');
    await server.ended();
  });
  await server.ready();
  return server;
}

/** The hashes of all tables and files, except what a backup and a running server write themselves. */
async function fingerprint(connections: Pick<Connections, 'ownerConnection'>, env: Record<string, string>) {
  const database = openDatabase(connections.ownerConnection);
  const storage = await openStorage(readConfig({ NODE_ENV: 'test', ...env }));
  const names = new Set(['backups', 'throttles', 'sessions', 'member_counts', 'member_count_changes']);
  try {
    const dump = await withClient(connections.ownerConnection, (client) =>
      dumpDatabase(client, async (_table, text) => void text.resume()),
    );
    const files: Record<string, string> = {};
    const { rows } = await database.execute<{ key: string }>(sql`select key from files where state = 'attached'`);
    for (const { key } of rows) files[key] = sha256(await buffer((await storage.get(pathOf(key)))!.body));
    return { tables: dump.tables.filter(({ name }) => !names.has(name)), sequences: dump.sequences, files };
  } finally {
    await database.close();
  }
}

test('the drill: back up under load, restore beside the running original, lose the original, and start from the backup', async () => {
  const dataDir = join(newFolder(), 'data');
  const env = { DATA_DIR: dataDir };
  const server = await startServer(dataDir);
  mkdirSync(join(dataDir, 'outbox'), { recursive: true });
  writeFileSync(join(dataDir, 'outbox', 'a mail.eml'), 'Subject: Welcome', { mode: 0o600 });
  const running = runningDatabase(dataDir)!;

  // Rows are written all the time: the backup must be a consistent snapshot with everything acknowledged before its start.
  const { database, close } = await fill(running.ownerConnection, env, 25, true);
  let written = 0;
  let writing = true;
  const writer = (async () => {
    while (writing) {
      await database.execute(sql`insert into resource_links (link) values (${`https://example.org/${written + 1}`})`);
      written += 1;
    }
  })();
  while (written < 20) await new Promise((resolve) => setImmediate(resolve));
  const before = written;
  const parent = join(newFolder(), 'backups');
  const { code, output } = await runScript('backup', [parent], env);
  writing = false;
  await writer;
  expect(output).toContain('The backup is complete');
  expect(code).toBe(0);
  expect(written).toBeGreaterThan(before);
  const backup = backupIn(parent);
  expect(statSync(backup).mode & 0o777).toBe(0o700);
  const { contents } = await openArchive(backup, undefined);
  const links = contents.database.tables.find(({ name }) => name === 'resource_links')!;
  const seeded = Number((await database.execute(sql`select count(*) from resource_links`)).rows[0]!.count) - written;
  expect(links.rows).toBeGreaterThanOrEqual(before + seeded);
  expect(links.rows).toBeLessThanOrEqual(written + seeded);
  await database.execute(sql`delete from resource_links where link like 'https://example.org/%'`);

  // A second backup of the idle site, for comparison.
  const quiet = join(newFolder(), 'backups');
  expect(await runScript('backup', [quiet], env)).toMatchObject({ code: 0 });
  const original = await fingerprint(running, env);
  expect(Object.keys(original.files).length).toBeGreaterThan(10);
  expect(original.tables.find(({ name }) => name === 'members')!.rows).toBe(25);

  const besideDir = join(newFolder(), 'data');
  expect(await runScript('restore', [backupIn(quiet)], { DATA_DIR: besideDir })).toMatchObject({
    code: 0,
    output: expect.stringContaining('The site can be started.'),
  });
  const beside = await startEmbeddedDatabase({ dataDir: besideDir, log: () => {} });
  try {
    expect(await fingerprint(beside, { DATA_DIR: besideDir })).toEqual(original);
  } finally {
    await beside.stop();
  }
  expect(readFileSync(join(besideDir, 'outbox', 'a mail.eml'), 'utf8')).toBe('Subject: Welcome');
  expect((await fetch(`${server.address}/readyz`)).status).toBe(200);

  await close();
  // Stopped, not killed, as the database would end later and write into the folder that is being removed.
  server.child.kill('SIGTERM');
  await server.ended();
  rmSync(dataDir, { recursive: true, force: true });
  expect(await runScript('restore', [backupIn(quiet)], env)).toMatchObject({ code: 0 });
  const again = await startServer(dataDir);
  expect((await fetch(`${again.address}/readyz`)).status).toBe(200);
  expect(await fingerprint(runningDatabase(dataDir)!, env)).toEqual(original);
});

/** Adds members with files to an existing database. */
async function fill(
  connection: EmbeddedConnection,
  env: Record<string, string>,
  members: number,
  besideServer = false,
) {
  const database = openDatabase(connection);
  // Registers this process, or the server would delete its files as those of a dead process.
  if (besideServer) await database.ready();
  const config = readConfig({ NODE_ENV: 'test', ...env });
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const files = createFiles({ config, database, storage: await openStorage(config), log });
  const close = async () => {
    await files.close();
    await database.close();
  };
  cleanUps.push(() => close().catch(() => {}));
  const upload = join(newFolder(), 'id.pdf');
  writeFileSync(upload, '%PDF-1.7 a scanned ID');
  const store = async () => {
    const sent = {
      path: upload,
      name: 'id.pdf',
      claimedType: 'application/pdf',
      bytes: 21,
      hash: 'of what was sent',
    };
    const file = await files.store(sent, 'document');
    await database.transaction((tx) => files.attach(tx, file));
    return file.key;
  };
  const keys: string[] = [];
  for (let number = 0; number < members; number++) {
    const key = await store();
    keys.push(key);
    await memberFactory({ database }, { documentFile: key });
  }
  return { database, files, store, key: keys[0]!, close };
}

/** An external database with a member, and files in a shared store. */
async function externalSite() {
  const s3 = await startS3Peer();
  cleanUps.push(() => s3.close());
  const { connection, ownerConnection, env: databaseEnv, drop } = await createTestDatabase();
  cleanUps.push(drop);
  const env = { DATA_DIR: newFolder(), STORAGE_URL: s3.url, ...databaseEnv };
  return { s3, env, ownerConnection, ...(await fill(connection, env, 1)) };
}

/** An empty database, as an operator would create it. */
async function emptyDatabase(): Promise<{
  connections: Pick<Connections, 'ownerConnection'>;
  env: Record<string, string>;
}> {
  const postgres = inject('postgres');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const statement = (text: string) => withClient(postgres.ownerConnection, (client) => client.query(text));
  await statement(`create database ${name}`);
  cleanUps.push(() => statement(`drop database ${name} with (force)`));
  const ownerConnection = { ...postgres.ownerConnection, database: name };
  return {
    connections: { ownerConnection },
    env: {
      DATABASE_URL: addressOf({ ...postgres.connection, database: name }),
      DATABASE_OWNER_URL: addressOf(ownerConnection),
    },
  };
}

describe('with an external database and an S3 store', () => {
  test('everything is restored from an encrypted backup into another database and another store', async () => {
    const site = await externalSite();
    // A document of the library, beside a member's scanned ID.
    const document = await site.store();
    const values = { title: 'A manual', number: '', summary: '', categoryId: null, date: null, language: null };
    const by = 'office@example.org';
    await site.database.transaction((tx) =>
      insertDocument(
        tx,
        { ...values, access: null, states: [], draft: true, by },
        { file: document, name: 'manual.pdf', bytes: 21, by },
      ),
    );
    const secret = 'correct horse battery staple';
    const file = join(newFolder(), 'passphrase');
    writeFileSync(file, `${secret}\n`);
    const parent = newFolder();
    const result = await runScript('backup', [parent], { ...site.env, BACKUP_PASSPHRASE_FILE: file });
    expect(result).toMatchObject({ code: 0, output: expect.stringContaining('encrypted; read back') });
    const backup = backupIn(parent);
    const everything = readdirSync(backup, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name)));
    expect(everything.some((bytes) => bytes.includes('a scanned ID') || bytes.includes('@example.org'))).toBe(false);
    expect(everything.length).toBeGreaterThan(10);
    const original = await fingerprint(site, site.env);

    const other = await emptyDatabase();
    const otherStore = await startS3Peer();
    cleanUps.push(() => otherStore.close());
    const env = { DATA_DIR: newFolder(), STORAGE_URL: otherStore.url, ...other.env };
    for (const [wrong, says] of [
      [{}, 'is encrypted'],
      [{ BACKUP_PASSPHRASE: 'incorrect horse battery staple' }, 'not that of this backup'],
    ] as const) {
      expect(await runScript('restore', [backup], { ...env, ...wrong })).toMatchObject({
        code: 1,
        output: expect.stringContaining(says),
      });
    }
    expect(otherStore.objects.size).toBe(0);
    expect(await runScript('restore', [backup], { ...env, BACKUP_PASSPHRASE: secret })).toMatchObject({ code: 0 });
    expect(await fingerprint(other.connections, env)).toEqual(original);
    expect(Object.keys(original.files).sort()).toEqual([site.key, document].sort());
  });

  test('a complete backup is recorded as the last one, a failed one is not', async () => {
    const site = await externalSite();
    const noted = async () => (await site.database.execute(sql`select files, missing, sealed from backups`)).rows;
    const blocked = join(newFolder(), 'a file');
    writeFileSync(blocked, '');
    expect((await runScript('backup', [blocked], site.env)).code).toBe(1);
    expect(await noted()).toEqual([]);
    expect((await runScript('backup', [newFolder()], site.env)).code).toBe(0);
    expect(await noted()).toEqual([{ files: 1, missing: 0, sealed: false }]);
    site.s3.objects.clear();
    const incomplete = await runScript('backup', [newFolder()], site.env);
    expect(incomplete).toMatchObject({ code: 0, output: expect.stringContaining(`1 files that records name`) });
    expect(incomplete.output).toContain(site.key);
    expect((await noted()).at(-1)).toEqual({ files: 0, missing: 1, sealed: false });
  });

  test('a damaged backup changes nothing, whichever part is damaged', async () => {
    const site = await externalSite();
    const parent = newFolder();
    expect((await runScript('backup', [parent], site.env)).code).toBe(0);
    const backup = backupIn(parent);
    const other = await emptyDatabase();
    const config = readConfig({ NODE_ENV: 'test', DATA_DIR: newFolder(), ...other.env });
    const attempt = () => restore(config, backup, { replace: false, passphrase: undefined, log: () => {} });
    for (const part of ['database/members.copy.gz', `files/${site.key}`, 'contents.json']) {
      const path = join(backup, part);
      const bytes = readFileSync(path);
      const bent = Buffer.from(bytes);
      bent[Math.floor(bent.length / 2)]! ^= 1;
      for (const damaged of [bent, bytes.subarray(0, bytes.length - 1), Buffer.alloc(0)]) {
        writeFileSync(path, damaged);
        await expect(attempt()).rejects.toThrow('not what was saved');
      }
      rmSync(path);
      await expect(attempt()).rejects.toThrow();
      writeFileSync(path, bytes);
    }
    const tables = await withClient(other.connections.ownerConnection, (client) =>
      client.query(`select from pg_class where relnamespace = 'public'::regnamespace`),
    );
    expect(tables.rowCount).toBe(0);
    expect(await attempt()).toMatchObject({ files: 1, missing: 0 });
  });

  test('existing data is not replaced without consent, or while a server runs', async () => {
    const site = await externalSite();
    const parent = newFolder();
    expect((await runScript('backup', [parent], site.env)).code).toBe(0);
    const backup = backupIn(parent);
    const original = await fingerprint(site, site.env);
    const later = await site.store();
    const env = { ...site.env, DATA_DIR: newFolder() };
    const refused = await runScript('restore', [backup], env);
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('The database is not empty') });
    const busy = newFolder();
    writeFileSync(join(busy, 'something'), '');
    expect((await runScript('restore', [backup], { ...env, DATA_DIR: busy })).output).toContain('add --replace');

    await site.database.ready();
    const running = await runScript('restore', [backup, '--replace'], env);
    expect(running).toMatchObject({ code: 1, output: expect.stringContaining('stop it first') });
    expect((await fingerprint(site, site.env)).files).toHaveProperty(later);
    await site.close();
    expect((await runScript('restore', [backup, '--replace'], env)).code).toBe(0);
    expect(await fingerprint(site, site.env)).toEqual(original);
    expect([...site.s3.objects.keys()].filter((path) => path.includes(later))).toEqual([]);
  });

  test('a site whose first migrations had other texts is backed up and restored', async () => {
    const site = await externalSite();
    const edited = Object.values(readChecksums()).flatMap(({ hashes }) =>
      hashes.slice(1).map((old) => [old, hashes[0]]),
    );
    expect(edited.length).toBeGreaterThan(3);
    for (const [old, present] of edited) {
      await withClient(site.ownerConnection, (client) =>
        client.query('update drizzle.__drizzle_migrations set hash = $1 where hash = $2', [old, present]),
      );
    }
    const parent = newFolder();
    expect(await runScript('backup', [parent], site.env)).toMatchObject({ code: 0 });
    const other = await emptyDatabase();
    const env = { DATA_DIR: newFolder(), STORAGE_URL: site.s3.url, ...other.env };
    expect(await runScript('restore', [backupIn(parent)], env)).toMatchObject({ code: 0 });
    expect(await fingerprint(other.connections, env)).toEqual(await fingerprint(site, site.env));
  });

  test('no backup is called complete that this program could not restore', async () => {
    const site = await externalSite();
    const refused = async (change: string, reason: string, undo: string) => {
      const parent = newFolder();
      await withClient(site.ownerConnection, (client) => client.query(change));
      const { code, output } = await runScript('backup', [parent], site.env);
      expect([code, output]).toEqual([1, expect.stringContaining(`could not restore it. ${reason}`)]);
      expect(readdirSync(parent)).toEqual([]);
      await withClient(site.ownerConnection, (client) => client.query(undo));
    };
    const journal = 'drizzle.__drizzle_migrations';
    await refused(
      `insert into ${journal} (hash, created_at) values ('later', 9e12)`,
      'It comes from a newer version',
      `delete from ${journal} where hash = 'later'`,
    );
    await refused(
      `update ${journal} set hash = 'x' || hash where id = 9`,
      'Its tables were made by another program',
      `update ${journal} set hash = substr(hash, 2) where id = 9`,
    );
    const tables = 'These tables are not as this program makes them:';
    await refused('alter table news add column place text', `${tables} news.`, 'alter table news drop column place');
    await refused(
      'alter table news alter column title drop not null',
      `${tables} news.`,
      'alter table news alter column title set not null',
    );
    await refused('create table notes (id int)', `${tables} notes.`, 'drop table notes');
    expect((await runScript('backup', [newFolder()], site.env)).code).toBe(0);
  });

  test('a backup that is refused at its last table leaves no file, also with --replace', async () => {
    const site = await externalSite();
    const parent = newFolder();
    expect((await runScript('backup', [parent], site.env)).code).toBe(0);
    const backup = backupIn(parent);
    const change = (name: string, edit: (content: ReturnType<typeof JSON.parse>) => void) => {
      const path = join(backup, name);
      const content = JSON.parse(readFileSync(path, 'utf8'));
      edit(content);
      writeFileSync(path, JSON.stringify(content));
      return sha256(readFileSync(path));
    };
    const withContents = (edit: Parameters<typeof change>[1]) => {
      const hash = change('contents.json', edit);
      change('manifest.json', (manifest) => Object.assign(manifest, { contents: hash }));
    };
    const target = await externalSite();
    await target.close();
    const before = await fingerprint(target, target.env);
    const stored = [...target.s3.objects.keys()];
    const attempt = async (reason: string) => {
      const { code, output } = await runScript('restore', [backup, '--replace'], target.env);
      expect([code, output]).toEqual([1, expect.stringContaining(reason)]);
      expect([...target.s3.objects.keys()]).toEqual(stored);
      expect(readdirSync(target.env.DATA_DIR)).toEqual([]);
      expect(await fingerprint(target, target.env)).toEqual(before);
    };
    withContents(({ database }) => Object.assign(database.tables.at(-1), { rows: 1_000 }));
    await attempt('is not what was saved');
    // As in an older backup, which does not describe its tables.
    withContents(({ database }) => {
      delete database.schema;
      database.tables.find(({ name }: { name: string }) => name === 'news').columns.push('place');
    });
    await attempt('The table news has other columns');
    withContents(({ database }) => Object.assign(database.migrations[3], { hash: 'another' }));
    await attempt('made by another program');
  });

  test('while a vote is open in what is replaced, the ballots since the backup are lost only on request', async () => {
    const site = await externalSite();
    const now = Date.now();
    const [row] = await site.database
      .insert(votes)
      .values({
        title: 'Election',
        state: 'open',
        questions: [],
        frozenAt: new Date(now),
        opensAt: new Date(now),
        closesAt: new Date(now + 3_600_000),
        by: 'office@example.org',
      })
      .returning();
    const parent = newFolder();
    expect((await runScript('backup', [parent], site.env)).code).toBe(0);
    const backup = backupIn(parent);
    await site.database.insert(ballots).values({
      voteId: row!.id,
      message: Buffer.from('since the backup'),
      signature: Buffer.alloc(1),
      key: Buffer.alloc(1),
      counter: 1,
      ballot: '{}',
      ballotSignature: Buffer.alloc(1),
    });
    await site.close();
    const env = { ...site.env, DATA_DIR: newFolder() };
    const box = () =>
      withClient(site.ownerConnection, async (client) => (await client.query('select from ballots')).rowCount);
    const result = await runScript('restore', [backup, '--replace'], env);
    expect(result.code).toBe(1);
    for (const part of ['A vote is open in what is replaced', 'add --lose-ballots', 'Nothing was restored.'])
      expect(result.output).toContain(part);
    expect(await box()).toBe(1);
    const done = await runScript('restore', [backup, '--replace', '--lose-ballots'], env);
    expect(done).toMatchObject({
      code: 0,
      output: expect.stringContaining('1 open vote will be cancelled at the start'),
    });
    expect(await box()).toBe(0);
    await startServer(env.DATA_DIR, env);
    const reason = () =>
      withClient(site.ownerConnection, async (client) => {
        const { rows } = await client.query(`select cancel_reason as reason from votes where state = 'cancelled'`);
        return rows[0]?.reason as string | undefined;
      });
    expect(await eventually(reason, 'the vote is cancelled')).toContain('restored from a backup');
  });

  test('logins end, and passkeys that were removed since the backup are named', async () => {
    const site = await externalSite();
    const { rows: people } = await site.database.execute<{ id: string; reference: string }>(
      sql`select id, reference from members`,
    );
    const { id: memberId, reference } = people[0]!;
    const key = {
      memberId,
      host: 'localhost',
      publicKey: Buffer.alloc(1),
      counter: 0,
      mayBeSynced: false,
      synced: false,
    };
    const addedAt = new Date('2026-11-20T20:00:00Z');
    await site.database.insert(passkeys).values([
      { ...key, addedAt, credentialId: 'stolen', name: 'Stolen phone' },
      { ...key, addedAt, credentialId: 'kept', name: 'Kept phone' },
    ]);
    await createSession(site.database, { memberId });
    const parent = newFolder();
    expect((await runScript('backup', [parent], site.env)).code).toBe(0);
    await site.database.execute(sql`delete from passkeys where credential_id = 'stolen'`);
    await site.close();
    const { code, output } = await runScript('restore', [backupIn(parent), '--replace'], site.env);
    expect(code).toBe(0);
    expect(output).toContain(
      `Removed in what was replaced, and back: ‘Stolen phone’ of ${reference}, added on 2026-11-21`,
    );
    expect(output).not.toContain('Kept phone');
    const left = await withClient(
      site.ownerConnection,
      async (client) => (await client.query('select from sessions')).rowCount,
    );
    expect(left).toBe(0);
    // Where nothing was replaced, nothing of it is known.
    const other = await emptyDatabase();
    const elsewhere = await runScript('restore', [backupIn(parent)], { DATA_DIR: newFolder(), ...other.env });
    expect(elsewhere.output).toContain('Passkeys that were removed since the backup may have come back');
    expect(elsewhere.output).not.toContain('Stolen phone');
  });

  test('files that are removed during a backup stay until it is complete', async () => {
    const { database, files, store, ownerConnection } = await externalSite();
    const key = await store();
    const left = () => database.execute(sql`select from files where key = ${key}`);
    await withClient(ownerConnection, async (client) => {
      await client.query('select pg_advisory_lock($1::bigint)', [locks.backup]);
      await database.transaction((tx) => files.release(tx, key));
      await files.cleanUp();
      expect((await left()).rowCount).toBe(1);
    });
    await files.cleanUp();
    expect((await left()).rowCount).toBe(0);
  });
});

test('--keep removes the oldest backups and the remains of a killed run, and nothing else', async () => {
  const dataDir = newFolder();
  const { env: databaseEnv, drop } = await createTestDatabase();
  cleanUps.push(drop);
  const parent = newFolder();
  const old = ['2026-01-01T00-00-00Z', '2026-01-02T00-00-00Z', '2026-01-03T00-00-00Z'];
  for (const name of [
    ...old,
    '2020-01-01T00-00-00Z',
    '2026-01-04T00-00-00Z.partial',
    '2026-01-05T00-00-00Z.partial',
    'x',
  ]) {
    mkdirSync(join(parent, name));
    if (old.includes(name)) writeFileSync(join(parent, name, 'manifest.json'), '{}');
  }
  const dayAgo = new Date(Date.now() - 25 * 3_600_000);
  utimesSync(join(parent, '2026-01-04T00-00-00Z.partial'), dayAgo, dayAgo);
  const { code } = await runScript('backup', [parent, '--keep', '2'], { DATA_DIR: dataDir, ...databaseEnv });
  expect(code).toBe(0);
  const left = readdirSync(parent);
  // A folder without a manifest is not a backup.
  expect(left).toEqual(
    expect.arrayContaining(['2020-01-01T00-00-00Z', '2026-01-03T00-00-00Z', '2026-01-05T00-00-00Z.partial', 'x']),
  );
  expect(left).toHaveLength(5);
});

test('an invalid --keep and a folder inside the data folder are refused', async () => {
  const dataDir = newFolder();
  const refused = await runScript('backup', [newFolder(), '--keep', '0'], { DATA_DIR: dataDir });
  expect(refused).toEqual({ code: 1, output: expect.stringContaining('--keep takes') });
  const inside = await runScript('backup', [join(dataDir, 'backup')], { DATA_DIR: dataDir });
  expect(inside).toEqual({ code: 1, output: expect.stringContaining('cannot lie inside') });
});

test('one command moves from the embedded database to an external one', async () => {
  const dataDir = join(newFolder(), 'data');
  const env = { DATA_DIR: dataDir };
  mkdirSync(dataDir, { mode: 0o700 });
  const embedded = await startEmbeddedDatabase({ dataDir, log: () => {} });
  await migrate(embedded);
  const { close } = await fill(embedded.ownerConnection, env, 5);
  await close();
  const original = await fingerprint(embedded, env).finally(() => embedded.stop());
  const target = await emptyDatabase();
  const to = {
    TO_DATABASE_URL: target.env.DATABASE_URL!,
    TO_DATABASE_OWNER_URL: target.env.DATABASE_OWNER_URL!,
  };
  expect(await runScript('move-database', [], { ...env, ...to })).toMatchObject({
    code: 0,
    output: expect.stringContaining('rows were copied and compared'),
  });
  expect(await fingerprint(target.connections, env)).toEqual(original);
  expect(readdirSync(dataDir).filter((name) => name.startsWith('.moving'))).toEqual([]);
  const server = await startServer(dataDir, target.env);
  expect((await fetch(`${server.address}/readyz`)).status).toBe(200);
  const again = await runScript('move-database', [], { ...env, ...to });
  expect(again).toMatchObject({ code: 1, output: expect.stringContaining('stop it first') });
});
