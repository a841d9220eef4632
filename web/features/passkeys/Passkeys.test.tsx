import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { changeAdminPassword } from '#shared/contracts/administrators.ts';
import { askEmail } from '#shared/contracts/members.ts';
import {
  addPasskey,
  beginAddingPasskey,
  listPasskeys,
  type Passkey,
  removePasskey,
  renamePasskey,
} from '#shared/contracts/passkeys.ts';
import { disableSecondFactor, secondFactorState } from '#shared/contracts/second-factor.ts';
import { confirmSession } from '#shared/contracts/sessions.ts';
import { AppError } from '#shared/errors.ts';
import { messages } from '#shared/messages.ts';
import { passkeyTexts } from '#shared/passkeys.ts';
import { ConfirmIdentityDialog } from '#web/features/administrators/ConfirmIdentityDialog.tsx';
import { PasswordForm } from '#web/features/administrators/PasswordForm.tsx';
import { offerPasskeys } from '#web/features/auth/passkey-ceremonies.ts';
import { EmailDialog } from '#web/features/members/email/EmailDialog.tsx';
import { SecondFactor } from '#web/features/second-factor/SecondFactor.tsx';
import { begun, declines, waits, withPasskeys } from '#web/testing/passkeys.ts';
import { answer } from '#web/testing/server.ts';
import { button, expectAccessible, expectTouchSized, show } from '#web/testing/show.tsx';
import { Passkeys } from './Passkeys.tsx';

const { keyboard } = userEvent;
const dialog = page.getByRole('dialog').last();

const firstId = '0199a000-0000-7000-8000-000000000001';
const secondId = '0199a000-0000-7000-8000-000000000002';

const passkey = (values: Partial<Passkey> = {}): Passkey => ({
  id: firstId,
  name: 'Chrome on Android',
  addedAt: '2026-11-20T06:00:00.000Z',
  lastUsedAt: null,
  synced: false,
  usable: true,
  ...values,
});
const listed = (...data: Passkey[]) => answer(listPasskeys, { success: true, data });
const state = (passkeys: number, enabled = false) =>
  answer(secondFactorState, { success: true, enabled, required: false, recoveryCodesLeft: enabled ? 10 : 0, passkeys });
/** The fields of a proof, as the server gets it. */
const proof = { ceremony: 'ceremony 1', response: expect.objectContaining({ id: 'a-passkey' }) };

async function focus(name: string | RegExp) {
  await expect.element(button(name)).toBeVisible();
  (button(name).element() as HTMLElement).focus();
}

test('the list says what each is, and is added to, renamed and removed by keyboard', async () => {
  withPasskeys();
  listed(
    passkey({ lastUsedAt: '2026-11-21T06:00:00.000Z', synced: true }),
    passkey({ id: secondId, name: 'Old laptop with a name that is as long as it may be, of sixty', usable: false }),
  );
  answer(beginAddingPasskey, begun('adding'));
  const added = answer(addPasskey, { success: true, message: 'The passkey was added.', passkey: passkey() });
  const renamed = answer(renamePasskey, { success: true, message: 'The passkey was renamed.', passkey: passkey() });
  const removed = answer(removePasskey, { success: true, message: 'The passkey was removed.' });
  await show(<Passkeys />, { as: 'member' });
  await expect.element(page.getByText(/^Added .*2026, last used .*2026, copied between/)).toBeVisible();
  await expect.element(page.getByText(/It was made for an earlier address of this site/)).toBeVisible();
  await expectAccessible([1280, 768, 360]);
  await expectTouchSized();
  await focus('Add a passkey');
  await keyboard('{Enter}');
  await expect.element(page.getByText('The passkey was added.')).toBeVisible();
  expect(added[0]!.body).toMatchObject({ ceremony: 'adding', response: { id: 'a-passkey', type: 'public-key' } });

  await focus('Rename: Chrome on Android');
  await keyboard('{Enter}');
  await expect.element(dialog.getByLabelText('Name')).toHaveFocus();
  await keyboard('{Control>}a{/Control}{Delete}{Enter}');
  await expect.element(dialog.getByText(passkeyTexts.name)).toBeVisible();
  await expect.element(dialog.getByLabelText('Name')).toHaveFocus();
  await keyboard('My phone');
  await expect.element(dialog.getByLabelText('Name')).toHaveValue('My phone');
  await keyboard('{Enter}');
  await expect.poll(() => renamed.map(({ params, body }) => [params.id, body.name])).toEqual([[firstId, 'My phone']]);
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();

  await focus('Remove: Chrome on Android');
  await keyboard('{Enter}');
  await expect.element(dialog.getByRole('heading', { name: 'Remove this passkey?' })).toBeVisible();
  await expectAccessible();
  await keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(removed).toHaveLength(0);
  await focus('Remove: Chrome on Android');
  await keyboard('{Enter}');
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect.poll(() => removed.map(({ params }) => params.id)).toEqual([firstId]);
  // The next test looks for notices.
  await expect.element(page.getByText('The passkey was removed.')).toBeVisible();
});

