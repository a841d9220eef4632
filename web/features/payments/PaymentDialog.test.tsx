import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { keepPayment, listPayments, type OfficePayment, paymentProof } from '#shared/contracts/payments.ts';
import { answer } from '#web/testing/server.ts';
import { expectAccessible, show } from '#web/testing/show.tsx';
import { PaymentDialog } from './PaymentDialog.tsx';

const upgrade: OfficePayment = {
  id: '4f9b0c0e-7d53-4a6b-9a55-0d3c0c9d8e11',
  reference: 'PAY-2026-000001',
  purpose: 'upgrade',
  period: null,
  amount: 4000,
  ...{ asked: 4000, open: 4000, refunded: 0, toReturn: 0, duplicate: false, usedOn: null, conference: null },
  state: 'claimed',
  utr: '',
  proof: null,
  claimedAt: '2026-04-02T06:30:00.000Z',
  receivedAt: null,
  receivedOn: null,
  receiptNumber: null,
  reason: '',
  createdAt: '2026-04-02T06:30:00.000Z',
  refundedOn: null,
  refundUtr: '',
  note: '',
  refundDue: false,
  verify: null,
  membership: 'lifetime member',
  mode: null,
  gateway: null,
  refunding: false,
  directory: {
    id: null,
    reference: 'AIP-2026-000001',
    memberNumber: null,
    name: 'Asha Rao',
    membership: '',
  },
  warnings: [],
  credit: null,
  settlement: null,
};
const showPayment = (payment: OfficePayment) =>
  show(<PaymentDialog payment={payment} onDone={() => {}} onClose={() => {}} reload={() => {}} />, { as: 'admin' });
const nothingSent = page.getByText('No screenshot was sent.');

test('a payment is told with what it is for, and that no screenshot was sent', async () => {
  await showPayment(upgrade);
  await expect.element(nothingSent).toBeVisible();
  await expect.element(page.getByText('Change of membership to Permanent/Lifetime')).toBeVisible();
});

test('the screenshot that was sent is loaded', async () => {
  const rows = answer(paymentProof, 'lost');
  await showPayment({ ...upgrade, proof: `/Payments/proof/${upgrade.id}` });
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  expect(rows.map(({ params }) => params.id)).toEqual([upgrade.id]);
  await expect.element(nothingSent).not.toBeInTheDocument();
});

test('of a partly paid due the dialog says what is open, and shows what has come below', async () => {
  const due: OfficePayment = {
    ...upgrade,
    ...{ state: 'due', purpose: 'admission', membership: null, amount: 600, asked: 1_000, open: 600, claimedAt: null },
  };
  const received: OfficePayment = {
    ...due,
    ...{ id: '7b2f4f6e-3f5a-4e0b-8d18-6d1c5c1f0a01', state: 'received', amount: 400 },
    ...{ receivedOn: '2026-11-03', receiptNumber: '2026-27/000007' },
  };
  const excess: OfficePayment = { ...received, purpose: 'excess', asked: null, open: null, amount: 50 };
  const asked = answer(listPayments, {
    success: true,
    data: [due, received, { ...excess, id: '7b2f4f6e-3f5a-4e0b-8d18-6d1c5c1f0a02' }],
    pagination: { totalCount: 3, totalPages: 1, currentPage: 1, pageSize: 30 },
    totals: { count: 3, amount: 1_050 },
  });
  await showPayment(due);
  await expect.element(page.getByText('Rs 400 of Rs 1,000 received')).toBeVisible();
  const before = page.getByRole('region', { name: 'Received so far' });
  await expect.element(before.getByText('Rs 400 on 3 Nov 2026')).toBeVisible();
  await expect.element(before.getByRole('button')).toHaveTextContent('Receipt 2026-27/000007');
  expect(asked[0]?.query).toMatchObject({ state: 'received', search: due.reference });
  await expectAccessible();
});

test('what is to be returned is kept with a note', async () => {
  const row: OfficePayment = {
    ...upgrade,
    ...{ state: 'received', purpose: 'excess', membership: null, amount: 200, asked: null, open: null, toReturn: 200 },
    ...{ refundDue: true, receivedOn: '2026-11-03', receiptNumber: '2026-27/000009' },
  };
  const sent = answer(keepPayment, {
    success: true,
    message: 'The money is kept.',
    payment: { ...row, toReturn: 0, refundDue: false },
  });
  await showPayment(row);
  await expect.element(page.getByText('Rs 200 to be returned')).toBeVisible();
  await page.getByRole('button', { name: 'Keep' }).click();
  await page.getByRole('textbox', { name: /^Note/ }).fill('They wish so');
  await page.getByRole('button', { name: 'Keep' }).click();
  await expect.poll(() => sent[0]?.body).toEqual({ id: row.id, note: 'They wish so' });
});
