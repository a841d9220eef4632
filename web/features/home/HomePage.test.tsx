import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { getHome, type MemberHome } from '#shared/contracts/home.ts';
import { AppError } from '#shared/errors.ts';
import { answer } from '#web/testing/server.ts';
import { expectAccessible, show } from '#web/testing/show.tsx';
import { Component } from './HomePage.tsx';

const home: MemberHome = {
  name: 'Kavita Deshmukh',
  memberNumber: 'AIP-M-000045',
  membership: 'lifetime member',
  waits: [],
  conference: null,
  verify: 'https://www.example.org/verify/abc',
};
const given = (values: Partial<MemberHome> = {}) => answer(getHome, { success: true, data: { ...home, ...values } });

test('what waits stands there with a button each', async () => {
  given({
    waits: [
      {
        kind: 'vote',
        title: 'President closes 2 Dec',
        until: '2026-12-02T12:00:00.000Z',
        label: 'Vote',
        path: '/Votes/1',
      },
      { kind: 'payment', title: 'Rs 1,000 due for 2026-27', until: null, label: 'Pay', path: '/Membership-status' },
    ],
  });
  await show(<Component />);
  await expect.element(page.getByRole('heading', { name: 'Welcome, Kavita Deshmukh' })).toBeVisible();
  await expect.element(page.getByText(/member · AIP-M-000045/)).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Vote President closes 2 Dec' }))
    .toHaveAttribute('href', '/Votes/1');
  await expect
    .element(page.getByRole('link', { name: 'Pay Rs 1,000 due for 2026-27' }))
    .toHaveAttribute('href', '/Membership-status');
  await expect.element(page.getByRole('img', { name: /^QR code/ })).toBeVisible();
  await expectAccessible();
});

test('it says so when nothing waits, and when the card is not valid', async () => {
  given({ verify: null });
  await show(<Component />);
  await expect.element(page.getByText('Nothing waits for you.')).toBeVisible();
  await expect.element(page.getByText(/^Your card is valid again/)).toBeVisible();
  await expect.element(page.getByRole('img')).not.toBeInTheDocument();
});

test('a failure can be tried again', async () => {
  answer(getHome, new AppError('INTERNAL', 'Something went wrong'));
  await show(<Component />);
  given();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText('Nothing waits for you.')).toBeVisible();
});
