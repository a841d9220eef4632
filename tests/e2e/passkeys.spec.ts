import { expect, type Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { hashPassword } from '#server/features/auth/password-hashing.ts';
import { passkeys } from '#server/features/passkeys/tables.ts';
import { newMember } from '#tests/logins.ts';
import { waitForMail } from '#tests/mail.ts';
import { logIn, password } from './member.ts';
import { expectSoundAtEachWidth, expectToast } from './office.ts';
import { test as base, type Site, startSite } from './site.ts';

/** Passkeys need a host by name. */
const test = base.extend<object, { site: Site }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
    async ({}, use) => {
      const running = await startSite({}, 'localhost');
      await use(running.site);
      await running.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

let leftOver: (() => Promise<unknown>) | undefined;
test.beforeEach(({ site }) => site.reset());
test.afterEach(async () => {
  await leftOver?.();
  leftOver = undefined;
});

/** Gives the browser an authenticator like a phone's, which says yes to everything. */
async function addAuthenticator(page: Page) {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable', { enableUI: false });
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  // The browser has one at a time, also after the page is closed.
  leftOver = () => client.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
  return {
    credentials: async () => (await client.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    /** Whether it answers by itself. */
    answers: (enabled: boolean) => client.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
    async setCounter(signCount: number) {
      const [credential] = (await client.send('WebAuthn.getCredentials', { authenticatorId })).credentials;
      await client.send('WebAuthn.removeCredential', { authenticatorId, credentialId: credential!.credentialId });
      await client.send('WebAuthn.addCredential', { authenticatorId, credential: { ...credential!, signCount } });
    },
  };
}

const member = async (site: Site) => newMember(site, { passwordHash: await hashPassword(password) });
const dialog = (page: Page) => page.getByRole('dialog').last();
const section = (page: Page) => page.getByRole('region', { name: 'Passkeys' });
const openLogin = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
const byPasskey = (page: Page) => dialog(page).getByRole('button', { name: 'Log in with a passkey' });

/** Logs in by password and sets up a passkey, as the question after it offers. */
async function setUp(page: Page, site: Site) {
  const { email, id } = await member(site);
  await page.goto('/');
  await openLogin(page);
  await logIn(page, email);
  await expect(dialog(page).getByText('Next time with your fingerprint?')).toBeVisible();
  await expectSoundAtEachWidth(page);
  await dialog(page).getByRole('button', { name: 'Yes, set it up' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(/My-home|Home/i);
  return { email, id };
}

/** A navigation may be under way. */
const tokenOf = (page: Page) => page.evaluate(() => localStorage.getItem('token')).catch(() => null);
const expectLoggedIn = (page: Page) => expect.poll(() => tokenOf(page)).toMatch(/^member_/);

async function logOut(page: Page) {
  await page.evaluate(() => localStorage.removeItem('token'));
}

test('a member sets one up after a login, and logs in with two presses', async ({ page, site }) => {
  const authenticator = await addAuthenticator(page);
  const { email, id } = await setUp(page, site);
  expect(await authenticator.credentials()).toHaveLength(1);
  expect((await waitForMail(site, { to: email, kind: 'passkey-added' })).text).toContain('This was not me: ');
  await logOut(page);
  // The field offers them by itself; here the button is to do it.
  await authenticator.answers(false);
  await page.goto('/');
  await openLogin(page);
  await expect(byPasskey(page)).toBeVisible();
  await expectSoundAtEachWidth(page);
  await authenticator.answers(true);
  await byPasskey(page).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expectLoggedIn(page);
  const [row] = await site.database.select().from(passkeys).where(eq(passkeys.memberId, id));
  expect(row?.lastUsedAt).not.toBeNull();
  // The question is not asked again in this browser.
  await logOut(page);
  await authenticator.answers(false);
  await page.goto('/');
  await openLogin(page);
  await logIn(page, email);
  await expectLoggedIn(page);
  await expect(page.getByText('Next time with your fingerprint?')).toHaveCount(0);
});

test('the browser offers it in the field for the e-mail', async ({ page, site }) => {
  const authenticator = await addAuthenticator(page);
  await setUp(page, site);
  await logOut(page);
  await page.goto('/');
  await openLogin(page);
  await expectLoggedIn(page);
  expect(await authenticator.credentials()).toHaveLength(1);
});

test('one is added, renamed and removed in the profile, after the password or another one', async ({ page, site }) => {
  await addAuthenticator(page);
  const { email } = await member(site);
  await page.goto('/');
  await openLogin(page);
  await logIn(page, email);
  await dialog(page).getByRole('button', { name: 'Not now' }).click();
  await expectLoggedIn(page);
  await page.goto('/Profile');
  await expect(section(page).getByText('You have no passkey yet.')).toBeVisible();
  await section(page).getByRole('button', { name: 'Add a passkey' }).click();
  await dialog(page).getByLabel('Your Password', { exact: true }).fill(password);
  await dialog(page).getByRole('button', { name: 'Confirm' }).click();
  await expectToast(page, 'The passkey was added. A mail tells you of it.');
  await expect(section(page).getByText('not used yet')).toBeVisible();
  await expectSoundAtEachWidth(page);
  await section(page)
    .getByRole('button', { name: /^Rename/ })
    .click();
  await dialog(page).getByLabel('Name').fill('My phone');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(section(page).getByText('My phone', { exact: true })).toBeVisible();
  // The same device once more.
  await section(page).getByRole('button', { name: 'Add a passkey' }).click();
  await expectToast(page, 'This passkey has been added already.');
  // Some minutes later it is asked again who it is, and the passkey itself is enough.
  await site.database.execute('update sessions set confirmed_until = null');
  await section(page).getByRole('button', { name: 'Remove: My phone' }).click();
  await dialog(page).getByRole('button', { name: 'Remove' }).click();
  await dialog(page).getByRole('button', { name: 'Use a passkey' }).click();
  await expectToast(page, 'The passkey was removed.');
  await expect(section(page).getByText('You have no passkey yet.')).toBeVisible();
});

test('one that was removed, or whose counter goes back, is refused with the way on', async ({ page, site }) => {
  const authenticator = await addAuthenticator(page);
  const { id } = await setUp(page, site);
  await logOut(page);
  await site.database.update(passkeys).set({ counter: 1_000 }).where(eq(passkeys.memberId, id));
  const refused = 'This passkey was not accepted. Please log in with e-mail and password.';
  await authenticator.answers(false);
  await page.goto('/');
  await openLogin(page);
  await authenticator.answers(true);
  await byPasskey(page).click();
  await expect(dialog(page).getByRole('alert')).toHaveText(refused);
  await authenticator.setCounter(2_000);
  await byPasskey(page).click();
  await expectLoggedIn(page);
  await logOut(page);
  await site.database.delete(passkeys);
  await authenticator.answers(false);
  await page.goto('/');
  await openLogin(page);
  await authenticator.answers(true);
  await byPasskey(page).click();
  await expect(dialog(page).getByRole('alert')).toHaveText(refused);
});

test('a login with it serves the other tab, and a page at another address knows nothing of it', async ({
  page,
  site,
}) => {
  await addAuthenticator(page);
  await setUp(page, site);
  await logOut(page);
  const other = await page.context().newPage();
  await other.goto('/news');
  // Without the request of the field for the e-mail, which an ordinary Chromium answers before the press.
  await page.addInitScript('PublicKeyCredential.isConditionalMediationAvailable = async () => false');
  await page.goto('/');
  await openLogin(page);
  await byPasskey(page).click();
  await expect(other.locator('html')).toHaveAttribute('data-session', 'member');
  const elsewhere = await page.context().newPage();
  await elsewhere.goto(site.url.replace('localhost', '127.0.0.1'));
  await openLogin(elsewhere);
  await expect(dialog(elsewhere).getByRole('button', { name: 'Login', exact: true })).toBeVisible();
  await expect(elsewhere.locator('#login-island[data-mounted]')).toBeAttached();
  await expect(byPasskey(elsewhere)).toHaveCount(0);
});

test('‘This was not me’ secures the account by a press', async ({ page, site }) => {
  await addAuthenticator(page);
  const { email, id } = await setUp(page, site);
  const { text } = await waitForMail(site, { to: email, kind: 'passkey-added' });
  await page.goto(/This was not me: (\S+)/.exec(text)![1]!);
  const press = page.getByRole('button', { name: 'This was not me' });
  await expect(press).toBeVisible();
  await expectSoundAtEachWidth(page);
  expect(await site.database.$count(passkeys, eq(passkeys.memberId, id))).toBe(1);
  await press.click();
  await expect(page.getByText('Your account is secured.')).toBeVisible();
  await expectSoundAtEachWidth(page);
  expect(await site.database.$count(passkeys)).toBe(0);
  await waitForMail(site, { to: email, kind: 'otp' });
  await page.reload();
  await press.click();
  await expect(page.getByRole('alert')).toContainText('This link has been used');
});

test('an administrator logs in with one at the office', async ({ page, site }) => {
  const authenticator = await addAuthenticator(page);
  await page.goto('/admin/Login');
  await page.getByLabel('Email', { exact: true }).fill(site.admin.email);
  await page.getByLabel('Password', { exact: true }).fill(site.admin.password);
  await page.getByRole('button', { name: 'Login in' }).click();
  await page.getByRole('button', { name: 'Yes, set it up' }).click();
  await expect(page).toHaveURL(/Overview/);
  await page.goto('/admin/ChangePassword');
  await expect(section(page).getByText('not used yet')).toBeVisible();
  await expectSoundAtEachWidth(page);
  await logOut(page);
  await authenticator.answers(false);
  await page.goto('/admin/Login');
  await expect(page.getByRole('button', { name: 'Log in with a passkey' })).toBeVisible();
  await authenticator.answers(true);
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await expect(page).toHaveURL(/Overview/);
});
