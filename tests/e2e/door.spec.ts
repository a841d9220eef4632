import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import { eq, inArray } from 'drizzle-orm';
import { checkIns } from '#server/features/door/tables.ts';
import { participations } from '#server/features/participations/tables.ts';
import { paths } from '#shared/paths.ts';
import { guestFactory, openConferenceFactory } from '#tests/factories/participations.ts';
import { adminToken } from '#tests/logins.ts';
import { scaled } from '#tests/speed.ts';
import { phoneThatSees } from './camera.ts';
import { expectSoundAtEachWidth, failCalls, firstAdministrator } from './office.ts';
import { type Site, tellWhatIsForbidden, test } from './site.ts';

/** A full hall takes six minutes: `DOOR_PEOPLE=800`. */
const people = Number(process.env.DOOR_PEOPLE ?? 16);
/** The number of people who come to both doors. */
const both = people / 4;

test.beforeEach(({ site }) => site.reset());

const answer = (page: Page) => page.getByRole('region', { name: 'Answer' });

/** The cached addresses, once the service worker controls the page. */
const keptOnDevice = `navigator.serviceWorker.controller === null ? [] : caches.open('door').then((cache) => cache.keys())
  .then((requests) => requests.map(({ url }) => url))`;

/** A conference that starts in an hour, with this number of guests. */
async function conferenceOf(site: Site, count: number) {
  const conference = await openConferenceFactory(site, { startsAt: new Date(Date.now() + 3_600_000) });
  const guests = [];
  for (let number = 0; number < count; number++) {
    const name = `Guest ${String.fromCharCode(65 + (number % 26))}${number}`;
    guests.push(await guestFactory(site, { conferenceId: conference.id, name }));
  }
  return { id: conference.id, guests };
}

async function participationOf(site: Site, id: string) {
  const [row] = await site.database.select().from(participations).where(eq(participations.id, id));
  return row;
}

/** The number of records on the device by kind. */
const keptOf = `new Promise((resolve) => {
  const request = indexedDB.open('door');
  request.onsuccess = async () => {
    const names = [...request.result.objectStoreNames];
    const work = request.result.transaction(names);
    const count = (name) => new Promise((tell) => { work.objectStore(name).count().onsuccess = ({ target }) => tell([name, target.result]); });
    resolve(Object.fromEntries(await Promise.all(names.map(count))));
    request.result.close();
  };
})`;

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
  await page.evaluate((text) => localStorage.setItem('token', text), token);
  return { page, complaints };
}

test('two doors, one of them without a network for half of the time, let everybody in once', async ({ site }) => {
  test.slow();
  if (people > 100) test.setTimeout(scaled(1_200_000));
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
    // Once everything is cached, it opens offline.
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
    // Scans survive a reload.
    await far.reload();
    await expect(far.getByText(/waiting to be sent/)).toBeVisible();
    await phones[1].context.setOffline(false);
    await far.getByRole('button', { name: 'Scan QR codes' }).click();
    for (const page of [near, far]) {
      await expect(page.getByText(`${people} of ${people} in`)).toBeVisible({ timeout: 2 * waitMs });
      await expect(page.getByText('Everything is sent')).toBeVisible({ timeout: scaled(60_000) });
    }
    const ids = guests.map(({ id: guest }) => guest);
    const scans = await site.database.select().from(checkIns).where(inArray(checkIns.participationId, ids));
    const rows = await site.database.select().from(participations).where(eq(participations.conferenceId, id));
    for (const row of rows) {
      const rows = scans.filter(({ participationId }) => participationId === row.id).map(({ at }) => at.getTime());
      expect(rows.length).toBeGreaterThanOrEqual(1);
      expect(rows.length).toBeLessThanOrEqual(2);
      expect(row.checkedInAt?.getTime()).toBe(Math.min(...rows));
    }
    for (const { complaints } of doors) expect(complaints).toEqual([]);
  } finally {
    for (const { browser } of phones) await browser.close();
  }
});

