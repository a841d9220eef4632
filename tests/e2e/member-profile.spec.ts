import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { unzipSync } from 'fflate';
import { hashPassword } from '#server/features/auth/password-hashing.ts';
import { currentTermsVersion } from '#shared/legal.ts';
import { pictureFile, scannedId } from '#tests/factories/members.ts';
import { memberToken, newMember } from '#tests/logins.ts';
import { enter, logIn, password } from './member.ts';
import { enterOffice, expectSoundAtEachWidth } from './office.ts';
import { test } from './site.ts';

const update = (page: Page) => page.getByRole('button', { name: 'Update', exact: true }).click();

test.beforeEach(({ site }) => site.reset());

test('a picture is cropped to a square and saved; the entry can be hidden', async ({ page, site }) => {
  const me = await newMember(site, { organization: 'Dist Head' });
  const other = await newMember(site, { hideEntry: true });
  await enter(page, await memberToken(site, me.id), '/Profile');
  const file = await pictureFile();
  await page
    .getByLabel('Profile picture file')
    .setInputFiles({ name: file.name, mimeType: file.type, buffer: Buffer.from(file.bytes) });
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Use this picture' }).click();
  await expect(page.getByText('saved with the Update button')).toBeVisible();
  await page.getByLabel('Hide my whole entry in the directory').check();
  await page.getByRole('button', { name: 'Update' }).click();
  await expect(page.locator('.Toastify__toast--success')).toBeVisible();
  const picture = page.getByRole('button', { name: /Upload Profile Pic/ }).locator('img');
  await expect(picture).toHaveAttribute('src', /\/api\/Directory\/picture\//);
  const shape = await picture.evaluate((image: { naturalWidth: number; naturalHeight: number }) => [
    image.naturalWidth,
    image.naturalHeight,
  ]);
  expect(shape[0]).toBe(shape[1]);
  const answer = await page.request.get('/api/Directory/searchDirectory', {
    headers: { authorization: `Bearer ${await memberToken(site, other.id)}` },
  });
  expect((await answer.json()).pagination.totalCount).toBe(0);
});

test('members can download their data, request erasure and withdraw the request', async ({ page, site }) => {
  const me = await newMember(site);
  await enter(page, await memberToken(site, me.id), '/Profile');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.zip$/);
  await page.getByRole('button', { name: 'Ask for erasure' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Ask for erasure' }).click();
  await expect(page.getByText('You asked for erasure of your data')).toBeVisible();
  await page.getByRole('button', { name: 'Withdraw the request' }).click();
  await expect(page.getByRole('button', { name: 'Ask for erasure' })).toBeVisible();
});

test('a session that ends while a form is filled in loses no input', async ({ page, site }) => {
  const me = await newMember(site, { passwordHash: await hashPassword(password), organization: 'Dist Head' });
  await enter(page, await memberToken(site, me.id), '/Profile');
  await page.getByLabel('Name of the Court').fill('High Court of Bombay');
  await site.database.execute(sql`delete from sessions`);
  await page.getByRole('button', { name: 'Update' }).click();
  await expect(page.getByRole('dialog').getByText('Your session has ended.')).toBeVisible();
  await expectSoundAtEachWidth(page);
  await logIn(page, me.email);
  // The save continues by itself.
  await expect
    .poll(async () => (await site.database.execute(sql`select court from members where id = ${me.id}`)).rows)
    .toEqual([{ court: 'High Court of Bombay' }]);
  await expect(page.getByLabel('Name of the Court')).toHaveValue('High Court of Bombay');
});

test('while it is saved nothing can be pressed twice, and the office sees what was changed', async ({
  page,
  site,
  browser,
}) => {
  const me = await newMember(site, { organization: 'Dist Head' });
  await enter(page, await memberToken(site, me.id), '/Profile');
  await page.getByLabel('Name of the Court').fill('High Court of Bombay');
  await page.getByLabel('Hide my mobile number').check();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/updateDirectory/**', async (route) => {
    await held;
    await route.continue();
  });
  await update(page);
  const busy = page.getByRole('button', { name: 'Updating…' });
  await expect(busy).toBeDisabled();
  await expect(page.getByLabel('Name of the Court')).toBeDisabled();
  release();
  await expect(page.locator('.Toastify__toast--success')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Update' })).toBeEnabled();

  const context = await browser.newContext({ baseURL: site.url });
  const office = await context.newPage();
  await enterOffice(office, site, `/admin/Registrations?tab=Approved&search=${me.reference}`);
  await office.getByRole('button', { name: /^Review/ }).click();
  const dialog = office.getByRole('dialog', { name: 'Review registration' });
  const change = dialog.getByRole('listitem').filter({ hasText: 'Changed the record' });
  await expect(change).toContainText('member');
  await expect(change).toContainText('court, mobile number shown or hidden');
  await expect(change).not.toContainText('Bombay');
  await expect(dialog.getByText('Shown without mobile number')).toBeVisible();
  await context.close();
});

test('the scanned ID is any file, and only its owner takes it back', async ({ page, site }) => {
  const me = await newMember(site, { organization: 'Dist Head' });
  await enter(page, await memberToken(site, me.id), '/Profile');
  await expect(page.getByText('No Document Uploaded')).toBeVisible();
  const scan = scannedId('mine');
  await page
    .getByLabel('Scanned ID Card', { exact: true })
    .setInputFiles({ name: scan.name, mimeType: scan.type, buffer: Buffer.from(scan.bytes) });
  await update(page);
  await expect(page.locator('.Toastify__toast--success')).toBeVisible();
  await expect(page.getByText('No Document Uploaded')).toHaveCount(0);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the stored file' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('id card.pdf');
  expect((await readFile(await file.path())).equals(Buffer.from(scan.bytes))).toBe(true);
});

test('my data: consent with its text, an archive with everything, and a failure that says so', async ({
  page,
  site,
}) => {
  const me = await newMember(site, { organization: 'Dist Head', consentAt: new Date('2026-01-05T06:30:00Z') });
  await enter(page, await memberToken(site, me.id), '/Profile');
  const section = page.getByRole('region', { name: 'My data' });
  await expect(section).toContainText(`version ${currentTermsVersion}`);
  await expect(section).toContainText('5 Jan 2026, 12:00 pm');
  await expect(section.getByRole('link', { name: 'terms' })).toHaveAttribute('href', '/TermsConditions');
  await expect(section.getByRole('link', { name: 'privacy policy' })).toHaveAttribute('href', '/PrivacyPolicy');

  await page.route('**/myData', (route) => route.abort());
  await section.getByRole('button', { name: 'Download my data' }).click();
  await expect(page.locator('.Toastify__toast--error')).toBeVisible();
  await page.unroute('**/myData');
  const download = page.waitForEvent('download');
  await section.getByRole('button', { name: 'Download my data' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(`my-data-${me.reference}.zip`);
  const parts = unzipSync(await readFile(await file.path()));
  const data = JSON.parse(Buffer.from(parts['data.json'] ?? []).toString());
  expect(data.person).toMatchObject({ name: me.name, email: me.email, idNumber: me.idNumber });
  // Tests without a browser check the rest of the archive.
  expect(Object.keys(data)).toEqual(expect.arrayContaining(['membership', 'payment', 'consent', 'history', 'mails']));
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('Update is always in reach, and never lies over the field that is wrong', async ({ page, site }) => {
    const me = await newMember(site, { organization: 'Dist Head' });
    await enter(page, await memberToken(site, me.id), '/Profile');
    const update = page.getByRole('button', { name: 'Update' });
    await expect(update).toBeInViewport({ ratio: 1 });
    for (const label of ['Full Name', 'Name of the Court', 'ID Number']) {
      const field = page.getByLabel(label);
      const before = await field.inputValue();
      await field.fill('');
      await page.evaluate('scrollTo(0, 0)');
      await update.click();
      await expect(field).toBeFocused();
      await expect(update).toBeInViewport({ ratio: 1 });
      const [box, bar] = [await field.boundingBox(), await update.boundingBox()];
      expect(box!.y + box!.height, label).toBeLessThan(bar!.y);
      await field.fill(before);
    }
  });
});
