import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { payOnline } from '#shared/contracts/online.ts';
import { AppError } from '#shared/errors.ts';
import { messages } from '#shared/messages.ts';
import { setTransport } from '#web/lib/calls/api.ts';
import { answer } from '#web/testing/server.ts';
import { expectAccessible, show } from '#web/testing/show.tsx';
import { PayOnline } from './PayOnline.tsx';

const paymentId = '4f9b0c0e-7d53-4a6b-9a55-0d3c0c9d8e11';

test('leads to the gateway’s page, once for two presses', async () => {
  const left: string[] = [];
  const rows = answer(payOnline, { success: true, url: 'https://rzp.io/i/abc' });
  show(<PayOnline paymentId={paymentId} amount={25_000} leave={(url) => left.push(url)} />);
  const button = page.getByRole('button', { name: 'Pay ₹ 25,000 online' });
  await expect.element(button).toBeVisible();
  await expectAccessible();
  await button.dblClick();
  await expect.poll(() => left).toEqual(['https://rzp.io/i/abc']);
  await expect.element(page.getByRole('button', { name: 'Opening the payment page …' })).toBeDisabled();
  expect(rows).toHaveLength(1);
});

test('asks as a visitor where a payment is anybody’s to make, also with a session', async () => {
  const rows: (string | undefined)[] = [];
  setTransport(async ({ headers }) => {
    rows.push(headers.authorization);
    throw new Error('no server');
  });
  show(<PayOnline paymentId={paymentId} amount={1_000} link="" />, { as: 'member' });
  await page.getByRole('button', { name: 'Pay ₹ 1,000 online' }).click();
  await expect.poll(() => rows).toEqual([undefined]);
});

test('says so when it is not available, and can be pressed again', async () => {
  answer(payOnline, new AppError('ONLINE_UNAVAILABLE', messages.payment.onlineUnavailable));
  show(<PayOnline paymentId={paymentId} amount={1_000} />);
  await page.getByRole('button', { name: 'Pay ₹ 1,000 online' }).click();
  await expect.element(page.getByRole('alert')).toHaveTextContent(messages.payment.onlineUnavailable);
  await expect.element(page.getByRole('button', { name: 'Pay ₹ 1,000 online' })).toBeEnabled();
});
