import { mkdirSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { eq, sql } from 'drizzle-orm';
import { ballots, votes } from '#server/features/votes/tables.ts';
import { paths } from '#shared/paths.ts';
import { memberFactory } from '#tests/factories/members.ts';
import { hashOfPassword, memberToken, password } from '#tests/logins.ts';
import { expectAccessible } from './accessible.ts';
import { enterOffice } from './office.ts';
import { openVote, step } from './open-vote.ts';
import { type Site, test } from './site.ts';

test.beforeEach(({ site }) => site.reset());

/** With `SHOTS=folder` the screens are kept as pictures. */
async function shot(page: Page, name: string) {
  const folder = process.env.SHOTS;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

async function asMember(page: Page, site: Site, memberId: string, path: string) {
  const token = await memberToken(site, memberId);
  await page.addInitScript((text) => localStorage.setItem('token', text), token);
  await page.goto(path);
}

test('a member votes on a phone, changes the ballot, and finds it in the box; everybody reads the result', async ({
  page,
  site,
  browser,
}) => {
  const passwordHash = await hashOfPassword();
  const asha = await memberFactory(site, { name: 'Asha Rao', state: 'Kerala', passwordHash });
  await memberFactory(site, { name: 'Dev Naik', state: 'Goa' });
  const vote = await openVote(site);
  await page.setViewportSize({ width: 360, height: 740 });
  await asMember(page, site, asha.id, paths.votes);
  const main = page.getByRole('main');
  await expect(main.getByText('You have not voted yet')).toBeVisible();
  await shot(page, 'list-360');
  await main.getByRole('link', { name: vote.title }).click();
  await expect(main.getByRole('heading', { name: 'Question 1 of 3' })).toBeVisible();
  await shot(page, 'paper-360');
  await expectAccessible(page);
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
  await main.getByRole('button', { name: 'Next' }).click();
  await expect(main.getByRole('alert')).toContainText('Nothing is chosen.');
  await shot(page, 'asks-360');
  await main.getByRole('radio', { name: /Chitra Nair C\./ }).press('Space');
  await main.getByRole('button', { name: 'Next' }).click();
  const secretaries = main.getByRole('group', { name: 'Joint secretaries' });
  await secretaries.getByLabel('Asha Rao A.').check();
  await secretaries.getByLabel('Bimal Sen B.').check();
  await expect(secretaries.getByText('2 of 2 chosen.')).toBeVisible();
  await expect(secretaries.getByLabel('Chitra Nair C.')).toBeDisabled();
  await main.getByRole('button', { name: 'Next' }).click();
  await main.getByLabel('For', { exact: true }).check();
  await main.getByRole('button', { name: 'Next' }).click();
  await expect(main.getByRole('heading', { name: 'Check', exact: true })).toBeFocused();
  await shot(page, 'check-360');
  await expectAccessible(page);
  await main.getByLabel('Your password').fill('not this one');
  await main.getByRole('button', { name: 'Put my ballot into the box' }).click();
  await expect(main.getByText('The current password is incorrect')).toBeVisible();

  // The connection breaks between paper and ballot.
  await page.route('**/api/Votes/cast/*', (route) => route.abort());
  const casts: { authorization?: string; cookie?: string }[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/Votes/cast/')) casts.push(request.headers());
  });
  await main.getByLabel('Your password').fill(password);
  await main.getByRole('button', { name: 'Put my ballot into the box' }).click();
  await expect(main.getByText('The connection broke before the box answered')).toBeVisible();
  await page.unroute('**/api/Votes/cast/*');
  await page.reload();
  await expect(main.getByText('You have taken your paper. Your ballot is not in the box yet.')).toBeVisible();
  await expect(main.getByText('Chitra Nair C.')).toBeVisible();
  await expect(main.getByLabel('Your password')).toHaveCount(0);
  // The page keeps what it shows where the vote cannot be loaded again.
  await page.route('**/api/Votes/get/*', (route) => route.abort());
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/Votes/get/'));
  await main.getByRole('button', { name: 'Put my ballot into the box' }).click();
  await expect(main.getByRole('heading', { name: 'Your vote is in' })).toBeFocused();
  await failed;
  await expect(main.getByText(/^[0-9a-f]{4}( [0-9a-f]{4}){3}$/)).toBeVisible();
  await page.unroute('**/api/Votes/get/*');
  await shot(page, 'receipt-360');
  await expectAccessible(page);
  expect(casts.length).toBeGreaterThan(0);
  for (const headers of casts) expect(headers).not.toHaveProperty('authorization');

  await main.getByRole('button', { name: 'Change my ballot' }).click();
  await main.getByRole('radio', { name: 'None of these' }).check();
  await main.getByRole('button', { name: 'Next' }).click();
  for (const number of [2, 3]) {
    await expect(main.getByRole('heading', { name: `question ${number} of 3` })).toBeFocused();
    await main.getByRole('button', { name: 'Leave this question blank' }).click();
  }
  await main.getByRole('button', { name: 'Put my ballot into the box' }).click();
  await expect(main.getByRole('heading', { name: 'Your vote is in' })).toBeVisible();
  const receipt = await main.getByText(/^[0-9a-f]{4}( [0-9a-f]{4}){3}$/).innerText();
  await page.goto(paths.votes);
  await expect(main.getByText('Your vote is in')).toBeVisible();

  await site.database
    .update(votes)
    .set({ closesAt: sql`now() - interval '20 seconds'`, opensAt: sql`now() - interval '2 hours'` })
    .where(eq(votes.id, vote.id));
  await site.database.execute(sql`select pg_notify('votes', '')`);
  await main.getByRole('link', { name: vote.title }).click();
  await expect(async () => {
    await page.reload();
    await expect(main.getByRole('button', { name: 'Count again' })).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await main.getByRole('button', { name: 'Count again' }).click();
  await expect(main.getByText('1 of 1 ballots are genuine. The totals are the same.')).toBeVisible();
  await expect(main.getByText(`Your ballot is in the box, unchanged: ${receipt}.`)).toBeVisible();
  await shot(page, 'result-360');
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 900 });
  await shot(page, 'result-1280');

  // A visitor reads it once it is declared, and counts again.
  const context = await browser.newContext({ baseURL: site.url, viewport: { width: 360, height: 740 } });
  const visitor = await context.newPage();
  await visitor.goto(paths.voteResult(vote.id));
  await expect(visitor.getByRole('heading', { level: 1 })).not.toHaveText(vote.title);
  await step(site, vote.id, { what: 'declare' });
  await visitor.goto(paths.voteResult(vote.id));
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(vote.title);
  await expect(visitor.getByText('1 of 2 took a paper; 1 ballot is in the box.')).toBeVisible();
  await visitor.getByLabel('Your receipt').fill(receipt.toUpperCase().replaceAll(' ', '-'));
  await visitor.getByRole('button', { name: 'Count again' }).click();
  await expect(visitor.getByText('1 of 1 ballots are genuine. The totals are the same.')).toBeVisible();
  await expect(visitor.getByText(`A ballot with the receipt ${receipt} is in the box.`)).toBeVisible();
  await visitor.getByLabel('Your receipt').fill('0123 4567 89ab cdef');
  await visitor.getByRole('button', { name: 'Count again' }).click();
  await expect(visitor.getByText('No ballot has this receipt.')).toBeVisible();
  await shot(visitor, 'public-360');
  await expectAccessible(visitor);
  expect(await visitor.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
  await context.close();

  // Somebody swaps two names in the database.
  const [row] = await site.database.select().from(votes).where(eq(votes.id, vote.id));
  const [president, ...others] = row!.questions;
  const [one, two, ...rest] = president!.options;
  const options = [{ ...one!, name: two!.name }, { ...two!, name: one!.name }, ...rest];
  await site.database
    .update(votes)
    .set({ questions: [{ ...president!, options }, ...others] })
    .where(eq(votes.id, vote.id));
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(paths.vote(vote.id));
  await expect(main.getByText('This is not the paper that was frozen:', { exact: false })).toBeVisible();
  await main.getByRole('button', { name: 'Count again' }).click();
  await expect(main.getByText('0 of 1 ballots are genuine.', { exact: false })).toBeVisible();
  await expect(main.getByText('are not those of the paper on which people voted', { exact: false })).toBeVisible();
  await shot(page, 'swapped-360');
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(paths.secretBallot);
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('How your vote stays secret');
  await shot(page, 'secrecy-1280');
});

test('a slow phone is locked and its tab closed between paper and ballot, and the person knows where they stand', async ({
  page: first,
  site,
}) => {
  const { id } = await memberFactory(site, { name: 'Asha Rao', state: 'Kerala', passwordHash: await hashOfPassword() });
  const vote = await openVote(site);
  await first.setViewportSize({ width: 360, height: 740 });
  const device = await first.context().newCDPSession(first);
  await device.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await asMember(first, site, id, paths.vote(vote.id));
  const main = first.getByRole('main');
  await main.getByRole('radio', { name: /Chitra Nair C\./ }).check();
  await main.getByRole('button', { name: 'Next' }).click();
  await expect(main.getByRole('heading', { name: 'Question 2 of 3' })).toBeFocused();
  await first.goBack();
  await expect(main.getByRole('radio', { name: /Chitra Nair C\./ })).toBeChecked();
  await main.getByRole('button', { name: 'Next' }).click();
  for (const number of [2, 3]) {
    await expect(main.getByRole('heading', { name: `Question ${number} of 3` })).toBeFocused();
    await main.getByRole('button', { name: 'Leave this question blank' }).click();
  }
  const connected = Promise.withResolvers<void>();
  await first.route('**/api/Votes/cast/*', async (route) => {
    await connected.promise;
    await route.continue();
  });
  await main.getByLabel('Your password').fill(password);
  const onItsWay = first.waitForRequest('**/api/Votes/cast/*');
  await main.getByRole('button', { name: 'Put my ballot into the box' }).click();
  await onItsWay;
  await device.send('Page.setWebLifecycleState', { state: 'frozen' });

  const second = await first.context().newPage();
  await second.setViewportSize({ width: 360, height: 740 });
  await second.goto(paths.votes);
  await expect(second.getByText('Your ballot is not in the box yet')).toBeVisible();
  await second.goto(paths.vote(vote.id));
  const other = second.getByRole('main');
  await expect(other.getByText('You have taken your paper. Your ballot is not in the box yet.')).toBeVisible();
  await expect(other.getByText('Chitra Nair C.')).toBeVisible();

  await device.send('Page.setWebLifecycleState', { state: 'active' });
  connected.resolve();
  const inTheBox = { name: 'Your vote is in' };
  await expect(main.getByRole('heading', inTheBox)).toBeVisible();
  await expect(other.getByRole('heading', inTheBox)).toBeVisible();

  // A change whose answer is lost, and the tab with it.
  await other.getByRole('button', { name: 'Change my ballot' }).click();
  await other.getByRole('radio', { name: 'None of these' }).check();
  await other.getByRole('button', { name: 'Next' }).click();
  for (const number of [2, 3]) {
    await expect(other.getByRole('heading', { name: `question ${number} of 3` })).toBeFocused();
    await other.getByRole('button', { name: 'Leave this question blank' }).click();
  }
  await second.route('**/api/Votes/cast/*', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await other.getByRole('button', { name: 'Put my ballot into the box' }).click();
  await expect(other.getByText('The connection broke before the box answered')).toBeVisible();
  await second.close();
  await first.reload();
  await expect(main.getByText('The box has not confirmed your change yet.', { exact: false })).toBeVisible();
  await expect(main.getByText('None of these')).toBeVisible();
  await main.getByRole('button', { name: 'Put my ballot into the box' }).click();
  await expect(main.getByRole('heading', inTheBox)).toBeVisible();
  expect(await site.database.$count(ballots)).toBe(1);
});

test('the office prepares a vote, and a second person freezes its roll', async ({ page, site, browser }) => {
  await memberFactory(site, { name: 'Asha Rao', state: 'Kerala', memberNumber: 'M-000001' });
  await enterOffice(page, site, paths.admin.votes, { confirmed: true });
  const main = page.getByRole('main');
  await main.getByRole('link', { name: 'Prepare a vote' }).click();
  await main.getByLabel('Title').fill('Election 2027');
  await main.getByRole('button', { name: 'Save draft' }).click();
  await expect(main.getByText('Please choose when voting opens').last()).toBeVisible();
  await main.getByRole('textbox', { name: 'Office' }).fill('President');
  const first = main.getByRole('group', { name: 'Candidate 1' });
  await first.getByLabel('Name').fill('Asha');
  await first.getByRole('button', { name: /Asha Rao, Kerala/ }).click();
  await main.getByRole('group', { name: 'Candidate 2' }).getByLabel('Name').fill('Bimal Sen');
  await shot(page, 'editor-1280');
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await shot(page, 'editor-360');
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);

  const vote = await openVote(site);
  await page.setViewportSize({ width: 1280, height: 900 });
  const other = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const office = await other.newPage();
  await enterOffice(office, site, paths.admin.vote(vote.id), { confirmed: true });
  const shown = office.getByRole('main');
  await expect(shown.getByRole('heading', { level: 1 })).toHaveText(vote.title);
  await shown.getByRole('button', { name: 'Cancel the vote…' }).click();
  const dialog = office.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('A candidate was left out.');
  await dialog.getByRole('button', { name: 'Propose' }).click();
  await expect(shown.getByText('cancel the vote: A candidate was left out.')).toBeVisible();
  await expect(shown.getByRole('button', { name: 'Agree…' })).toHaveCount(0);
  await shot(office, 'office-1280');
  await expectAccessible(office);
  await office.setViewportSize({ width: 360, height: 740 });
  await shot(office, 'office-360');
  expect(await office.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
  await other.close();
});
