import { expect, type Locator, type Page } from '@playwright/test';
import jsqr from 'jsqr';
import sharp from 'sharp';
import { notify } from '#server/platform/database/client.ts';
import { messages } from '#shared/messages.ts';
import { memberFactory } from '#tests/factories/members.ts';
import { waitForMail } from '#tests/mail.ts';
import { scaled } from '#tests/speed.ts';
import {
  applicantFiles,
  approve,
  lineOf,
  payment,
  RegistrationPage,
  screenshotFile,
  setPayment,
} from './registration.ts';
import { type Site, test } from './site.ts';

const email = 'asha.rao@example.org';
const ownPassword = 'Quiet-mango-tribunal-58';

/** Reads the QR code on the screen. */
async function readCode(code: Locator): Promise<string | undefined> {
  const { data, info } = await sharp(await code.screenshot())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return jsqr.default(new Uint8ClampedArray(data), info.width, info.height)?.data;
}

/** The visitor registers, reloads wherever input could get lost, and sends the proof of payment. */
async function register(page: Page, site: Site): Promise<string> {
  await page.goto('/');
  await page.getByRole('banner').getByRole('link', { name: 'Register' }).click();
  await expect(page).toHaveURL(/\/membership$/);
  const form = new RegistrationPage(page);
  await page.getByRole('button', { name: 'Click Here to Accept' }).click();
  await form.fill(await applicantFiles(), email);
  await page.reload();
  await expect(form.text('Full Name')).toHaveValue('Asha Rao');
  const files = await applicantFiles();
  await form.file('Profile Picture').setInputFiles(files.picture);
  await form.file('Scanned ID Card').setInputFiles(files.document);
  await form.continue();
  await page.waitForURL(/\/membership\?isRegistered=true&id=[\w-]+&membership=Patron/);

  const received = await waitForMail(site, { to: email, kind: 'registration-received' });
  const reference = /AIP-\d{4}-\d{6}/.exec(received.text)?.[0] ?? '';
  expect(reference).not.toBe('');
  await expect(page.getByText(reference).first()).toBeVisible();
  await page.reload();
  await expect(page.getByText('Rs 25,000', { exact: true })).toBeVisible();

  // Days later, by the link in the mail.
  await page.goto('/about');
  const link = /https?:\/\/\S+isRegistered=true\S*/.exec(received.text)?.[0] ?? '';
  await page.goto(link);
  expect(await readCode(page.getByRole('img', { name: /^QR code/ }))).toBe(
    `upi://pay?pa=association@examplebank&pn=Association%20of%20Prosecutors%20%26%20Friends&am=25000.00&cu=INR&tn=${reference}`,
  );
  await page.getByLabel('Payment Screenshot').setInputFiles(await screenshotFile());
  await page.getByLabel('Transaction Reference (UTR), optional').fill('630112345678');
  await page.getByRole('button', { name: 'Register' }).click();
  await page.waitForURL('**/paymentStatus?status=success');
  await expect(page.getByText(messages.payment.success)).toBeVisible();
  return reference;
}

/** The member logs in with the mailed credentials, and chooses a password. */
async function enter(page: Page, site: Site) {
  const credentials = await waitForMail(site, { to: email, kind: 'credentials' });
  expect(lineOf(credentials.text, 'E-mail')).toBe(email);
  await page.getByRole('link', { name: 'Return to Homepage' }).click();
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
  const dialog = page.getByRole('dialog', { name: 'Member Login' });
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Password', { exact: true }).fill(lineOf(credentials.text, 'Temporary password'));
  await dialog.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL(/\/ChangePassword$/i);
  await page.getByLabel(/^New Password/).fill(ownPassword);
  await page.getByLabel(/^Confirm Password/).fill(ownPassword);
  await page.getByRole('button', { name: 'Update' }).click();
  await page.waitForURL(/\/Member-home$/);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Directory' }).click();
  await page.waitForURL(/\/directory/);
}

/** A card of the directory. */
const cardOf = (page: Page, name: string) => page.getByRole('article', { name });

/** The member finds colleagues with each of the four filters, and all again with Reset. */
async function findColleagues(page: Page) {
  await expect(cardOf(page, 'Asha Rao')).toContainText('+91 98765 43210');
  await expect(cardOf(page, 'Kavita Deshmukh')).toBeVisible();
  await expect(cardOf(page, 'Arjun Nair')).toBeVisible();
  const pick = async (label: string, option: string) => {
    await page.getByRole('combobox', { name: label, exact: true }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  await pick('State', 'Maharashtra');
  await expect(cardOf(page, 'Arjun Nair')).toBeHidden();
  await expect(cardOf(page, 'Kavita Deshmukh')).toBeVisible();
  await pick('District', 'Pune');
  await expect(cardOf(page, 'Meera Kulkarni')).toBeHidden();
  await pick('Sub-district', 'Haveli');
  await expect(cardOf(page, 'Kavita Deshmukh')).toBeHidden();
  await expect(cardOf(page, 'Asha Rao')).toBeVisible();
  await page.reload();
  await expect(cardOf(page, 'Asha Rao')).toBeVisible();
  await expect(cardOf(page, 'Kavita Deshmukh')).toBeHidden();
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(cardOf(page, 'Arjun Nair')).toBeVisible();
  await page.getByLabel('Search by name').fill('arj');
  await expect(cardOf(page, 'Asha Rao')).toBeHidden();
  await expect(cardOf(page, 'Arjun Nair')).toBeVisible();
}

test('a prosecutor joins: registration, payment, approval, first login, directory, logout', async ({
  page,
  site,
  browser,
}) => {
  test.setTimeout(scaled(180_000));
  await site.reset();
  await setPayment(site.database, payment);
  const place = { state: 'Maharashtra', district: 'Pune' };
  await memberFactory(site, { name: 'Kavita Deshmukh', ...place, subDistrict: 'Maval' });
  await memberFactory(site, { name: 'Meera Kulkarni', ...place, district: 'Nashik', subDistrict: 'Igatpuri' });
  await memberFactory(site, { name: 'Arjun Nair', state: 'Kerala', district: 'Ernakulam', subDistrict: 'Kochi' });
  await notify(site.database, 'members');

  const reference = await register(page, site);
  await approve(browser, site, reference);
  await enter(page, site);
  await findColleagues(page);

  await page.getByRole('button', { name: 'Profile' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
  await page.goto('/directory');
  await expect(page.getByRole('dialog', { name: 'Member Login' })).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
});
