import { expect } from '@playwright/test';
import { eq, sql } from 'drizzle-orm';
import { payments } from '#server/features/payments/tables.ts';
import { settings } from '#server/features/settings/tables.ts';
import { askAll } from '#server/features/subscription/dues.ts';
import { notify } from '#server/platform/database/client.ts';
import { clock } from '#shared/clock.ts';
import { daysOfFinancialYear, financialYearOf } from '#shared/financial-year.ts';
import { adminToken, memberToken, newMember } from '#tests/logins.ts';
import { expectAccessible } from './accessible.ts';
import { enter } from './member.ts';
import { test } from './site.ts';

const year = financialYearOf(clock.today());
const account = {
  upiId: 'association@sbi',
  payeeName: 'Association',
  bankName: 'State Bank of India',
  accountName: 'Association',
  accountNumber: '00112233445566',
  ifsc: 'SBIN0000001',
  branch: 'New Delhi',
};

test.beforeEach(async ({ site }) => {
  await site.reset();
  await site.database.update(settings).set({ payment: account });
  await site.database.execute(sql`update subscription set enabled = true, first_year = ${year}, asked_on = null`);
  await notify(site.database, 'content');
});
test.afterEach(({ site }) => site.database.execute(sql`update subscription set enabled = false`));

test('a member pays the subscription on a phone, and asks for another membership', async ({ page, site }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const me = await newMember(site, {
    approvedAt: new Date('2024-05-05T06:00:00Z'),
    paymentStatus: 'PAYMENT_SUCCESS',
  });
  await askAll(site.database);
  await enter(page, await memberToken(site, me.id), '/directory');
  const main = page.getByRole('main');
  await expect(main.getByText(`Rs 1,000 due for ${year}.`)).toBeVisible();
  await main.getByRole('link', { name: 'Pay under My Membership' }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'My Membership' })).toBeVisible();
  await expect(main.getByText(`Rs 1,000 due for ${year}`, { exact: true })).toBeVisible();
  await expect(main.getByText(me.memberNumber!, { exact: true })).toBeVisible();
  const due = main.getByRole('region', { name: `Annual subscription ${year}` });
  const [row] = await site.database.select().from(payments).where(eq(payments.purpose, 'annual'));
  await expect(due.getByRole('link', { name: 'Pay with a UPI app' })).toHaveAttribute(
    'href',
    `upi://pay?pa=association@sbi&pn=Association&am=1000.00&cu=INR&tn=${row!.reference}`,
  );
  await due.getByText('Bank transfer', { exact: true }).click();
  await expect(due.getByText(account.accountNumber)).toBeVisible();
  await expectAccessible(page);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);

  await due.getByRole('button', { name: 'Send the proof' }).click();
  await expect(due.getByText('Please Upload Screenshot')).toBeVisible();
  await due.getByLabel('Transaction Reference (UTR)').fill('98321 51955');
  await due.getByLabel('Transaction Reference (UTR)').blur();
  await expect(due.getByText('This does not look like a UTR')).toBeVisible();
  await due.getByLabel('Transaction Reference (UTR)').fill('4123 4567 8901');
  await due.getByRole('button', { name: 'Send the proof' }).click();
  await expect(main.getByText('The office is checking your payment of Rs 1,000')).toBeVisible();
  await expect(main.getByRole('heading', { name: 'With the office' })).toBeVisible();

  const received = await page.request.patch('/api/Payments/receive', {
    data: { ids: [row!.id] },
    headers: { authorization: `Bearer ${await adminToken(site)}` },
  });
  expect(received.ok()).toBe(true);
  await page.reload();
  const until = daysOfFinancialYear(year).last.slice(0, 4);
  await expect(main.getByText(`Subscription paid until 31 March ${until}`)).toBeVisible();
  const download = page.waitForEvent('download');
  await main.getByRole('button', { name: `Receipt ${year}/000001` }).click();
  expect((await download).suggestedFilename()).toMatch(/\.pdf$/);

  await main.getByRole('button', { name: 'Change to Permanent/Lifetime' }).click();
  const question = page.getByRole('dialog');
  await expect(question).toContainText('Rs 9,000 will be due.');
  await question.getByRole('button', { name: 'Ask for the change' }).click();
  const upgrade = main.getByRole('region', { name: 'Change of membership to Permanent/Lifetime' });
  await expect(upgrade.getByText('Rs 9,000', { exact: true })).toBeVisible();
  await expect(main.getByRole('heading', { name: 'Pay now' })).toBeFocused();
  await expect(main.getByText('Asked for')).toBeVisible();

  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(page.getByRole('link', { name: 'My Membership' })).toBeVisible();
});
