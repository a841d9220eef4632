import { expect } from '@playwright/test';
import { memberToken, newMember } from '#tests/logins.ts';
import { colleagues, enter } from './member.ts';
import { expectSound, failCalls, widths } from './office.ts';
import { test } from './site.ts';

test.beforeEach(({ site }) => site.reset());

for (const size of widths) {
  const onPhone = size.width < 600;
  test.describe(`at ${size.width} pixels`, () => {
    test.use({ viewport: size });

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
  });
}
