import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { type OfficePayment, paymentProof } from '#shared/contracts/payments.ts';
import { answer } from '#web/testing/server.ts';
import { show } from '#web/testing/show.tsx';
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
