import { expect, type Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { payingOffices } from '#server/features/checkoff/tables.ts';
import { askAll } from '#server/features/subscription/dues.ts';
import { clock } from '#shared/clock.ts';
import { financialYearOf, monthInWords, monthOf } from '#shared/financial-year.ts';
import { paths } from '#shared/paths.ts';
import { isWhole } from '#tests/length.ts';
import { memberToken, newMember } from '#tests/logins.ts';
import { waitForMail } from '#tests/mail.ts';
import { scaled } from '#tests/speed.ts';
import { choose, enter } from './member.ts';
import { enterOffice, expectAccessiblePage, expectToast, widths } from './office.ts';
import { type Site, test } from './site.ts';

// The subscription from the salary, from the member's wish to the list for recognition.

const month = monthOf(clock.today());
const words = monthInWords(month);
const year = financialYearOf(clock.today());

test.beforeEach(async ({ site }) => {
  await site.reset();
  await site.database.execute(sql`update subscription set enabled = true, first_year = ${year}, asked_on = null`);
  await site.database.execute(sql`update checkoff_settings set enabled = true`);
});
test.afterEach(({ site }) => site.database.execute(sql`update subscription set enabled = false`));

const offices = ['District Treasury Pune', 'Sub Treasury Haveli'];
async function fill(site: Site) {
  await site.database
    .insert(payingOffices)
    .values(offices.map((name) => ({ name, state: 'Maharashtra', district: 'Pune', strength: 4 })));
  const since = new Date('2024-05-05T06:00:00Z');
  const people = [];
  for (const name of ['Kavita Deshmukh', 'Anil Rao'])
    people.push(await newMember(site, { name, approvedAt: since, paymentStatus: 'PAYMENT_SUCCESS' }));
  await askAll(site.database);
  return people;
}

/** Asks on a phone, saves the letter, and sends the signed one. */
async function ask(page: Page, number: string) {
  const section = page.getByRole('region', { name: 'Pay from my salary' });
  await section.getByRole('button', { name: 'Ask for the deduction' }).click();
  await section.getByLabel('Paying office (DDO)').fill('district trea');
  await choose(page, 'Found in the list', 'District Treasury Pune, Pune, Maharashtra');
  await section.getByLabel('Employee number').fill(number);
  await expectAccessiblePage(page);
  await section.getByRole('button', { name: 'Ask for the deduction' }).click();
  await expect(section.getByText('District Treasury Pune')).toBeVisible();
  const letter = page.waitForEvent('download');
  await section.getByRole('button', { name: 'Letter', exact: true }).click();
  expect((await letter).suggestedFilename()).toBe('consent.pdf');
  const buffer = await sharp({ create: { width: 600, height: 800, channels: 3, background: '#fff' } })
    .jpeg()
    .toBuffer();
  await section.locator('input[type=file]').setInputFiles({ name: 'signed.jpg', mimeType: 'image/jpeg', buffer });
  await section.getByRole('button', { name: 'Send the signed letter' }).click();
  await expect(section.getByText('The office looks at your signed letter.')).toBeVisible();
  await expectAccessiblePage(page);
}

async function confirmBoth(page: Page) {
  await page.getByRole('tab', { name: 'Authorisations' }).click();
  await page.getByRole('button', { name: 'Read and confirm letters' }).click();
  const dialog = page.getByRole('dialog');
  for (const at of [1, 2]) {
    await expect(dialog.getByText(`${at} of 2`)).toBeVisible();
    await expect(dialog.getByRole('img', { name: 'Signed letter' })).toBeVisible();
    if (at === 1) await expectAccessiblePage(page);
    await dialog.getByRole('checkbox', { name: 'I have read it, and it is in order' }).check();
  }
  await dialog.getByText('Begin in another month').click();
  await choose(page, 'First month of all that are ticked', words);
  const confirm = dialog.getByRole('button', { name: 'Confirm the 2 that I have read' });
  await confirm.click();
  await expect(dialog.getByText('Please enter why it begins in another month')).toBeVisible();
  await dialog.getByLabel('Reason').fill('As the department allows');
  await confirm.click();
  await expectToast(page, '2 authorisations were confirmed.');
}

async function readList(page: Page) {
  await page.getByRole('tab', { name: 'Lists' }).click();
  await page.getByRole('button', { name: 'Read a list' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: /^District Treasury Pune/ }).click();
  await choose(page, 'Month of the salary', words);
  const rows = ['Employee No,Name,Amount', '77001,SMT. KAVITA DESHMUKH,1000', '99,NOBODY KNOWN,500'];
  const file = { name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\r\n')) };
  await dialog.locator('input[type=file]').setInputFiles(file);
  await expectAccessiblePage(page);
  await dialog.getByRole('button', { name: 'Read', exact: true }).click();
  await expect(page.getByRole('heading', { name: `District Treasury Pune, ${words}` })).toBeVisible();
  await expectAccessiblePage(page);
  await page.getByRole('button', { name: /NOBODY KNOWN/ }).click();
  await dialog.getByRole('radio', { name: 'It was not remitted: leave it out' }).click();
  await dialog.getByLabel('Reason').fill('The office says so');
  await dialog.getByRole('button', { name: 'Decide' }).click();
  await expect(page.getByRole('tab', { name: 'Left out 1' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'The money has come' })).toBeEnabled();
}

async function reconcile(page: Page) {
  await page.goto(paths.admin.reconcile);
  const [y, m, d] = clock.today().split('-');
  const rows = ['Date,Narration,Debit,Credit', `${d}/${m}/${y},NEFT CR DISTRICT TREASURY PUNE,,1000.00`];
  const file = { name: 'statement.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('tab', { name: /^To look at/ }).click();
  await expect(page.getByText('which it names', { exact: false })).toBeVisible();
  await page.getByRole('combobox', { name: /^Receive Rs 1,000/ }).click();
  await page.getByRole('option', { name: /^Deductions of District Treasury Pune/ }).click();
  await expectAccessiblePage(page);
  await page.getByRole('button', { name: 'Receive all that is ticked' }).click();
  await expectToast(page, '1 payment received.');
}

for (const size of isWhole ? widths : widths.slice(0, 1)) {
  test(`deductions from the wish to the list for recognition, ${size.width} wide`, async ({ browser, page, site }) => {
    test.setTimeout(scaled(180_000));
    const people = await fill(site);
    const phones: Page[] = [];
    for (const [index, { id }] of people.entries()) {
      const phone = await browser.newPage({ viewport: widths[0], baseURL: site.url });
      await enter(phone, await memberToken(site, id), paths.membershipStatus);
      await ask(phone, `7700${index + 1}`);
      phones.push(phone);
    }

    await page.setViewportSize(size);
    await enterOffice(page, site, paths.admin.checkoff, { confirmed: true });
    await expect(page.getByRole('button', { name: '2: asked at District Treasury Pune' })).toBeVisible();
    await expectAccessiblePage(page);
    await confirmBoth(page);
    await page.getByRole('tab', { name: 'Paying offices' }).click();
    await page.getByRole('button', { name: 'Letters to all offices' }).click();
    await choose(page, 'Month of the salary', words);
    const letters = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Letters (ZIP)' }).click();
    expect((await letters).suggestedFilename()).toBe(`deductions-${month}.zip`);
    await page.keyboard.press('Escape');
    await readList(page);
    await reconcile(page);

    await page.goto(paths.admin.checkoff);
    await page.getByRole('tab', { name: 'Missing' }).click();
    await choose(page, 'Month of the salary', words);
    await expect(page.getByRole('link', { name: /Anil Rao/ })).toBeVisible();
    await expectAccessiblePage(page);
    await page.getByRole('tab', { name: 'Recognition' }).click();
    await expectAccessiblePage(page);
    const list = page.waitForEvent('download');
    await page.getByRole('button', { name: 'List for recognition (Excel)' }).click();
    expect((await list).suggestedFilename()).toBe(`recognition-${year}.xlsx`);
    await page.getByRole('tab', { name: 'Settings' }).click();
    await expect(page.getByRole('form', { name: 'Names in Tally' })).toBeVisible();
    await expectAccessiblePage(page);

    const [phone] = phones as [Page, Page];
    const mail = await waitForMail(site, { to: people[0]!.email, kind: 'payment-received' });
    expect(mail.text).toContain('Rs 1,000');
    await phone.reload();
    await expect(phone.getByText(/Subscription paid until/).first()).toBeVisible();
    for (const each of phones) await each.close();

    const bound = await browser.newPage({ viewport: size, baseURL: site.url });
    await enterOffice(bound, site, `${paths.admin.checkoff}?tab=authorisations`, {
      office: { powers: ['members'], states: ['Maharashtra'] },
    });
    await expect(bound.getByText('Anil Rao')).toBeVisible();
    await expect(bound.getByText('77002')).toHaveCount(0);
    await expect(bound.getByRole('tab')).toHaveText(['Paying offices', 'Authorisations']);
    await expectAccessiblePage(bound);
    await bound.close();
  });
}
