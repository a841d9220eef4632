import { expect, type Page } from '@playwright/test';
import { messages } from '#shared/messages.ts';
import { adminToken, newAdministrator } from '#tests/logins.ts';
import { waitForMail } from '#tests/mail.ts';
import { expectAccessible } from './accessible.ts';
import { enterOffice, expectToast } from './office.ts';
import { test } from './site.ts';

const address = '/admin/Administrators';
const row = (page: Page, email: string) => page.getByRole('row', { name: new RegExp(email) });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

test.beforeEach(({ site }) => site.reset());

test('invites somebody by mail, and again while the invitation is unused', async ({ page, site }) => {
  await enterOffice(page, site, address, { confirmed: true });
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  const form = dialog(page, 'Invite an administrator');
  await form.getByRole('button', { name: 'Invite' }).click();
  await expect(form.getByText(messages.adminLogin.email, { exact: true })).toBeVisible();
  await form.getByRole('textbox', { name: 'Email' }).fill('nobody');
  await form.getByRole('button', { name: 'Invite' }).click();
  await expect(form.getByText(messages.adminLogin.emailFormat, { exact: true })).toBeVisible();
  await form.getByRole('textbox', { name: 'Email' }).fill(site.admin.email);
  await form.getByRole('button', { name: 'Invite' }).click();
  await expect(form.getByText('There is already an administrator with this e-mail.')).toBeVisible();
  await form.getByRole('textbox', { name: 'Email' }).fill('clerk@example.org');
  await form.getByRole('button', { name: 'Invite' }).click();
  await expect(page.getByText('The invitation is on its way.')).toBeVisible();
  await expect(form).toBeHidden();
  await expect(row(page, 'clerk@example.org')).toContainText('Invited');
  const mail = await waitForMail(site, { to: 'clerk@example.org', kind: 'administrator-invitation' });
  expect(mail.text).toContain('Temporary password:');

  await page.getByRole('button', { name: 'Invite again: clerk@example.org' }).click();
  await dialog(page, 'Invite again?').getByRole('button', { name: 'Invite again' }).click();
  await expect(dialog(page, 'Invite again?')).toBeHidden();
  await expect(page.getByText('The invitation is being sent again.')).toBeVisible();
});

test('asks for the password before an invitation, over what is typed, and then no more', async ({ page, site }) => {
  await enterOffice(page, site, address);
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  const form = dialog(page, 'Invite an administrator');
  const question = dialog(page, 'Is it you?');
  const password = question.getByLabel('Your Password', { exact: true });
  await form.getByRole('textbox', { name: 'Email' }).fill('clerk@example.org');
  await form.getByRole('button', { name: 'Invite' }).click();
  await expect(password).toBeFocused();
  await page.keyboard.press('Escape');
  await expectToast(page, 'This was not done, because it needs your password.');
  await expect(form.getByRole('textbox', { name: 'Email' })).toHaveValue('clerk@example.org');

  await form.getByRole('button', { name: 'Invite' }).click();
  await password.fill('not the one');
  await page.keyboard.press('Enter');
  await expect(question.getByText('The current password is incorrect')).toBeVisible();
  await expectAccessible(page);
  await password.fill(site.admin.password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('The invitation is on its way.')).toBeVisible();
  await expect(question).toBeHidden();

  await page.getByRole('button', { name: 'Invite again: clerk@example.org' }).click();
  await dialog(page, 'Invite again?').getByRole('button', { name: 'Invite again' }).click();
  await expect(page.getByText('The invitation is being sent again.')).toBeVisible();
});

test('disables and enables after a question; a disabled one is logged out at once', async ({ page, site }) => {
  const other = await newAdministrator(site, { email: 'second@example.org', passwordHash: 'x' });
  const token = await adminToken(site, other.id);
  const stillIn = () => fetch(`${site.url}/api/Session`, { headers: { authorization: `Bearer ${token}` } });
  expect((await stillIn()).status).toBe(200);
  await enterOffice(page, site, address, { confirmed: true });
  await page.getByRole('button', { name: 'Disable second@example.org' }).click();
  await dialog(page, 'Disable this administrator?').getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Disable second@example.org' })).toBeFocused();
  expect((await stillIn()).status).toBe(200);
  await page.getByRole('button', { name: 'Disable second@example.org' }).click();
  await dialog(page, 'Disable this administrator?').getByRole('button', { name: 'Disable' }).click();
  await expect(row(page, 'second@example.org')).toContainText('Disabled');
  expect((await stillIn()).status).toBe(401);
  await page.getByRole('button', { name: 'Enable second@example.org' }).click();
  await dialog(page, 'Enable this administrator?').getByRole('button', { name: 'Enable' }).click();
  await expect(page.getByRole('button', { name: 'Disable second@example.org' })).toBeVisible();
});
