import { expect } from '@playwright/test';
import { paths } from '#shared/paths.ts';
import { memberFactory } from '#tests/factories/members.ts';
import { memberToken } from '#tests/logins.ts';
import { mailsOf } from '#tests/mail.ts';
import { expectAccessible } from './accessible.ts';
import { enterOffice, expectSoundAtEachWidth, expectToast } from './office.ts';
import { test } from './site.ts';

test.beforeEach(({ site }) => site.reset());

test('a circular is written, sent and followed by the office, read by a member, and ended from its mail without scripts', async ({
  page,
  site,
  browser,
}) => {
  const asha = await memberFactory(site, { name: 'Asha Rao', state: 'Kerala', email: 'asha.circular@example.org' });
  await memberFactory(site, { name: 'Dev Naik', state: 'Goa' });
  await enterOffice(page, site, paths.admin.letters, { confirmed: true });
  const main = page.getByRole('main');
  await expect(main.getByText('No letters yet.')).toBeVisible();
  await main.getByRole('link', { name: 'Write a letter' }).click();
  await expect(main.getByText('2 members')).toBeVisible();
  await main.getByRole('button', { name: 'Send…' }).last().click();
  await expect(main.getByText('Please enter the title')).toBeVisible();
  await main.getByLabel('Title').fill('Court hours');
  await main.getByRole('textbox', { name: 'Text' }).click();
  // Marks that somebody knows become what they mean; nobody has to know them.
  await page.keyboard.type('From **Monday** on.');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Kochi');
  await main.getByRole('button', { name: 'List', exact: true }).click();
  await page.keyboard.press('Enter');
  await page.keyboard.type('Thrissur');
  await expect(main.getByRole('textbox', { name: 'Text' }).locator('strong')).toHaveText('Monday');
  await expect(main.getByRole('textbox', { name: 'Text' })).not.toContainText('**');
  await main.getByLabel('State', { exact: true }).fill('Kera');
  await page.getByRole('option', { name: 'Kerala' }).click();
  await expect(main.getByText('1 member', { exact: true })).toBeVisible();
  // So that the header covers no half of a field.
  await page.evaluate('scrollTo(0, 0)');
  await expectSoundAtEachWidth(page);
  await main.getByRole('button', { name: 'Send…' }).last().click();
  const dialog = page.getByRole('dialog', { name: 'Send this circular?' });
  await expect(dialog.getByText('It goes to 1 member')).toBeVisible();
  await dialog.getByRole('button', { name: 'Send now' }).click();
  await expectToast(page, 'is being sent.');
  await expect(main.getByRole('row', { name: /Asha Rao/ }).getByText('Sent')).toBeVisible();
  await expectSoundAtEachWidth(page);

  const reader = await browser.newContext({ baseURL: new URL(page.url()).origin, javaScriptEnabled: true });
  const result = await reader.newPage();
  const token = await memberToken(site, asha.id);
  await result.addInitScript((text) => localStorage.setItem('token', text), token);
  await result.goto(paths.circulars);
  await result.getByRole('button', { name: /New.*Court hours/ }).click();
  await expect(result.getByRole('dialog').getByText('Thrissur')).toBeVisible();
  await expectAccessible(result);
  await result.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(result.getByRole('button', { name: /Court hours/ })).not.toContainText('New');
  await reader.close();
  await page.reload();
  await expect(main.locator('dl').getByText('Read').locator('..')).toContainText('1');

  const [mail] = await mailsOf(site, { kind: 'circular', to: asha.email });
  const link = /https?:\/\/\S+(\/unsubscribe\/[\w-]+)/.exec(mail!.text)![1]!;
  const plain = await browser.newContext({ baseURL: new URL(page.url()).origin, javaScriptEnabled: false });
  const leaving = await plain.newPage();
  await leaving.goto(link);
  await leaving.getByRole('button', { name: 'Yes, no more circulars' }).click();
  await expect(leaving.getByRole('heading', { level: 1 })).toHaveText('You will receive no more circulars by e-mail');
  await plain.close();
});
