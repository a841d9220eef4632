import { type BrowserContext, expect, type Page } from '@playwright/test';
import { eq, inArray } from 'drizzle-orm';
import { checkIns, participations } from '#server/database/tables/participations.ts';
import { paths } from '#shared/paths.ts';
import { guestFactory, openConferenceFactory } from '#tests/factories/participations.ts';
import { adminToken } from '#tests/logins.ts';
import { phoneThatSees } from './camera.ts';
import { expectSoundAtEachWidth, failCalls, firstAdministrator } from './office.ts';
import { type Site, tellWhatIsForbidden, test } from './site.ts';

/** A whole hall takes six minutes: `DOOR_PEOPLE=800`. */
const people = Number(process.env.DOOR_PEOPLE ?? (process.env.TEST_FEATURES === '1' ? 24 : 120));
/** Met by both doors. */
const both = people / 4;

test.beforeEach(({ site }) => site.reset());

const answer = (page: Page) => page.getByRole('region', { name: 'Answer' });

/** What opens again without a network, once the page is in the hands of its worker. */
const keptOnDevice = `navigator.serviceWorker.controller === null ? [] : caches.open('door').then((cache) => cache.keys())
  .then((requests) => requests.map(({ url }) => url))`;

/** A conference that begins in an hour, with so many guests. */
async function conferenceOf(site: Site, count: number) {
  const conference = await openConferenceFactory(site, { startsAt: new Date(Date.now() + 3_600_000) });
  const guests = [];
  for (let number = 0; number < count; number++) {
    const name = `Guest ${String.fromCharCode(65 + (number % 26))}${number}`;
    guests.push(await guestFactory(site, { conferenceId: conference.id, name }));
  }
  return { id: conference.id, guests };
}

/** A phone on which the office has logged in. */
async function enter(context: BrowserContext, site: Site): Promise<{ page: Page; complaints: string[] }> {
  const complaints: string[] = [];
  await context.addInitScript(tellWhatIsForbidden);
  context.on('weberror', (failure) => complaints.push(String(failure.error())));
  context.on('console', (message) => {
    if (/Content Security Policy|^Forbidden by the policy/.test(message.text())) complaints.push(message.text());
  });
  const token = await adminToken(site, await firstAdministrator(site));
  const page = await context.newPage();
  await page.goto(`${site.url}/admin/Login`);
  await page.evaluate((kept) => localStorage.setItem('token', kept), token);
  return { page, complaints };
}

test('two doors, one of them without a network for half of the time, let everybody in once', async ({ site }) => {
  test.slow();
  if (people > 100) test.setTimeout(1_200_000);
  const { id, guests } = await conferenceOf(site, people);
  const half = (people + both) / 2;
  const [first, second] = [guests.slice(0, half), guests.slice(people - half)];
  const codesOf = (list: typeof guests) => list.map(({ code }) => code);
  const phones = [await phoneThatSees(codesOf(first)), await phoneThatSees(codesOf(second))] as const;
  try {
    const doors = await Promise.all(phones.map(({ context }) => enter(context, site)));
    const [near, far] = [doors[0]!.page, doors[1]!.page];
    for (const page of [near, far]) {
      await page.goto(site.url + paths.admin.checkIn(id));
      await expect(page.getByText(`0 of ${people} in`)).toBeVisible();
    }
    // Once everything is on the phone, it opens again without a network.
    await expect
      .poll(() => far.evaluate<string[]>(keptOnDevice))
      .toEqual(expect.arrayContaining([far.url(), expect.stringMatching(/zxing_reader.*\.wasm$/)]));
    await phones[1].context.setOffline(true);
    await far.reload();
    await expect(far.getByText(`0 of ${people} in`)).toBeVisible();
    await expect(far.getByText(/^No network/)).toBeVisible();

    for (const page of [near, far]) await page.getByRole('button', { name: 'Scan QR codes' }).click();
    const scanned = Math.round(half / 2);
    const waitMs = 20_000 + phones[1].film.seconds * 4_000;
    await expect(far.getByText(/waiting to be sent/)).toBeVisible();
    await expect
      .poll(
        async () => Number((await far.getByText(/ waiting to be sent/).textContent())?.match(/(\d+) waiting/)?.[1]),
        {
          timeout: waitMs,
        },
      )
      .toBeGreaterThanOrEqual(scanned);
    // What was scanned is not lost with the page.
    await far.reload();
    await expect(far.getByText(/waiting to be sent/)).toBeVisible();
    await phones[1].context.setOffline(false);
    await far.getByRole('button', { name: 'Scan QR codes' }).click();
    for (const page of [near, far]) {
      await expect(page.getByText(`${people} of ${people} in`)).toBeVisible({ timeout: 2 * waitMs });
      await expect(page.getByText('Everything is sent')).toBeVisible({ timeout: 60_000 });
    }
    const ids = guests.map(({ id: guest }) => guest);
    const scans = await site.database.select().from(checkIns).where(inArray(checkIns.participationId, ids));
    const rows = await site.database.select().from(participations).where(eq(participations.conferenceId, id));
    for (const row of rows) {
      const own = scans.filter(({ participationId }) => participationId === row.id).map(({ at }) => at.getTime());
      expect(own.length).toBeGreaterThanOrEqual(1);
      expect(own.length).toBeLessThanOrEqual(2);
      expect(row.checkedInAt?.getTime()).toBe(Math.min(...own));
    }
    for (const { complaints } of doors) expect(complaints).toEqual([]);
  } finally {
    for (const { browser } of phones) await browser.close();
  }
});

