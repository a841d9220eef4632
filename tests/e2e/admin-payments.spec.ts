import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { members } from '#server/features/members/tables.ts';
import { payments } from '#server/features/payments/tables.ts';
import { receipts } from '#server/features/receipts/tables.ts';
import { setToReturn } from '#tests/factories/dues.ts';
import { memberFactory } from '#tests/factories/members.ts';
import { type BankLine, hdfc, unheardOf } from '#tests/factories/statements.ts';
import { enterOffice, expectAccessiblePage, expectToast, widths } from './office.ts';
import { type Site, test } from './site.ts';

test.beforeEach(({ site }) => site.reset());

/** Dated 20 October 2026, as the credits are. */
const utrOf = (number: number) => String(629_300_000_000 + number);

/** Applicants who have claimed their fee of Rs 1,000, the oldest first. */
async function claims(site: Site, count: number) {
  for (let number = 1; number <= count; number++) {
    await memberFactory(site, {
      status: 'New',
      name: `Claimant ${'abcdefghijklmnopqrstuvwxyz'[number % 26]?.repeat(3)}${number}`,
      paymentStatus: 'PAYMENT_INITIATED',
      paymentSentAt: new Date(Date.UTC(2026, 9, 1, 0, number)),
      utr: utrOf(number),
    });
  }
}
const inState = (site: Site, state: 'received' | 'claimed' | 'refused' | 'refunded') =>
  site.database.$count(payments, eq(payments.state, state));

async function sendFile(page: Page, file: { name: string; bytes: Uint8Array }) {
  const input = page.getByLabel('Statement of the bank');
  await expect(input).toBeEnabled();
  await input.setInputFiles({ name: file.name, mimeType: 'text/csv', buffer: Buffer.from(file.bytes) });
}
const credit = (narration: string, amount = 1_000): BankLine => ({ date: '2026-10-20', narration, credit: amount });

test('claims are received and refused by keyboard alone, and the next one comes by itself', async ({ page, site }) => {
  await claims(site, 13);
  await enterOffice(page, site, '/admin/Payments');
  const dialog = page.getByRole('dialog', { name: /^Payment AIP/ });
  await expect(page.getByText('13 payments, Rs 13,000')).toBeVisible();
  await page
    .getByRole('button', { name: /^Open / })
    .first()
    .focus();
  await page.keyboard.press('Enter');
  // Continues beyond the list's first page.
  for (let number = 1; number <= 11; number++) {
    await expect(dialog.getByText(utrOf(number))).toBeVisible();
    if (number === 1) await expectAccessiblePage(page);
    await page.keyboard.press('p');
  }
  await expect(dialog.getByText(utrOf(12))).toBeVisible();
  await page.keyboard.press('r');
  await page.getByLabel('Reason, which is mailed').fill('No such credit.');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText(utrOf(13))).toBeVisible();
  await page.keyboard.press('Escape');
  await expect.poll(() => inState(site, 'received')).toBe(11);
  expect(await inState(site, 'refused')).toBe(1);
});

