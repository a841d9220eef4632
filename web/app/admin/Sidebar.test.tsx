import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { logout } from '#shared/contracts/auth.ts';
import { getWaiting } from '#shared/contracts/overview.ts';
import { getSession } from '#shared/contracts/sessions.ts';
import { answer } from '#web/testing/server.ts';
import { expectAccessible, show } from '#web/testing/show.tsx';
import { AccountMenu } from './AccountMenu.tsx';
import { Sidebar } from './Sidebar.tsx';

test('the sidebar groups the pages of one’s powers, and counts what waits on each', async () => {
  answer(getSession, 'lost');
  answer(getWaiting, {
    success: true,
    data: [
      { kind: 'payments', count: 1_208, since: null },
      { kind: 'online', count: 2, since: null },
      { kind: 'erasures', count: 0, since: null },
    ],
  });
  await show(<Sidebar />, { at: '/admin/Payments', as: 'admin', office: { powers: ['money'], states: [] } });
  const groups = page.getByRole('navigation').getByRole('heading');
  await expect.poll(() => groups.elements().map(({ textContent }) => textContent)).toEqual(['Work', 'Money']);
  const payments = page.getByRole('list', { name: 'Money' }).getByRole('link', { name: 'Payments 1,210 to check' });
  await expect.element(payments).toHaveAttribute('aria-current', 'page');
  await expectAccessible();
});

test('a page without an entry of its own marks the one that it is below', async () => {
  answer(getSession, 'lost');
  answer(getWaiting, { success: true, data: [] });
  await show(<Sidebar />, { at: '/admin/person/1', as: 'admin' });
  const current = page.getByRole('navigation').getByRole('link', { name: 'Directory' });
  await expect.element(current).toHaveAttribute('aria-current', 'true');
});

test('the avatar opens the administrator’s own pages and the logout, and Escape closes them', async () => {
  const left = answer(logout, { success: true, message: '' });
  await show(<AccountMenu />, { at: '/admin/Overview', as: 'admin' });
  const account = page.getByRole('button', { name: 'Account' });
  await account.click();
  await expect.element(page.getByRole('link', { name: 'Change Password' })).toBeVisible();
  await expectAccessible();
  await userEvent.keyboard('{Escape}');
  await expect.element(account).toHaveFocus();
  await expect.element(page.getByRole('link', { name: 'Security' })).not.toBeInTheDocument();
  await account.click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect.poll(() => left.length).toBe(1);
});
