import { expect } from '@playwright/test';
import { hashPassword } from '#server/features/auth/password-hashing.ts';
import { memberToken, newMember } from '#tests/logins.ts';
import { expectAccessible } from './accessible.ts';
import { enter, password } from './member.ts';
import { test } from './site.ts';

test.beforeEach(({ site }) => site.reset());

test.describe('change password', () => {
  test('messages, toggles, and a new password that works', async ({ page, site }) => {
    const me = await newMember(site, { passwordHash: await hashPassword(password) });
    await enter(page, await memberToken(site, me.id), '/ChangePassword');
    const update = page.getByRole('button', { name: 'Update' });
    await update.click();
    for (const message of [
      'Please enter your old password',
      'Please enter your new password',
      'Please enter your confirm password',
    ]) {
      await expect(page.getByText(message, { exact: true })).toBeVisible();
    }
    await page.getByLabel(/^Current Password/).fill('not the right one');
    await expect(page.getByText('Please enter your old password')).toBeHidden();
    await page.getByLabel(/^New Password/).fill('Tamarind-window-63');
    await page.getByLabel(/^Confirm Password/).fill('Tamarind-window-64');
    await update.click();
    await expect(page.getByText('Password does not match', { exact: true })).toBeVisible();
    await page.getByLabel(/^Confirm Password/).fill('Tamarind-window-63');
    await update.click();
    await expect(page.locator('.Toastify__toast--error')).toBeVisible();
    await expect(page.getByLabel(/^New Password/)).toHaveValue('Tamarind-window-63');
    await page.getByRole('button', { name: 'Show current password' }).click();
    await expect(page.getByLabel(/^Current Password/)).toHaveAttribute('type', 'text');
    await expectAccessible(page);
    await page.getByLabel(/^Current Password/).fill(password);
    await update.click();
    await expect(page.locator('.Toastify__toast--success')).toBeVisible();
    await expect(page.getByLabel(/^New Password/)).toHaveValue('');
    const login = await page.request.post('/api/Directory/Login', {
      data: { email: me.email, password: 'Tamarind-window-63' },
    });
    expect(login.ok()).toBe(true);
  });
});
