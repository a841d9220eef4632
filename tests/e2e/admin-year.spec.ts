import { expect } from '@playwright/test';
import { clock } from '#shared/clock.ts';
import { paths } from '#shared/paths.ts';
import { memberFactory } from '#tests/factories/members.ts';
import { enterOffice, expectToast } from './office.ts';
import { test } from './site.ts';

test.beforeEach(({ site }) => site.reset());

test('a year is read as a page, its numbers open what they count, and it prints as a report', async ({
  page,
  site,
}) => {
  const paid = await memberFactory(site, {
    name: 'Asha Rao',
    state: 'Kerala',
    status: 'Approved',
    approvedAt: clock.now(),
  });
  await memberFactory(site, { state: 'Goa', status: 'Approved', approvedAt: clock.now() });
  await enterOffice(page, site, paths.admin.report);
  const main = page.getByRole('main');
  await main
    .getByRole('row', { name: /^Kerala/ })
    .getByRole('button')
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(paid.name)).toBeVisible();
  await expect(dialog.getByRole('row')).toHaveCount(2);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  // In print: a title page with the contents, without the office's frame.
  await page.emulateMedia({ media: 'print' });
  await expect(main.getByRole('heading', { name: /Report for the financial year/ })).toBeVisible();
  await expect(main.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(page.getByRole('navigation').first()).toBeHidden();
});

test('an office is entered, ordered and handed over, shown to everybody, and listed for the registrar', async ({
  page,
  site,
}) => {
  const member = await memberFactory(site, { name: 'Om Das', state: 'Bihar', memberNumber: 'AIP-M-000777' });
  await enterOffice(page, site, paths.admin.officeBearers);
  const main = page.getByRole('main');
  const dialog = page.getByRole('dialog');
  const add = async (office: string, fill: [label: string, value: string]) => {
    await page.getByRole('button', { name: 'Add term' }).click();
    await dialog.getByLabel('Office', { exact: false }).first().fill(office);
    await dialog.getByLabel(fill[0], { exact: true }).fill(fill[1]);
    await dialog.getByRole('group', { name: 'From' }).getByRole('spinbutton').first().click();
    await page.keyboard.type('01012026');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await expect(dialog).toHaveCount(0);
  };
  await add('Secretary', ['Member number', member.memberNumber!]);
  await add('President', ['Name', 'Asha Rao']);
  const rows = main.getByRole('row');
  await expect(rows.nth(1)).toContainText('Secretary');
  await main.getByRole('button', { name: 'Move President up' }).click();
  await expect(rows.nth(1)).toContainText('President');
  await main.getByRole('button', { name: 'Hand over President' }).click();
  await dialog.getByLabel('Name', { exact: true }).fill('Lata Iyer');
  await dialog
    .getByRole('group', { name: /Last day/ })
    .getByRole('spinbutton')
    .first()
    .click();
  await page.keyboard.type('30062026');
  await dialog.getByRole('button', { name: 'Hand over' }).click();
  await expectToast(page, 'The office was handed over.');

  await page.getByRole('link', { name: 'Annual list' }).click();
  const sheet = page.getByRole('article', { name: 'Annual list of the managing body' });
  await expect(sheet.getByRole('row')).toHaveText([/Address/, /1President\s*Lata Iyer/, /2Secretary\s*Om Das/]);
  await page.emulateMedia({ media: 'print' });
  await expect(sheet).toBeVisible();
  await expect(page.getByRole('button', { name: 'Excel' })).toBeHidden();
  await page.emulateMedia({ media: 'screen' });

  await page.goto(paths.officeBearers);
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Lata Iyer');
  await expect(page.getByText('Asha Rao')).toBeVisible();
  const data = JSON.parse((await page.locator('script[type="application/ld+json"]').first().textContent())!);
  expect(JSON.stringify(data)).toContain('"roleName":"President","member":{"@type":"Person","name":"Lata Iyer"}');
});
