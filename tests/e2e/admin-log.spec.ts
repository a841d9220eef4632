import { expect, type Page } from '@playwright/test';
import { log, mail } from '#server/database/tables/office.ts';
import { messages } from '#shared/messages.ts';
import { memberFactory } from '#tests/factories/members.ts';
import { enterOffice } from './office.ts';
import { type Site, test } from './site.ts';

const address = '/admin/Log';
const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') });
const search = (page: Page) => page.getByRole('textbox', { name: 'Search the log' });

async function entries(site: Site) {
  const { database } = site;
  const member = await memberFactory(site);
  await database.insert(log).values([
    {
      kind: 'decision',
      by: 'office@example.org',
      subject: 'AIP-2026-000007',
      action: 'approved',
      from: 'New',
      to: 'Approved',
    },
    { kind: 'export', by: 'office@example.org', subject: 'Directory', action: 'Exported 12 members as CSV' },
  ]);
  await database.insert(mail).values({
    kind: 'credentials',
    recipient: 'lost@example.org',
    data: { name: 'Lost', memberNumber: 'AIP-M-1', link: site.url },
    memberId: member.id,
    state: 'failed',
    attempts: 9,
    error: 'The mailbox does not exist.',
  });
}

test.beforeEach(({ site }) => site.reset());

test('shows what happened, by kind and by words, kept in the address', async ({ page, site }) => {
  await entries(site);
  await enterOffice(page, site, address);
  await expect(page.getByText('3 entries')).toBeVisible();
  await expect(page.getByRole('row', { name: /Approved: New → Approved/ })).toContainText('AIP-2026-000007');
  await page.getByRole('combobox', { name: 'Kind' }).click();
  await page.getByRole('option', { name: 'Export' }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(page).toHaveURL(/kind=export/);
  await page.reload();
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('combobox', { name: 'Kind' }).click();
  await page.getByRole('option', { name: 'All' }).click();
  await search(page).fill('000007');
  await expect(rows(page)).toHaveCount(1);
  await search(page).fill('nothing like this');
  await expect(page.getByText(messages.empty.table)).toBeVisible();
  await search(page).fill('');

  await page.getByRole('group', { name: 'From' }).getByRole('spinbutton', { name: 'Day' }).click();
  // An incomplete date does not filter.
  await page.keyboard.type('0101');
  await expect(rows(page)).toHaveCount(3);
  await page.keyboard.type('2099');
  await expect(page.getByText(messages.empty.table)).toBeVisible();
  await expect(page).toHaveURL(/from=2099-01-01/);
  await page.goto(address);
  const name = await page
    .getByRole('row', { name: /^Credentials/ })
    .getByRole('link')
    .textContent();
  await page.getByRole('link', { name: name ?? '' }).click();
  await expect(page).toHaveURL(/admin\/Registrations/);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText(name ?? '');
});

test('tells why a mail failed, and tries it again', async ({ page, site }) => {
  await entries(site);
  await enterOffice(page, site, `${address}?kind=mail`);
  const row = page.getByRole('row', { name: /Credentials to lost@example.org/ });
  await expect(row).toContainText('Failed');
  await expect(row).toContainText('The mailbox does not exist.');
  await page.route('**/api/Mail/retry/**', (route) => route.abort(), { times: 1 });
  await row.getByRole('button', { name: /^Try again/ }).click();
  await expect(page.getByText('The server could not be reached.').first()).toBeVisible();
  await row.getByRole('button', { name: /^Try again/ }).click();
  await expect(page.getByText('The mail is being tried again.')).toBeVisible();
  await expect(row.getByRole('button', { name: /^Try again/ })).toBeHidden();
  // No mail server is configured here, so the log must say that nobody has received the mail.
  await expect(async () => {
    await page.reload();
    await expect(row).toContainText('Written to a file, not sent', { timeout: 2_000 });
  }).toPass();
});
