import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { receivePayments } from '#shared/contracts/payments.ts';
import { moneyRows } from '#tests/factories/dues.ts';
import { memberFactory, pictureFile } from '#tests/factories/members.ts';
import { memberToken, newMember } from '#tests/logins.ts';
import { readPdf } from '#tests/pdf.ts';
import { enter } from './member.ts';
import { enterOffice, expectAccessiblePage, expectToast } from './office.ts';
import { type Site, test } from './site.ts';

test.beforeEach(({ site }) => site.reset());

async function receive(site: Site, token: string, memberId: string) {
  const [payment] = await moneyRows(site, { memberId });
  const answer = await fetch(`${site.url}/api${receivePayments.path}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ids: [payment!.id] }),
  });
  expect(answer.status).toBe(200);
}

test('the office fills in what stands on receipts, and takes a receipt, the ledger and the archive', async ({
  page,
  site,
}) => {
  const token = await enterOffice(page, site, '/admin/Settings?tab=receipts', { confirmed: true });
  const form = page.getByRole('form', { name: 'Receipts' });
  await form.getByLabel('Prefix of receipt numbers').fill('aip');
  await form.getByLabel('PAN').fill('12');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Please enter a PAN such as AAATA1234B')).toBeVisible();
  await form.getByLabel('PAN').fill('aaata1234b');
  await form.getByLabel('Treasurer', { exact: true }).fill('Meera Iyer');
  const { name, type: mimeType, bytes } = await pictureFile(10);
  await form.locator('input[type=file]').setInputFiles({ name, mimeType, buffer: Buffer.from(bytes) });
  await form.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'The details for receipts were updated.');
  await expect(form.getByAltText('Stored now')).toBeVisible();
  await expect(form.getByLabel('Prefix of receipt numbers')).toHaveValue('AIP');

  const member = await memberFactory(site, { name: 'Asha Rao' });
  await receive(site, token, member.id);
  await page.goto('/admin/Payments?state=received');
  const take = async (button: string) => {
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: button }).click();
    const file = await coming;
    return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
  };
  const ledger = await take('Ledger (CSV)');
  expect(ledger.name).toMatch(/^ledger-20\d\d-\d\d\.csv$/);
  expect(ledger.bytes.toString()).toContain('Asha Rao');
  expect((await take('Receipts (ZIP)')).name).toMatch(/^receipts-20\d\d-\d\d\.zip$/);
  // The year is closed after the audit, and reopened.
  await page.getByRole('button', { name: /^Close 20/ }).click();
  const question = page.getByRole('dialog', { name: /^Close the year/ });
  await question.getByRole('button', { name: 'Close the year' }).click();
  await expect(question.getByText('Please enter a reason')).toBeVisible();
  await question.getByRole('textbox', { name: /^Reason/ }).fill('Audited on 12 June');
  await expectAccessiblePage(page);
  await question.getByRole('button', { name: 'Close the year' }).click();
  await expect(page.getByText(/^Closed on .* by office@example.org/)).toBeVisible();
  await page.getByRole('button', { name: /^Open 20.* again$/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('textbox', { name: /^Reason/ })
    .fill('A receipt was missing');
  await page.getByRole('dialog').getByRole('button', { name: 'Open the year' }).click();
  await expect(page.getByRole('button', { name: /^Close 20/ })).toBeVisible();
  await page.getByRole('button', { name: `Open ${member.reference}` }).click();
  const receipt = await take('Receipt AIP');
  const [sheet] = await readPdf(receipt.bytes);
  expect(sheet!.text).toContain('Asha Rao');
  expect(sheet!.text).toContain('Meera Iyer');
});

test('a member shows the card, and what it says is read without a script on a phone', async ({
  page,
  site,
  browser,
}) => {
  const me = await newMember(site, { name: 'Kavita Deshmukh' });
  await page.setViewportSize({ width: 360, height: 780 });
  await enter(page, await memberToken(site, me.id), '/Member-card');
  const card = page.getByRole('article', { name: 'Member card' });
  await expect(card).toContainText('Kavita Deshmukh');
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Card (PDF)' }).click();
  const [front] = await readPdf(await readFile(await (await coming).path()), 6);
  const address = front!.qr!;
  expect(address).toContain(`${site.url}/verify/`);

  const stranger = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 780 } });
  const there = await stranger.newPage();
  await there.goto(address);
  await expect(there.getByText('Valid member')).toBeVisible();
  await expect(there.getByText(me.memberNumber!)).toBeVisible();

  await page.getByRole('button', { name: 'Replace a lost card' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Replace' }).click();
  await expectToast(page, 'Your card has a new code.');
  await there.reload();
  await expect(there.getByText('Replaced, not valid')).toBeVisible();
  await expect(there.getByText('Kavita Deshmukh')).toHaveCount(0);
  await stranger.close();
  // The same with scripts, which axe needs.
  await page.goto(address);
  await expectAccessiblePage(page);
});
