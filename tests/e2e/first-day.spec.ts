import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { importantUpdates, settings, tiers } from '#server/database/tables/content.ts';
import { testPicture } from '#tests/factories/content.ts';
import { memberFactory } from '#tests/factories/members.ts';
import { waitForMail } from '#tests/mail.ts';
import { expectToast } from './office.ts';
import { test } from './site.ts';

const dialog = (page: Page) => page.getByRole('dialog').last();

async function picture(seed: number) {
  const { name, type, bytes } = await testPicture(seed);
  return { name, mimeType: type, buffer: Buffer.from(bytes) };
}

async function open(page: Page, entry: string) {
  // Some links contain the number of waiting items.
  const link = page.getByRole('navigation').getByRole('link', { name: new RegExp(`^${entry}( \\d+ .*)?$`) });
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name: entry })).toBeVisible();
}

test('the first day of the office', async ({ page, browser, site }) => {
  test.setTimeout(150_000);
  await site.reset();
  const [settingsBefore] = await site.database.select().from(settings);
  const tiersBefore = await site.database.select().from(tiers);
  try {
    const asha = await memberFactory(site, { status: 'New', name: 'Asha Rao', email: 'asha.rao@example.org' });
    const ravi = await memberFactory(site, { status: 'New', name: 'Ravi Menon', email: 'ravi.menon@example.org' });

    // Log in.
    await page.goto('/admin');
    await expect(page).toHaveURL(/\/admin\/Login$/);
    await page.getByLabel('Email').fill(site.admin.email);
    await page.getByLabel('Password', { exact: true }).fill(site.admin.password);
    await page.getByRole('button', { name: 'Login in' }).click();
    await expect(page).toHaveURL(/\/admin\/Overview$/);

    // The association's details, and the payment details. Buttons at the top right, over which a notice may hang, are pressed by keyboard.
    await open(page, 'Settings');
    await page.getByRole('button', { name: 'Update Welcome Message' }).click();
    await dialog(page).getByRole('textbox', { name: 'Welcome Message' }).fill('Welcome to our first day.');
    await dialog(page).getByRole('button', { name: 'Update', exact: true }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('link', { name: 'Important Updates' }).click();
    await page.getByRole('button', { name: 'Add Important Update' }).press('Enter');
    await dialog(page).getByLabel('Title').fill('We are open');
    await dialog(page).getByLabel('Description').fill('Registrations are welcome from today.');
    await dialog(page).getByRole('button', { name: 'Add', exact: true }).click();
    await expectToast(page, 'Important update added successfully');
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Payment' }).click();
    await page.getByLabel('UPI ID').fill('firstday@examplebank');
    await page.getByLabel('Account number').fill('0099887766');
    await page.getByRole('button', { name: 'Save' }).click();
    await dialog(page).getByRole('button', { name: 'Change', exact: true }).click();
    await expectToast(page, 'Payment');

    await open(page, 'Memberships');
    await page.getByRole('button', { name: 'Edit Individual Membership' }).click();
    await dialog(page).getByLabel('Fee in rupees, paid once').fill('1250');
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Rs 1,250')).toBeVisible();

    // Content for visitors.
    await open(page, 'Conferences');
    await page.getByRole('button', { name: 'Add Conference' }).press('Enter');
    await dialog(page).getByLabel('Conference Title').fill('Opening webinar');
    await dialog(page).getByLabel('Meeting Type').click();
    await page.getByRole('option', { name: 'Online' }).click();
    await dialog(page).getByRole('spinbutton', { name: 'Day' }).click();
    await page.keyboard.type('051220270530p');
    await dialog(page).getByLabel('Meeting Address').fill('Video conference');
    await dialog(page).getByLabel('Description').fill('The first of many.');
    await dialog(page).getByRole('button', { name: 'Add', exact: true }).click();
    await expectToast(page, 'Conference added successfully');
    await open(page, 'News');
    await page.getByRole('button', { name: 'Add News' }).press('Enter');
    await dialog(page).getByLabel('News Title').fill('Doors open');
    await dialog(page).getByLabel('Location').fill('New Delhi');
    await dialog(page).getByLabel('Description').fill('The office has begun its work.');
    await dialog(page)
      .getByLabel('News Picture')
      .setInputFiles(await picture(1));
    await dialog(page).getByRole('button', { name: 'Add', exact: true }).click();
    await expectToast(page, 'News added successfully');
    await open(page, 'Gallery');
    await page.getByRole('button', { name: 'Add Images' }).press('Enter');
    await dialog(page)
      .getByLabel('Images', { exact: true })
      .setInputFiles([await picture(2), await picture(3)]);
    await dialog(page).getByRole('button', { name: 'Upload' }).click();
    await expectToast(page, '2 images added successfully');

    // One is approved, one is rejected.
    await open(page, 'Registrations');
    await page.getByRole('button', { name: /^Review Asha Rao/ }).click();
    await dialog(page).getByLabel('Payment seen in the bank account').check();
    await dialog(page).getByRole('button', { name: 'Approve' }).click();
    // The next one opens by itself.
    await expect(dialog(page).getByText('Ravi Menon').first()).toBeVisible();
    await dialog(page).getByRole('button', { name: 'Reject' }).click();
    await dialog(page).getByLabel('Reason').fill('The ID card cannot be read.');
    await dialog(page).getByRole('button', { name: 'Reject and mail the reason' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    const credentials = await waitForMail(site, { to: asha.email });
    expect(credentials.text).toContain('Temporary password: ');
    expect((await waitForMail(site, { to: ravi.email })).text).toContain('The ID card cannot be read.');

    await open(page, 'Directory');
    await expect(page.getByText('Asha Rao')).toBeVisible();
    await expect(page.getByText('Ravi Menon')).toHaveCount(0);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    await page
      .getByRole('dialog', { name: 'Is it you?' })
      .getByLabel('Your Password', { exact: true })
      .fill(site.admin.password);
    await page.getByRole('button', { name: 'Confirm' }).click();
    const download = await saved;
    const exported = await readFile(await download.path(), 'utf8');
    expect(exported).toContain('Asha Rao');
    expect(exported).not.toContain('Ravi Menon');
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL(/\/admin\/login$/i);

    // Visitors can see it.
    const visitor = await browser.newPage({ baseURL: site.url });
    await visitor.goto('/');
    for (const text of ['Welcome to our first day.', 'We are open', 'Opening webinar']) {
      await expect(visitor.getByText(text).first()).toBeVisible();
    }
    await visitor.goto('/news');
    await expect(visitor.getByRole('heading', { name: 'Doors open' }).first()).toBeVisible();
    await visitor.goto('/conferences');
    await expect(visitor.getByText('Opening webinar')).toBeVisible();
    await visitor.goto('/Gallery');
    await expect(visitor.getByRole('main').getByRole('img')).toHaveCount(2);
    await visitor.goto('/membership');
    await expect(visitor.getByText('Rs 1,250').first()).toBeVisible();
    await visitor.close();
  } finally {
    if (settingsBefore) {
      const { id, ...values } = settingsBefore;
      await site.database.update(settings).set(values).where(eq(settings.id, id));
    }
    for (const { membership, ...values } of tiersBefore) {
      await site.database.update(tiers).set(values).where(eq(tiers.membership, membership));
    }
    await site.database.delete(importantUpdates);
  }
});
