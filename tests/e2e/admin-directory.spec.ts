import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { log } from '#server/platform/log/tables.ts';
import { memberFactory } from '#tests/factories/members.ts';
import { enterOffice, expectToast } from './office.ts';
import { test } from './site.ts';

const address = '/admin/Directory';
const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') });

test.beforeEach(async ({ site }) => {
  await site.reset();
  await memberFactory(site, { name: 'Anil Rao', state: 'Kerala', district: 'Ernakulam', subDistrict: 'Kochi' });
  await memberFactory(site, { name: 'Bina Das', state: 'Kerala', district: 'Kottayam', subDistrict: 'Vaikom' });
  await memberFactory(site, {
    name: 'Chetan Joshi',
    state: 'Gujarat',
    district: 'Surat',
    subDistrict: 'Choryasi',
    organization: 'Director of prosecutor',
  });
  await memberFactory(site, { name: 'Dev Mehta', status: 'New' });
});

test('leads from a member to payment and decisions', async ({ page, site }) => {
  await enterOffice(page, site, address);
  await page.getByRole('button', { name: /^View details of Anil Rao/ }).click();
  await page.getByRole('link', { name: 'Payment and decisions' }).click();
  await expect(page.getByRole('tab', { name: 'Approved' })).toHaveAttribute('aria-selected', 'true');
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('Anil Rao');
});

test('corrects a member from here', async ({ page, site }) => {
  await enterOffice(page, site, address);
  await page.getByRole('button', { name: /^View details of Anil Rao/ }).click();
  await page.getByRole('button', { name: 'Edit details' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit details' });
  await dialog.getByRole('textbox', { name: 'Full Name' }).fill('Anil Kumar Rao');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'The record was updated.');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('row', { name: /Anil Kumar Rao/ })).toBeVisible();
});

test('exports what is filtered, as both kinds of file, and the log says so', async ({ page, site }) => {
  await enterOffice(page, site, `${address}?state=Kerala`, { confirmed: true });
  await expect(page.getByText('2 members')).toBeVisible();
  for (const kind of ['csv', 'xlsx']) {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: `Export ${kind.toUpperCase()}` }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(new RegExp(`\\.${kind}$`));
    const bytes = await readFile(await file.path());
    if (kind === 'csv') {
      const text = bytes.toString('utf8');
      expect(text).toContain('Anil Rao');
      expect(text).toContain('Bina Das');
      expect(text).not.toContain('Chetan Joshi');
    } else expect(bytes.subarray(0, 2).toString()).toBe('PK');
  }
  await expect(page.getByText('please keep it safe').first()).toBeVisible();
  expect(await site.database.$count(log, eq(log.kind, 'export'))).toBe(2);
});
