import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { getHome, type MemberHome } from '#shared/contracts/home.ts';
import type { Vote } from '#shared/contracts/votes.ts';
import { AppError } from '#shared/errors.ts';
import { unfinishedInput, unfinishedOf } from '#web/features/votes/waiting.ts';
import { answer } from '#web/testing/server.ts';
import { expectAccessible, show } from '#web/testing/show.tsx';
import { Component } from './HomePage.tsx';

const home: MemberHome = {
  name: 'Kavita Deshmukh',
  memberNumber: 'AIP-M-000045',
  membership: 'lifetime member',
  waits: [],
  owed: null,
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

test('a ballot that is on this device and not in the box still waits', async () => {
  const id = '4f9b0c0e-7d53-4a6b-9a55-0d3c0c9d8e11';
  const mine = { onRoll: true, reason: '', paperOn: '2026-11-25', objection: null, device: 'abc' };
  const vote = { id, title: 'President', state: 'open', mine } as Vote;
  expect(unfinishedInput()).toBeNull();
  localStorage.setItem(`vote:${id}:abc`, JSON.stringify({ vote: id, signature: 's', counter: 0 }));
  expect(unfinishedInput()).not.toBeNull();
  expect(unfinishedOf([vote, { ...vote, state: 'closed' }])).toEqual([vote]);
  localStorage.setItem(`vote:${id}:abc`, JSON.stringify({ vote: id, signature: 's', counter: 1, receipt: 'r' }));
  expect(unfinishedOf([vote])).toEqual([]);
  localStorage.clear();
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
