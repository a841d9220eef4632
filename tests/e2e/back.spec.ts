import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { memberFactory } from '#tests/factories/members.ts';
import { enterOffice } from './office.ts';
import { test } from './site.ts';

// On a phone Back closes what lies over the page, and then leaves the page.

test.use({ viewport: { width: 360, height: 740 } });

/** Presses Back once so many layers over the page have their entry. */
async function backFrom(page: Page, layers: number) {
  await expect.poll(() => page.evaluate('history.state?.layer ?? 0')).toBe(layers);
  await page.goBack();
}

const path = (address: string) => `${new URL(address).pathname}${new URL(address).search}`;

test('for visitors: the menu, the login and pages reached from them', async ({ page }) => {
  await page.goto('/about');
  await page.goto('/contact-us', { waitUntil: 'networkidle' });
  const menu = page.getByRole('navigation', { name: 'Menu' });
  const openMenu = () => page.getByRole('button', { name: 'Menu', exact: true }).click();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await openMenu();
  await expect(menu).toBeVisible();
  // Nothing behind it can be reached until it closes.
  await expect(menu.getByRole('button', { name: 'Close the menu' })).toBeFocused();
  await expect(page.locator('main')).toHaveJSProperty('inert', true);
  await backFrom(page, 1);
  await expect(menu).toBeHidden();
  await expect(page.locator('main')).toHaveJSProperty('inert', false);
  await expect(page.getByRole('button', { name: 'Menu', exact: true })).toBeFocused();
  // The page itself has what this needs.
  expect(requests.filter((url) => url.endsWith('.js'))).toEqual([]);
  expect(path(page.url())).toBe('/contact-us');

  await openMenu();
  await menu.getByRole('link', { name: 'Login' }).click();
  const login = page.getByRole('dialog', { name: 'Member Login' });
  await expect(login).toBeVisible();
  await backFrom(page, 1);
  await expect(login).toBeHidden();
  expect(path(page.url())).toBe('/contact-us');

  // Closed by hand it leaves nothing behind, and neither does the menu after a link in it.
  await openMenu();
  await menu.getByRole('link', { name: 'Login' }).click();
  await login.getByRole('button', { name: 'Close' }).click();
  await expect(login).toBeHidden();
  await openMenu();
  // A slow phone, where Back can be pressed before the new page has been drawn.
  const slow = await page.context().newCDPSession(page);
  await slow.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await menu.getByRole('link', { name: 'News', exact: true }).click();
  await expect(page).toHaveURL(/\/news$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/contact-us$/);
  await slow.detach();
  await backFrom(page, 0);
  await expect(page).toHaveURL(/\/about$/);
});

test('for visitors: a page that was left with a dialog over its menu', async ({ page }) => {
  await page.goto('/about');
  await page.goto('/contact-us');
  await page.evaluate('for (const layer of [1, 2]) history.pushState({ layer }, "")');
  await page.goto('/news');
  await page.goBack();
  await expect(page).toHaveURL(/\/contact-us$/);
  await backFrom(page, 0);
  await expect(page).toHaveURL(/\/about$/);
});

test('in the office: a review, and the question over it', async ({ page, site }) => {
  for (let people = 0; people < 2; people++) await memberFactory(site, { status: 'New' });
  await enterOffice(page, site, '/admin/Overview');
  await page.goto('/admin/Registrations');
  const open = page.getByRole('button', { name: /^(Review|Open)/ }).first();
  await open.click();
  const review = page.getByRole('dialog').first();
  await expect(review).toBeVisible();
  await expect(page).toHaveURL(/review=/);
  await expect(review.getByRole('button', { name: 'Approve' })).toBeEnabled();
  await page.keyboard.press('c');
  const question = page.getByRole('dialog').nth(1);
  await expect(question).toBeVisible();
  await backFrom(page, 2);
  await expect(question).toBeHidden();
  await expect(review).toBeVisible();
  // Another record in the same dialog, once its place in the list is known.
  await expect(review.getByText(/^1 of \d+$/)).toBeVisible();
  await page.keyboard.press('j');
  await expect(review.getByText(/^2 of \d+$/)).toBeVisible();
  await backFrom(page, 1);
  await expect(review).toBeHidden();
  expect(path(page.url())).toBe('/admin/Registrations');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL(/\/admin\/Overview$/);
});

test('in the office: a dialog that its button closes stays closed, with its address', async ({ page, site }) => {
  await memberFactory(site, { status: 'New' });
  await enterOffice(page, site, '/admin/Registrations');
  await page
    .getByRole('button', { name: /^(Review|Open)/ })
    .first()
    .click();
  const review = page.getByRole('dialog').first();
  await expect(review.getByRole('button', { name: 'Approve' })).toBeEnabled();
  await review.getByRole('button', { name: 'Close' }).click();
  await expect(review).toBeHidden();
  await expect.poll(() => page.evaluate('history.state?.layer ?? 0')).toBe(0);
  expect(path(page.url())).toBe('/admin/Registrations');
  await expect(review).toBeHidden();
});

test('a registration that waits for its payment is known on Home and Membership, until it is paid or forgotten', async ({
  page,
  site,
}) => {
  const { id, reference, membership: tier } = await memberFactory(site, { status: 'New' });
  await page.goto('/about');
  await page.evaluate(([key, value]) => localStorage.setItem(key!, JSON.stringify(value)), [
    'waiting-for-payment',
    { id, reference, membership: tier, at: Date.now() },
  ] as const);
  for (const address of ['/', '/membership']) {
    await page.goto(address);
    await expect(page.getByText(`${reference} is waiting for payment.`)).toBeVisible();
  }
  await page.getByRole('link', { name: 'Go on to the payment' }).click();
  await expect(page.getByRole('heading', { name: 'Payment', exact: true })).toBeVisible();
  await page.goBack();
  await page.getByRole('button', { name: 'Do not show this on this device' }).click();
  await expect(page.getByText(reference)).toHaveCount(0);
  // One that the office has deleted, or never knew.
  await page.evaluate(([key, value]) => localStorage.setItem(key!, JSON.stringify(value)), [
    'waiting-for-payment',
    { id: randomUUID(), reference, membership: tier, at: Date.now() },
  ] as const);
  await page.goto('/');
  await expect(page.getByText(reference)).toHaveCount(0);
});
