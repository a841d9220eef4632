import { expect, type Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { settings } from '#server/features/settings/tables.ts';
import { enterOffice, expectToast, widths } from './office.ts';
import { test } from './site.ts';

const dialog = (page: Page) => page.getByRole('dialog').last();
type Row = typeof settings.$inferSelect;
let before: Row;

test.beforeEach(async ({ page, site }) => {
  await site.reset();
  [before] = (await site.database.select().from(settings)) as [Row];
  await enterOffice(page, site);
});
test.afterEach(async ({ site }) => {
  const { id, ...values } = before;
  await site.database.update(settings).set(values).where(eq(settings.id, id));
});
test.use({ viewport: widths[0] });

test('welcome message, About, addresses and links are changed, and the public site follows', async ({
  page,
  browser,
  site,
}) => {
  await page.goto('/admin/Settings');
  for (const [title, text] of [
    ['Welcome Message', 'Welcome to all.\n\nA second paragraph.'],
    ['About', 'Who we are, in one line.'],
  ] as const) {
    await page.getByRole('link', { name: title }).click();
    await page.getByRole('button', { name: `Update ${title}` }).click();
    await dialog(page).getByRole('textbox', { name: title }).fill(text);
    await dialog(page).getByRole('button', { name: 'Update', exact: true }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('link', { name: 'All settings' }).click();
  }
  await page.getByRole('link', { name: 'Association' }).click();
  const form = page.getByRole('form', { name: 'Association' });
  await form.getByLabel('Phone line in the header').fill('+91 11 2345 6789');
  await form.getByRole('button', { name: 'Add a link' }).click();
  const link = form.getByRole('group', { name: 'Follow us' });
  await link.getByLabel('Name').last().fill('Journal');
  await link.getByLabel('Address').last().fill('https://journal.example.org');
  await form.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'updated');

  const visitor = await browser.newPage();
  await visitor.goto(`${site.url}/about`);
  await expect(visitor.getByText('Who we are, in one line.')).toBeVisible();
  await visitor.goto(`${site.url}/`);
  await expect(visitor.getByText('A second paragraph.')).toBeVisible();
  await expect(visitor.getByText('+91 11 2345 6789').first()).toBeVisible();
  await expect(visitor.getByRole('link', { name: 'Journal' })).toHaveAttribute('href', /^https:\/\/journal/);
  await visitor.close();
});

test('a text that the office writes in Hindi is on the Hindi page, and older once the English one is changed', async ({
  page,
  browser,
  site,
}) => {
  await page.goto('/admin/Settings?tab=welcome');
  const open = () => page.getByRole('button', { name: 'Update Welcome Message' }).click();
  const update = () => dialog(page).getByRole('button', { name: 'Update', exact: true }).click();
  await open();
  await dialog(page).getByLabel('In Hindi').fill('सभी अभियोजकों का स्वागत है।');
  await update();
  await expect(page.getByText('English and Hindi')).toBeVisible();
  const visitor = await browser.newPage();
  await visitor.goto(`${site.url}/hi`);
  await expect(visitor.getByText('सभी अभियोजकों का स्वागत है।')).toBeVisible();
  await open();
  await dialog(page).getByRole('textbox', { name: 'Welcome Message' }).fill('All prosecutors are welcome here.');
  await update();
  await expect(page.getByText('Hindi older than English')).toBeVisible();
  await visitor.goto(`${site.url}/`);
  await expect(visitor.getByText('All prosecutors are welcome here.')).toBeVisible();
  await visitor.goto(`${site.url}/hi`);
  await expect(visitor.getByText('सभी अभियोजकों का स्वागत है।')).toBeVisible();
  await visitor.close();
  await open();
  await expect(dialog(page).getByText('Older than the English text')).toBeVisible();
});
