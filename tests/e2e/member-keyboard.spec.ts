import { expect, type Locator, type Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { hashPassword } from '#server/features/auth/password-hashing.ts';
import { members } from '#server/features/members/tables.ts';
import { newMember } from '#tests/logins.ts';
import { cards, colleagues, password } from './member.ts';
import { test } from './site.ts';

const ownPassword = 'Tamarind-window-63';

/** Presses Tab (or Shift+Tab) until the target has the focus. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 80; presses += 1) {
    if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${target} cannot be reached with ${key}.`);
}

async function press(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  await tabTo(page, target, key);
  await page.keyboard.press('Enter');
}

/** Opens a dropdown and chooses the entry that begins with the typed letters. */
async function pick(page: Page, target: Locator, letters: string) {
  await press(page, target);
  await expect(page.getByRole('listbox')).toBeVisible();
  await page.keyboard.type(letters);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await expect(target).toBeFocused();
}

async function replace(page: Page, target: Locator, text: string) {
  await tabTo(page, target);
  await page.keyboard.press('Control+A');
  await page.keyboard.type(text);
}

async function follow(page: Page, entry: string) {
  await press(page, page.getByRole('banner').getByRole('button', { name: 'Profile' }), 'Shift+Tab');
  const list = page.getByRole('banner').getByRole('listitem');
  await press(page, list.getByText(entry, { exact: true }));
}

const saved = (page: Page, text: string) => page.locator('.Toastify__toast--success').filter({ hasText: text });

test.beforeEach(({ site }) => site.reset());

test('the whole way of a member needs no pointer', async ({ page, site }) => {
  const me = await newMember(site, { passwordHash: await hashPassword(password), organization: 'Dist Head' });
  await colleagues(site, 12, { state: 'Kerala', district: 'Kottayam', name: 'Gayatri Menon' });
  const main = page.getByRole('main');
  const dialog = page.getByRole('dialog');

  await page.goto('/', { waitUntil: 'networkidle' });
  await press(page, page.getByRole('banner').getByRole('link', { name: 'Login' }));
  await expect(dialog.getByLabel('Email', { exact: true })).toBeFocused();
  await page.keyboard.type(me.email);
  await replace(page, dialog.getByLabel('Password', { exact: true }), password);
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);

  await press(page, page.getByRole('banner').getByRole('link', { name: 'Directory' }));
  await expect(page.getByText('13 members')).toBeVisible();
  await pick(page, main.getByLabel('State', { exact: true }), 'Kerala');
  await expect(page.getByText('12 members')).toBeVisible();
  await press(page, main.getByRole('button', { name: 'Go to page 2' }));
  await expect(cards(page)).toHaveCount(2);
  // The focus moves to the top of the new page.
  await expect(page.getByText('12 members')).toBeFocused();
  await tabTo(page, cards(page).first().getByRole('link').first());
  await press(page, main.getByRole('button', { name: 'Reset' }), 'Shift+Tab');
  await expect(page.getByText('13 members')).toBeVisible();
  await tabTo(page, main.getByLabel('Search by name'), 'Shift+Tab');
  await page.keyboard.type('kavita');
  await expect(cards(page)).toHaveCount(1);

  await follow(page, 'My Profile');
  await expect(main.getByRole('heading', { name: 'My Profile' })).toBeVisible();
  await replace(page, main.getByLabel('Name of the Court'), 'High Court of Bombay');
  await pick(page, main.getByRole('combobox', { name: /^Contribution/ }), 'Legal');
  await tabTo(page, main.getByLabel('Hide my e-mail'));
  await page.keyboard.press('Space');
  await press(page, main.getByRole('button', { name: 'Update' }));
  await expect(saved(page, 'Your profile was updated.')).toBeVisible();
  const [row] = await site.database.select().from(members).where(eq(members.id, me.id));
  expect(row).toMatchObject({ court: 'High Court of Bombay', contribution: 'Legal Opinions', hideEmail: true });

  await follow(page, 'Change Password');
  await replace(page, main.getByLabel(/^Current Password/), password);
  await replace(page, main.getByLabel(/^New Password/), ownPassword);
  await press(page, main.getByRole('button', { name: 'Show new password' }));
  await expect(main.getByLabel(/^New Password/)).toHaveAttribute('type', 'text');
  await replace(page, main.getByLabel(/^Confirm Password/), ownPassword);
  await page.keyboard.press('Enter');
  await expect(saved(page, 'Password changed successfully')).toBeVisible();

  await follow(page, 'Logout');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
});