test('an empty list, one that cannot be loaded, and a full one', async () => {
  withPasskeys({ create: declines });
  listed();
  answer(beginAddingPasskey, begun('adding'));
  const first = await show(<Passkeys />, { as: 'member' });
  await expect.element(page.getByText('You have no passkey yet.')).toBeVisible();
  // Closing the browser's dialog is no failure.
  await button('Add a passkey').click();
  await expect.element(button('Add a passkey')).toBeEnabled();
  await expect.element(page.getByText(messages.general.failed)).not.toBeInTheDocument();
  await expect.element(page.getByText(passkeyTexts.notAdded)).not.toBeInTheDocument();
  await first.end();
  answer(listPasskeys, 'lost');
  const error = vi.spyOn(console, 'error').mockReturnValue();
  const second = await show(<Passkeys />, { as: 'member' });
  await expect.element(button('Try again')).toBeVisible();
  error.mockRestore();
  await second.end();
  listed(...Array.from({ length: 10 }, (_, number) => passkey({ id: `id-${number}`, name: `Phone ${number}` })));
  await show(<Passkeys />, { as: 'member' });
  await expect.element(page.getByText(/These are as many as there can be/)).toBeVisible();
  await expect.element(button('Add a passkey')).not.toBeInTheDocument();
});

test('without passkeys in the browser nothing is shown of them, but what is there can be removed', async () => {
  listed();
  state(1);
  const first = await show(
    <>
      <Passkeys />
      <PasswordForm />
    </>,
    { as: 'admin' },
  );
  await expect.element(button('Update')).toBeVisible();
  await expect.element(page.getByText(/passkey/i)).not.toBeInTheDocument();
  await first.end();
  listed(passkey());
  await show(<Passkeys />, { as: 'member' });
  await expect.element(button('Remove: Chrome on Android')).toBeVisible();
  await expect.element(button('Add a passkey')).not.toBeInTheDocument();
});

test('who is asked who they are may use one, if they have one', async () => {
  withPasskeys();
  const confirmed = answer(confirmSession, { success: true, message: 'Confirmed.' });
  const closed = vi.fn();
  state(0);
  const first = await show(<ConfirmIdentityDialog onClose={closed} />, { as: 'member' });
  await expect.element(dialog.getByLabelText('Your Password', { exact: true })).toBeVisible();
  await expect.element(button('Use a passkey')).not.toBeInTheDocument();
  await first.end();
  state(1, true);
  await show(<ConfirmIdentityDialog onClose={closed} />, { as: 'member' });
  await expect.element(button('Use a passkey')).toBeVisible();
  await expectAccessible();
  await button('Use a passkey').click();
  await expect.poll(() => closed.mock.calls).toEqual([[true]]);
  expect(confirmed.map(({ body }) => body)).toEqual([expect.objectContaining(proof)]);
});

