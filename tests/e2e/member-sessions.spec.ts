import { expect, type Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { hashPassword } from '#server/features/auth/password-hashing.ts';
import { adminToken, memberToken, newMember } from '#tests/logins.ts';
import { choose, colleagues, logIn, password } from './member.ts';
import { type Site, test } from './site.ts';

/** Two tabs of one browser, logged in as a new member. */
async function twoTabs(page: Page, site: Site, paths: [string, string]) {
  const me = await newMember(site, { passwordHash: await hashPassword(password), organization: 'Dist Head' });
  const token = await memberToken(site, me.id);
  await page.goto('/about');
  await page.evaluate((value) => localStorage.setItem('token', value), token);
  const other = await page.context().newPage();
  await page.goto(paths[0]);
  await other.goto(paths[1]);
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // A call that is still to come would notice by itself that the session has ended.
  for (const tab of [page, other]) await tab.waitForLoadState('networkidle');
  return { me, token, other };
}

const dialog = (page: Page) => page.getByRole('dialog');
const court = (page: Page) => page.getByLabel('Name of the Court');
const courtOf = async (site: Site, id: string) =>
  (await site.database.execute(sql`select court from members where id = ${id}`)).rows;
const logOut = async (page: Page) => {
  await page.getByRole('banner').getByRole('button', { name: 'Profile' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
};

test.beforeEach(({ site }) => site.reset());

test('logging out in one tab empties a member’s page in the other at once', async ({ page, site }) => {
  const { me, token, other } = await twoTabs(page, site, ['/directory', '/Profile']);
  await court(other).fill('High Court of Bombay');
  await logOut(page);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
  await expect(other).toHaveURL(/\/$/);
  await expect(dialog(other).getByRole('heading', { name: 'Member Login' })).toBeVisible();
  await expect(other.getByText(me.idNumber)).toHaveCount(0);
  expect(await other.evaluate(() => localStorage.getItem('token'))).toBeNull();
  const answer = await page.request.get('/api/Directory/getbyid', { headers: { authorization: `Bearer ${token}` } });
  expect(answer.status()).toBe(401);
  // A login there leads back to the page.
  await logIn(other, me.email);
  await expect(other).toHaveURL(/\/Profile$/);
});

test('a session that lapses in one tab keeps the input in the other', async ({ page, site }) => {
  const { me, other } = await twoTabs(page, site, ['/directory', '/Profile']);
  await court(other).fill('High Court of Bombay');
  await site.database.execute(sql`delete from sessions`);
  await choose(page, 'State', 'Kerala');
  await expect(dialog(page).getByText('Your session has ended.')).toBeVisible();
  await expect(court(other)).toHaveValue('High Court of Bombay');
  await other.getByRole('button', { name: 'Update' }).click();
  await expect(dialog(other).getByText('Your session has ended.')).toBeVisible();
  await logIn(other, me.email);
  await expect.poll(() => courtOf(site, me.id)).toEqual([{ court: 'High Court of Bombay' }]);
  await expect(other).toHaveURL(/\/Profile$/);
});

test('a page that is opened over an ended session has the focus after the login', async ({ page, site }) => {
  const { me } = await twoTabs(page, site, ['/Profile', '/about']);
  await site.database.execute(sql`delete from sessions`);
  await page.goto('/directory');
  await expect(dialog(page).getByText('Your session has ended.')).toBeVisible();
  await logIn(page, me.email);
  await expect(dialog(page)).toHaveCount(0);
  // Nothing had it before.
  await expect(page.locator('#content')).toBeFocused();
});

test('another member who logs in over the page of the first sees nothing of it', async ({ page, site }) => {
  const { me } = await twoTabs(page, site, ['/Profile', '/about']);
  const second = await newMember(site, {
    passwordHash: await hashPassword(password),
    idNumber: 'KER 77',
    court: 'High Court of Kerala',
  });
  await court(page).fill('High Court of Bombay');
  await site.database.execute(sql`delete from sessions`);
  await page.getByRole('button', { name: 'Update' }).click();
  await expect(dialog(page).getByText('Your session has ended.')).toBeVisible();
  await logIn(page, second.email);
  await expect(page.getByLabel('ID Number')).toHaveValue(second.idNumber);
  await expect(court(page)).toHaveValue(second.court);
  await expect(page.getByText(me.email)).toHaveCount(0);
  expect(await courtOf(site, me.id)).toEqual([{ court: me.court }]);
});

test('after a login in one tab the other continues by itself', async ({ page, site }) => {
  const { me, other } = await twoTabs(page, site, ['/directory', '/Profile']);
  await court(other).fill('High Court of Bombay');
  await site.database.execute(sql`delete from sessions`);
  await choose(page, 'State', 'Maharashtra');
  await expect(dialog(page)).toBeVisible();
  // It asks for a login, too, until the first tab has one.
  await other.getByRole('button', { name: 'Update' }).click();
  await expect(dialog(other)).toBeVisible();
  await logIn(page, me.email);
  await expect(dialog(page)).toHaveCount(0);
  await expect(dialog(other)).toHaveCount(0);
  await expect.poll(() => courtOf(site, me.id)).toEqual([{ court: 'High Court of Bombay' }]);
});

test('a person who does not log in again is sent to the home page', async ({ page, site }) => {
  await twoTabs(page, site, ['/ChangePassword', '/about']);
  await page.goto('/Profile');
  await expect(court(page)).toBeVisible();
  // A call that is still under way would ask for the login before the press.
  await page.waitForLoadState('networkidle');
  await site.database.execute(sql`delete from sessions`);
  await page.getByRole('button', { name: 'Download my data' }).click();
  await expect(dialog(page).getByText('Your session has ended.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/$/);
  await expect(court(page)).toHaveCount(0);
});

test('each role is redirected to its own area, also while a page is open', async ({ page, site }) => {
  const { other } = await twoTabs(page, site, ['/directory', '/ChangePassword']);
  await colleagues(site, 1);
  await page.goto('/admin/Registrations');
  await expect(page).toHaveURL(/\/admin\/Login$/);
  // An administrator logs in in the same browser, whose tabs share the token.
  const admin = await adminToken(site);
  await page.evaluate((token) => localStorage.setItem('token', token), admin);
  await expect(other).toHaveURL(/\/admin\/Overview$/);
  for (const path of ['/directory', '/Profile', '/ChangePassword']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/admin\/Overview$/);
  }
  // A token with a wrong prefix is refused too.
  await page.evaluate((token) => localStorage.setItem('token', `member_${token.slice(6)}`), admin);
  await page.goto('/directory');
  await expect(dialog(page).getByText('Your session has ended.')).toBeVisible();
});

test('unsaved input asks before the page is left, and before a logout', async ({ page, site }) => {
  const { me } = await twoTabs(page, site, ['/Profile', '/about']);
  const directory = page.getByRole('banner').getByRole('link', { name: 'Directory' });
  // Without changes there is no question.
  await directory.click();
  await expect(page).toHaveURL(/\/directory$/);
  await page.goBack();
  await court(page).fill('High Court of Bombay');
  await directory.click();
  await expect(dialog(page).getByText('It has not been saved.')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(court(page)).toHaveValue('High Court of Bombay');
  await page.getByRole('button', { name: 'Update' }).click();
  await expect(page.locator('.Toastify__toast--success')).toBeVisible();
  // After saving there is no question any more.
  await directory.click();
  await expect(page).toHaveURL(/\/directory$/);
  expect(await courtOf(site, me.id)).toEqual([{ court: 'High Court of Bombay' }]);

  await page.goto('/Profile');
  await court(page).fill('Supreme Court');
  await logOut(page);
  await expect(dialog(page).getByText('It has not been saved.')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBeNull();
  await dialog(page).getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByText('You have logged out.')).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
  await expect(dialog(page)).toHaveCount(0);
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  expect(await courtOf(site, me.id)).toEqual([{ court: 'High Court of Bombay' }]);
});
