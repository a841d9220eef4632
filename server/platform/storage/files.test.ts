import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { members } from '#server/features/members/tables.ts';
import { news } from '#server/features/news/tables.ts';
import type { BaseCore } from '#server/platform/base-core.ts';
import { createCleanUps } from '#server/platform/clean-ups.ts';
import type { Database } from '#server/platform/database/client.ts';
import { withLockIfFree } from '#server/platform/database/locks.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import type { UploadedFile } from '#server/platform/http/multipart.ts';
import { createTestDatabase } from '#tests/app.ts';
import { newMember } from '#tests/logins.ts';
import { asStarted, nodeArguments } from '#tests/server-process.ts';
import { eventually } from '#tests/wait.ts';
import { createFiles, type Files } from './files.ts';
import { openStorage } from './open-storage.ts';
import { cardAddress, createPublicPictures, type PublicPictures, pictureSet } from './public-pictures.ts';
import { files as fileRows } from './tables.ts';

let connection: Awaited<ReturnType<typeof createTestDatabase>>;
let database: Database;
let dataDir: string;
let core: BaseCore;
let files: Files;
let pictures: PublicPictures;

beforeAll(async () => {
  connection = await createTestDatabase();
  database = openDatabase(connection.connection);
  await database.ready();
});
afterAll(async () => {
  await database.close();
  await connection.drop();
});
beforeEach(async () => {
  for (const table of [members, fileRows, news]) await database.delete(table);
  dataDir = await mkdtemp(join(tmpdir(), 'association-files-'));
  core = await coreOn(database);
  files = createFiles(core);
  pictures = createPublicPictures(core, files);
});
afterEach(async () => {
  await files.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function coreOn(on: Database): Promise<BaseCore> {
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir });
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  return { config, database: on, storage: await openStorage(config), log };
}

async function upload(content: string | Uint8Array = 'a scanned ID', name = 'id card.pdf'): Promise<UploadedFile> {
  const path = join(dataDir, randomUUID());
  await writeFile(path, content);
  return { path, name, claimedType: 'text/html', bytes: content.length, hash: 'hash-of-what-was-sent' };
}

