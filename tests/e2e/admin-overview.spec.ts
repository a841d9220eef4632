import { expect, type Page } from '@playwright/test';
import { conferenceFactory } from '#tests/factories/content.ts';
import { memberFactory } from '#tests/factories/members.ts';
import { enterOffice } from './office.ts';
import { type Site, test } from './site.ts';

test.beforeEach(({ site }) => site.reset());

const day = 86_400_000;
const card = (page: Page, label: string) => page.getByRole('main').getByRole('link', { name: label });

async function busyOffice(site: Site) {
  for (const tier of ['Patron member', 'lifetime member', 'lifetime member', 'Individual member'] as const) {
    await memberFactory(site, { tier, state: tier === 'Patron member' ? 'Goa' : 'Kerala' });
  }
  await memberFactory(site, { status: 'New', createdAt: new Date(Date.now() - 3.5 * day) });
  await memberFactory(site, { status: 'New' });
  await memberFactory(site, { status: 'Rejected' });
  for (let number = 1; number <= 5; number++) {
    await conferenceFactory(site, {
      title: `Conference ${number}`,
      meetingType: number === 1 ? 'Offline' : 'Online',
      startsAt: new Date(`2030-01-0${number}T10:00:00Z`),
    });
  }
}

test('counts members by tier, conferences and all members', async ({ page, site }) => {
  await busyOffice(site);
  await enterOffice(page, site, '/admin');
  await expect(card(page, 'Individual Member')).toHaveText(/Individual Member1$/);
  await expect(card(page, 'Lifetime Member')).toHaveText(/Lifetime Member2$/);
  await expect(card(page, 'Patron Members')).toHaveText(/Patron Members1$/);
  await expect(card(page, 'Today Conferences')).toHaveText(/Today Conferences5$/);
  await expect(card(page, 'Total Directory')).toHaveText(/Total Directory4$/);
  await card(page, 'Lifetime Member').click();
  await expect(page.getByText('2 members')).toBeVisible();
});

test('says what is waiting, and for how long', async ({ page, site }) => {
  await busyOffice(site);
  await memberFactory(site, { erasureRequestedAt: new Date() });
  await enterOffice(page, site, '/admin/Overview');
  // The waiting work comes before the figures, the oldest first.
  const waiting = page.getByRole('list', { name: 'What is waiting' }).getByRole('link');
  await expect(waiting).toHaveText([
    /2\s*registrations are waiting\s*the oldest for 3 days/,
    /1\s*member asks for erasure\s*for less than a day/,
  ]);
  const wish = waiting.nth(1);
  await waiting.first().click();
  await expect(page).toHaveURL(/Registrations\?sort=oldest/);
  await page.goBack();
  await wish.click();
  await expect(page.getByText('1 member', { exact: true })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Erasure' })).toHaveText('Asked for');
});

test('a failed prefetch has no effect, and the page loads when its link is pressed', async ({ page, site }) => {
  // On a machine without a network the browser would consider itself offline and never reload.
  await page.addInitScript("Object.defineProperty(navigator, 'onLine', { value: true })");
  await enterOffice(page, site, '/admin/Overview');
  await expect(page.getByRole('heading', { name: 'Conference details' })).toBeVisible();
  const files = '**/assets/GalleryAdmin-*.js';
  await page.route(files, (route) => route.abort());
  const refused = page.evaluate("new Promise((told) => addEventListener('vite:preloadError', () => setTimeout(told)))");
  const link = page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Gallery' });
  await link.hover();
  await refused;
  // The page is not reloaded, which would lose its input.
  expect(await page.evaluate("sessionStorage.getItem('started-afresh')")).toBeNull();
  await page.unroute(files);
  await link.click();
  await expect(page.getByRole('heading', { name: 'Gallery' })).toBeVisible();
});
