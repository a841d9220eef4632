import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { listAdministrators } from '#shared/contracts/administrators.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  disableSecondFactor,
  renewRecoveryCodes,
  requireSecondFactor,
  secondFactorState,
} from '#shared/contracts/second-factor.ts';
import { AppError } from '#shared/errors.ts';
import { administrator } from '#web/testing/records.ts';
import { answer } from '#web/testing/server.ts';
import { button, expectAccessible, show } from '#web/testing/show.tsx';
import { RequireSecondFactor } from './RequireSecondFactor.tsx';
import { SecondFactor } from './SecondFactor.tsx';

const dialog = page.getByRole('dialog').last();
const password = dialog.getByLabelText('Your Password', { exact: true });
const recoveryCodes = Array.from({ length: 10 }, (_, number) => `code-${number}`);
const { keyboard } = userEvent;

const serve = ({ enabled = false, required = false, recoveryCodesLeft = 10 }) =>
  answer(secondFactorState, { success: true, enabled, required, recoveryCodesLeft, passkeys: 0 });
async function focus(name: string) {
  await expect.element(button(name)).toBeVisible();
  (button(name).element() as HTMLElement).focus();
}
const shownCodes = () =>
  dialog
    .getByRole('list', { name: 'Recovery codes' })
    .getByRole('listitem')
    .elements()
    .map(({ textContent }) => textContent);

test('is turned on with the keyboard alone', async () => {
  serve({});
  const rows = answer(beginSecondFactor, {
    success: true,
    secret: 'ABCDEFGH',
    uri: 'otpauth://totp/a?secret=ABCDEFGH',
  });
  const confirmed = answer(confirmSecondFactor, { success: true, message: 'It is on.', recoveryCodes });
  await show(<SecondFactor />, { as: 'member' });
  await focus('Turn on');
  await keyboard('{Enter}');
  await expect.element(password).toHaveFocus();
  await keyboard('my own{Enter}');
  await expect.element(dialog.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  await expect.element(dialog.getByText('ABCD EFGH')).toBeVisible();
  await expectAccessible();
  // The dialog itself has the focus, so that its steps are read out first.
  const code = dialog.getByLabelText(/^Code from the App/);
  for (let steps = 0; steps < 5 && document.activeElement !== code.element(); steps += 1) await keyboard('{Tab}');
  await keyboard('123456{Enter}');
  await expect.poll(shownCodes).toEqual(recoveryCodes);
  await expectAccessible();
  expect([rows[0]!.body, confirmed[0]!.body]).toEqual([{ password: 'my own' }, { code: '123456' }]);
  serve({ enabled: true });
  (dialog.getByRole('checkbox', { name: 'I have kept these codes' }).element() as HTMLElement).focus();
  await keyboard(' {Tab}{Enter}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(page.getByText('10 recovery codes left')).toBeVisible();
  await expectAccessible();
});

test('gets new recovery codes for the password and a code', async () => {
  serve({ enabled: true, recoveryCodesLeft: 3 });
  const calls = answer(renewRecoveryCodes, { success: true, message: 'They are new.', recoveryCodes });
  await show(<SecondFactor />, { as: 'member' });
  await expect.element(page.getByText('3 recovery codes left; please make new ones')).toBeVisible();
  await button('New recovery codes').click();
  await password.fill('my own');
  await dialog.getByLabelText(/^Code/).fill('code-0');
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Make new codes' }).click();
  await expect.poll(shownCodes).toEqual(recoveryCodes);
  expect(calls.map(({ body }) => body)).toEqual([{ password: 'my own', code: 'code-0' }]);
  await dialog.getByRole('checkbox', { name: 'I have kept these codes' }).click();
  serve({ enabled: true });
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect.element(page.getByText('10 recovery codes left')).toBeVisible();
});

test('is turned off with both, by keyboard, unless the association requires it', async () => {
  serve({ enabled: true });
  const { end } = await show(<SecondFactor />, { as: 'admin' });
  await focus('Turn off');
  await keyboard('{Enter}');
  await expect.element(password).toHaveFocus();
  await keyboard('wrong{Enter}');
  await expect.element(dialog.getByText('Please enter the code from the app')).toBeVisible();
  const text = 'The current password is incorrect';
  answer(disableSecondFactor, new AppError('VALIDATION', text, { fields: { password: text } }));
  await dialog.getByLabelText(/^Code/).fill('code-1');
  await keyboard('{Enter}');
  await expect.element(dialog.getByText(text)).toBeVisible();
  await expectAccessible();
  await password.fill('my own');
  answer(disableSecondFactor, { success: true, message: 'It is off.' });
  serve({});
  await keyboard('{Enter}');
  await expect.element(button('Turn on')).toBeVisible();
  await end();
  serve({ enabled: true, required: true });
  await show(<SecondFactor />, { as: 'admin' });
  await expect.element(page.getByText('The association requires it of every administrator.')).toBeVisible();
  await expect.element(button('Turn off')).not.toBeInTheDocument();
});

test('is required of administrators by one who has it, and no longer', async () => {
  answer(listAdministrators, { success: true, data: [administrator(2, { email: 'colleague@example.org' })] });
  serve({});
  const { end } = await show(<RequireSecondFactor />, { as: 'admin' });
  await expect.element(page.getByText('Not set up yet: colleague@example.org.')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'set up your own second factor' })).toBeVisible();
  await expect.element(page.getByRole('button')).not.toBeInTheDocument();
  await expectAccessible();
  await end();
  serve({ enabled: true });
  const calls = answer(requireSecondFactor, { success: true, message: 'It is saved.' });
  await show(<RequireSecondFactor />, { as: 'admin' });
  await focus('Require it');
  await keyboard('{Enter}');
  await expect.element(dialog).toBeVisible();
  await expectAccessible();
  serve({ enabled: true, required: true });
  await keyboard('{Tab}{Enter}');
  await expect.element(page.getByText('Required', { exact: true })).toBeVisible();
  await expectAccessible();
  await button('No longer require it').click();
  serve({ enabled: true });
  await dialog.getByRole('button', { name: 'No longer require it' }).click();
  await expect.element(page.getByText('Not required', { exact: true })).toBeVisible();
  expect(calls.map(({ body }) => body.required)).toEqual([true, false]);
});
