import { expect, type Page } from '@playwright/test';
import { asc, eq } from 'drizzle-orm';
import { readyTexts } from '#server/database/tables/corrections.ts';
import { members } from '#server/database/tables/members.ts';
import { log } from '#server/database/tables/office.ts';
import { memberFactory } from '#tests/factories/members.ts';
import { eventually } from '#tests/wait.ts';
import { enterOffice, expectSound } from './office.ts';
import { type Site, test } from './site.ts';

test.beforeEach(({ site }) => site.reset());

/** A New registration with a claimed payment. */
const sent = { status: 'New', paymentStatus: 'PAYMENT_INITIATED' } as const;
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Review registration' });
const decided = (site: Site) => site.database.select().from(log).where(eq(log.kind, 'decision'));

async function queueOf(site: Site, count: number) {
  const minute = 60_000;
  for (let number = 1; number <= count; number++) {
    const createdAt = new Date(Date.UTC(2026, 0, 1) - number * minute);
    await memberFactory(site, { ...sent, name: `Applicant number${number}`, createdAt });
  }
}

test('forty registrations are decided by keyboard in forty presses, and the next one opens by itself', async ({
  page,
  site,
}) => {
  await queueOf(site, 40);
  await enterOffice(page, site, '/admin/Registrations');
  let presses = 0;
  const press = async (key: string) => {
    presses++;
    await page.keyboard.press(key);
  };
  await page.getByRole('button', { name: /^Review Applicant number1,/ }).focus();
  await press('Enter');
  for (let number = 1; number <= 40; number++) {
    await expect(dialog(page).getByText(`${number} of 40`)).toBeVisible();
    await expect(dialog(page).getByText(`Applicant number${number}`, { exact: true }).first()).toBeVisible();
    await press('a');
  }
  await expect(dialog(page)).toBeHidden();
  expect(presses).toBeLessThanOrEqual(60);
  const lines = await decided(site);
  expect(lines.filter(({ action, by }) => action === 'approved' && by === site.admin.email)).toHaveLength(40);
  expect(await site.database.$count(members, eq(members.status, 'Approved'))).toBe(40);
});

test('the keys: P ticks the payment, R with a digit and Enter rejects, and A asks where there are warnings', async ({
  page,
  site,
}) => {
  await site.database.insert(readyTexts).values({ kind: 'reject', title: 'No court', text: 'The court is missing.' });
  const twice = { ...sent, mobile: '9812345678' } as const;
  const createdAt = (day: number) => new Date(Date.UTC(2026, 0, day));
  await memberFactory(site, { ...twice, name: 'Asha Rao', createdAt: createdAt(3) });
  await memberFactory(site, { ...twice, name: 'Binu Das', createdAt: createdAt(2) });
  await memberFactory(site, { status: 'New', name: 'Chitra Sen', createdAt: createdAt(1) });
  await enterOffice(page, site, '/admin/Registrations');
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/review\//, async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('button', { name: /^Review Asha Rao/ }).focus();
  await page.keyboard.press('Enter');
  // A record that has not been shown is not decided, and the key press is reported.
  await expect(dialog(page)).toBeVisible();
  await page.keyboard.press('a');
  await expect(dialog(page).getByText('The registration was not there yet: please press again.')).toBeVisible();
  release();
  const shown = (name: string) => expect(dialog(page).getByText(name, { exact: true }).first()).toBeVisible();
  const seen = dialog(page).getByRole('checkbox', { name: 'Payment seen in the bank account' });
  await shown('Asha Rao');
  await page.keyboard.press('p');
  await expect(seen).toBeChecked();
  await page.keyboard.press('p');
  await expect(seen).not.toBeChecked();

  await page.keyboard.press('a');
  const question = page.getByRole('dialog', { name: 'Approve with warnings?' });
  await expect(question.getByText('This mobile number is also in')).toBeVisible();
  await expectSound(page);
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await page.keyboard.press('a');
  await question.getByRole('button', { name: 'Approve' }).press('Enter');

  await shown('Binu Das');
  await page.keyboard.press('r');
  await expect(dialog(page).getByRole('button', { name: /^No court/ })).toBeFocused();
  await page.keyboard.press('1');
  await expect(dialog(page).getByRole('textbox', { name: /^Reason/ })).toHaveValue('The court is missing.');
  await page.keyboard.press('Enter');

  // Without a payment the approval asks for confirmation too.
  await shown('Chitra Sen');
  await page.keyboard.press('a');
  const unpaid = page.getByRole('dialog', { name: 'Approve without a payment?' });
  await expectSound(page);
  await page.keyboard.press('Escape');
  await expect(unpaid).toBeHidden();
  await dialog(page).getByRole('button', { name: 'Approve' }).click();
  await unpaid.getByRole('button', { name: 'Approve' }).press('Enter');
  // The question stays until it is answered, and hides the other dialog until then.
  await expect(unpaid).toBeHidden();
  await expect(dialog(page)).toBeHidden();
  const rows = await site.database.select().from(members).orderBy(asc(members.name));
  expect(rows.map(({ status, rejectionReason }) => [status, rejectionReason])).toEqual([
    ['Approved', ''],
    ['Rejected', 'The court is missing.'],
    ['Approved', ''],
  ]);
});

