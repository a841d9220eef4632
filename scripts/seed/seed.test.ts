import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Core } from '#server/core.ts';
import { contactMessages, resourceLinks, settings } from '#server/database/tables/content.ts';
import { files } from '#server/database/tables/files.ts';
import { members } from '#server/database/tables/members.ts';
import { mail } from '#server/database/tables/office.ts';
import { createFiles } from '#server/storage/files.ts';
import { openStorage } from '#server/storage/open-storage.ts';
import { createPublicPictures } from '#server/storage/public-pictures.ts';
import { loginMember } from '#shared/contracts/auth.ts';
import { listRegistrations, searchDirectory } from '#shared/contracts/members.ts';
import { startTestApp, type TestApp } from '#tests/app.ts';
import { memberFactory } from '#tests/factories/members.ts';
import { adminToken } from '#tests/logins.ts';
import { seedContent } from './content.ts';
import { seedMembers } from './members.ts';
import { contentKinds, filledTables, tidyTables } from './tables.ts';

let site: TestApp;
let core: Core;
const today = new Date('2026-06-01T06:00:00Z');
const silent = () => {};

beforeAll(async () => {
  site = await startTestApp();
  const base = {
    config: site.config,
    database: site.database,
    storage: await openStorage(site.config),
    log: { info: silent, warn: silent, error: silent },
  };
  const own = createFiles(base);
  core = { ...base, files: own, pictures: createPublicPictures(base, own) };
});
afterAll(() => site.close());

it('knows what there is already', async () => {
  expect(await filledTables(site.database)).toEqual([]);
  const { id } = await memberFactory(site);
  expect(await filledTables(site.database)).toEqual(['members']);
  await site.database.delete(members).where(eq(members.id, id));
});

it('adds members of every status who are found, reviewed and logged in as any other', async () => {
  const email = await seedMembers(core, 5, today, 'Banyan-tree-court-41', silent);
  await tidyTables(site.database);
  const rows = await site.database.select().from(members);
  expect(new Set(rows.map((row) => row.status))).toEqual(new Set(['New', 'Approved', 'Rejected']));
  const login = await site.ok(loginMember, { body: { email: email!, password: 'Banyan-tree-court-41' } });
  const found = await site.ok(searchDirectory, { query: {} }, { token: login.token });
  expect(found.pagination.totalCount).toBe(rows.filter((row) => row.status === 'Approved' && !row.hideEntry).length);
  expect((await site.app.inject(found.data[0]!.profile_Pic!)).statusCode).toBe(200);
  const office = { token: await adminToken(site) };
  const rejected = await site.ok(listRegistrations, { query: { status: 'Rejected' } }, office);
  expect(rejected.data[0]?.rejectionReason).not.toBe('');
});

it('keeps every file with its record, and sends no mail', async () => {
  const rows = await site.database.select().from(members);
  const named = rows.flatMap((row) => [row.documentFile, row.pictureFile, row.screenshotFile]).filter((key) => key);
  const kept = await site.database.select().from(files);
  expect(kept.every((file) => file.state === 'attached')).toBe(true);
  expect(kept.map((file) => file.key).sort()).toEqual(named.sort());
  expect(await site.database.select().from(mail)).toEqual([]);
});

it('adds others the next time', async () => {
  const before = await site.database.select().from(members);
  await seedMembers(core, 3, today, 'Banyan-tree-court-41', silent);
  const after = await site.database.select().from(members);
  expect(after).toHaveLength(before.length + 3);
  for (const key of ['email', 'mobile', 'reference'] as const) {
    expect(new Set(after.map((row) => row[key])).size).toBe(after.length);
  }
});

it('fills what is missing, and leaves what the office has written', async () => {
  const [row] = await site.database.select().from(settings);
  const own = { ...row!.association, phone: '+91 11 5550 0000' };
  await site.database.update(settings).set({ association: own });
  await seedContent(core, ['links', 'messages'], today, silent);
  expect(await site.database.$count(resourceLinks)).toBeGreaterThan(3);
  expect(await site.database.$count(contactMessages)).toBeGreaterThan(3);
  const [after] = await site.database.select().from(settings);
  expect(after?.association).toEqual(own);
  expect(after?.payment.upiId).not.toBe('');
  const filled = await filledTables(site.database);
  expect(contentKinds.filter((kind) => !filled.includes(kind))).toEqual(['news', 'conferences', 'gallery']);
});

it('is refused for a database that is not empty, and for words that mean nothing', async () => {
  const { host, port, user, password, database } = site.database.pool.options;
  const login = `${encodeURIComponent(user ?? '')}:${encodeURIComponent(String(password ?? ''))}`;
  const address = `postgresql://${login}@localhost:${port}/${database}?host=${encodeURIComponent(String(host))}`;
  const env = { PATH: process.env.PATH, DATA_DIR: site.config.dataDir, DATABASE_URL: address };
  const seed = (...words: string[]) =>
    promisify(execFile)(process.execPath, ['scripts/seed.ts', ...words], { env }).then(
      () => '',
      (error: { stderr: string }) => error.stderr,
    );
  const before = await site.database.$count(members);
  expect(await seed()).toContain('There is something already: members');
  expect(await seed('--members', 'many')).toContain('--members takes a whole number');
  expect(await site.database.$count(members)).toBe(before);
});
