import { expect, type Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { importantUpdates, settings } from '#server/database/tables/content.ts';
import { messages } from '#shared/messages.ts';
import { enterOffice, expectSound, expectSoundAtEachWidth, expectToast, failCalls, widths } from './office.ts';
import { test } from './site.ts';

const dialog = (page: Page) => page.getByRole('dialog').last();
const settingsCall = /\/api\/Settings\/(get|Update)/i;
const updatesCall = /\/important-updates/;

type Row = typeof settings.$inferSelect;
let before: Row;

test.beforeEach(async ({ page, site }) => {
  await site.reset();
  [before] = (await site.database.select().from(settings)) as [Row];
  await site.database.delete(importantUpdates);
  await enterOffice(page, site);
});

test.afterEach(async ({ site }) => {
  const { id, ...values } = before;
  await site.database.update(settings).set(values).where(eq(settings.id, id));
  await site.database.delete(importantUpdates);
});

test.describe('on a phone', () => {
  test.use({ viewport: widths[0] });

  test('the welcome message and About are changed, with a view of what visitors will see', async ({
    page,
    browser,
    site,
  }) => {
    await page.goto('/admin/Settings');
    await expect(page.getByRole('button', { name: 'Update Welcome Message' })).toBeVisible();
    await page.getByRole('button', { name: 'Update Welcome Message' }).click();
    const text = dialog(page).getByRole('textbox', { name: 'Welcome Message' });
    await text.fill('  ');
    await dialog(page).getByRole('button', { name: 'Update', exact: true }).click();
    await expect(dialog(page).getByText('Please enter the welcome message')).toBeVisible();
    await text.fill('Welcome to all.\n\nA second paragraph.');
    await expect(
      dialog(page)
        .getByRole('paragraph')
        .filter({ hasText: /^A second paragraph\.$/ }),
    ).toBeVisible();
    await expectSoundAtEachWidth(page);
    await dialog(page).getByRole('button', { name: 'Update', exact: true }).dblclick();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('tabpanel').getByText('A second paragraph.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Update Welcome Message' })).toBeFocused();

    await page.getByRole('tab', { name: 'About' }).click();
    await expect(page).toHaveURL(/tab=about/);
    await page.getByRole('button', { name: 'Update About' }).click();
    await dialog(page).getByRole('textbox', { name: 'About' }).fill('Who we are, in one line.');
    await dialog(page).getByRole('button', { name: 'Update', exact: true }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);

    const visitor = await browser.newPage();
    await visitor.goto(`${site.url}/about`);
    await expect(visitor.getByText('Who we are, in one line.')).toBeVisible();
    await visitor.goto(`${site.url}/`);
    await expect(visitor.getByText('A second paragraph.')).toBeVisible();
    await visitor.close();
  });

  test('important updates are added, changed, put into order and deleted', async ({ page }) => {
    await page.goto('/admin/Settings?tab=updates');
    await expect(page.getByText(messages.empty.table)).toBeVisible();
    const add = async (title: string) => {
      await page.getByRole('button', { name: 'Add Important Update' }).click();
      await dialog(page).getByLabel('Title').fill(title);
      await dialog(page).getByLabel('Description').fill(`More about ${title}.`);
      await dialog(page).getByRole('button', { name: 'Add', exact: true }).dblclick();
      await expectToast(page, messages.update.added);
      await expect(page.getByRole('dialog')).toHaveCount(0);
    };
    await page.getByRole('button', { name: 'Add Important Update' }).click();
    await dialog(page).getByRole('button', { name: 'Add', exact: true }).click();
    await expect(dialog(page).getByText('Please enter a title')).toBeVisible();
    await expect(dialog(page).getByText('Please enter a description')).toBeVisible();
    await expectSoundAtEachWidth(page);
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await add('First');
    await add('Second');
    const board = page.getByRole('heading', { level: 3 });
    const rows = page.getByRole('table').getByRole('row');
    await expect(rows).toHaveCount(3);
    // The last entry of the stored list is the first on the home page.
    await expect(board).toHaveText(['Second', 'First']);
    // The table has the home page's order.
    await expect(rows.nth(1)).toContainText('Second');
    await page.getByRole('button', { name: 'Move “First” up' }).click();
    await expect(rows.nth(1)).toContainText('First');
    await expect(board).toHaveText(['First', 'Second']);

    await page.getByRole('button', { name: 'Edit “First”' }).click();
    await dialog(page).getByLabel('Title').fill('First of all');
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await expectToast(page, messages.update.edited);
    await page.getByRole('button', { name: 'Delete “Second”' }).click();
    await dialog(page).getByRole('button', { name: 'Delete' }).click();
    await expectToast(page, messages.update.deleted);
    await expect(rows).toHaveCount(2);
  });

  test('name, addresses and links are changed, and the public site follows', async ({ page, browser, site }) => {
    await page.goto('/admin/Settings?tab=association');
    const form = page.getByRole('form', { name: 'Association' });
    await form.getByRole('textbox', { name: 'Name', exact: true }).first().fill('');
    await form.getByLabel('Office e-mail').fill('nobody');
    await form.getByRole('button', { name: 'Update' }).click();
    await expect(form.getByText('Please enter the name of the association')).toBeVisible();
    await expect(form.getByText(messages.registration.emailFormat)).toBeVisible();
    await form.getByRole('textbox', { name: 'Name', exact: true }).first().fill('Association of Trial');
    await form.getByLabel('Phone line in the header').fill('+91 11 2345 6789');
    await form.getByLabel('Office e-mail').fill('desk@example.org');
    await form.getByRole('textbox', { name: 'Address' }).first().fill('1 Court Road\nNew Delhi');
    while ((await form.getByRole('button', { name: 'Remove' }).count()) > 0) {
      await form.getByRole('button', { name: 'Remove' }).first().click();
    }
    await form.getByRole('button', { name: 'Add a link' }).click();
    const link = form.getByRole('group', { name: 'Follow us' });
    await link.getByLabel('Name').fill('Journal');
    await link.getByLabel('Address').fill('journal.example.org');
    await form.getByRole('button', { name: 'Update' }).click();
    await expect(form.getByText(messages.resource.format)).toBeVisible();
    await link.getByLabel('Address').fill('https://journal.example.org');
    await expect(form.getByRole('region', { name: 'Preview' })).toContainText('Association of Trial');
    await expectSoundAtEachWidth(page);
    // Leaving asks about unsaved input.
    await page.getByRole('tab', { name: 'Payment' }).click();
    await expect(dialog(page)).toContainText('It has not been saved.');
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await form.getByRole('button', { name: 'Update' }).dblclick();
    await expectToast(page, 'updated');
    await page.getByRole('tab', { name: 'Payment' }).click();
    await expect(page).toHaveURL(/tab=payment/);

    const visitor = await browser.newPage();
    await visitor.goto(`${site.url}/`);
    await expect(visitor.getByText('+91 11 2345 6789').first()).toBeVisible();
    await expect(visitor.getByRole('link', { name: 'Journal' })).toHaveAttribute('href', /^https:\/\/journal/);
    await visitor.close();
  });

  test('payment details are changed, with the code that applicants will scan', async ({ page }) => {
    await page.goto('/admin/Settings?tab=payment');
    const form = page.getByRole('form', { name: 'Payment' });
    await form.getByLabel('UPI ID').fill('no upi');
    await form.getByRole('button', { name: 'Update' }).click();
    await expect(form.getByText('Please enter a UPI ID such as name@bank')).toBeVisible();
    await expect(form.getByText('No QR code')).toBeVisible();
    await form.getByLabel('UPI ID').fill('association@examplebank');
    await form.getByLabel('Account number').fill('0011 2233 4455');
    await expect(form.getByRole('img', { name: 'Sample QR code for paying to association@examplebank' })).toBeVisible();
    await expectSoundAtEachWidth(page);
    await form.getByRole('button', { name: 'Update' }).click();
    const question = page.getByRole('dialog', { name: 'Change where fees are paid to?' });
    await expect(question).toContainText('before: (empty)→now: association@examplebank');
    await expect(question).toContainText('now: 0011 2233 4455');
    await expectSoundAtEachWidth(page);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(form.getByLabel('Account number')).toHaveValue('0011 2233 4455');
    await form.getByRole('button', { name: 'Update' }).click();
    await question.getByRole('button', { name: 'Change', exact: true }).click();
    await expectToast(page, 'updated');
    await page.reload();
    await expect(page.getByLabel('Account number')).toHaveValue('0011 2233 4455');
  });
});

