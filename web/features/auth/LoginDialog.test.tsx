import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { loginMember, resetPassword, sendOtp } from '#shared/contracts/auth.ts';
import { AppError } from '#shared/errors.ts';
import { messages } from '#shared/messages.ts';
import { answer } from '#web/testing/server.ts';
import { expectAccessible, show } from '#web/testing/show.tsx';
import { LoginDialog } from './LoginDialog.tsx';

const dialog = page.getByRole('dialog', { name: /^(Member Login|Forgot Password)$/ });
const field = (label: string) => dialog.getByLabelText(label, { exact: true });
const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click();
const message = (words: string) => dialog.getByText(words, { exact: true });

/** A link that opens the dialog, as a document's script does. */
function LoginLink() {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <a
        href="/?login"
        onClick={(event) => {
          event.preventDefault();
          setOpen(true);
        }}
      >
        Login
      </a>
      {open && <LoginDialog area="member" again={false} onLoggedIn={close} onClose={close} />}
    </>
  );
}

async function open() {
  await page.getByRole('link', { name: 'Login', exact: true }).click();
  await expect.element(dialog).toBeVisible();
}

test('asks for both fields at once, says why a login failed, and forgets everything when closed', async () => {
  await show(<LoginLink />);
  await open();
  await expectAccessible();
  await expect.element(field('Email')).toHaveFocus();
  await press('Login');
  await expect.element(message(messages.login.email)).toBeVisible();
  await expect.element(message(messages.login.password)).toBeVisible();
  await expect.element(field('Email')).toHaveFocus();
  await expectAccessible();
  await field('Email').fill('x');
  await expect.element(message(messages.login.email)).not.toBeInTheDocument();
  await expect.element(message(messages.login.password)).toBeVisible();

  answer(loginMember, new AppError('LOGIN_FAILED', 'The e-mail or the password is incorrect.'));
  await field('Email').fill('kavita@example.org');
  await field('Password').fill('wrong-password');
  await press('Login');
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('The e-mail or the password is incorrect.');
  // The fields were disabled meanwhile, which takes the focus from the button.
  await expect.element(dialog.getByRole('button', { name: 'Login', exact: true })).toHaveFocus();

  await press('Forgot password?');
  await expect.element(dialog.getByRole('heading', { name: 'Forgot Password' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await open();
  await expect.element(dialog.getByRole('heading', { name: 'Member Login' })).toBeVisible();
  await expect.element(field('Email')).toHaveValue('');
  await expect.element(field('Password')).toHaveValue('');
  await userEvent.keyboard('{Escape}');
});

test('sends a code, and asks for it and a new password', async () => {
  const sent = answer(sendOtp, { success: true, message: 'A code is on its way.' });
  const reset = answer(resetPassword, { success: true, message: 'Your password was changed.' });
  await show(<LoginLink />);
  await open();
  await press('Forgot password?');
  await expect.element(field('Registered Email')).toHaveFocus();
  await expectAccessible();
  await field('Registered Email').fill('nobody@example.org');
  await press('Send OTP');
  await expect.element(field('OTP')).toHaveFocus();
  expect(sent.map(({ body }) => body.email)).toEqual(['nobody@example.org']);
  await expect.element(dialog.getByText(/^If nobody@example\.org belongs to a member/)).toBeVisible();
  await expect.element(field('OTP')).toHaveAttribute('autocomplete', 'one-time-code');
  await expect.element(field('New Password')).toHaveAttribute('autocomplete', 'new-password');
  await press('Reset Password');
  await expect.element(message('Please enter the OTP')).toBeVisible();
  await expect.element(message(messages.password.new)).toBeVisible();
  await expectAccessible();
  expect(reset).toEqual([]);

  const refusal = 'This code is incorrect or no longer valid.';
  answer(resetPassword, new AppError('WRONG_CODE', refusal, { fields: { otp: refusal } }));
  await field('OTP').fill('123456');
  for (const label of ['New Password', 'Confirm New Password']) await field(label).fill('Peepal-shade-court-9');
  await press('Reset Password');
  await expect.element(dialog.getByText(refusal).first()).toBeVisible();
  await expect.element(field('New Password')).toHaveValue('Peepal-shade-court-9');
  await press('Send another code');
  await expect.element(field('Registered Email')).toHaveValue('nobody@example.org');
  await press('Back to login');
  await expect.element(dialog.getByRole('heading', { name: 'Member Login' })).toBeVisible();
  await press('Close');
  await expect.element(dialog).not.toBeInTheDocument();
});

test('a failed login is told over the dialog, Alt+T leads to the notice, and closing gives the focus back', async () => {
  await show(<LoginLink />);
  const text = 'The e-mail or the password is incorrect.';
  answer(loginMember, new AppError('LOGIN_FAILED', text));
  const link = page.getByRole('link', { name: 'Login' });
  await link.click();
  await dialog.getByLabelText('Email', { exact: true }).fill('nobody@example.org');
  await dialog.getByLabelText('Password', { exact: true }).fill('wrong-password');
  await dialog.getByRole('button', { name: 'Login', exact: true }).click();
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(text);
  const notice = page.getByRole('region', { name: /^Notifications/ }).getByRole('alert');
  await expect.element(notice).toHaveTextContent(text);
  await expect.element(notice).toBeInViewport();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await userEvent.keyboard('{Alt>}t{/Alt}');
  await expect.element(notice).toHaveFocus();
  (link.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(link).toHaveFocus();
});

test.each([640, 800])('on a phone of %i px the notice of a failed login covers no field or button', async (height) => {
  const text = 'The e-mail or the password is incorrect.';
  answer(loginMember, new AppError('LOGIN_FAILED', text));
  await page.viewport(360, height);
  await show(<LoginDialog area="member" again={false} onLoggedIn={() => {}} onClose={() => {}} />);
  await dialog.getByLabelText('Email', { exact: true }).fill('nobody@example.org');
  await dialog.getByLabelText('Password', { exact: true }).fill('wrong-password');
  await dialog.getByRole('button', { name: 'Login', exact: true }).click();
  await expect
    .poll(() => [...document.querySelectorAll('.Toastify__toast')].map(({ textContent }) => textContent))
    .toEqual([text]);
  const covered = () => {
    const notice = [...document.querySelectorAll('.Toastify__toast')][0]!.getBoundingClientRect();
    return [...dialog.element().querySelectorAll('input, button, a')]
      .filter((part) => {
        const { top, bottom } = part.getBoundingClientRect();
        return bottom > notice.top && top < notice.bottom;
      })
      .map((part) => part.textContent);
  };
  await expect.poll(covered).toEqual([]);
});
