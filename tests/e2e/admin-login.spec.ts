import { expect, type Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { administrators } from '#server/database/tables/auth.ts';
import { messages } from '#shared/messages.ts';
import { expectAccessible } from './accessible.ts';
import { enterOffice, expectSoundAtEachWidth, firstAdministrator } from './office.ts';
import { type Site, test } from './site.ts';

const text = messages.adminLogin;
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

  test('leads to the requested page', async ({ page, site }) => {
    await page.goto('/admin/Registrations?tab=Rejected');
    await page.waitForURL('**/admin/Login');
    await fillIn(page, site);
    await enter(page);
    await page.waitForURL('**/admin/Registrations?tab=Rejected');
    await expect(page.getByRole('tab', { name: 'Rejected' })).toHaveAttribute('aria-selected', 'true');
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

test.describe('the second factor', () => {
  test('is turned on, asked for at the login, and turned off', async ({ page, site }) => {
    await enterOffice(page, site, '/admin/ChangePassword');
    await page.getByRole('button', { name: 'Turn on' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await expect(dialog.getByText(text.password, { exact: true })).toBeVisible();
    await dialog.getByLabel('Your Password', { exact: true }).fill(site.admin.password);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await expect(dialog.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
    await expectAccessible(page);
    const key = (await dialog.locator('code').innerText()).replaceAll(' ', '');
    const app = new TOTP({ secret: Secret.fromBase32(key) });
    await dialog.getByLabel('Code from the App').fill('000000');
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    await expect(dialog.getByText('This code is incorrect. Please enter the one')).toBeVisible();
    await dialog.getByLabel('Code from the App').fill(app.generate());
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await expect(codes.first()).toBeVisible();
    await expectAccessible(page);
    const recovery = await codes.allInnerTexts();
    // The codes are shown only once, so the dialog cannot be closed by accident.
    await page.keyboard.press('Escape');
    await expect(dialog.getByRole('button', { name: 'Done' })).toBeDisabled();
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Save as a file' }).click();
    expect((await download).suggestedFilename()).toBe('recovery-codes.txt');
    await dialog.getByRole('checkbox', { name: 'I have kept these codes' }).check();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByText(`${recovery.length} recovery codes left`)).toBeVisible();

    await page.getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL('**/admin/login');
    await fillIn(page, site);
    await enter(page);
    const code = page.getByRole('textbox', { name: 'Code' });
    await expect(code).toBeFocused();
    await code.fill('123456');
    await enter(page);
    await expect(page.getByText('This code is incorrect, or has already been used').first()).toBeVisible();
    await code.fill(recovery[0] ?? '');
    await enter(page);
    await page.waitForURL('**/admin/Overview');

    await page.goto('/admin/ChangePassword');
    await expect(page.getByText(`${recovery.length - 1} recovery codes left`)).toBeVisible();
    await page.getByRole('button', { name: 'Turn off' }).click();
    await dialog.getByLabel('Your Password', { exact: true }).fill('wrong');
    await dialog.getByRole('button', { name: 'Turn off' }).click();
    await expect(dialog.getByText('Please enter the code from the app')).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Code' }).fill(recovery[1] ?? '');
    await dialog.getByRole('button', { name: 'Turn off' }).click();
    await expect(dialog.getByText('The current password is incorrect')).toBeVisible();
    await dialog.getByLabel('Your Password', { exact: true }).fill(site.admin.password);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Turn off' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: 'Turn on' })).toBeVisible();
  });
});
