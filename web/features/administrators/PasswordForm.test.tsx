import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { changeAdminPassword } from '#shared/contracts/administrators.ts';
import { AppError } from '#shared/errors.ts';
import { messages } from '#shared/messages.ts';
import { answer } from '#web/testing/server.ts';
import { expectAccessible, show } from '#web/testing/show.tsx';
import { PasswordForm } from './PasswordForm.tsx';

const labels = ['Current Password', 'New Password', 'Confirm Password'];
const field = (label: string) => page.getByRole('textbox', { name: label, exact: true });
const update = page.getByRole('button', { name: 'Update' });
const alert = (text: string) => page.getByRole('alert').filter({ hasText: text });

async function fill(...values: string[]) {
  for (const [at, label] of labels.entries()) await field(label).fill(values[at]!);
}

test('is validated, and shows a failure in an alert', async () => {
  const wrong = 'The current password is incorrect.';
  const calls = answer(changeAdminPassword, new AppError('WRONG_PASSWORD', wrong, { fields: { oldPassword: wrong } }));
  await show(<PasswordForm />, { as: 'admin' });
  await update.click();
  for (const message of [messages.password.old, messages.password.new, messages.password.confirm]) {
    await expect.element(page.getByText(message, { exact: true })).toBeVisible();
  }
  await expectAccessible();
  await fill('wrong', 'Peepal-garden-lamp-77', 'Peepal-garden-lamp-78');
  await update.click();
  await expect.element(page.getByText(messages.password.adminDiffer, { exact: true })).toBeVisible();
  await field('Confirm Password').fill('Peepal-garden-lamp-77');
  await expect.element(page.getByText(messages.password.adminDiffer, { exact: true })).not.toBeInTheDocument();
  expect(calls).toEqual([]);
  await update.click();
  await expect.element(alert(wrong)).toBeVisible();
  await expect.element(field('New Password')).toHaveValue('Peepal-garden-lamp-77');

  answer(changeAdminPassword, new AppError('INTERNAL', 'Something broke.'));
  await update.click();
  await expect.element(alert(messages.password.adminServerError)).toBeVisible();
});

test('says that the password was changed, and is then empty', async () => {
  answer(changeAdminPassword, { success: true, message: 'Your password was changed.' });
  await show(<PasswordForm />, { as: 'admin' });
  await fill('Banyan-tree-court-41', 'Peepal-garden-lamp-77', 'Peepal-garden-lamp-77');
  await update.click();
  await expect.element(alert('Your password was changed.')).toBeVisible();
  for (const label of labels) await expect.element(field(label)).toHaveValue('');
});

test('each field has its own button to show it', async () => {
  await show(<PasswordForm />, { as: 'admin' });
  for (const label of labels) {
    await expect.element(field(label)).toHaveAttribute('type', 'password');
    await page.getByRole('button', { name: `Show ${label.toLowerCase()}`, exact: true }).click();
    await expect.element(field(label)).toHaveAttribute('type', 'text');
  }
});
