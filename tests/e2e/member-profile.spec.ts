import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { eq, sql } from 'drizzle-orm';
import { unzipSync } from 'fflate';
import { members } from '#server/database/tables/members.ts';
import { hashPassword } from '#server/features/auth/password-hashing.ts';
import { currentTermsVersion } from '#shared/legal.ts';
import { pictureFile, scannedId } from '#tests/factories/members.ts';
import { memberToken, newMember } from '#tests/logins.ts';
import { expectAccessible } from './accessible.ts';
import { enter, logIn, password } from './member.ts';
import { enterOffice } from './office.ts';
import { test } from './site.ts';

/** Picks an entry of one of the form's dropdowns, whose labels also say whether they are required. */
async function pick(page: Page, label: string, option: string) {
  await page.getByRole('combobox', { name: new RegExp(`^${label}`) }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

const update = (page: Page) => page.getByRole('button', { name: 'Update', exact: true }).click();

test.beforeEach(({ site }) => site.reset());

test('values outside the options appear as Others with their text, and are saved so', async ({ page, site }) => {
  const me = await newMember(site, {
    organization: 'Legal Remembrancer',
    interest: 'Mediation',
    contribution: 'Translations',
    specialisations: ['IPS', 'Arms ACT'],
  });
  const token = await memberToken(site, me.id);
  await enter(page, token, '/Profile');
  await expect(page.getByLabel('Organization Other Role')).toHaveValue('Legal Remembrancer');
  await expect(page.getByLabel('Other Area of Interest')).toHaveValue('Mediation');
  await expect(page.getByLabel('Contribution Other Role')).toHaveValue('Translations');
  await page.getByRole('button', { name: 'Update' }).click();
  await expect(page.locator('.Toastify__toast--success')).toBeVisible();
  const answer = await page.request.get('/api/Directory/getbyid', { headers: { authorization: `Bearer ${token}` } });
  const { data } = await answer.json();
  expect(data).toMatchObject({
    Organization: 'Others',
    OrganizationotherRole: 'Legal Remembrancer',
    Interest: 'Others',
    InterestotherRole: 'Mediation',
    SpecialisationotherRole: 'IPS, Arms ACT',
  });
});

test('every message stands at its field, and nothing typed is lost', async ({ page, site }) => {
  const me = await newMember(site);
  await enter(page, await memberToken(site, me.id), '/Profile');
  await page.getByLabel('Full Name').fill('');
  await page.getByRole('textbox', { name: /^Mobile Number/ }).fill('12345');
  await page.getByLabel('Name of the Court').fill('');
  await page.getByLabel('ID Number').fill('');
  await page.getByLabel('Years of Experience').fill('');
  await page.getByLabel('Years of Recruitment').fill('x2011y');
  await page.getByRole('button', { name: 'Update' }).click();
  for (const message of [
    'Please enter Full Name',
    'Please enter a valid 10-digit Mobile Number',
    'Please enter Name of the Court',
    'Please enter ID Number',
    'Please enter years of Experience',
    'Please enter Organization',
  ]) {
    await expect(page.getByText(message, { exact: true })).toBeVisible();
  }
  await expect(page.getByLabel('Full Name')).toBeFocused();
  await expect(page.getByLabel('Years of Recruitment')).toHaveValue('2011');
  await page.getByLabel('Full Name').fill('Kavita D');
  await expect(page.getByText('Please enter Full Name', { exact: true })).toBeHidden();
  await expectAccessible(page);
});

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
  await expectAccessible(page);
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

test('own data can be taken away, and erasure asked for and taken back', async ({ page, site }) => {
  const me = await newMember(site);
  await enter(page, await memberToken(site, me.id), '/Profile');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.zip$/);
  await page.getByRole('button', { name: 'Ask for erasure' }).click();
  const dialog = page.getByRole('dialog');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Ask for erasure' }).click();
  await expect(page.getByText('You asked for erasure of your data')).toBeVisible();
  await page.getByRole('button', { name: 'Withdraw the request' }).click();
  await expect(page.getByRole('button', { name: 'Ask for erasure' })).toBeVisible();
});

test('a session that ends while a form is filled in loses nothing', async ({ page, site }) => {
  const me = await newMember(site, { passwordHash: await hashPassword(password), organization: 'Dist Head' });
  await enter(page, await memberToken(site, me.id), '/Profile');
  await page.getByLabel('Name of the Court').fill('High Court of Bombay');
  await site.database.execute(sql`delete from sessions`);
  await page.getByRole('button', { name: 'Update' }).click();
  await logIn(page, me.email);
  // The save goes on by itself.
  await expect
    .poll(async () => (await site.database.execute(sql`select court from members where id = ${me.id}`)).rows)
    .toEqual([{ court: 'High Court of Bombay' }]);
  await expect(page.getByLabel('Name of the Court')).toHaveValue('High Court of Bombay');
});

test('a stored office of the association outside the list is Others as well, and goes with its organization', async ({
  page,
  site,
}) => {
  const me = await newMember(site, {
    organization: 'Association Office',
    associationOffice: 'Patron in Chief',
    interest: 'Participant',
    specialisations: ['NDPS Act, 1985'],
    specialisationOther: 'Bihar Prohibition and Excise Act, 2016',
  });
  const token = await memberToken(site, me.id);
  await enter(page, token, '/Profile');
  await expect(page.getByRole('combobox', { name: /^Association Office/ })).toHaveText('Others');
  await expect(page.getByLabel('Association Other Role')).toHaveValue('Patron in Chief');
  await expect(page.getByLabel('Other Specialisation')).toHaveValue('Bihar Prohibition and Excise Act, 2016');
  await pick(page, 'Organization Position', 'Dist Head');
  await expect(page.getByRole('combobox', { name: /^Association Office/ })).toHaveCount(0);
  await expect(page.getByLabel('Association Other Role')).toHaveCount(0);
  await update(page);
  await expect(page.locator('.Toastify__toast--success')).toBeVisible();
  const [row] = await site.database.select().from(members).where(eq(members.id, me.id));
  expect(row).toMatchObject({
    organization: 'Dist Head',
    associationOffice: '',
    associationOfficeOther: '',
    specialisations: ['NDPS Act, 1985', 'Others'],
    specialisationOther: 'Bihar Prohibition and Excise Act, 2016',
  });
});

test('every choice has its message, and Others asks for its text', async ({ page, site }) => {
  const me = await newMember(site, { organization: 'Dist Head' });
  await enter(page, await memberToken(site, me.id), '/Profile');
  for (const label of ['Gender', 'Organization Position', 'Area of Interest', 'Contribution', 'International']) {
    await pick(page, label, 'Select');
  }
  for (const label of ['State', 'Specialisation']) {
    await page.getByRole('combobox', { name: new RegExp(`^${label}`) }).click();
    await page.getByRole('button', { name: 'Clear' }).locator('visible=true').first().click();
  }
  await page.getByRole('group', { name: 'Date of Birth' }).getByRole('spinbutton', { name: 'Day' }).click();
  await page.keyboard.press('Backspace');
  await update(page);
  for (const message of [
    'Please select Gender',
    'Please enter Date of Birth',
    'Please enter Organization',
    'Please Select Specialisation',
    'Please Select Area of Interest',
    'Please Select Contribution',
    'Please Select International',
    'Please Select State',
    'Please Select District',
    'Please Select SubDistrict',
  ]) {
    await expect(page.getByText(message, { exact: true })).toBeVisible();
  }
  for (const label of ['Organization Position', 'Area of Interest', 'Contribution']) await pick(page, label, 'Others');
  await update(page);
  for (const message of [
    'Please Enter Organization other Role',
    'Please Enter Other Area of Interest',
    'Please Enter Contribution Other Role',
  ]) {
    await expect(page.getByText(message, { exact: true })).toBeVisible();
  }
  await page.getByLabel('Other Area of Interest').fill('Mediation');
  await expect(page.getByText('Please Enter Other Area of Interest', { exact: true })).toHaveCount(0);
  await expect(page.getByText('Please Enter Contribution Other Role', { exact: true })).toBeVisible();
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

test('the record was changed elsewhere: nothing is overwritten unseen, and nothing typed is lost', async ({
  page,
  site,
}) => {
  const me = await newMember(site, { organization: 'Dist Head' });
  await enter(page, await memberToken(site, me.id), '/Profile');
  await page.getByLabel('Name of the Court').fill('High Court of Bombay');
  await site.database
    .update(members)
    .set({ mobile: '9800000001', version: me.version + 1 })
    .where(eq(members.id, me.id));
  await update(page);
  const warning = page.getByRole('alert').filter({ hasText: 'changed elsewhere' });
  await expect(warning).toBeVisible();
  await expect(page.getByLabel('Name of the Court')).toHaveValue('High Court of Bombay');
  await warning.getByRole('button', { name: 'Load it again' }).click();
  await expect(page.getByRole('textbox', { name: /^Mobile Number/ })).toHaveValue('9800000001');
  await expect(page.getByLabel('Name of the Court')).toHaveValue('District Court Pune');
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
  // What else is in it is proven without a browser.
  expect(Object.keys(data)).toEqual(expect.arrayContaining(['membership', 'payment', 'consent', 'history', 'mails']));
});

test('what is typed stays when the record cannot be loaded again', async ({ page, site }) => {
  const me = await newMember(site, { organization: 'Dist Head' });
  await enter(page, await memberToken(site, me.id), '/Profile');
  await page.getByLabel('Name of the Court').fill('High Court of Bombay');
  await page.route('**/getbyid', (route) => route.abort());
  await page.getByRole('button', { name: 'Ask for erasure' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Ask for erasure' }).click();
  await expect(page.locator('.Toastify__toast--success')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByLabel('Name of the Court')).toHaveValue('High Court of Bombay');
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
