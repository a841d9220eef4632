import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { changeMemberPassword } from '#shared/contracts/auth.ts';
import { secondFactorState } from '#shared/contracts/second-factor.ts';
import { getSession, listSessions } from '#shared/contracts/sessions.ts';
import { AppError } from '#shared/errors.ts';
import { messages } from '#shared/messages.ts';
import { beginSession } from '#web/lib/login/session.ts';
import { withPasskeys } from '#web/testing/passkeys.ts';
import { answer } from '#web/testing/server.ts';
import { expectAccessible, show } from '#web/testing/show.tsx';
import { Component as ChangePasswordPage } from './ChangePasswordPage.tsx';

const field = (label: string) => page.getByRole('textbox', { name: new RegExp(`^${label}`) });
const message = (words: string) => page.getByText(words, { exact: true });
const update = page.getByRole('button', { name: 'Update' });

beforeEach(() => {
  answer(getSession, { success: true, role: 'member', email: 'kavita@example.org', mustChangePassword: false });
  answer(listSessions, { success: true, data: [] });
});

test('after the first login only the new password is asked for, and later the temporary one too', async () => {
  beginSession('member_first', true);
  const calls = answer(
    changeMemberPassword,
    new AppError('VALIDATION', messages.password.old, { fields: { currentPassword: messages.password.old } }),
  );
  const { end } = await show(<ChangePasswordPage />, { at: '/ChangePassword' });
  await expect.element(field('New Password')).toBeVisible();
  await expect.element(field('Current Password')).not.toBeInTheDocument();
  await expectAccessible();
  await field('New Password').fill('Tamarind-window-63');
  await field('Confirm Password').fill('Tamarind-window-63');
  await update.click();
  await expect.element(field('Current Password')).toBeVisible();
  expect(calls).toMatchObject([{ body: { first: true, newPassword: 'Tamarind-window-63' } }]);
  await end();
});

test('is validated, keeps its input after a refusal, and is cleared after the change', async () => {
  const wrong = 'The current password is incorrect.';
  const calls = answer(
    changeMemberPassword,
    new AppError('WRONG_PASSWORD', wrong, { fields: { currentPassword: wrong } }),
  );
  await show(<ChangePasswordPage />, { at: '/ChangePassword', as: 'member' });
  await update.click();
  for (const words of [messages.password.old, messages.password.new, messages.password.confirm])
    await expect.element(message(words)).toBeVisible();
  await expectAccessible();
  await field('Current Password').fill('not the right one');
  await expect.element(message(messages.password.old)).not.toBeInTheDocument();
  await field('New Password').fill('Tamarind-window-63');
  await field('Confirm Password').fill('Tamarind-window-64');
  await update.click();
  await expect.element(message(messages.password.differ)).toBeVisible();
  expect(calls).toEqual([]);
  await field('Confirm Password').fill('Tamarind-window-63');
  await update.click();
  await expect.element(message(wrong).first()).toBeVisible();
  await expect.element(field('New Password')).toHaveValue('Tamarind-window-63');
  await page.getByRole('button', { name: 'Show current password' }).click();
  await expect.element(field('Current Password')).toHaveAttribute('type', 'text');
  await expectAccessible();

  const sent = answer(changeMemberPassword, { success: true, message: 'Your password was changed.' });
  await update.click();
  await expect.element(page.getByText('Your password was changed.')).toBeVisible();
  await expect.element(field('New Password')).toHaveValue('');
  expect(sent.map(({ body }) => body.newPassword)).toEqual(['Tamarind-window-63']);
});

test('who has forgotten the password sets another one with a passkey', async () => {
  const { begins } = withPasskeys();
  answer(secondFactorState, { success: true, enabled: false, required: false, recoveryCodesLeft: 0, passkeys: 1 });
  const sent = answer(changeMemberPassword, { success: true, message: 'Your password was changed.' });
  await show(<ChangePasswordPage />, { at: '/ChangePassword', as: 'member' });
  const byPasskey = page.getByRole('button', { name: 'Update with a passkey' });
  await field('New Password').fill('Tamarind-window-63');
  await field('Confirm Password').fill('Tamarind-window-64');
  await byPasskey.click();
  await expect.element(message(messages.password.differ)).toBeVisible();
  expect(begins).toEqual([]);
  await field('Confirm Password').fill('Tamarind-window-63');
  await expectAccessible([1280, 768, 360]);
  await byPasskey.click();
  await expect.element(page.getByText('Your password was changed.')).toBeVisible();
  expect(sent.map(({ body }) => body)).toEqual([
    {
      newPassword: 'Tamarind-window-63',
      confirmPassword: 'Tamarind-window-63',
      ceremony: 'ceremony 1',
      response: expect.objectContaining({ id: 'a-passkey' }),
    },
  ]);
});
