import { expect, type Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { members } from '#server/features/members/tables.ts';
import { log } from '#server/platform/log/tables.ts';
import { mail } from '#server/platform/mail/tables.ts';
import { limits } from '#shared/limits.ts';
import { memberFactory, storedDocument } from '#tests/factories/members.ts';
import { eventually } from '#tests/wait.ts';
import { enterOffice, expectAccessiblePage } from './office.ts';
import { type Site, test } from './site.ts';

test.beforeEach(({ site }) => site.reset());

/** A New registration that is paid. */
const sent = { status: 'New', paymentStatus: 'PAYMENT_SUCCESS' } as const;
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Review registration' });
const decided = (site: Site) => site.database.select().from(log).where(eq(log.kind, 'decision'));

/** More than one page of the list. */
const waiting = limits.pageSize + 2;

async function fillQueue(site: Site) {
  const minute = 60_000;
  const documentFile = await storedDocument(site);
  for (let number = 1; number <= waiting; number++) {
    const createdAt = new Date(Date.UTC(2026, 0, 1) - number * minute);
    await memberFactory(site, { ...sent, documentFile, name: `Applicant number${number}`, createdAt });
  }
}

test('registrations are decided by keyboard with a press each, and the next one opens by itself', async ({
  page,
  site,
}) => {
  await fillQueue(site);
  await enterOffice(page, site, '/admin/Registrations');
  let presses = 0;
  const press = async (key: string) => {
    presses++;
    await page.keyboard.press(key);
  };
  await page.getByRole('button', { name: /^Review Applicant number1,/ }).focus();
  await press('Enter');
  for (let number = 1; number <= waiting; number++) {
    await expect(dialog(page).getByText(`${number} of ${waiting}`)).toBeVisible();
    await expect(dialog(page).getByText(`Applicant number${number}`, { exact: true }).first()).toBeVisible();
    await press('a');
  }
  await expect(dialog(page)).toBeHidden();
  expect(presses).toBe(waiting + 1);
  const lines = await decided(site);
  expect(lines.filter(({ action, by }) => action === 'approved' && by === site.admin.email)).toHaveLength(waiting);
  expect(await site.database.$count(members, eq(members.status, 'Approved'))).toBe(waiting);
});

test('all are decided in one go; those left out are listed, and the progress survives a reload', async ({
  page,
  site,
}) => {
  await fillQueue(site);
  for (const name of ['Unpaid One', 'Unpaid Two']) await memberFactory(site, { status: 'New', name });
  await enterOffice(page, site, '/admin/Registrations');
  await page.getByRole('checkbox', { name: 'Tick all on this page' }).check();
  await page.getByRole('button', { name: `Tick all ${waiting + 2} that the filter finds` }).click();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  const summary = page.getByRole('dialog', { name: 'Approve: several registrations' });
  await expect(summary.getByText(`${waiting + 2} will be approved.`)).toBeVisible();
  await expect(summary.getByText('2 have paid nothing.')).toBeVisible();
  await expect(summary.getByText('2 have no scanned ID card.')).toBeVisible();
  await summary.getByRole('checkbox', { name: 'Leave these 2 out' }).check();
  await expectAccessiblePage(page);
  await summary.getByRole('button', { name: `Approve (${waiting})` }).click();
  await expect(summary).toBeHidden();
  await page.reload();
  await expect(page.getByText(`${waiting} approved, 2 left out.`)).toBeVisible();
  await eventually(async () => (await decided(site)).length === waiting, 'the decisions are in the log');
  await page.getByRole('button', { name: 'Close' }).click();
  await page.reload();
  await expect(page.getByText('Unpaid One')).toBeVisible();
  await expect(page.getByText(`${waiting} approved, 2 left out.`)).toBeHidden();
});

test('J then M asks whom the screen shows for the payment, also on a slow machine', async ({
  page,
  site,
  browserName,
}) => {
  for (let number = 1; number <= 4; number++) {
    const createdAt = new Date(Date.UTC(2026, 0, 1) - number * 60_000);
    await memberFactory(site, { status: 'New', name: `Unpaid ${number}`, createdAt });
  }
  await enterOffice(page, site, '/admin/Registrations');
  await page.getByRole('button', { name: /^Review Unpaid 1,/ }).click();
  await expect(dialog(page).getByText('1 of 4')).toBeVisible();
  if (browserName === 'chromium') {
    const tools = await page.context().newCDPSession(page);
    await tools.send('Emulation.setCPUThrottlingRate', { rate: 10 });
  }
  // Each record comes late, so that keys arrive before it is drawn.
  await page.route(/\/api\/Directory\/review\//, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 400));
    await route.continue();
  });
  await page.evaluate(`
    window.seen = [];
    const note = ({ key }) => {
      const shown = document.querySelector('dialog[open]')?.textContent ?? '';
      if (key === 'm') window.seen.push(/Unpaid \\d/.exec(shown)?.[0] ?? '');
    };
    window.addEventListener('keydown', note, { capture: true });
  `);
  const asked = async () => {
    const rows = await site.database
      .select({ name: members.name })
      .from(mail)
      .innerJoin(members, eq(members.id, mail.memberId))
      .where(eq(mail.kind, 'payment-asked'));
    return rows.map(({ name }) => name).sort();
  };
  await page.keyboard.press('m');
  for (let number = 2; number <= 4; number++) {
    await page.keyboard.press('j');
    await page.keyboard.press('m');
    await page.keyboard.press('m');
    await expect(dialog(page).getByText(`${number} of 4`)).toBeVisible();
    await page.keyboard.press('m');
  }
  await expect(dialog(page).getByText('Unpaid 4', { exact: true }).first()).toBeVisible();
  await page.keyboard.press('m');
  await expect.poll(asked).toContain('Unpaid 4');
  const values = await page.evaluate<string[]>('window.seen');
  expect(values).toEqual(expect.arrayContaining(await asked()));
});