test('the password is changed with one, after the new one was checked', async () => {
  const { begins } = withPasskeys();
  state(1);
  const changed = answer(changeAdminPassword, { success: true, message: 'Changed.' });
  const next = 'eleven quiet rivers';
  await show(<PasswordForm />, { as: 'admin' });
  await button('Update with a passkey').click();
  await expect.element(page.getByText(messages.password.new, { exact: true })).toBeVisible();
  expect(begins).toHaveLength(0);
  await page.getByRole('textbox', { name: 'New Password', exact: true }).fill(next);
  await page.getByRole('textbox', { name: 'Confirm Password', exact: true }).fill(next);
  await expectAccessible();
  await button('Update with a passkey').click();
  await expect
    .poll(() => changed.map(({ body }) => body))
    .toEqual([{ newPassword: next, confirmPassword: next, ...proof }]);
});

test('another e-mail is asked for with one, and the second factor turned off', async () => {
  withPasskeys();
  state(1, true);
  const rows = answer(askEmail, { success: true, message: 'A link is on its way.' });
  const record = { email: 'kavita@example.org', emailBounced: null };
  const first = await show(<EmailDialog record={record} closeLabel="Cancel" onClose={() => {}} />, { as: 'member' });
  await button('Use a passkey instead').click();
  await expect.element(dialog.getByLabelText('New e-mail')).toHaveAttribute('aria-invalid', 'true');
  await expect.element(dialog.getByLabelText('Password')).not.toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabelText('New e-mail').fill('new@example.org');
  await expectAccessible();
  await button('Use a passkey instead').click();
  await expect.element(dialog.getByText('A link is on its way.')).toBeVisible();
  expect(rows.map(({ body }) => body)).toEqual([{ email: 'new@example.org', ...proof }]);
  await first.end();

  const off = answer(disableSecondFactor, { success: true, message: 'It is off.' });
  await show(<SecondFactor />, { as: 'member' });
  await button('Turn off').click();
  await button('Use a passkey instead').click();
  await expect.poll(() => off).toHaveLength(1);
  expect(off[0]!.body).toMatchObject({ ceremony: 'ceremony 2' });
});

test('what the field for the e-mail offers begins again before it ends, and ends with the page', async () => {
  const { asked, begins } = withPasskeys({ get: waits });
  await show(<input aria-label="Email" autoComplete="username webauthn" />);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  /** Waits for frames, while the clock stands still. */
  const until = async (isSo: () => boolean) => {
    for (let frames = 0; frames < 1_200 && !isSo(); frames += 1) {
      await new Promise(requestAnimationFrame);
      vi.advanceTimersByTime(0);
    }
    expect(isSo()).toBe(true);
  };
  try {
    const leaving = new AbortController();
    const answered = vi.fn();
    const offering = offerPasskeys('member', leaving.signal, answered);
    for (let round = 1; round <= 3; round += 1) {
      await until(() => asked.length === round);
      expect(asked.at(-1)).toMatchObject({ mediation: 'conditional' });
      vi.advanceTimersByTime(239_000);
      expect([asked.length, begins.length]).toEqual([round, round]);
      vi.advanceTimersByTime(1_000);
    }
    await until(() => asked.length === 4);
    leaving.abort();
    await offering;
    expect(begins).toHaveLength(4);
    expect(answered).not.toHaveBeenCalled();
  } finally {
    vi.useRealTimers();
  }
});

test('a refused one is told where it was asked for', async () => {
  withPasskeys();
  state(1, true);
  answer(confirmSession, new AppError('PASSKEY_REFUSED', passkeyTexts.notConfirmed));
  await show(<ConfirmIdentityDialog onClose={() => {}} />, { as: 'member' });
  await button('Use a passkey').click();
  await expect.element(page.getByText(passkeyTexts.notConfirmed).first()).toBeVisible();
  await expect.element(dialog).toBeVisible();
});
