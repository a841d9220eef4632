import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import { unzipSync } from 'fflate';
import { afterAll, afterEach, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { members } from '#server/features/members/tables.ts';
import { restore } from '#server/platform/backup/restore.ts';
import type { Database } from '#server/platform/database/client.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { convertFiles } from '#server/platform/storage/convert.ts';
import { encrypting } from '#server/platform/storage/encrypting.ts';
import { readFileKeys } from '#server/platform/storage/file-keys.ts';
import { createFiles } from '#server/platform/storage/files.ts';
import { lostKey, maybeEncrypted } from '#server/platform/storage/keys-in-use.ts';
import { openLocalStorage } from '#server/platform/storage/local.ts';
import { openStorage } from '#server/platform/storage/open-storage.ts';
import { pathOf, type Storage } from '#server/platform/storage/storage.ts';
import { files as fileRows } from '#server/platform/storage/tables.ts';
import { downloadOwnData, memberDocument } from '#shared/contracts/members.ts';
import { registerMember } from '#shared/contracts/registrations.ts';
import { createTestDatabase, openTestApp } from './app.ts';
import { memberFactory, pictureFile, registrationBody, scannedId } from './factories/members.ts';
import { adminToken, memberToken } from './logins.ts';
import { runScript } from './run-script.ts';
import { startS3Peer } from './s3.ts';
import { nodeArguments } from './server-process.ts';
import { eventually } from './wait.ts';

type Env = Record<string, string>;

const newKey = () => randomBytes(32).toString('base64');
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const quiet = { info: () => {}, warn: () => {}, error: () => {} };

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});
const folder = await mkdtemp(join(tmpdir(), 'association-keys-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

async function newFolder(): Promise<string> {
  const path = join(folder, randomUUID());
  await mkdir(path);
  return path;
}

/** The stored bytes of a data folder by storage key. */
async function lying(dataDir: string): Promise<Map<string, Buffer>> {
  const found = await readdir(join(dataDir, 'files'), { recursive: true, withFileTypes: true });
  const lie = found.filter((entry) => entry.isFile() && !entry.name.startsWith('.'));
  const read = lie.map(
    async (entry) => [entry.name, await readFile(join(entry.parentPath, entry.name))] as [string, Buffer],
  );
  return new Map(await Promise.all(read));
}

const content = (number: number) => Buffer.from(`%PDF-1.7 the scanned ID of person ${number} `.repeat(1 + number * 40));

/** A database with members whose files are stored with these keys. */
async function siteOf(count: number, keys: Env = {}, place: Env = {}) {
  const { connection, env: databaseEnv, drop } = await createTestDatabase();
  cleanUps.push(drop);
  const dataDir = await newFolder();
  const database = openDatabase(connection);
  cleanUps.push(() => database.close());
  const bare: Env = { DATA_DIR: dataDir, ...place, ...databaseEnv };
  const configOf = (with_: Env) => readConfig({ NODE_ENV: 'test', ...bare, ...with_ });
  const storageOf = (with_: Env) => openStorage(configOf(with_));
  const config = configOf(keys);
  const files = createFiles({ config, database, storage: await openStorage(config), log: quiet });
  cleanUps.push(() => files.close());
  const sent = new Map<string, string>();
  for (let number = 0; number < count; number++) {
    const path = join(dataDir, 'upload');
    await writeFile(path, content(number));
    const file = await files.store(
      { path, name: 'id.pdf', claimedType: '', bytes: content(number).length, hash: 'of what was sent' },
      'document',
    );
    await database.transaction((tx) => files.attach(tx, file));
    await memberFactory({ database }, { documentFile: file.key });
    await rm(path);
    sent.set(file.key, sha256(content(number)));
  }
  /** Every file as a person receives it. */
  const readAll = async (with_: Env) => {
    const reader = createFiles({ config: configOf(with_), database, storage: await storageOf(with_), log: quiet });
    const read = [...sent.keys()].map(async (key) => {
      const openFile = await reader.open(key);
      return [key, openFile && sha256(await buffer(openFile.body))] as [string, string | null];
    });
    const all = new Map(await Promise.all(read));
    await reader.close();
    return all;
  };
  return { database, dataDir, bare, configOf, storageOf, sent, readAll };
}

const marks = async (database: Database) =>
  (await database.select({ mark: fileRows.encryptedWith }).from(fileRows)).map(({ mark }) => mark);

test('uploaded files are stored encrypted, and are served unchanged to those who may read them', async () => {
  const printed: string[] = [];
  const site = await openTestApp({ FILES_KEY: newKey() }, { logTo: { write: (line) => void printed.push(line) } });
  cleanUps.push(() => site.close());
  const office = { token: await adminToken(site) };
  const register = async (number: number) => {
    const document = { ...scannedId(), bytes: Buffer.concat([content(number), randomBytes(200_000)]) };
    const files = { document, picture: await pictureFile() };
    const { directory } = await site.ok(registerMember, { body: registrationBody(), files });
    const [row] = await site.database.select().from(members).where(eq(members.id, directory.id));
    return { id: directory.id, key: row!.documentFile!, document };
  };
  const [one, two] = [await register(1), await register(2)];
  const ask = ({ id }: { id: string }) => site.call(memberDocument, { params: { id } }, office);
  const path = ({ key }: { key: string }) => join(site.config.dataDir, 'files', pathOf(key));

  expect((await lying(site.config.dataDir)).size).toBe(4);
  for (const bytes of (await lying(site.config.dataDir)).values()) {
    expect(/scanned ID|WEBP/.test(bytes.toString('latin1'))).toBe(false);
  }
  for (const each of [one, two]) {
    const answer = await ask(each);
    expect(answer.headers['content-length']).toBe(String(each.document.bytes.length));
    expect(answer.raw.equals(each.document.bytes)).toBe(true);
  }

  const whole = await readFile(path(one));
  const bent = Buffer.from(whole);
  bent[150_000]! ^= 1;
  const damages: Record<string, Buffer> = {
    'a byte in the third piece': bent,
    'cut off': whole.subarray(0, 100_000),
    'that of another': await readFile(path(two)),
    'put there in the clear': one.document.bytes,
  };
  for (const [what, bytes] of Object.entries(damages)) {
    await writeFile(path(one), bytes);
    printed.length = 0;
    const answer = await ask(one);
    expect([answer.status, (answer.body as { code: string }).code], what).toEqual([404, 'NOT_FOUND']);
    const lines = printed.filter((line) => line.includes('a stored file cannot be read'));
    expect(lines, what).toHaveLength(1);
    expect(lines[0]).toContain(one.key);
  }
  // The member's own archive has everything else.
  const member = { token: await memberToken(site) };
  const [value] = await site.database.select().from(members).where(eq(members.status, 'Approved'));
  await site.database.update(members).set({ documentFile: one.key }).where(eq(members.id, value!.id));
  expect(Object.keys(unzipSync((await site.call(downloadOwnData, {}, member)).raw))).toEqual(['data.json']);
  await writeFile(path(one), whole);
  expect(Object.keys(unzipSync((await site.call(downloadOwnData, {}, member)).raw))).toEqual([
    'data.json',
    'scanned-id.pdf',
  ]);
});

test('an upload that looks like an encrypted file is refused, with and without a key', async () => {
  const other = await siteOf(1, { FILES_KEY: newKey() });
  const [ours] = (await lying(other.dataDir)).values();
  for (const env of [{}, { FILES_KEY: newKey() }] as Env[]) {
    const site = await openTestApp(env);
    cleanUps.push(() => site.close());
    const files = { document: { ...scannedId(), bytes: ours! }, picture: await pictureFile() };
    const answer = await site.fails(registerMember, { body: registrationBody(), files });
    expect(answer.body).toMatchObject({ code: 'UNSUPPORTED_FILE', fields: { document: expect.any(String) } });
  }
});

test('a start fails while files need a missing key, until they are given up', async () => {
  const key = newKey();
  const site = await siteOf(3, { FILES_KEY: key });
  const keyId = (await site.storageOf({ FILES_KEY: key })).keyId!;
  const start = async (keys: Env) => {
    const app = await createApp({
      config: site.configOf(keys),
      database: site.database,
      pages: false,
      logTo: { write: () => {} },
    });
    await app.close();
  };
  const parent = await newFolder();
  for (const keys of [{}, { FILES_KEY: newKey() }] as Env[]) {
    const says = `is not given: ${keyId} (files: 3). Set FILES_KEY to it, or name it in FILES_KEY_OLD`;
    await expect(start(keys)).rejects.toThrow(says);
    // Otherwise a backup without them would look complete.
    for (const script of [
      runScript('backup', [parent], { ...site.bare, ...keys }),
      runScript('files', ['encrypt'], { ...site.bare, FILES_KEY: newKey(), ...keys }),
    ]) {
      expect(await script).toMatchObject({ code: 1, output: expect.stringContaining(says) });
    }
  }
  await start({ FILES_KEY: key });
  await start({ FILES_KEY: newKey(), FILES_KEY_OLD: key });
  await start({ FILES_KEY_OLD: key });

  const result = { ...site.bare, FILES_KEY: key };
  expect((await runScript('files', ['lost', keyId], result)).output).toContain('are not lost');
  const status = await runScript('files', ['status'], site.bare);
  expect(status.output).toContain(`3 files encrypted with ${keyId} (a key not given)`);
  expect((await runScript('files', ['lost', keyId], site.bare)).output).toContain('3 files were given up');
  await start({});
  expect([...(await site.readAll({})).values()]).toEqual([null, null, null]);
  // The key was found after all.
  expect(await runScript('files', ['encrypt'], result)).toMatchObject({ code: 0 });
  expect(await site.readAll({ FILES_KEY: key })).toEqual(site.sent);
});

/** The environment before a command, and with it. */
const commands: [string, (old: string, next: string) => [Env, Env]][] = [
  ['encrypting', (_old, next) => [{}, { FILES_KEY: next }]],
  ['rotating', (old, next) => [{ FILES_KEY: old }, { FILES_KEY: next, FILES_KEY_OLD: old }]],
  ['decrypting', (old) => [{ FILES_KEY: old }, { FILES_KEY_OLD: old }]],
];

test.each(commands)(
  '%s continues after any number of kills, and every file is readable at any moment',
  async (_name, keysOf) => {
    const [before, after] = keysOf(newKey(), newKey());
    const count = 60;
    const site = await siteOf(count, before);
    const text = (await site.storageOf(after)).keyId;
    const command = after.FILES_KEY ? 'encrypt' : 'decrypt';
    const done = async () => (await marks(site.database)).filter((mark) => mark === text).length;
    let running: ChildProcess | undefined;
    cleanUps.push(() => running?.kill('SIGKILL'));
    let kills = 0;
    for (let target = 10; target < count; target += 20) {
      running = spawn(process.execPath, [...nodeArguments, 'scripts/files.ts', command], {
        env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: '.cache/node', ...site.bare, ...after },
        stdio: 'ignore',
      });
      const ended = once(running, 'exit');
      await eventually(async () => (await done()) >= target || running!.exitCode !== null, 'some files to be done');
      if (running.kill('SIGKILL')) kills += 1;
      await ended;
      expect(await site.readAll(after)).toEqual(site.sent);
    }
    expect(kills).toBeGreaterThan(0);
    const whole = await runScript('files', [command], { ...site.bare, ...after });
    expect(whole).toMatchObject({ code: 0, output: expect.stringContaining(`files were ${command}ed`) });
    expect(new Set(await marks(site.database))).toEqual(new Set([text]));
    const { FILES_KEY_OLD: _old, ...alone } = after;
    expect(await site.readAll(alone)).toEqual(site.sent);
    for (const bytes of (await lying(site.dataDir)).values()) {
      expect(bytes.includes('the scanned ID of person')).toBe(text === null);
    }
    expect((await runScript('files', [command], { ...site.bare, ...after })).output).toContain('0 files were');
  },
);

test('a crash between any two steps leaves the file readable, and the required key recorded', async () => {
  const [old, next] = [newKey(), newKey()];
  for (const [before, keys] of commands.map(([, keysOf]) => keysOf(old, next))) {
    for (const step of ['before it is written', 'after it is written'] as const) {
      const site = await siteOf(1, before);
      const storage = await site.storageOf(keys);
      const dying: Storage = {
        ...storage,
        async put(place, source) {
          if (step === 'after it is written') await storage.put(place, source);
          throw new Error('killed');
        },
      };
      await expect(convertFiles({ database: site.database, storage: dying })).rejects.toThrow('killed');
      expect(await site.readAll(keys), step).toEqual(site.sent);
      const [mark] = await marks(site.database);
      // A start without the key must fail now, even after the very first file.
      if (storage.keyId !== null && !before.FILES_KEY) expect(mark).toBe(maybeEncrypted(storage.keyId));
      const config = site.configOf({});
      const start = createApp({ config, database: site.database, pages: false, logTo: { write: () => {} } });
      await expect(start, step).rejects.toThrow('is not given');
      expect((await convertFiles({ database: site.database, storage })).done).toBe(1);
      expect(await site.readAll(keys)).toEqual(site.sent);
    }
  }
});

test('files that are replaced, released and read during encryption are neither lost nor left over', async () => {
  const s3 = await startS3Peer();
  cleanUps.push(() => s3.close());
  const key = newKey();
  const site = await siteOf(30, {}, { STORAGE_URL: s3.url });
  const storage = await site.storageOf({ FILES_KEY: key });
  const files = createFiles({
    config: site.configOf({ FILES_KEY: key }),
    database: site.database,
    storage,
    log: quiet,
  });
  cleanUps.push(() => files.close());
  const going = [...site.sent.keys()].filter((_key, index) => index % 3 === 0);
  const letGo = async () => {
    for (const gone of going) {
      await site.database.update(members).set({ documentFile: null }).where(eq(members.documentFile, gone));
      await site.database.transaction((tx) => files.release(tx, gone));
      await files.cleanUp();
    }
  };
  const reading = async () => {
    for (const text of [...site.sent.keys()].filter((each) => !going.includes(each))) {
      const openFile = await files.open(text);
      expect(sha256(await buffer(openFile!.body))).toBe(site.sent.get(text));
    }
  };
  const two = [1, 2].map(() => convertFiles({ database: site.database, storage }));
  const [, , ...results] = await Promise.all([letGo(), reading(), ...two]);
  for (const { failed } of results) expect(failed).toEqual([]);
  const left = await site.database.select({ key: fileRows.key }).from(fileRows);
  expect(left.map(({ key: each }) => each).sort()).toEqual(
    [...site.sent.keys()].filter((each) => !going.includes(each)).sort(),
  );
  expect([...s3.objects.keys()].sort()).toEqual(left.map(({ key: each }) => `/files/site/${pathOf(each)}`).sort());
  for (const bytes of s3.objects.values()) expect(bytes.includes('the scanned ID')).toBe(false);
});

test.each(['opened only when it is read', 'read as it was when it was asked for'])(
  'a file is read completely while an encrypted one replaces it, %s',
  async (way) => {
    const keys = readFileKeys({ filesKey: newKey() });
    const store = await openLocalStorage(await newFolder());
    const place = pathOf('0123456789abcdef0123456789abcdef');
    await store.put(place, { bytes: content(1) });
    const get = async (key: string) => {
      const result = (await store.get(key))!;
      const body = way.startsWith('opened')
        ? result.body
        : Readable.from([await buffer(result.body)], { objectMode: false });
      await encrypting(store, keys).put(place, { bytes: content(1) });
      return { ...result, body };
    };
    const storedBody = (await encrypting({ ...store, get }, keys).get(place))!;
    expect([storedBody.bytes, sha256(await buffer(storedBody.body))]).toEqual([content(1).length, sha256(content(1))]);
  },
);

test('an unreadable file is listed, and the others are encrypted all the same', async () => {
  const old = newKey();
  const site = await siteOf(5, { FILES_KEY: old });
  const [damaged, missing] = [...site.sent.keys()];
  await writeFile(
    join(site.dataDir, 'files', pathOf(damaged!)),
    (await lying(site.dataDir)).get(damaged!)!.subarray(0, 60),
  );
  await rm(join(site.dataDir, 'files', pathOf(missing!)));
  const env = { ...site.bare, FILES_KEY: newKey(), FILES_KEY_OLD: old };
  const { code, output } = await runScript('files', ['encrypt'], env);
  expect(code).toBe(1);
  expect(output).toContain('3 files were encrypted');
  expect(output).toMatch(/2 files are missing, damaged, or need another key; they are as they were/);
  for (const key of [damaged, missing]) expect(output).toContain(key);
  // A backup also lists them, and is otherwise complete.
  const parent = await newFolder();
  const backup = await runScript('backup', [parent], env);
  expect(backup).toMatchObject({ code: 0, output: expect.stringMatching(/ 3 files, .*2 files that records name/s) });
});

const [keyed, otherKey] = [{ FILES_KEY: newKey() }, { FILES_KEY: newKey() }];
const moves: [string, Env, Env][] = [
  ['with a key into one without', keyed, {}],
  ['with a key into one with another', keyed, otherKey],
  ['without a key into one with one', {}, keyed],
];
test.each(moves)('a backup of a site %s', async (_name, from, to) => {
  const site = await siteOf(4, from);
  const parent = await newFolder();
  const result = await runScript('backup', [parent], { ...site.bare, ...from });
  expect(result.code).toBe(0);
  expect(result.output.includes('It holds in the clear what FILES_KEY encrypts')).toBe(from === keyed);
  const [name] = await readdir(parent);
  if (from === keyed && to === otherKey) {
    const secret = { ...site.bare, ...from, BACKUP_PASSPHRASE: 'correct horse battery staple' };
    expect((await runScript('backup', [await newFolder()], secret)).output).not.toContain('in the clear');
  }

  // Another site on the same cluster, with its own folder.
  const target = await siteOf(2, otherKey);
  const config = target.configOf(to);
  await restore(config, join(parent, name!), { replace: true, passphrase: undefined, log: () => {} });
  const keyId = (await target.storageOf(to)).keyId;
  expect(new Set(await marks(target.database))).toEqual(new Set([keyId]));
  const storage = await target.storageOf(to);
  const files = createFiles({ config, database: target.database, storage, log: quiet });
  cleanUps.push(() => files.close());
  for (const [key, hash] of site.sent) expect(sha256(await buffer((await files.open(key))!.body))).toBe(hash);
  const lie = await lying(target.dataDir);
  expect([...lie.keys()].sort()).toEqual([...site.sent.keys()].sort());
  for (const bytes of lie.values()) expect(bytes.includes('the scanned ID')).toBe(keyId === null);
});

test('a start does not require a given-up file, and the command explains its arguments', async () => {
  const site = await siteOf(1, {});
  const wrong: [string[], Env, string][] = [
    [[], {}, 'npm run files -- COMMAND'],
    [['lost', 'x'], {}, 'npm run files -- COMMAND'],
    [['encrypt'], {}, 'Set FILES_KEY'],
    [['decrypt'], {}, 'name the key in FILES_KEY_OLD'],
    [['decrypt'], { FILES_KEY: newKey(), FILES_KEY_OLD: newKey() }, 'leave FILES_KEY unset'],
    [['lost', '0123456789abcdef'], {}, 'No file is encrypted with a key of this ID'],
  ];
  for (const [args, keys, says] of wrong) {
    expect(await runScript('files', args, { ...site.bare, ...keys })).toMatchObject({
      code: 1,
      output: expect.stringContaining(says),
    });
  }
  await site.database.update(fileRows).set({ encryptedWith: lostKey });
  // A file that is not encrypted can still be read.
  expect(await site.readAll({ FILES_KEY: newKey() })).toEqual(site.sent);
});