test('forty are decided in one go; those left out are listed, and the progress survives a reload', async ({
  page,
  site,
}) => {
  await queueOf(site, 40);
  for (const name of ['Unpaid One', 'Unpaid Two']) await memberFactory(site, { status: 'New', name });
  await enterOffice(page, site, '/admin/Registrations');
  await page.getByRole('checkbox', { name: 'Tick all on this page' }).check();
  await page.getByRole('button', { name: 'Tick all 42 that the filter finds' }).click();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  const summary = page.getByRole('dialog', { name: 'Approve: several registrations' });
  await expect(summary.getByText('42 will be approved.')).toBeVisible();
  await expect(summary.getByText('Of these 2 have not paid.')).toBeVisible();
  await summary.getByRole('checkbox', { name: 'Leave them out' }).check();
  await expectSound(page);
  await summary.getByRole('button', { name: 'Approve (40)' }).click();
  await expect(summary).toBeHidden();
  await page.reload();
  await expect(page.getByText('40 approved, 2 left out.')).toBeVisible({ timeout: 30_000 });
  await eventually(async () => (await decided(site)).length === 40, 'forty decisions in the log');
  await page.getByRole('button', { name: 'Close' }).click();
  await page.reload();
  await expect(page.getByText('Unpaid One')).toBeVisible();
  await expect(page.getByText('40 approved, 2 left out.')).toBeHidden();
});

test('at 1280 px fee, UTR, screenshot and decision are seen at once; at 360 px the decision is under the thumb', async ({
  page,
  site,
}) => {
  await memberFactory(site, { status: 'New', name: 'Nina Paul', utr: '630112345678' });
  await page.setViewportSize({ width: 1280, height: 720 });
  await enterOffice(page, site, '/admin/Registrations');
  await page.getByRole('button', { name: /^Review Nina Paul/ }).click();
  const inView = [
    dialog(page).getByText('Rs 1,000'),
    dialog(page).getByText('630112345678'),
    dialog(page).getByRole('region', { name: 'Payment screenshot' }),
    dialog(page).getByRole('region', { name: 'Scanned ID card' }),
    dialog(page).getByRole('button', { name: 'Approve' }),
    dialog(page).getByRole('button', { name: 'Reject' }),
  ];
  for (const each of inView) await expect(each).toBeInViewport({ ratio: 0.95 });
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard help' });
  for (const label of ['Approve', 'Reject', 'Next registration', 'Ask for a correction']) {
    await expect(help.getByText(label, { exact: true })).toBeVisible();
  }
  await expectSound(page);
  // A question over the dialog receives all keys.
  await page.keyboard.press('a');
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
  expect((await site.database.select().from(members))[0]?.status).toBe('New');
  await page.setViewportSize({ width: 360, height: 780 });
  for (const name of ['Approve', 'Reject', 'More', 'Next registration', 'Previous registration']) {
    await expect(dialog(page).getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 0.95 });
  }
  await expectSound(page);
});

test('a payment is refunded after a rejection, unless the office keeps it', async ({ page, site }) => {
  const paid = { status: 'New', paymentStatus: 'PAYMENT_INITIATED' } as const;
  await memberFactory(site, { ...paid, name: 'Asha Rao', utr: '630112345678' });
  await memberFactory(site, { ...paid, name: 'Binu Das', utr: '630112345679' });
  await enterOffice(page, site, '/admin/Registrations');
  const reject = async (name: string, choose: () => Promise<void>) => {
    await page.getByRole('button', { name: new RegExp(`^Review ${name}`) }).click();
    await dialog(page).getByRole('switch', { name: 'Open the next one after a decision' }).setChecked(false);
    await dialog(page).getByRole('button', { name: 'Reject' }).click();
    await dialog(page)
      .getByRole('textbox', { name: /^Reason/ })
      .fill('The ID card cannot be read.');
    await choose();
    await dialog(page)
      .getByRole('button', { name: /^Reject and mail/ })
      .click();
    await expect(dialog(page)).toBeHidden();
  };
  const money = dialog(page).getByRole('combobox', { name: 'The money' });
  await reject('Asha Rao', () => expect(money).toHaveText('To be refunded'));
  await reject('Binu Das', async () => {
    await money.click();
    await page.getByRole('option', { name: 'Kept by the association' }).click();
  });
  await page.goto('/admin/Payments?state=all');
  await expect(page.getByRole('row', { name: /Asha Rao/ })).toContainText('To be refunded');
  await expect(page.getByRole('row', { name: /Binu Das/ })).not.toContainText('To be refunded');
});