test('a statement of forty lines is received in a few presses, and one payment of it is sent back', async ({
  page,
  site,
}) => {
  test.slow();
  await claims(site, 45);
  await enterOffice(page, site, '/admin/Payments', { confirmed: true });
  // Forty lines: thirty with a number that was given, one with another amount, nine unknown ones, of which the last is a payment.
  await page.getByRole('link', { name: 'Bank statement' }).click();
  const lines = [
    ...Array.from({ length: 30 }, (_, index) => credit(`UPI/CR/${utrOf(13 + index)}/CLAIMANT/HDFC`)),
    credit(`UPI/CR/${utrOf(43)}/CLAIMANT`, 900),
    ...Array.from({ length: 9 }, (_, index) => credit(`CASH DEPOSIT ${index}`)),
    { date: '2026-10-21', narration: 'RENT OF THE HALL', debit: 9_000 },
  ];
  await sendFile(page, hdfc(lines));
  await expect(page.getByText(/^40 credits in this statement, Rs 39,900 in all\./)).toBeVisible();
  const agrees = page.getByRole('list', { name: 'Agrees' });
  await expect(agrees.getByText('Another name: CLAIMANT')).toHaveCount(30);
  await expectAccessiblePage(page);
  for (const box of await agrees.getByRole('checkbox').all()) await box.check();
  await expect(page.getByText('30 payments, Rs 30,000')).toBeVisible();
  await page.getByRole('tab', { name: 'To look at 1' }).click();
  await expect(page.getByText(/less than the Rs 1,000/)).toBeVisible();
  await page.getByRole('tab', { name: 'Unknown 9' }).click();
  await page
    .getByRole('button', { name: /^Find the payment for/ })
    .first()
    .click();
  const find = page.getByRole('dialog', { name: /^Payment for Rs 1,000/ });
  await find.getByLabel('Search payments').fill(utrOf(45));
  await find.getByRole('button', { name: /^Choose / }).click();
  await expect(page.getByText('31 payments, Rs 31,000')).toBeVisible();
  for (const size of widths) {
    await page.setViewportSize(size);
    await expectAccessiblePage(page);
  }
  await page.getByRole('button', { name: 'Receive all that is ticked' }).click();
  await expectToast(page, '31 payments received.');
  await expect(page.getByText(/^40 credits in this statement, Rs 39,900 in all: 31 booked\./)).toBeVisible();
  expect(await inState(site, 'received')).toBe(31);
  await page.reload();
  await expect(page.getByText(/^40 credits in this statement, Rs 39,900 in all: 31 booked\./)).toBeVisible();

  await setToReturn(site, { utr: utrOf(20) }, true);
  await page.getByRole('link', { name: 'Payments' }).last().click();
  await page.getByRole('tab', { name: 'To be returned' }).click();
  await expect(page.getByRole('button', { name: /^Open / })).toHaveCount(1);
  await page.getByRole('button', { name: /^Open / }).click();
  await page.keyboard.press('f');
  await page.getByLabel('UTR of the transfer').fill('R123456789');
  await page.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'The refund was noted.');
  expect(await inState(site, 'refunded')).toBe(1);

  // The year's ledger has each receipt in a row, and the right totals below.
  const [year] = await site.database.select({ year: receipts.year }).from(receipts).limit(1);
  await page.getByLabel('Financial year').click();
  await page.getByRole('option', { name: year!.year }).click();
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Ledger (CSV)' }).click();
  const text = await readFile(await (await coming).path(), 'utf8');
  const [headings = [], ...rows] = text
    .replace(/^\uFEFF/, '')
    .trim()
    .split(/\r?\n/)
    .map((row) => row.split(',').map((cell) => cell.replace(/^"|"$/g, '')));
  const at = (name: string) => headings.indexOf(name);
  // The receipts of the year are above the first empty row.
  const entries = rows.slice(
    0,
    rows.findIndex((row) => row.every((cell) => cell === '')),
  );
  expect(entries).toHaveLength(31);
  expect(entries.filter((row) => row[at('State')] === 'refunded')).toHaveLength(1);
  const sum = entries.reduce((total, row) => total + Number(row[at('Amount')]), 0);
  const total = (name: string) => Number(rows.find(([first]) => first === name)?.[at('Amount')]);
  expect([sum, total('Total received'), total('Total refunded')]).toEqual([31_000, 31_000, 1_000]);
});