/** The keys of all files in the store. */
async function stored(): Promise<string[]> {
  const folder = join(dataDir, 'files');
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replace(/^private\/..\//, ''))
    .sort();
}
const rows = () => database.select().from(fileRows).orderBy(fileRows.key);
const keys = async () => (await rows()).map(({ key }) => key).sort();
const attach = (...kept: Parameters<Files['attach']> extends [unknown, ...infer Rest] ? Rest : never) =>
  database.transaction((tx) => files.attach(tx, ...kept));

describe('the files of members', () => {
  test('exist from the commit of their change until that of the change that releases them', async () => {
    const file = await files.store(await upload('%PDF-1.7 scanned'), 'document');
    expect(file).toMatchObject({
      type: 'application/pdf',
      name: 'id card.pdf',
      bytes: 16,
      hash: 'hash-of-what-was-sent',
    });
    expect(await files.open(file.key)).toBeNull();
    await attach(file);
    const open = await files.open(file.key);
    expect(open).toMatchObject({ type: 'application/pdf', name: 'id card.pdf', bytes: 16 });
    expect((await buffer(open!.body)).toString()).toBe('%PDF-1.7 scanned');
    await database.transaction((tx) => files.release(tx, null, file.key));
    expect(await files.open(file.key)).toBeNull();
    await files.cleanUp();
    expect([await stored(), await rows()]).toEqual([[], []]);
  });

  test('are deleted by themselves soon after a change that releases them, unless the server stops', async () => {
    const file = await files.store(await upload(), 'document');
    await attach(file);
    await database.transaction((tx) => files.release(tx, file.key));
    await files.close();
    const other = createFiles(core);
    const [first, second] = [
      await other.store(await upload(), 'document'),
      await other.store(await upload(), 'document'),
    ];
    await attach(first, second);
    for (const { key } of [first, second]) await database.transaction((tx) => other.release(tx, key));
    expect(await stored()).toHaveLength(3);
    await eventually(async () => (await stored()).length === 0, 'the files are deleted');
    await other.close();
  });

  test('ignore the claimed type', async () => {
    expect((await files.store(await upload('<script>alert(1)</script>', 'x.html'), 'document')).type).toBe(
      'application/octet-stream',
    );
  });

  test('a rolled back change neither keeps nor loses a file', async () => {
    const kept = await files.store(await upload(), 'document');
    await attach(kept);
    const fresh = await files.store(await upload(), 'document');
    const undone = database.transaction(async (tx) => {
      await files.attach(tx, fresh);
      await files.release(tx, kept.key);
      throw new Error('undo');
    });
    await expect(undone).rejects.toThrow('undo');
    await files.cleanUp();
    expect(await files.open(kept.key)).not.toBeNull();
    expect(await files.open(fresh.key)).toBeNull();
    // It may still be attached: its process is alive.
    await attach(fresh);
    expect(await files.open(fresh.key)).not.toBeNull();
  });

  test('a picture is re-encoded and keeps the hash of the original', async () => {
    const sent = await sharp({ create: { width: 90, height: 60, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const file = await files.storePicture(await upload(sent, 'me.at.home.PNG'), 'profile', 'picture');
    expect(file).toMatchObject({ type: 'image/webp', name: 'me.at.home.PNG', hash: 'hash-of-what-was-sent' });
    await attach(file);
    const opened = (await files.open(file.key))!;
    expect(opened.name).toBe('me.at.home.webp');
    const body = await buffer(opened.body);
    expect(body.length).toBe(file.bytes);
    expect(await sharp(body).metadata()).toMatchObject({ format: 'webp', width: 480, height: 480 });
  });

  test('a refused picture leaves nothing', async () => {
    const refused = files.storePicture(await upload('<svg/>', 'me.jpg'), 'profile', 'picture');
    await expect(refused).rejects.toMatchObject({
      code: 'UNSUPPORTED_FILE',
      fields: { picture: expect.any(String) },
    });
    expect([await stored(), await rows()]).toEqual([[], []]);
  });

  test('of another process: stay while it is alive, are deleted when it is dead', async () => {
    const other = openDatabase(connection.connection);
    await other.ready();
    const theirs = createFiles(await coreOn(other));
    const file = await theirs.store(await upload(), 'document');
    await files.cleanUp();
    expect(await stored()).toEqual([file.key]);
    await other.close();
    await files.cleanUp();
    expect([await stored(), await rows()]).toEqual([[], []]);
    await expect(attach(file)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  test('of our own: are deleted after an hour without being attached', async () => {
    const [old, young] = [await files.store(await upload(), 'document'), await files.store(await upload(), 'document')];
    await database
      .update(fileRows)
      .set({ createdAt: sql`now() - interval '61 minutes'` })
      .where(eq(fileRows.key, old.key));
    await files.cleanUp();
    expect(await keys()).toEqual([young.key]);
    expect(await stored()).toEqual([young.key]);
  });

  test('one that a record still names keeps row and bytes, and does not block the others', async () => {
    const [named, free] = [
      await files.store(await upload(), 'document'),
      await files.store(await upload(), 'document'),
    ];
    await attach(named, free);
    const member = await newMember({ database }, { documentFile: named.key });
    await database.transaction((tx) => files.release(tx, named.key, free.key));
    await files.cleanUp();
    expect(await stored()).toEqual([named.key]);
    await database.delete(members).where(eq(members.id, member.id));
    await files.cleanUp();
    expect([await stored(), await rows()]).toEqual([[], []]);
  });

  test('a store that fails to delete keeps the row, so that it is retried', async () => {
    const file = await files.store(await upload(), 'document');
    await attach(file);
    await database.transaction((tx) => files.release(tx, file.key));
    const broken = createFiles({
      ...core,
      storage: { ...core.storage, remove: () => Promise.reject(new Error('store away')) },
    });
    await broken.cleanUp();
    expect(await keys()).toEqual([file.key]);
    await files.cleanUp();
    expect([await stored(), await rows()]).toEqual([[], []]);
  });

  test('concurrent clean-ups do not disturb each other', async () => {
    const many = await Promise.all(Array.from({ length: 30 }, async () => files.store(await upload(), 'document')));
    await attach(...many);
    await database.transaction((tx) => files.release(tx, ...many.map(({ key }) => key)));
    const others = await Promise.all(Array.from({ length: 3 }, async () => createFiles(await coreOn(database))));
    await Promise.all([files, ...others].map((each) => each.cleanUp()));
    expect([await stored(), await rows()]).toEqual([[], []]);
  });

  test('a process killed at any moment leaves no file without a row and no row without a file', async () => {
    let written = 0;
    for (let round = 0; round < 6; round++) {
      const text = JSON.stringify({ connection: connection.connection, dataDir });
      const child = spawn(process.execPath, [...nodeArguments, 'tests/file-writer.ts', text], { env: asStarted() });
      let output = '';
      child.stdout.on('data', (chunk) => (output += chunk));
      child.stderr.on('data', (chunk) => (output += chunk));
      while (!output.includes('stored') && child.exitCode === null) await sleep(5);
      if (child.exitCode !== null) throw new Error(output);
      await sleep(7 * round);
      child.kill('SIGKILL');
      await once(child, 'exit');
      written += output.split('stored').length - 1;
      // The database notices the end of the process a moment later.
      const alive = () =>
        database.execute(
          sql`select from pg_stat_activity where datname = current_database() and application_name = 'file-writer'`,
        );
      while ((await alive()).rows.length > 0) await sleep(20);
      await files.cleanUp();
      const left = await rows();
      expect(left.every(({ state }) => state === 'attached')).toBe(true);
      expect(await stored()).toEqual(left.map(({ key }) => key).sort());
      const named = await database.select({ key: members.documentFile }).from(members);
      expect(named.map(({ key }) => key).sort()).toEqual(await keys());
    }
    expect(written).toBeGreaterThan(5);
  });
});

describe('public pictures', () => {
  const picture = (background: string, width = 1_000) =>
    sharp({ create: { width, height: width * 0.7, channels: 3, background } })
      .jpeg()
      .toBuffer();

  async function publish(source: Uint8Array, through = pictures): Promise<string> {
    const storedPicture = await through.store(source, 'news_pic');
    const values = { title: 'T', location: 'L', description: 'D', picture: storedPicture };
    const [row] = await database.transaction(async (tx) => {
      await through.attach(tx, storedPicture);
      return tx.insert(news).values(values).returning();
    });
    return row!.id;
  }
  const withdraw = (id: string) =>
    database.transaction(async (tx) => {
      const [row] = await tx.delete(news).where(eq(news.id, id)).returning();
      await pictures.release(tx, row?.picture ?? null);
    });

  test('have an address with the hash of their content, in all their sizes', async () => {
    const storedPicture = await pictures.store(await picture('teal'), 'news_pic');
    expect(storedPicture.hash).toMatch(/^[0-9a-f]{32}$/);
    const every = (format: string) =>
      [400, 800, 1_000].map((width) => `/media/${storedPicture.hash}/${width}.${format} ${width}w`).join(', ');
    expect(pictureSet(storedPicture)).toEqual({
      src: `/media/${storedPicture.hash}/800.webp`,
      srcSet: every('webp'),
      avif: every('avif'),
      width: 1_000,
      height: 700,
    });
    expect(cardAddress(storedPicture)).toBe(`/media/${storedPicture.hash}/og.jpg`);
    expect(pictureSet(null)).toBeNull();
    expect(await stored()).toEqual(
      ['1000.avif', '1000.webp', '400.avif', '400.webp', '800.avif', '800.webp', 'og.jpg'].map(
        (file) => `media/${storedPicture.hash}/${file}`,
      ),
    );
    expect((await pictures.store(await picture('teal'), 'news_pic')).hash).toBe(storedPicture.hash);
    expect((await pictures.store(await upload(await picture('teal')), 'news_pic')).hash).toBe(storedPicture.hash);
    expect((await pictures.store(await picture('navy'), 'news_pic')).hash).not.toBe(storedPicture.hash);
  });

  test('exist as AVIF only where that is smaller', async () => {
    const storedPicture = await pictures.store(await picture('teal', 20), 'news_pic');
    expect(pictureSet(storedPicture).avif).toBeNull();
    expect(await stored()).toEqual([`media/${storedPicture.hash}/20.webp`, `media/${storedPicture.hash}/og.jpg`]);
  });

  test('stay while one record shows them, and are deleted after the last', async () => {
    const source = await picture('teal');
    const [first, second] = [await publish(source), await publish(source)];
    expect(await stored()).toHaveLength(7);
    await withdraw(first);
    await files.cleanUp();
    expect(await stored()).toHaveLength(7);
    expect((await rows()).map(({ state }) => state)).toEqual(Array(7).fill('attached'));
    await withdraw(second);
    await files.cleanUp();
    expect([await stored(), await rows()]).toEqual([[], []]);
  });

  test('replaced by the same picture, they stay', async () => {
    const source = await picture('teal');
    const id = await publish(source);
    const again = await pictures.store(source, 'news_pic');
    await database.transaction(async (tx) => {
      await pictures.attach(tx, again);
      await tx.update(news).set({ picture: again }).where(eq(news.id, id));
      await pictures.release(tx, again);
    });
    await files.cleanUp();
    expect(await stored()).toHaveLength(7);
  });

  test('that a table added later shows as well, stay', async () => {
    const id = await publish(await picture('teal'));
    const owner = openDatabase(connection.ownerConnection);
    await owner.execute(sql`create table pamphlets (cover stored_picture)`);
    await owner.execute(sql`grant select, insert on pamphlets to public`);
    await database.execute(sql`insert into pamphlets select picture from news`);
    await withdraw(id);
    await files.cleanUp();
    expect(await stored()).toHaveLength(7);
    await owner.execute(sql`drop table pamphlets`);
    await owner.close();
  });

  test('of a dead process: those in use stay', async () => {
    const source = await picture('teal');
    const id = await publish(source);
    const other = openDatabase(connection.connection);
    await other.ready();
    const theirs = createPublicPictures(await coreOn(other), files);
    await theirs.store(source, 'news_pic');
    await theirs.store(await picture('navy'), 'news_pic');
    await other.close();
    await files.cleanUp();
    expect(await stored()).toHaveLength(7);
    await withdraw(id);
    await files.cleanUp();
    expect([await stored(), await rows()]).toEqual([[], []]);
  });

  test('published and withdrawn by two processes while both clean up: exactly the shown ones exist', async () => {
    const other = openDatabase(connection.connection);
    await other.ready();
    const otherCore = await coreOn(other);
    const otherFiles = createFiles(otherCore);
    const sides = [pictures, createPublicPictures(otherCore, otherFiles)];
    const sources = await Promise.all(['teal', 'navy'].map((colour) => picture(colour, 60)));
    let sent = 0;
    let refused = 0;
    let busy = true;
    const sweeping = Promise.all(
      [files, otherFiles].map(async (each) => {
        while (busy) await each.cleanUp();
      }),
    );
    await Promise.all(
      sides.flatMap((side, index) =>
        [0, 1].map(async (offset) => {
          for (let round = 0; round < 6; round++) {
            const source = sources[(round + index + offset) % 2]!;
            const id = await publish(source, side).catch((error) => {
              expect(error).toMatchObject({ code: 'UNAVAILABLE' });
              refused++;
              return null;
            });
            if (id && round < 5) await withdraw(id);
            sent++;
          }
        }),
      ),
    ).finally(() => {
      busy = false;
    });
    await sweeping;
    await files.cleanUp();
    const shown = await database.select({ picture: news.picture }).from(news);
    const hashes = [...new Set(shown.map(({ picture: storedPicture }) => storedPicture!.hash))].sort();
    expect([...new Set((await stored()).map((key) => key.split('/')[1]))].sort()).toEqual(hashes);
    expect(await stored()).toEqual(await keys());
    expect(sent).toBe(24);
    expect(refused).toBeLessThan(6);
    await other.close();
  });
});

test('a clean-up that does not end holds no other, and goes on in the next round', async () => {
  const rounds: string[] = [];
  const log = { info() {}, warn() {}, error() {} };
  const long = async (_core: unknown, isEnding: () => boolean) => {
    rounds.push('long');
    while (!isEnding()) await sleep(5);
  };
  const other = async () => void rounds.push('other');
  const cleanUps = createCleanUps(
    { database, log } as never,
    [
      ['long', long],
      ['other', other],
    ],
    50,
  );
  cleanUps.start();
  await eventually(() => rounds.length >= 4, 'a second round');
  await cleanUps.stop();
  expect(rounds.slice(0, 4)).toEqual(['long', 'other', 'long', 'other']);
});

test('clean-ups run in one process at a time', async () => {
  let running = 0;
  let runs = 0;
  await Promise.all(
    Array.from({ length: 4 }, () =>
      withLockIfFree(database, 'cleanUp', async () => {
        runs++;
        expect(++running).toBe(1);
        await sleep(50);
        running--;
      }),
    ),
  );
  expect(runs).toBeGreaterThan(0);
  const before = runs;
  await withLockIfFree(database, 'cleanUp', async () => {
    runs++;
  });
  expect(runs).toBe(before + 1);
});