test('a door finds people by name, says who waits and who is not on the list, and forgets with the logout', async ({
  site,
}) => {
  const { id } = await conferenceOf(site, 3);
  await guestFactory(site, { conferenceId: id, name: 'Wahida Waits', state: 'waiting' });
  const phone = await phoneThatSees(['nobodysCodeAtAllIsThis']);
  try {
    const { page, complaints } = await enter(phone.context, site);
    await page.goto(site.url + paths.admin.checkIn(id));
    await expect(page.getByText('0 of 3 in')).toBeVisible();
    // Only here a page may run WebAssembly.
    expect((await page.request.get(`${site.url}/admin/Overview`)).headers()['content-security-policy']).not.toMatch(
      /wasm/,
    );
    await expectSoundAtEachWidth(page);
    const find = page.getByLabel('Name or member number');
    await find.fill('guest b1');
    await page.getByRole('button', { name: 'Check in Guest B1' }).click();
    await expect(answer(page)).toContainText('Welcome');
    await expectSoundAtEachWidth(page);
    await expect(page.getByText('1 of 3 in')).toBeVisible();
    await page.getByRole('button', { name: 'Undo the check-in of Guest B1' }).click();
    await expect(page.getByText('0 of 3 in')).toBeVisible();
    await find.fill('wahi');
    await expect(page.getByText('Waiting list', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Check in / })).toHaveCount(0);

    await page.getByRole('button', { name: 'Scan QR codes' }).click();
    await expect(answer(page)).toContainText('Not on the list');
    await expect(page.getByText('Everything is sent')).toBeVisible();
    await page.getByRole('button', { name: 'Stop the camera' }).click();
    // Contrast is judged on a page that rests: a picture that moves it hides what lies behind a text.
    await expect(answer(page)).toContainText('Not on the list');
    await expectSoundAtEachWidth(page);

    // Somebody who has registered since then is there with the next look.
    const late = await guestFactory(site, { conferenceId: id, name: 'Lata Late' });
    await find.fill('lata');
    await expect(page.getByRole('button', { name: `Check in ${late.name}` })).toBeVisible({ timeout: 30_000 });
    const [row] = await site.database.select().from(participations).where(eq(participations.id, late.id));
    expect(row?.checkedInAt).toBeNull();

    const kept = 'indexedDB.databases().then((all) => all.map(({ name }) => name))';
    expect(await page.evaluate(kept)).toEqual(['door']);
    // Another page of the same login, as beside the door.
    const beside = await phone.context.newPage();
    await beside.goto(`${site.url}/admin/Overview`);
    await beside.getByRole('button', { name: 'Menu' }).click();
    await failCalls(page, /checkIn/, 'lost');
    await page.getByRole('button', { name: `Check in ${late.name}` }).click();
    await expect(page.getByText('No network. 1 waiting to be sent.')).toBeVisible();
    await beside.getByRole('button', { name: 'Logout' }).click();
    const question = beside.getByRole('dialog', { name: '1 check-in not sent yet' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await page.unroute(/checkIn/);
    await expect(page.getByText('Everything is sent')).toBeVisible({ timeout: 20_000 });
    await beside.getByRole('button', { name: 'Logout' }).click();
    await expect(beside).toHaveURL(/\/admin\/login/i);
    await expect(page).toHaveURL(/\/admin\/login/i);
    await expect.poll(() => beside.evaluate(kept)).toEqual([]);
    expect(complaints).toEqual([]);
  } finally {
    await phone.browser.close();
  }
});