test('a failed load offers another try; failed saves say what is specified', async ({ page, site }) => {
  await failCalls(page, settingsCall, 'lost');
  await page.goto('/admin/Settings?tab=updates');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expectSound(page);
  await page.unroute(settingsCall);
  await site.database.insert(importantUpdates).values({ title: 'Fees', description: 'As before.', position: 1 });
  await page.getByRole('button', { name: 'Try again' }).click();

  await failCalls(page, updatesCall, 'broken');
  await page.getByRole('button', { name: 'Edit “Fees”' }).click();
  await dialog(page).getByLabel('Title').fill('New fees');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(page.locator('.Toastify__toast').getByText(messages.update.saveFailed, { exact: true })).toBeVisible();
  await expect(dialog(page).getByLabel('Title')).toHaveValue('New fees');
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await dialog(page).getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('button', { name: 'Delete “Fees”' }).click();
  await dialog(page).getByRole('button', { name: 'Delete' }).click();
  await expectToast(page, messages.update.deleteFailed);
});

test('two administrators never overwrite each other unseen', async ({ page, site }) => {
  await page.goto('/admin/Settings');
  await page.getByRole('button', { name: 'Update Welcome Message' }).click();
  const text = dialog(page).getByRole('textbox', { name: 'Welcome Message' });
  await text.fill('Mine.');
  await site.database.update(settings).set({ homeText: 'Theirs.', version: before.version + 1 });
  await dialog(page).getByRole('button', { name: 'Update', exact: true }).click();
  await expect(dialog(page).getByText('Someone else has changed this record in the meantime.')).toBeVisible();
  await expect(text).toHaveValue('Mine.');
  await dialog(page).getByRole('button', { name: 'Show theirs' }).click();
  await expect(text).toHaveValue('Theirs.');
  await text.fill('Both.');
  await dialog(page).getByRole('button', { name: 'Update', exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const [row] = await site.database.select().from(settings);
  expect(row?.homeText).toBe('Both.');
});