test('thirty payments with references take one press, and thirty with numbers 31 keys', async ({ page, site }) => {
  test.slow();
  await claims(site, 60);
  const open = await site.database.select().from(payments).orderBy(payments.utr);
  await enterOffice(page, site, '/admin/Reconcile');
  await sendFile(page, hdfc(open.slice(0, 30).map(({ reference }) => credit(`UPI/UNCLE/${reference}`))));
  await expect(page.getByText('30 payments, Rs 30,000')).toBeVisible();
  await page.getByRole('button', { name: 'Receive all that is ticked' }).click();
  await expectToast(page, '30 payments received.');
  expect(await inState(site, 'received')).toBe(30);

  const people = await site.database.select().from(members).orderBy(members.utr);
  const rows = people.slice(30).map(({ utr, name }, index) => {
    const who = index === 29 ? 'SOMEBODY ELSE' : name.replace(/\d+$/, '').toUpperCase();
    return credit(`UPI/CR/${utr}/${who}/HDFC`);
  });
  await sendFile(page, hdfc(rows));
  const list = page.getByRole('list', { name: 'Agrees' });
  await expect(list.getByRole('checkbox').first()).toBeFocused();
  await expect(list.getByText('Another name: SOMEBODY ELSE')).toBeVisible();
  await expect(list.locator('mark').first()).toHaveText(utrOf(31));
  await expectAccessiblePage(page);
  for (const size of widths) {
    await page.setViewportSize(size);
    await expectAccessiblePage(page);
  }
  let keys = 0;
  const press = (key: string) => {
    keys += 1;
    return page.keyboard.press(key);
  };
  for (let read = 1; read <= 30; read += 1) {
    await press('Space');
    await expect(list.getByRole('checkbox', { checked: true })).toHaveCount(read);
  }
  await expect(page.getByRole('button', { name: 'Receive all that is ticked' })).toBeFocused();
  await press('Enter');
  await expectToast(page, '30 payments received.');
  // The notice may still be that of the first thirty.
  await expect.poll(() => inState(site, 'received')).toBe(60);
  expect(keys).toBe(31);
});

test('those that name the payer are ticked together once the list has been read, the others one by one', async ({
  page,
  site,
}) => {
  await claims(site, 3);
  await enterOffice(page, site, '/admin/Reconcile');
  await sendFile(
    page,
    hdfc([
      credit(`UPI/CR/${utrOf(1)}/CLAIMANT BBB`),
      credit(`UPI/CR/${utrOf(2)}/CLAIMANT CCC`),
      credit(`UPI/CR/${utrOf(3)}/SURESH WAGLE`),
    ]),
  );
  await page.getByRole('button', { name: 'Tick the 2 that I have read' }).click();
  await expect(page.getByText('2 payments, Rs 2,000')).toBeVisible();
  await page.getByRole('checkbox', { name: /claimant ddd/i }).check();
  await page.getByRole('button', { name: 'Receive all that is ticked' }).click();
  await expectToast(page, '3 payments received.');
});

test('larger and smaller credits are received with their difference', async ({ page, site }) => {
  await claims(site, 2);
  await enterOffice(page, site, '/admin/Reconcile');
  await sendFile(page, hdfc([credit(`UPI/CR/${utrOf(1)}/CLAIMANT`, 1_200), credit(`UPI/CR/${utrOf(2)}/PAYER`, 600)]));
  await page.getByRole('tab', { name: 'To look at 2' }).click();
  for (const rest of [/; Rs 200 to be sent back$/, /; Rs 400 stays due$/]) {
    const line = page.getByRole('row', { name: rest.source.includes('200') ? /1,200/ : /600/ });
    await line.getByRole('combobox', { name: /^Receive / }).click();
    await page.getByRole('option', { name: rest }).click();
  }
  await expectAccessiblePage(page);
  await page.getByRole('button', { name: 'Receive all that is ticked' }).click();
  await expectToast(page, 'payments received.');
  const rows = await site.database.select().from(payments);
  const values = rows.map(({ purpose, state, amount }) => `${purpose} ${state} ${amount}`).sort();
  expect(values).toEqual([
    'admission due 400',
    'admission received 1000',
    'admission received 600',
    'excess received 200',
  ]);
});

