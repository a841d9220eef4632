import { expect } from '@playwright/test';
import { conferenceFactory, contactMessageFactory, newsFactory } from '#tests/factories/content.ts';
import { newMember } from '#tests/logins.ts';
import { enterOffice, expectAccessiblePage } from './office.ts';
import { test } from './site.ts';

test('by keyboard alone everything in the office is found and opened', async ({ page, site }) => {
  await site.reset();
  const member = await newMember(site, { name: 'Asha Witness', mobile: '9876501234' });
  await contactMessageFactory(site, { name: 'Meera Nair', message: 'Who pays a witness?' });
  await newsFactory(site, { title: 'Witness protection' });
  await conferenceFactory(site, { title: 'Webinar on the hostile witness' });
  await enterOffice(page, site, '/admin/Settings');
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  const search = page.getByRole('combobox', { name: 'Search everything' });
  const options = page.getByRole('option');

  await page.keyboard.press('/');
  await expect(search).toBeFocused();
  await page.keyboard.type('w');
  await expect(page.getByText('Please type at least two letters or digits.')).toBeVisible();
  await page.keyboard.type('itness');
  await expect(options).toHaveCount(4);
  await expect(page.getByRole('group', { name: 'People' }).getByRole('option')).toContainText(['Asha Witness']);
  await expect(search).toHaveAttribute('aria-activedescendant', (await options.first().getAttribute('id')) ?? '');
  await expectAccessiblePage(page);
  await page.keyboard.press('ArrowUp');
  await expect(options.last()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByLabel('Conference Title')).toHaveValue('Webinar on the hostile witness');
  // A shortcut must not lose the input of a form.
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).focus();
  await page.keyboard.press('/');
  await expect(search).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).not.toHaveURL(/open=/);

  // Enter opens a unique result even before the list is shown.
  await page.keyboard.press('/');
  await page.keyboard.type('+91 98765 01234');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Asha Witness', level: 1 })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/admin/Person/${member.id}$`));
  await page.getByRole('link', { name: 'Review', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Review registration' })).toContainText('Asha Witness');

  // Over the review, and under the help.
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard help' })).toContainText('Search everything');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Keyboard help' })).toHaveCount(0);
  await page.keyboard.press('/');
  await page.keyboard.type('who pays a');
  await expect(options).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Message from Meera Nair' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.keyboard.press('/');
  await page.keyboard.type('protection');
  await expect(options).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByLabel('News Title')).toHaveValue('Witness protection');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // In a field the key types its character.
  await page.getByLabel('Search news').focus();
  await page.keyboard.type('/?');
  await expect(page.getByLabel('Search news')).toHaveValue('/?');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a receipt’s number leads to its payment', async ({ page, site }) => {
  await site.reset();
  const { reference } = await newMember(site, { paymentStatus: 'PAYMENT_SUCCESS' });
  const { rows } = await site.database.pool.query('select label from receipts');
  await enterOffice(page, site, '/admin/Payments');
  await expect(page.getByRole('heading', { name: 'Payments', level: 1 })).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type(rows[0].label);
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: `Payment ${reference}` })).toContainText(rows[0].label);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).not.toHaveURL(/open=/);
});
