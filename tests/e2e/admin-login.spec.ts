import { expect, type Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { administrators } from '#server/features/administrators/tables.ts';
import { giveSecondFactor } from '#tests/logins.ts';
import { expectSoundAtEachWidth, firstAdministrator } from './office.ts';
import { type Site, test } from './site.ts';

let passwordBefore: typeof administrators.$inferSelect | undefined;

test.beforeEach(async ({ site }) => {
  await site.reset();
  const id = await firstAdministrator(site);
  [passwordBefore] = await site.database.select().from(administrators).where(eq(administrators.id, id));
});
test.afterEach(async ({ site }) => {
  // Restores the one administrator for the next test.
  if (!passwordBefore) return;
  await site.database.update(administrators).set(passwordBefore).where(eq(administrators.id, passwordBefore.id));
});

const email = (page: Page) => page.getByRole('textbox', { name: 'Email' });
const field = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true });
const enter = (page: Page) => page.getByRole('button', { name: 'Login in' }).click();

async function fillIn(page: Page, site: Site, password = site.admin.password) {
  await email(page).fill(site.admin.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
}

test.describe('the login', () => {
  test('goes to the overview, by keyboard alone and without agreeing to anything', async ({ page, site }) => {
    await page.goto('/admin/Login');
    await expect(email(page)).toBeVisible();
    await expectSoundAtEachWidth(page);
    await expect(page.getByRole('checkbox', { name: 'I agree to terms & conditions' })).not.toBeChecked();
    await email(page).focus();
    await page.keyboard.type(site.admin.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(site.admin.password);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/admin/Overview');
    await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('token'))).toMatch(/^admin_/);
  });
});

test.describe('the password', () => {
  const change = (page: Page) => page.getByRole('button', { name: 'Update' }).click();
  async function fillPasswords(page: Page, old: string, next: string, again: string) {
    await field(page, 'Current Password').fill(old);
    await field(page, 'New Password').fill(next);
    await field(page, 'Confirm Password').fill(again);
  }

  test('a temporary one leads to its change, with a banner until then', async ({ page, site }) => {
    await site.database
      .update(administrators)
      .set({ mustChangePassword: true })
      .where(eq(administrators.email, site.admin.email));
    await page.goto('/admin/Login');
    await fillIn(page, site);
    await enter(page);
    await page.waitForURL('**/admin/ChangePassword');
    const banner = page.getByText('You have logged in with a temporary password. Please choose your own now.');
    await expect(banner).toBeVisible();
    await page.goto('/admin/Log');
    await expect(page.getByText('You are using a temporary password.')).toBeVisible();
    await page.getByRole('link', { name: 'Choose your own password' }).click();
    await fillPasswords(page, site.admin.password, 'Peepal-garden-lamp-77', 'Peepal-garden-lamp-77');
    await change(page);
    await expect(page.getByRole('alert').filter({ hasText: /changed/i })).toBeVisible();
    await expect(banner).toBeHidden();
    for (const label of ['Current Password', 'New Password', 'Confirm Password']) {
      await expect(field(page, label)).toHaveValue('');
    }
  });
});

test('the login asks for the code of the second factor', async ({ page, site }) => {
  const { codeAt } = await giveSecondFactor(site, { administratorId: await firstAdministrator(site) });
  await page.goto('/admin/Login');
  await fillIn(page, site);
  await enter(page);
  const code = page.getByRole('textbox', { name: 'Code' });
  await expect(code).toBeFocused();
  await code.fill('123');
  await enter(page);
  await expect(page.getByText('This code is incorrect, or has already been used').first()).toBeVisible();
  await code.fill(codeAt(0));
  await enter(page);
  await page.waitForURL('**/admin/Overview');
});
