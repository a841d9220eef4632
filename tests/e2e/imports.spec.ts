import { expect, type Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { members } from '#server/features/members/tables.ts';
import { paths } from '#shared/paths.ts';
import { csvOf, listRow, tableOf } from '#tests/factories/lists.ts';
import { memberFactory } from '#tests/factories/members.ts';
import { scaled } from '#tests/speed.ts';
import { enterOffice, expectAccessiblePage, widths } from './office.ts';
import { test } from './site.ts';

test.beforeEach(({ site }) => site.reset());

const shown = async (page: Page) => {
  for (const size of widths) {
    await page.setViewportSize(size);
    await expectAccessiblePage(page);
  }
};

test('a list becomes members, from its columns to the undo', async ({ page, site }) => {
  // Every screen is checked at two widths.
  test.setTimeout(scaled(180_000));
  const there = await memberFactory(site, { name: 'Vasanthi Iyer', designation: '' });
  const rows = [
    listRow({ name: 'Smt. Meera Nair' }),
    listRow({ name: 'Ravi Menon', dateOfBirth: '03/25/1975' }),
    listRow({ name: 'Vasanthi Iyer', email: there.email, designation: 'Director' }),
  ];
  const table = tableOf(rows, { court: 'Zone of work' }).map((row) => row.filter((_cell, at) => at !== row.length - 1));
  await enterOffice(page, site, paths.admin.registrations);
  await page.getByRole('link', { name: 'Import', exact: true }).click();
  await expect(page.getByText('No list has been sent yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Read the list' }).click();
  await expect(page.getByText('Please choose the file with the list').first()).toBeVisible();
  const file = { name: 'members.csv', mimeType: 'text/csv', buffer: Buffer.from(csvOf(table)) };
  await page.getByLabel('List of members').setInputFiles(file);
  await page.getByRole('button', { name: 'Read the list' }).click();

  // What no column gives may be given once, or is asked of the members.
  await page.getByRole('button', { name: 'Columns', exact: true }).click();
  await expect(page.getByText(/^Asked of the members|What no column gives is asked of them/)).toBeVisible();
  await shown(page);
  await page.getByRole('combobox', { name: 'Zone of work gives' }).click();
  await page.getByRole('option', { name: 'Name of the Court' }).click();
  await page.getByRole('combobox', { name: 'International, for all rows' }).click();
  await page.getByRole('option', { name: 'No', exact: true }).click();
  await page.getByRole('button', { name: 'Read with these columns' }).click();
  await expect(page.getByText('This will create 1 member, skip 1, 1 row needs care.')).toBeVisible();
  await shown(page);

  // A row is corrected in its dialog.
  await page.getByRole('button', { name: 'Open row 3' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Please write the date as day, month and year')).toBeVisible();
  await shown(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  const inPlace = page.getByRole('form', { name: 'Row 3' });
  await expect(inPlace.getByLabel('Date of Birth')).toHaveValue('03/25/1975');
  await inPlace.getByLabel('Date of Birth').fill('25/03/1975');
  await inPlace.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('This will create 2 members, skip 1.')).toBeVisible();

  // The row and its duplicate, side by side.
  await page.getByRole('tab', { name: /Skipped/ }).click();
  await page.getByRole('button', { name: 'Open row 4' }).click();
  await expect(dialog.getByText('The same e-mail is there already.')).toBeVisible();
  await shown(page);
  await expect(dialog.getByRole('button', { name: 'Another person' })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Same person: merge' }).click();
  await expect(page.getByText('This will create 2 members, complete 1 record.')).toBeVisible();

  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(dialog.getByText('This will create 2 members, complete 1 record.')).toBeVisible();
  await shown(page);
  await dialog.getByRole('button', { name: 'Import' }).click();
  await expect(page.getByText('2 members created, 1 record completed.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('2 members created, 1 record completed.')).toBeVisible();
  await shown(page);
  const made = async () => site.database.$count(members, eq(members.name, 'Smt. Meera Nair'));
  expect(await made()).toBe(1);

  await page.getByRole('button', { name: 'Send credentials' }).click();
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Credentials: 2 sent or on their way, 0 still to be sent.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo the import' }).click();
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('This import was undone.')).toBeVisible();
  expect(await made()).toBe(0);
  await page.getByRole('link', { name: 'All lists' }).click();
  await expect(page.getByRole('cell', { name: 'Undone' })).toBeVisible();
  await shown(page);
});
