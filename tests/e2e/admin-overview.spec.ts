import { expect, type Page } from '@playwright/test';
import { backups } from '#server/database/tables/office.ts';
import { messages } from '#shared/messages.ts';
import { conferenceFactory } from '#tests/factories/content.ts';
import { memberFactory } from '#tests/factories/members.ts';
import { enterOffice, expectSoundAtEachWidth } from './office.ts';
import { type Site, test } from './site.ts';

test.beforeEach(({ site }) => site.reset());

const day = 86_400_000;
const card = (page: Page, label: string) => page.getByRole('main').getByRole('link', { name: label });
const box = (page: Page, title: string) => page.getByRole('region', { name: title });

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

test('names the first four conferences with their kind, date and time', async ({ page, site }) => {
  await busyOffice(site);
  await enterOffice(page, site, '/admin/Overview');
  const items = box(page, 'Conference details').getByRole('listitem');
  await expect(items).toHaveCount(4);
  await expect(items.first()).toContainText('Conference 1');
  await expect(items.first()).toContainText('Offline webinar');
  await expect(items.first()).toContainText('1 Jan 2030, 3:30 pm');
});

test('says what is waiting, and for how long', async ({ page, site }) => {
  await busyOffice(site);
  await memberFactory(site, { erasureRequestedAt: new Date() });
  await enterOffice(page, site, '/admin/Overview');
  // What is to be done comes before the figures, the oldest first.
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

test('shows the numbers with a bar each, the longest for the highest', async ({ page, site }) => {
  await busyOffice(site);
  await enterOffice(page, site, '/admin/Overview');
  const states = box(page, 'Members per state');
  const barOf = async (name: RegExp) => {
    const row = states.getByRole('row', { name });
    const [room, bar] = [row.locator('td').last(), row.locator('td').last().locator('div')];
    const [whole, part] = await Promise.all([room, bar].map((each) => each.evaluate((element) => element.clientWidth)));
    return Math.round((part! / whole!) * 10);
  };
  expect(await barOf(/Kerala 3/)).toBe(10);
  expect(await barOf(/Goa 1/)).toBe(3);
  await expect(box(page, 'Registrations per month').getByRole('row')).toHaveCount(13);
  await box(page, 'Registrations per month').getByRole('button', { name: '7' }).click();
  await expect(page.getByRole('dialog').getByRole('row')).toHaveCount(8);
  await page.keyboard.press('Escape');
  await states.getByRole('row', { name: /Goa/ }).getByRole('link', { name: '1' }).click();
  await expect(page.getByText('1 member', { exact: true })).toBeVisible();
});

test('says so when there is nothing yet', async ({ page, site }) => {
  await enterOffice(page, site, '/admin/Overview');
  await expect(page.getByText('Nothing is waiting.')).toBeVisible();
  await expect(page.getByText(messages.empty.table)).toHaveCount(5);
});

test('each part can be asked for again when it did not come', async ({ page, site }) => {
  await busyOffice(site);
  for (const call of ['dashboardCounts', 'overview']) {
    await page.route(`**/api/Directory/${call}`, (route) => route.abort(), { times: 1 });
  }
  await page.route('**/api/Conference/getConferences', (route) => route.abort(), { times: 1 });
  await enterOffice(page, site, '/admin/Overview');
  const again = page.getByRole('main').getByRole('button', { name: 'Try again' });
  await expect(again).toHaveCount(3);
  for (let left = 3; left > 0; left--) {
    await again.first().click();
    await expect(again).toHaveCount(left - 1);
  }
  await expect(card(page, 'Total Directory')).toHaveText(/4$/);
  await expect(page.getByText('registrations are waiting')).toBeVisible();
});

test('warns while there is no backup of the last two days', async ({ page, site }) => {
  await enterOffice(page, site, '/admin/Overview');
  await expect(page.getByText('This site has never been backed up.')).toBeVisible();
  const note = (days: number) =>
    site.database.insert(backups).values({
      finishedAt: new Date(Date.now() - days * day),
      rows: 1,
      files: 1,
      bytes: 1,
      missing: 0,
      sealed: true,
    });
  await note(3.5);
  await page.reload();
  await expect(page.getByText('The last backup of this site is 3 days old.')).toBeVisible();
  await expectSoundAtEachWidth(page);
  await note(1.5);
  await page.reload();
  await expect(page.getByText('Nothing is waiting.')).toBeVisible();
  await expect(page.getByText('backup')).toHaveCount(0);
});

test('a page that is pointed at and does not come costs nothing, and comes when it is pressed', async ({
  page,
  site,
}) => {
  // Without a network of its own a machine's browser takes itself for offline, and then loads nothing again in any case.
  await page.addInitScript("Object.defineProperty(navigator, 'onLine', { value: true })");
  await enterOffice(page, site, '/admin/Overview');
  await expect(page.getByRole('heading', { name: 'Conference details' })).toBeVisible();
  const files = '**/assets/GalleryAdmin-*.js';
  await page.route(files, (route) => route.abort());
  const refused = page.evaluate("new Promise((told) => addEventListener('vite:preloadError', () => setTimeout(told)))");
  const link = page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Gallery' });
  await link.hover();
  await refused;
  // The page is not loaded again, which would lose what was typed on it.
  expect(await page.evaluate("sessionStorage.getItem('started-afresh')")).toBeNull();
  await page.unroute(files);
  await link.click();
  await expect(page.getByRole('heading', { name: 'Gallery' })).toBeVisible();
});
