import { expect, type Locator, type Page } from '@playwright/test';
import { messages } from '#shared/messages.ts';
import { contactMessageFactory, testPicture } from '#tests/factories/content.ts';
import { memberFactory, storedDocument } from '#tests/factories/members.ts';
import { enterOffice, expectToast } from './office.ts';
import { test } from './site.ts';

// The main actions by keyboard alone, starting at their address; tables and the rest of content in `NewsAdmin.test.tsx`.

test.beforeEach(async ({ page, site }) => {
  await site.reset();
  await enterOffice(page, site);
});

const dialog = (page: Page) => page.getByRole('dialog').last();
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

/** Presses Tab until the wanted element has the focus. */
async function tabTo(page: Page, wanted: Locator) {
  await expect(wanted).toBeVisible();
  for (let steps = 0; steps < 60; steps += 1) {
    if (await wanted.evaluate((element) => element === element.ownerDocument.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(wanted).toBeFocused();
}

async function press(page: Page, wanted: Locator, key = 'Enter') {
  await tabTo(page, wanted);
  await page.keyboard.press(key);
}

test('news are added', async ({ page }) => {
  await page.goto('/admin/News');
  await press(page, button(page, 'Add News'));
  for (const [label, text] of [
    ['News Title', 'Bail hearings'],
    ['Location', 'Pune'],
    ['Description', 'Two days.'],
  ] as const) {
    await tabTo(page, dialog(page).getByLabel(label));
    await page.keyboard.type(text);
  }
  const { name, type, bytes } = await testPicture(1);
  const chooser = page.waitForEvent('filechooser');
  await press(page, dialog(page).getByLabel('News Picture'));
  await (await chooser).setFiles({ name, mimeType: type, buffer: Buffer.from(bytes) });
  await press(page, dialog(page).getByRole('button', { name: 'Add', exact: true }));
  await expectToast(page, 'News added successfully');
  await expect(page.getByText('Bail hearings')).toBeVisible();
  await expect(button(page, 'Add News')).toBeFocused();
});

test('a registration is reviewed, and the next one found in its tab', async ({ page, site }) => {
  await memberFactory(site, {
    status: 'New',
    name: 'Nina Paul',
    paymentStatus: 'PAYMENT_INITIATED',
    documentFile: await storedDocument(site),
  });
  await page.goto('/admin/Registrations');
  await press(page, button(page, /^Review Nina Paul/));
  await press(page, dialog(page).getByRole('checkbox', { name: 'Payment seen in the bank account' }), 'Space');
  await press(page, dialog(page).getByRole('button', { name: 'Approve' }));
  await expect(page.getByText('Nina Paul: Approved.')).toBeVisible();
  await expect(page.getByText(messages.empty.table)).toBeFocused();

  const tabs = page.getByRole('tab');
  await page.goto('/admin/Registrations');
  await tabTo(page, tabs.nth(0));
  await page.keyboard.press('ArrowRight');
  await expect(tabs.nth(1)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(tabs.nth(1)).toHaveAttribute('aria-selected', 'true');
  const review = button(page, /^Review Nina Paul/);
  await press(page, review);
  await expect(dialog(page).getByText('Approved (New → Approved)')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(review).toBeFocused();
});

test('a message is read and answered', async ({ page, site }) => {
  await contactMessageFactory(site, {});
  await page.goto('/admin/Contact');
  await press(page, button(page, 'Open the message of Meera Nair'));
  await tabTo(page, dialog(page).getByLabel('Your reply'));
  await page.keyboard.type('Please use the form /membership?');
  await tabTo(page, dialog(page).getByRole('button', { name: 'Send reply' }));
  await page.keyboard.press('Enter');
  await expectToast(page, 'The reply is on its way.');
  await expect(dialog(page).getByRole('list', { name: 'Replies' })).toContainText('Written to a file, not sent');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('an important update is added and deleted', async ({ page }) => {
  await page.goto('/admin/Settings');
  await press(page, page.getByRole('link', { name: 'Important Updates' }));
  await expect(page).toHaveURL(/tab=updates/);
  await press(page, button(page, 'Add Important Update'));
  await tabTo(page, dialog(page).getByLabel('Title'));
  await page.keyboard.type('By the keyboard');
  await tabTo(page, dialog(page).getByLabel('Description'));
  await page.keyboard.type('Nothing else was used.');
  await press(page, dialog(page).getByRole('button', { name: 'Add', exact: true }));
  await expectToast(page, messages.update.added);
  await press(page, button(page, 'Delete “By the keyboard”'));
  await press(page, dialog(page).getByRole('button', { name: 'Delete' }));
  await expectToast(page, 'Deleted successfully');
});