test('a door finds people by name, tells who is waiting and who is not on the list, and deletes its data at the logout', async ({
  site,
}) => {
  const { id } = await conferenceOf(site, 3);
  await guestFactory(site, { conferenceId: id, name: 'Wahida Waits', state: 'waiting' });
  const phone = await phoneThatSees(['nobodysCodeAtAllIsThis']);
  try {
    const { page, complaints } = await enter(phone.context, site);
    await page.goto(site.url + paths.admin.checkIn(id));
    await expect(page.getByText('0 of 3 in')).toBeVisible();
    // Only this page may run WebAssembly.
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
    // Checks contrast on a still page, because a moving picture hides a text's background.
    await expect(answer(page)).toContainText('Not on the list');
    await expectSoundAtEachWidth(page);

    // Somebody who has registered meanwhile appears with the next refresh, which the phone brings forward when it has a network again.
    const late = await guestFactory(site, { conferenceId: id, name: 'Lata Late' });
    await find.fill('lata');
    await expect(async () => {
      await page.evaluate("dispatchEvent(new Event('online'))");
      await expect(page.getByRole('button', { name: `Check in ${late.name}` })).toBeVisible({ timeout: 1_000 });
    }).toPass();
    expect((await participationOf(site, late.id))?.checkedInAt).toBeNull();

    const text = 'indexedDB.databases().then((all) => all.map(({ name }) => name))';
    expect(await page.evaluate(text)).toEqual(['door']);
    // Another page with the same session.
    const beside = await phone.context.newPage();
    await beside.goto(`${site.url}/admin/Overview`);
    await beside.getByRole('button', { name: 'Menu' }).click();
    for (const each of [page, beside]) await failCalls(each, /checkIn/, 'lost');
    await page.getByRole('button', { name: `Check in ${late.name}` }).click();
    await expect(page.getByText('No network. 1 waiting to be sent.')).toBeVisible();
    await beside.getByRole('button', { name: 'Logout' }).click();
    const question = beside.getByRole('dialog', { name: '1 check-in not sent yet' });
    await expect(question).toContainText('It could not be sent now.');
    await question.getByRole('button', { name: 'Cancel' }).click();
    // The other page is online again: unsent check-ins are sent before the logout.
    await beside.unroute(/checkIn/);
    await beside.getByRole('button', { name: 'Logout' }).click();
    await expect(beside).toHaveURL(/\/admin\/login/i);
    await expect(page).toHaveURL(/\/admin\/login/i);
    expect((await participationOf(site, late.id))?.checkedInAt).not.toBeNull();
    await expect.poll(() => beside.evaluate(text)).toEqual([]);
    expect(complaints).toEqual([]);
  } finally {
    await phone.browser.close();
  }
});

test('check-ins survive a session that the server has ended, names do not', async ({ site }) => {
  const { id, guests } = await conferenceOf(site, 2);
  const phone = await phoneThatSees([null]);
  try {
    const { page } = await enter(phone.context, site);
    await page.goto(site.url + paths.admin.checkIn(id));
    await expect(page.getByText('0 of 2 in')).toBeVisible();
    await failCalls(page, /checkIn/, 'lost');
    await page.getByLabel('Name or member number').fill('guest a0');
    await page.getByRole('button', { name: 'Check in Guest A0' }).click();
    await expect(page.getByText('No network. 1 waiting to be sent.')).toBeVisible();
    await site.database.execute('delete from sessions');
    await page.unroute(/checkIn/);
    const login = page.getByRole('dialog');
    await expect(login).toBeVisible();
    await expect(page.getByText(/^Your session has ended.*scans are kept here/)).toBeAttached();
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(/\/admin\/login/i);
    await expect.poll(() => page.evaluate(keptOf)).toMatchObject({ lists: 0, whole: 0, entries: 0, scans: 1 });

    const again = (await enter(phone.context, site)).page;
    await again.goto(site.url + paths.admin.checkIn(id));
    await expect(again.getByText('1 of 2 in')).toBeVisible();
    await expect(again.getByText('Everything is sent')).toBeVisible();
    expect((await participationOf(site, guests[0]!.id))?.checkedInAt).not.toBeNull();

    // A logout is possible offline too.
    for (const each of [again, page]) await failCalls(each, /checkIn/, 'lost');
    await again.getByLabel('Name or member number').fill('guest b1');
    await again.getByRole('button', { name: 'Check in Guest B1' }).click();
    await expect(again.getByText('No network. 1 waiting to be sent.')).toBeVisible();
    await page.goto(`${site.url}/admin/Overview`);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click();
    await expect(page).toHaveURL(/\/admin\/login/i);
    await expect.poll(() => page.evaluate('indexedDB.databases().then((all) => all.length)')).toBe(0);
    expect((await participationOf(site, guests[1]!.id))?.checkedInAt).toBeNull();
  } finally {
    await phone.browser.close();
  }
});

