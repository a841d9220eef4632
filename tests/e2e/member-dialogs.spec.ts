import { expect } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { hashPassword } from '#server/features/auth/password-hashing.ts';
import { pictureFile } from '#tests/factories/members.ts';
import { memberToken, newMember } from '#tests/logins.ts';
import { colleagues, enter, logIn, password } from './member.ts';
import { expectSound, failCalls, widths } from './office.ts';
import { test } from './site.ts';

test.beforeEach(({ site }) => site.reset());

for (const size of widths) {
  const onPhone = size.width < 600;
  test.describe(`at ${size.width} pixels`, () => {
    test.use({ viewport: size });

    test('the login dialog is sound in its three modes, with their messages', async ({ page }) => {
      await page.goto('/?login', { waitUntil: 'networkidle' });
      const dialog = page.getByRole('dialog', { name: /^(Member Login|Forgot Password)$/ });
      const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click();
      await expectSound(page);
      await press('Login');
      await expect(dialog.getByText('Please enter Password')).toBeVisible();
      await expectSound(page);
      await press('Forgot password?');
      await expectSound(page);
      await dialog.getByLabel('Registered Email').fill('nobody@example.org');
      await press('Send OTP');
      await expect(dialog.getByLabel('OTP')).toBeFocused();
      await press('Reset Password');
      await expect(dialog.getByText('Please enter the OTP')).toBeVisible();
      await expectSound(page);
    });

    test('the directory is sound, filtered, empty and failed, and so are its dropdowns', async ({ page, site }) => {
      const me = await newMember(site, { hideEntry: true });
      await colleagues(site, 11);
      await enter(page, await memberToken(site, me.id), '/directory');
      await expect(page.getByText('11 members')).toBeVisible();
      await expectSound(page);
      if (onPhone) {
        const button = page.getByRole('button', { name: 'Filters' });
        await button.click();
        const sheet = page.getByRole('dialog', { name: 'Filters' });
        await expect(sheet.getByRole('button', { name: 'Show 11 members' })).toBeVisible();
        await expectSound(page);
      }
      await page.getByLabel('Specialisation', { exact: true }).click();
      const menu = page.getByRole('listbox');
      await expectSound(page);
      // As wide as the specification says, or as its field where that is wider; never higher.
      const [field, list] = [
        await page.getByRole('combobox', { name: 'Specialisation' }).locator('..').boundingBox(),
        await page.locator('[role="presentation"]:popover-open').boundingBox(),
      ];
      expect(list?.width).toBeGreaterThanOrEqual(170);
      expect(list?.width).toBeLessThanOrEqual(Math.max(170, (field?.width ?? 0) + 1));
      expect(list?.height).toBeLessThanOrEqual(300);
      await menu.getByRole('option', { name: 'UAPA, 1967' }).click();
      if (onPhone) {
        await page.getByRole('button', { name: 'Show 0 members' }).click();
        await expect(page.getByRole('dialog')).toHaveCount(0);
        await expect(page.getByRole('button', { name: 'Filters (1)' })).toBeFocused();
      }
      await expect(page.getByText('No Active Directorys')).toBeVisible();
      await expectSound(page);
      await failCalls(page, /searchDirectory/, 'broken');
      await page.reload();
      await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
      await expect(page.locator('.Toastify__toast')).toHaveCount(0);
      await expectSound(page);
    });

    test('the profile is sound, and so is each of its dialogs', async ({ page, site }) => {
      test.setTimeout(120_000);
      const me = await newMember(site, { passwordHash: await hashPassword(password), organization: 'Others' });
      await enter(page, await memberToken(site, me.id), '/Profile');
      const dialog = page.getByRole('dialog');
      await expect(page.getByLabel('Full Name')).toBeVisible();
      await expectSound(page);

      const file = await pictureFile();
      await page
        .getByLabel('Profile picture file')
        .setInputFiles({ name: file.name, mimeType: file.type, buffer: Buffer.from(file.bytes) });
      await expect(dialog.getByRole('button', { name: 'Use this picture' })).toBeEnabled();
      await expectSound(page);
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);

      await page.getByRole('button', { name: /^Choose date/ }).click();
      await expect(dialog).toBeVisible();
      await expectSound(page);
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);

      await page.getByRole('combobox', { name: /^Specialisation/ }).click();
      await expectSound(page);
      await page.keyboard.press('Escape');

      await page.getByRole('button', { name: 'Ask for erasure' }).click();
      await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
      await expectSound(page);
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);

      await page.getByLabel('Full Name').fill('');
      await page.getByRole('button', { name: 'Update' }).click();
      await expect(page.getByText('Please enter Full Name', { exact: true })).toBeVisible();
      await expect(page.getByText('Please Enter Organization other Role', { exact: true })).toBeVisible();
      await expectSound(page);

      await page.getByLabel('Full Name').fill('Kavita D');
      await page.getByLabel('Organization Other Role').fill('Legal Remembrancer');
      await site.database.execute(sql`delete from sessions`);
      await page.getByRole('button', { name: 'Update' }).click();
      await expect(dialog.getByText('Your session has ended.')).toBeVisible();
      await expectSound(page);
      await logIn(page, me.email);
      await expect(page.locator('.Toastify__toast').filter({ hasText: 'Your profile was updated.' })).toBeVisible();
      await expectSound(page);
    });

    test('Change Password is sound, with the banner of a temporary password', async ({ page, site }) => {
      const me = await newMember(site, {
        passwordHash: await hashPassword(password),
        temporaryPasswordUntil: new Date(Date.now() + 86_400_000),
        mustChangePassword: true,
      });
      await page.goto('/?login');
      await logIn(page, me.email);
      await expect(page).toHaveURL(/\/ChangePassword$/);
      await page.getByLabel(/^New Password/).fill('tamarind');
      await page.getByRole('button', { name: 'Update' }).click();
      await expect(page.getByText('Please enter your old password', { exact: true })).toBeVisible();
      await expectSound(page);
    });
  });
}
