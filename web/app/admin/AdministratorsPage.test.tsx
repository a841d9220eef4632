import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { type Administrator, listAdministrators, setAdministratorDisabled } from '#shared/contracts/administrators.ts';
import { AppError } from '#shared/errors.ts';
import { administrator } from '#web/testing/records.ts';
import { answer } from '#web/testing/server.ts';
import { expectAccessible, show } from '#web/testing/show.tsx';
import { Component as AdministratorsPage } from './AdministratorsPage.tsx';

const me = administrator(1, { email: 'me@example.org', you: true });
const second = administrator(2, { email: 'second@example.org', lastLoginAt: '2026-11-01T05:30:00.000Z' });

const row = (email: string) => page.getByRole('row', { name: new RegExp(email) });
const listed = (...data: Administrator[]) => answer(listAdministrators, { success: true, data });
const open = (at = '/admin/Administrators') => show(<AdministratorsPage />, { at, as: 'admin' });
const first = () => page.getByRole('row').elements()[1]?.textContent ?? '';

test('lists the administrators with their powers and reach, and marks your own entry', async () => {
  listed(me, second, administrator(3, { powers: ['members'], states: ['Kerala'], sees: 12, invited: true }));
  await open();
  await expect.element(row('me@example.org').getByText('This is you')).toBeVisible();
  // Administrators cannot take away their own powers.
  expect(row('me@example.org').getByRole('button').elements()).toHaveLength(0);
  await expect.element(row('second@example.org').getByText('1 Nov 2026, 11:00 am')).toBeVisible();
  await expect.element(row('second@example.org').getByText('sees 214 members of all India')).toBeVisible();
  await expect.element(row('office3@example.org').getByText('sees 12 members of Kerala')).toBeVisible();
  await expect.element(row('office3@example.org').getByText('Invited')).toBeVisible();
  await expectAccessible();
});

test('keeps its order in the address, and reads it from there', async () => {
  listed(administrator(5), administrator(4), administrator(6));
  const { path, end } = await open();
  const head = page.getByRole('columnheader', { name: /^E-mail/ });
  await head.getByRole('button').click();
  await expect.poll(first).toMatch(/office4/);
  await head.getByRole('button').click();
  await expect.poll(path).toBe('/admin/Administrators?sort=-email');
  await expect.poll(first).toMatch(/office6/);
  await end();
  await open('/admin/Administrators?sort=-email');
  await expect.poll(first).toMatch(/office6/);
  await expect.element(head).toHaveAttribute('aria-sort', 'descending');
});

test('shows a failure of the list or of an action', async () => {
  answer(listAdministrators, 'lost');
  await open();
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  listed(me, second);
  await page.getByRole('button', { name: 'Try again' }).click();
  const disable = async () => {
    await page.getByRole('button', { name: 'Disable second@example.org' }).click();
    const question = page.getByRole('dialog', { name: 'Disable this administrator?' });
    await question.getByRole('button', { name: 'Disable' }).click();
    await expect.element(question).not.toBeInTheDocument();
  };
  answer(setAdministratorDisabled, 'lost');
  await disable();
  await expect.element(page.getByText(/^The server could not be reached/).first()).toBeVisible();
  answer(setAdministratorDisabled, new AppError('NOT_FOUND', 'There is no such administrator.'));
  await disable();
  await expect.element(page.getByText('There is no such administrator.')).toBeVisible();
  await expect.element(row('second@example.org').getByText('Active')).toBeVisible();
});