test('the tick beside a statement approves the registrations that it receives, and is off by default', async ({
  page,
  site,
}) => {
  await claims(site, 2);
  const [one, two] = await site.database.select().from(payments).orderBy(payments.utr);
  await enterOffice(page, site, '/admin/Reconcile');
  const tick = page.getByRole('checkbox', { name: 'Approve new registrations that have no warning' });
  await sendFile(page, hdfc([credit(`UPI/CR/CLAIMANT/${one!.reference}`)]));
  await expect(tick).not.toBeChecked();
  await page.getByRole('button', { name: 'Receive all that is ticked' }).click();
  await expectToast(page, '1 payment received.');
  expect(await site.database.$count(members, eq(members.status, 'Approved'))).toBe(0);
  await sendFile(page, hdfc([credit(`UPI/CR/CLAIMANT/${two!.reference}`)]));
  await expect(page.getByText('One payment, Rs 1,000')).toBeVisible();
  await tick.focus();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Receive all that is ticked' }).click();
  await expectToast(page, '1 payment received, 1 registration approved.');
  const approved = await site.database.select().from(members).where(eq(members.status, 'Approved'));
  expect(approved.map(({ utr }) => utr)).toEqual([utrOf(2)]);
});

test('a statement of an unknown bank is mapped once', async ({ page, site }) => {
  await claims(site, 1);
  await enterOffice(page, site, '/admin/Reconcile');
  const choose = async (column: string, option: string) => {
    await page.getByRole('combobox', { name: `${column} gives` }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  const file = unheardOf([credit(`UPI/CR/${utrOf(1)}/CLAIMANT`), { date: '2026-10-21', narration: 'RENT', debit: 5 }]);
  await sendFile(page, file);
  await expect(page.getByRole('heading', { name: 'Which column is which?' })).toBeVisible();
  await expectAccessiblePage(page);
  await choose('Tarikh', 'Date of the transaction');
  await choose('Tapshil', 'Narration');
  await choose('Jama', 'Credit');
  await choose('Nave', 'Debit');
  await page.getByRole('button', { name: 'Read the statement' }).click();
  await expect(page.getByRole('tab', { name: 'Agrees 1' })).toBeVisible();
  await sendFile(page, { ...file, name: 'again.csv' });
  await expect(page.getByText(/^1 credit in this statement, Rs 1,000 in all\./)).toBeVisible();
  await sendFile(page, { name: 'letter.pdf', bytes: Buffer.from('%PDF-1.7') });
  await expect(page.getByText(/This file is not a table/).first()).toBeVisible();
});

test('a statement lists unread rows and asks for its date order; other credits are dismissed', async ({
  page,
  site,
}) => {
  await enterOffice(page, site, '/admin/Reconcile');
  const rows = [
    'Date,Narration,Debit,Credit',
    '10/20/2026,RENT OF THE HALL,,900.00',
    '10/9/2026,CASH DEPOSIT,,1000.00',
    'yesterday,CASH,,50.00',
  ];
  await sendFile(page, { name: 'month-first.csv', bytes: Buffer.from(rows.join('\n')) });
  await page.getByRole('button', { name: /^Month first/ }).click();
  await expect(page.getByText(/^2 credits in this statement, Rs 1,900 in all/)).toBeVisible();
  await expect(page.getByText(/^1 row could not be read/)).toBeVisible();
  await expect(page.getByText('Row 4: yesterday | CASH | 50.00. Its date could not be read.')).toBeVisible();
  await page.getByRole('tab', { name: 'Unknown 2' }).click();
  await page.getByRole('button', { name: 'Dismiss Rs 900 of 20 Oct 2026' }).click();
  const dialog = page.getByRole('dialog', { name: /is no payment$/ });
  await dialog.getByRole('button', { name: 'Dismiss' }).click();
  await expect(dialog.getByText('Please say what this credit is')).toBeVisible();
  await dialog.getByLabel('What it is').fill('Rent');
  await page.keyboard.press('Enter');
  await expectToast(page, 'The credit was dismissed.');
  await expect(page.getByRole('tab', { name: 'Unknown 1' })).toBeVisible();
  await expectAccessiblePage(page);
  await page.getByRole('tab', { name: 'Dismissed' }).click();
  await expect(page.getByText(/^Rent \(/)).toBeVisible();
  for (const size of widths) {
    await page.setViewportSize(size);
    await expectAccessiblePage(page);
  }
  await page.getByRole('button', { name: /^Open Rs 900/ }).click();
  await expectToast(page, 'The credit is open again.');
  await expect(page.getByText('No credit was dismissed.')).toBeVisible();
});
