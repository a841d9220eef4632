import { expect, type Page } from '@playwright/test';
import { contactMessageFactory } from '#tests/factories/content.ts';
import { test } from './mail-site.ts';
import { enterOffice, expectAccessiblePage, expectToast } from './office.ts';

test.use({ viewport: { width: 360, height: 780 } });

const dialog = (page: Page) => page.getByRole('dialog');
const word = 'x'.repeat(300);

test('a visitor’s message is answered on a phone, and the reply arrives', async ({ page, site, peer }) => {
  await site.reset();
  const { id } = await contactMessageFactory(site, {
    name: 'Meera Nair',
    email: 'meera@example.org',
    message: `How can I join?\n${word}`,
  });
  await contactMessageFactory(site, { name: 'A Program', doubtful: true });
  await enterOffice(page, site, '/admin/Overview');
  await expect(page.getByRole('link', { name: '1 message waits for an answer' })).toBeVisible();
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('link', { name: 'Contacts 1 open' }).click();
  await expect(page.getByRole('tab', { name: 'Doubtful 1' })).toBeVisible();
  await page.getByRole('button', { name: 'Open the message of Meera Nair' }).click();
  await expect(page).toHaveURL(new RegExp(`open=${id}`));

  await dialog(page).getByRole('button', { name: 'Send reply' }).click();
  await expect(dialog(page).getByText('Please write the reply')).toBeVisible();
  const text = `Dear Ms Nair,\n\nplease use the form on the page Membership.\n${word}`;
  const field = dialog(page).getByLabel('Your reply');
  await field.fill(text);
  await page.route('**/api/Contact/reply/*', (route) => route.abort());
  await dialog(page).getByRole('button', { name: 'Send reply' }).click();
  await expect(page.locator('.Toastify__toast--error')).toBeVisible();
  await expect(field).toHaveValue(text);
  await page.unroute('**/api/Contact/reply/*');
  await dialog(page).getByRole('button', { name: 'Send reply' }).click();
  await expectToast(page, 'The reply is on its way.');
  await expect(field).toHaveValue('');
  const replies = dialog(page).getByRole('list', { name: 'Replies' });
  await expect(replies).toContainText('please use the form on the page Membership.');
  await expect(replies.getByText('Sent', { exact: true })).toBeVisible();
  await expectAccessiblePage(page);

  expect(peer.received).toHaveLength(1);
  const [mail] = peer.received;
  expect(mail).toMatchObject({ recipients: ['meera@example.org'], kind: 'contact-reply', replyTo: site.admin.email });
  expect(mail?.text).toContain('Dear Ms Nair,\n\nplease use the form on the page Membership.');
  expect(mail?.text).toContain('> How can I join?');

  await dialog(page).getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('tab', { name: 'Open 0' })).toBeVisible();
  await page.getByRole('tab', { name: 'Doubtful 1' }).click();
  await page.getByRole('button', { name: 'Open the message of A Program' }).click();
  await dialog(page).getByRole('button', { name: 'Not doubtful' }).click();
  await expectToast(page, 'The message is no longer doubtful.');
  await dialog(page).getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('tab', { name: 'Open 1' })).toBeVisible();
});
