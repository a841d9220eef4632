import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { listStates } from '#shared/contracts/locations.ts';
import {
  getShareSettings,
  listShares,
  payShares,
  shareStatement,
  updateShareSettings,
} from '#shared/contracts/shares.ts';
import type { Powers } from '#shared/powers.ts';
import { answer } from '#web/testing/server.ts';
import { expectAccessible, show } from '#web/testing/show.tsx';
import { Component as SharesAdmin } from './SharesAdmin.tsx';

const full: Powers = { powers: ['full'], states: [] };
const kerala = {
  state: 'Kerala',
  receipts: 412,
  gross: 1_204_000,
  share: 301_000.5,
  reversed: 250,
  paid: 100_000,
  balance: 200_750.5,
  oldestUnpaid: '2026-08-14',
};
const empty = { receipts: 0, gross: 0, share: 0, reversed: 0, paid: 0, balance: 0, centre: 0 };

function serve(
  rows = [kerala, { ...kerala, state: 'Dadra and Nagar Haveli and Daman and Diu', balance: 0, oldestUnpaid: null }],
) {
  const totals =
    rows.length === 0 ? empty : { ...empty, receipts: 824, gross: 2_408_000, balance: 200_750.5, centre: 1_806_499 };
  answer(listShares, { success: true, data: rows, totals });
  answer(listStates, { success: true, data: [{ name: 'Goa' }, { name: 'Kerala' }] });
}
const open = (office = full) => show(<SharesAdmin />, { at: '/admin/Shares', as: 'admin', office });

test('shows what each State is owed, and pays it with its reference', async () => {
  serve();
  await open();
  await expect.element(page.getByText('Rs 2,00,750.50 owed to 1 State;', { exact: false })).toBeVisible();
  await expect.element(page.getByText('14 Aug 2026')).toBeVisible();
  await expectAccessible();
  await page.getByRole('button', { name: 'Mark as paid: Kerala' }).click();
  const dialog = page.getByRole('dialog', { name: 'Payment to Kerala' });
  await expect.element(dialog.getByRole('textbox', { name: 'Amount in rupees' })).toHaveValue('200750.5');
  await dialog.getByRole('button', { name: 'Mark as paid' }).click();
  await expect.element(dialog.getByText('Please enter the transaction reference (UTR)')).toBeVisible();
  await expectAccessible();
  await dialog.getByRole('textbox', { name: 'Transaction reference (UTR)' }).fill('632512345678');
  const sent = answer(payShares, {
    success: true,
    message: 'Rs 2,00,750.50 to Kerala was noted.',
    payment: {
      id: crypto.randomUUID(),
      state: 'Kerala',
      amount: 200_750.5,
      paidOn: '2026-11-25',
      utr: '632512345678',
      note: '',
      by: 'office@example.org',
      at: '2026-11-25T10:00:00Z',
      cancelled: null,
    },
  });
  await dialog.getByRole('button', { name: 'Mark as paid' }).click();
  await expect.element(page.getByText('Rs 2,00,750.50 to Kerala was noted.')).toBeVisible();
  expect(sent.at(-1)?.body).toMatchObject({ state: 'Kerala', amount: 200_750.5, utr: '632512345678', advance: false });
});

test('offers of a balance of last month no more than is still owed', async () => {
  serve();
  await show(<SharesAdmin />, { at: '/admin/Shares?of=2026-01', as: 'admin', office: full });
  await expect.element(page.getByText('14 Aug 2026')).toBeVisible();
  answer(listShares, { success: true, data: [{ ...kerala, balance: 500 }], totals: empty });
  await page.getByRole('button', { name: 'Mark as paid: Kerala' }).click();
  const dialog = page.getByRole('dialog', { name: 'Payment to Kerala' });
  await expect
    .element(dialog.getByText('The balance of Kerala is Rs 500; on 31 Jan 2026 it was Rs 2,00,750.50.'))
    .toBeVisible();
  await expect.element(dialog.getByRole('textbox', { name: 'Amount in rupees' })).toHaveValue('500');
  await expectAccessible();
});

test('shows a State’s statement with its balance after each line', async () => {
  serve();
  answer(shareStatement, {
    success: true,
    opening: 100,
    closing: 50,
    data: [
      {
        kind: 'share',
        date: '2026-11-01',
        receiptNumber: '2026-27/000123',
        membership: 'Individual member',
        amount: 1_000,
        share: 250,
        utr: '',
        paymentId: null,
      },
      {
        kind: 'payment',
        date: '2026-11-02',
        receiptNumber: null,
        membership: '',
        amount: 300,
        share: -300,
        utr: '632512345678',
        paymentId: crypto.randomUUID(),
      },
    ],
  });
  await open();
  await page.getByRole('button', { name: 'Statement of Kerala' }).click();
  const dialog = page.getByRole('dialog', { name: 'Shares of Kerala' });
  await expect.element(dialog.getByText('Paid, UTR 632512345678')).toBeVisible();
  await expect.element(dialog.getByText('Rs 350')).toBeVisible();
  await expect.element(dialog.getByText('−Rs 300')).toBeVisible();
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Take back' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Take back the payment of Rs 300' })).toBeVisible();
});

test('says before earlier receipts are shared how many, and saves percentages of a State', async () => {
  serve([]);
  answer(getShareSettings, {
    success: true,
    data: { enabled: false, percent: {}, byState: {}, from: null, version: 3 },
  });
  await open();
  await expect.element(page.getByText('No receipt is shared yet', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Percentages' }).click();
  const dialog = page.getByRole('dialog', { name: 'Percentages' });
  await dialog.getByLabelText('Receipts are shared with the States').click();
  await dialog.getByLabelText('Individual').fill('120');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog.getByText('Please enter percentages from 0 to 100', { exact: false })).toBeVisible();
  await expectAccessible();
  await dialog.getByLabelText('Individual').fill('12.5');
  await dialog.getByLabelText('Day', { exact: true }).fill('01');
  await dialog.getByLabelText('Month', { exact: true }).fill('04');
  await dialog.getByLabelText('Year', { exact: true }).fill('2026');
  const data = { enabled: true, percent: { 'Individual member': 12.5 }, byState: {}, from: '2026-04-01', version: 4 };
  const sent = answer(updateShareSettings, {
    success: true,
    message: 'Saved.',
    data,
    filled: { receipts: 37, gross: 37_000, share: 4_625 },
  });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect
    .element(page.getByText('37 receipts since 1 Apr 2026 have no share yet.', { exact: false }))
    .toBeVisible();
  expect(sent).toHaveLength(1);
  await userEvent.click(page.getByRole('button', { name: 'Save and share' }));
  await expect.element(page.getByText('Saved.')).toBeVisible();
  expect(sent.map(({ body }) => body.preview ?? false)).toEqual([true, false]);
});

test('an office of a State reads its own share and changes nothing', async () => {
  serve([kerala]);
  await open({ powers: ['members'], states: ['Kerala'] });
  await expect.element(page.getByRole('button', { name: 'Statement of Kerala' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Percentages' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Mark as paid: Kerala' })).not.toBeInTheDocument();
});
