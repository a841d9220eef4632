import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { checkNow, listReady, mailCode, type ReadyCheckAnswer, typeMailCode } from '#shared/contracts/ready.ts';
import { AppError } from '#shared/errors.ts';
import { paths } from '#shared/paths.ts';
import { answer } from '#web/testing/server.ts';
import { button, expectAccessible, show } from '#web/testing/show.tsx';
import { Component as ReadyPage } from './ReadyPage.tsx';

const check = (values: Partial<ReadyCheckAnswer> = {}): ReadyCheckAnswer => ({
  id: 'mail',
  necessary: true,
  state: 'missing',
  found: 'No letter has been proved to arrive yet.',
  act: { text: 'Have a code mailed to you, and type it back', href: paths.admin.ready },
  checkedAt: '2026-11-29T06:30:00.000Z',
  putOffUntil: null,
  ...values,
});
const open = () => show(<ReadyPage />, { at: paths.admin.ready, as: 'admin' });

test('can be loaded again after a failure, and leads to what mends each check', async () => {
  answer(listReady, 'lost');
  await open();
  await expect.element(button('Try again')).toBeVisible();
  const backup = check({ id: 'backup', act: { text: 'The operator makes one', tell: 'npm run backup' } });
  const law = check({ id: 'law', act: { text: 'Name the Grievance Officer', href: paths.admin.settings } });
  answer(listReady, { success: true, data: [backup, law], ready: false });
  await button('Try again').click();
  await expect.element(page.getByRole('link', { name: 'Name the Grievance Officer' })).toBeVisible();
  await page.getByText('The operator makes one').click();
  await expect.element(page.getByText('npm run backup')).toBeVisible();
  await expectAccessible();
  answer(checkNow, new AppError('UNAVAILABLE', 'The check could not be made.'));
  await button('Check again: Backups').click();
  await expect.element(page.getByText('The check could not be made.')).toBeVisible();
});

test('a code is mailed to oneself and typed back', async () => {
  let isProved = false;
  answer(listReady, () => ({
    success: true as const,
    data: [check(isProved ? { state: 'ok', act: null } : {})],
    ready: isProved,
  }));
  const mailed = answer(mailCode, { success: true, message: 'A code was mailed to you.' });
  answer(typeMailCode, ({ body }) => {
    if (body.code !== '482913') return new AppError('VALIDATION', 'Wrong.', { fields: { code: 'This code is wrong' } });
    isProved = true;
    return { success: true as const, message: 'Letters arrive.' };
  });
  await open();
  await button('Have a code mailed to you, and type it back').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabelText('Code').fill('111111');
  await dialog.getByRole('button', { name: 'Prove' }).click();
  await expect.element(dialog.getByText('This code is wrong')).toBeVisible();
  await dialog.getByLabelText('Code').fill('482913');
  await dialog.getByRole('button', { name: 'Prove' }).click();
  await expect.element(page.getByText('Everything that is necessary is right.')).toBeVisible();
  expect(mailed).toHaveLength(1);
});