/** Simulates the Barcode Detection API with codes from the test, and records sounds and vibrations. */
const ownReader = `
  globalThis.said = [];
  globalThis.BarcodeDetector = class {
    static getSupportedFormats = async () => ['qr_code'];
    async detect() { return globalThis.shown ? [{ rawValue: globalThis.shown }] : []; }
  };
  navigator.vibrate = (pattern) => { said.push(['felt', ...pattern]); return true; };
  globalThis.AudioContext = class extends AudioContext { constructor() { super(); globalThis.sound = this; } };
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...at) { said.push(['heard', this.frequency.value]); return start.apply(this, at); };
`;

test("the browser's own reader is used where there is one; answers can be heard and felt, and all goes by keyboard", async ({
  site,
}) => {
  const { id, guests } = await conferenceOf(site, 2);
  const phone = await phoneThatSees([null]);
  try {
    await phone.context.addInitScript(ownReader);
    const { page, complaints } = await enter(phone.context, site);
    await page.goto(site.url + paths.admin.checkIn(id));
    await expect(page.getByText('0 of 2 in')).toBeVisible();
    const tabTo = async (wanted: Locator) => {
      for (let count = 0; count < 20; count++) {
        await page.keyboard.press('Tab');
        if (await wanted.evaluate((element) => element === element.ownerDocument.activeElement)) return;
      }
      throw new Error('Cannot be reached by Tab.');
    };
    const press = async (name: string) => {
      await tabTo(page.getByRole('button', { name }));
      await page.keyboard.press('Enter');
    };
    const show = async (code: string, word: string) => {
      await page.evaluate(`said.length = 0; shown = ${JSON.stringify(code)}`);
      await expect(answer(page)).toContainText(word);
      await page.evaluate('shown = undefined');
      return page.evaluate('said');
    };
    await press('Scan QR codes');
    await expect(page.getByRole('button', { name: 'Stop the camera' })).toBeVisible();
    await expect.poll(() => page.evaluate('sound.state')).toBe('running');
    const felt = { in: ['felt', 70], already: ['felt', 60, 70, 60], unknown: ['felt', 400] };
    expect(await show(guests[0]!.code!, 'Welcome')).toEqual([felt.in, ['heard', 1_050]]);
    await show(guests[1]!.code!, guests[1]!.name);
    expect(await show(guests[0]!.code!, 'Already there')).toEqual([felt.already, ['heard', 520], ['heard', 520]]);
    expect(await show('nobodysCodeAtAllIsThis', 'Not on the list')).toEqual([felt.unknown, ['heard', 190]]);
    // The WebAssembly reader is not loaded.
    expect(
      await page.evaluate('performance.getEntriesByType("resource").filter(({ name }) => /zxing/.test(name)).length'),
    ).toBe(0);
    await press('Stop the camera');

    await tabTo(page.getByLabel('Name or member number'));
    await page.keyboard.type('guest b1');
    await press('Undo the check-in of Guest B1');
    await expect(answer(page)).toContainText('Undone');
    await expect(page.getByText('1 of 2 in')).toBeVisible();
    await page.getByLabel('Name or member number').fill('');
    await tabTo(page.getByLabel('Name or member number'));
    await page.keyboard.type('guest b1');
    await press('Check in Guest B1');
    await press('Undo the check-in of Guest B1');
    await expect(page.getByText('1 of 2 in')).toBeVisible();

    // A test days before the conference shows answers, but checks nobody in.
    const { id: later } = await openConferenceFactory(site);
    const early = await guestFactory(site, { conferenceId: later, name: 'Early Guest' });
    await page.goto(site.url + paths.admin.checkIn(later));
    await expect(page.getByText(/^Check-in opens /)).toBeVisible();
    await page.getByLabel('Name or member number').fill('early');
    await page.getByRole('button', { name: 'Check in Early Guest' }).click();
    await expect(answer(page)).toContainText('Welcome');
    await expect(page.getByText('0 of 1 in')).toBeVisible();
    await expect(page.getByText('Everything is sent')).toBeVisible();
    await page.reload();
    await expect(page.getByText('0 of 1 in')).toBeVisible();
    expect((await participationOf(site, early.id))?.checkedInAt).toBeNull();
    expect(complaints).toEqual([]);
  } finally {
    await phone.browser.close();
  }
});
