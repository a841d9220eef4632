import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { listOnlinePayments, type OnlinePayment, settleOnline } from '#shared/contracts/online.ts';
import { answer } from '#web/testing/server.ts';
import { expectAccessible, show } from '#web/testing/show.tsx';
import { OnlinePayments } from './OnlinePayments.tsx';

const second: OnlinePayment = {
  id: '4f9b0c0e-7d53-4a6b-9a55-0d3c0c9d8e11',
  state: 'toLook',
  reason: 'It is a second payment with the same link.',
  amount: 1_000,
  at: '2026-11-20T06:30:00.000Z',
  gateway: { paymentId: 'pay_29QQoUBi66xm2f', method: 'netbanking', fee: 23.6, tax: 3.6 },
  payment: null,
  ways: ['refund', 'excess'],
};
const onePage = { currentPage: 1, totalPages: 1, totalCount: 1, pageSize: 10 };

test('a payment that was not booked by itself says why, and is sent back after a question', async () => {
  answer(listOnlinePayments, { success: true, data: [second], pagination: onePage });
  show(<OnlinePayments />);
  await expect.element(page.getByText('It is a second payment with the same link.')).toBeVisible();
  await expectAccessible();
  await page.getByRole('button', { name: /^Send it back/ }).click();
  await expect.element(page.getByText(/goes back the way it came/)).toBeVisible();
  const sent = answer(settleOnline, {
    success: true,
    message: 'The payment is being sent back.',
    online: { ...second, state: 'refunding', ways: [] },
  });
  answer(listOnlinePayments, { success: true, data: [], pagination: { ...onePage, totalCount: 0, totalPages: 0 } });
  await page.getByRole('dialog').getByRole('button', { name: 'Send it back' }).click();
  await expect.element(page.getByText('Every online payment has been received.')).toBeVisible();
  expect(sent.map(({ body }) => body)).toEqual([{ id: second.id, as: 'refund' }]);
});
