import { expect } from '@playwright/test';
import { mailTemplates } from '#server/platform/mail/tables.ts';
import { enterOffice, expectSoundAtEachWidth, expectToast } from './office.ts';
import { test } from './site.ts';

test.beforeEach(({ site }) => site.reset());
test.afterEach(({ site }) => site.database.delete(mailTemplates));

test('a mail template is changed with variable buttons, previewed, and reset', async ({ page, site }) => {
  await enterOffice(page, site, '/admin/Settings?tab=mails');
  await expect(page.getByText('None has been changed.')).toBeVisible();
  await page.getByRole('button', { name: /^Credentials/ }).click();
  const text = page.getByRole('textbox', { name: 'Text' });
  const mail = page.frameLocator('iframe[title="The mail"]:visible');
  await expect(mail.getByText('Temporary password: abcd-efgh')).toBeVisible();
  // The content security policy blocks inline styles, so a script must have set them.
  await expect(mail.locator('.facts')).toHaveCSS('background-color', 'rgb(251, 250, 246)');
  await expectSoundAtEachWidth(page);

  await text.fill('Welcome, ');
  await page.getByRole('button', { name: '{{name}}' }).click();
  await expect(text).toHaveValue('Welcome, {{name}}');
  await expect(text).toBeFocused();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('form').getByText('The text has to keep {{temporaryPassword}}, {{link}}.')).toBeVisible();
  await page.getByRole('button', { name: '{{temporaryPassword}}' }).click();
  await page.getByRole('button', { name: '{{link}}' }).click();
  await expect(text).toHaveValue('Welcome, {{name}}\n\n{{temporaryPassword}}\n\n{{link}}');
  await expect(mail.getByText('Welcome, Asha Rao')).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'The text was saved. The next mail will have it.');

  await page.getByRole('button', { name: 'Back to the default' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Back to the default' }).click();
  await expect(text).toHaveValue(/^Dear \{\{name\}\},/);
  await expect(page.getByRole('button', { name: 'Back to the default' })).toHaveCount(0);
});
