import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { loginAdmin } from '#shared/contracts/auth.ts';
import { AppError } from '#shared/errors.ts';
import { messages } from '#shared/messages.ts';
import { getSession } from '#web/lib/login/session.ts';
import { answer } from '#web/testing/server.ts';
import { expectAccessible, show } from '#web/testing/show.tsx';
import { Component as LoginPage } from './LoginPage.tsx';

const text = messages.adminLogin;
const email = page.getByRole('textbox', { name: 'Email' });
const password = page.getByLabelText('Password', { exact: true });
const enter = page.getByRole('button', { name: 'Login in' });

test('shows missing and wrong values at their fields', async () => {
  answer(loginAdmin, new AppError('LOGIN_FAILED', 'The e-mail or the password is incorrect.'));
  await show(<LoginPage />);
  await expectAccessible();
  await enter.click();
  await expect.element(page.getByText(text.email, { exact: true })).toBeVisible();
  await expect.element(page.getByText(text.password, { exact: true })).toBeVisible();
  await expectAccessible();
  await email.fill('office');
  await password.fill('some words');
  await expect.element(page.getByText(text.email, { exact: true })).not.toBeInTheDocument();
  await enter.click();
  // At the field, and as a notice.
  await expect.element(page.getByText(text.emailFormat, { exact: true }).first()).toBeVisible();
});

test('shows and hides the password', async () => {
  await show(<LoginPage />);
  await password.fill('secret');
  await expect.element(password).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show typed characters' }).click();
  await expect.element(password).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Show typed characters' }).click();
  await expect.element(password).toHaveAttribute('type', 'password');
});

test('shows the server’s message, and keeps its input', async () => {
  answer(loginAdmin, new AppError('LOGIN_FAILED', 'The e-mail or the password is incorrect.'));
  await show(<LoginPage />);
  await email.fill('office@example.org');
  await password.fill('not the password');
  await enter.click();
  await expect.element(page.getByText('The e-mail or the password is incorrect.').first()).toBeVisible();
  await expect.element(email).toHaveValue('office@example.org');
  expect(getSession()).toBeNull();
});
