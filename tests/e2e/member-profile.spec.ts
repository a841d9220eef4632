import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { unzipSync } from 'fflate';
import { pictureFile, scannedId } from '#tests/factories/members.ts';
import { memberToken, newMember } from '#tests/logins.ts';
import { enter } from './member.ts';
import { test } from './site.ts';

test.beforeEach(({ site }) => site.reset());

test('a picture is cropped to a square and saved; the entry can be hidden', async ({ page, site }) => {
  // The form could not be saved as a whole.
  const me = await newMember(site, { organization: '' });
  const other = await newMember(site, { hideEntry: true });
  await enter(page, await memberToken(site, me.id), '/Profile');
  const file = await pictureFile();
  await page
    .getByLabel('Profile picture file')
    .setInputFiles({ name: file.name, mimeType: file.type, buffer: Buffer.from(file.bytes) });
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Use this picture' }).click();
  await expect(page.locator('.Toastify__toast--success')).toBeVisible();
  const picture = page.getByRole('button', { name: /Upload Profile Pic/ }).locator('img');
  await expect(picture).toHaveAttribute('src', /\/api\/Directory\/picture\//);
  const shape = await picture.evaluate((image: { naturalWidth: number; naturalHeight: number }) => [
    image.naturalWidth,
    image.naturalHeight,
  ]);
  expect(shape[0]).toBe(shape[1]);
  await page.reload();
  await expect(picture).toHaveAttribute('src', /\/api\/Directory\/picture\//);
  await page.getByLabel('Hide my whole entry in the directory').check();
  await page.getByRole('combobox', { name: /^Organization Position/ }).click();
  await page.getByRole('option', { name: 'Dist Head', exact: true }).click();
  await page.getByRole('button', { name: 'Update', exact: true }).click();
  await expect(page.locator('.Toastify__toast--success')).toBeVisible();
  const answer = await page.request.get('/api/Directory/searchDirectory', {
    headers: { authorization: `Bearer ${await memberToken(site, other.id)}` },
  });
  expect((await answer.json()).pagination.totalCount).toBe(0);
});

test('the scanned ID is any file, and only its owner takes it back', async ({ page, site }) => {
  const me = await newMember(site, { organization: 'Dist Head' });
  await enter(page, await memberToken(site, me.id), '/Profile');
  await expect(page.getByText('No Document Uploaded')).toBeVisible();
  const scan = scannedId('mine');
  await page
    .getByLabel('Scanned ID Card', { exact: true })
    .setInputFiles({ name: scan.name, mimeType: scan.type, buffer: Buffer.from(scan.bytes) });
  await expect(page.locator('.Toastify__toast--success')).toBeVisible();
  await expect(page.getByText('No Document Uploaded')).toHaveCount(0);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the stored file' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('id card.pdf');
  expect((await readFile(await file.path())).equals(Buffer.from(scan.bytes))).toBe(true);
});

test('own data can be taken away, all of it, and erasure asked for and taken back', async ({ page, site }) => {
  const me = await newMember(site, { organization: 'Dist Head' });
  await enter(page, await memberToken(site, me.id), '/Profile');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(`my-data-${me.reference}.zip`);
  const parts = unzipSync(await readFile(await file.path()));
  const data = JSON.parse(Buffer.from(parts['data.json'] ?? []).toString());
  expect(data.person).toMatchObject({ name: me.name, email: me.email, idNumber: me.idNumber });
  // Tests without a browser check the rest of the archive.
  expect(Object.keys(data)).toEqual(expect.arrayContaining(['membership', 'payment', 'consent', 'history', 'mails']));

  await page.getByRole('button', { name: 'Ask for erasure' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Ask for erasure' }).click();
  await expect(page.getByText('You asked for erasure of your data')).toBeVisible();
  await page.getByRole('button', { name: 'Withdraw the request' }).click();
  await expect(page.getByRole('button', { name: 'Ask for erasure' })).toBeVisible();
});
