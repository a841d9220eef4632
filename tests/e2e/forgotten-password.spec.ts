import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { hashPassword } from '#server/features/auth/password-hashing.ts';
import { memberToken, newMember } from '#tests/logins.ts';
import type { SmtpPeer } from '#tests/smtp.ts';
import { test } from './mail-site.ts';

const oldPassword = 'Neem-tree-bench-27';
const newPassword = 'Peepal-shade-court-9';

const dialog = (page: Page) => page.getByRole('dialog');
const press = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click();
const notice = (page: Page, kind: 'success' | 'error', text: string) =>
  page.locator(`.Toastify__toast--${kind}`).filter({ hasText: text });

async function openForgotten(page: Page) {
  await page.goto('/?login');
  await press(page, 'Forgot password?');
  await expect(dialog(page).getByRole('heading', { name: 'Forgot Password' })).toBeVisible();
}

async function fillReset(page: Page, otp: string, password: string, confirmation = password) {
  await dialog(page).getByLabel('OTP').fill(otp);
  await dialog(page).getByLabel('New Password', { exact: true }).fill(password);
  await dialog(page).getByLabel('Confirm New Password', { exact: true }).fill(confirmation);
  await press(page, 'Reset Password');
}

/** The code in the latest mail to that address. */
async function codeFor(peer: SmtpPeer, address: string, count = 1): Promise<string> {
  const mails = () => peer.received.filter(({ recipients, kind }) => recipients.includes(address) && kind === 'otp');
  await expect.poll(() => mails().length).toBe(count);
  const mail = mails().at(-1);
  expect(mail?.from).toBe('office@example.org');
  const code = /^OTP: (\d{6})$/m.exec(mail?.text ?? '')?.[1] ?? '';
  expect(code).not.toBe('');
  // Both parts of the mail have the same content.
  expect(mail?.html).toContain(code);
  return code;
}

const sessionOf = async (request: APIRequestContext, token: string) =>
  (await request.get('/api/Session', { headers: { authorization: `Bearer ${token}` } })).status();

test.beforeEach(async ({ site, peer }) => {
  await site.reset();
  peer.received.length = 0;
});

test('a forgotten password is replaced with the code from the mail, and every other device is logged out', async ({
  page,
  site,
  peer,
  browser,
}) => {
  const member = await newMember(site, { passwordHash: await hashPassword(oldPassword) });
  const elsewhere = await memberToken(site, member.id);
  const phone = await (await browser.newContext({ baseURL: site.url })).newPage();
  await phone.goto('/about');
  await phone.evaluate((token) => localStorage.setItem('token', token), elsewhere);
  await phone.goto('/Profile');
  await expect(phone.getByLabel('Full Name')).toBeVisible();

  await openForgotten(page);
  await press(page, 'Send OTP');
  await expect(dialog(page).getByText('Please enter Email id')).toBeVisible();
  await dialog(page).getByLabel('Registered Email').fill(member.email.toUpperCase());
  await press(page, 'Send OTP');
  await expect(notice(page, 'success', 'OTP')).toBeVisible();
  await expect(dialog(page).getByLabel('OTP')).toBeFocused();
  await expect(dialog(page).getByLabel('OTP')).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(dialog(page).getByLabel('New Password', { exact: true })).toHaveAttribute(
    'autocomplete',
    'new-password',
  );
  const otp = await codeFor(peer, member.email);

  // The server validates the form, and reports everything at once.
  await press(page, 'Reset Password');
  for (const message of [
    'Please enter the OTP',
    'Please enter your new password',
    'Please enter your confirm password',
  ]) {
    await expect(dialog(page).getByText(message, { exact: true })).toBeVisible();
  }
  await fillReset(page, otp, newPassword, `${newPassword}x`);
  await expect(dialog(page).getByText('Password does not match', { exact: true })).toBeVisible();
  await fillReset(page, otp, 'password1');
  await expect(dialog(page).getByLabel('New Password', { exact: true })).toHaveAttribute('aria-invalid', 'true');

  const wrong = otp === '000000' ? '111111' : '000000';
  await fillReset(page, wrong, newPassword);
  const refusal = 'This code is incorrect or no longer valid. Please check it, or ask for a new one.';
  await expect(notice(page, 'error', refusal)).toBeVisible();
  await expect(dialog(page).getByText(refusal)).toBeVisible();
  // The step and its input stay.
  await expect(dialog(page).getByLabel('New Password', { exact: true })).toHaveValue(newPassword);
  expect(await sessionOf(page.request, elsewhere)).toBe(200);

  await fillReset(page, otp, newPassword);
  await expect(dialog(page).getByRole('heading', { name: 'Member Login' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  expect(await sessionOf(page.request, elsewhere)).toBe(401);

  const logIn = async (password: string) => {
    await dialog(page).getByLabel('Email', { exact: true }).fill(member.email);
    await dialog(page).getByLabel('Password', { exact: true }).fill(password);
    await press(page, 'Login');
  };
  await logIn(oldPassword);
  await expect(dialog(page).getByRole('alert')).toContainText('The e-mail or the password is incorrect');
  await logIn(newPassword);
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByRole('banner').getByRole('button', { name: 'Profile' })).toBeVisible();

  // The other device shows the login over its page.
  await phone.getByRole('button', { name: 'Download my data' }).click();
  await expect(dialog(phone).getByText('Your session has ended.')).toBeVisible();
  await phone.context().close();
});
