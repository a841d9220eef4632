import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/app.ts';
import { createFiles } from './files.ts';
import { openLocalStorage } from './local.ts';
import { createPublicPictures, pictureSet } from './public-pictures.ts';

let site: TestApp;
beforeAll(async () => {
  site = await startTestApp();
});
afterAll(() => site.close());

test('smoke', async () => {
  const storage = await openLocalStorage(join(site.config.dataDir, 'files'));
  const log = { info() {}, warn: console.warn, error() {} };
  const core = { config: site.config, database: site.database, storage, log };
  const files = createFiles(core);
  const pictures = createPublicPictures(core, files);
  const bytes = await sharp({ create: { width: 1700, height: 900, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer();
  const path = join(site.config.dataDir, 'x.jpg');
  await writeFile(path, bytes);
  const upload = { path, name: 'x.jpg', claimedType: 'text/html', bytes: bytes.length, hash: 'a' };
  const stored = await files.storePicture(upload, 'profile', 'profile_Pic');
  expect(await files.open(stored.key)).toBeNull();
  await site.database.transaction((tx) => files.attach(tx, stored));
  expect((await files.open(stored.key))?.type).toBe('image/webp');
  await site.database.transaction((tx) => files.release(tx, stored.key));
  await files.cleanUp();
  const picture = await pictures.store(bytes, 'news_pic');
  await site.database.transaction((tx) => pictures.attach(tx, picture));
  const set = pictureSet(picture);
  const answer = await site.app.inject(set.src);
  expect(answer.statusCode).toBe(200);
  expect(set).toMatchObject({ width: 1600, height: 847 });
  await site.database.transaction((tx) => pictures.release(tx, picture));
  await files.cleanUp();
  expect((await site.app.inject(set.src)).statusCode).toBe(404);
});
