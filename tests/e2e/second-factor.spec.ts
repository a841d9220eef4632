import { expect, type Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { hashPassword } from '#server/features/auth/password-hashing.ts';
import {
  adminToken,
  giveSecondFactor,
  memberToken,
  newAdministrator,
  newMember,
  setSecondFactorRequired,
} from '#tests/logins.ts';
import { waitForMail } from '#tests/mail.ts';
import { enter, logIn, password } from './member.ts';
import { enterOffice, expectSoundAtEachWidth, expectToast, widths } from './office.ts';
import { type Site, test } from './site.ts';

test.beforeEach(({ site }) => site.reset());

const dialog = (page: Page) => page.getByRole('dialog').last();
const section = (page: Page) => page.getByRole('region', { name: 'Second factor' });

/** Creates a member with access to the directory and a known password. */
const member = async (site: Site) =>
  newMember(site, { passwordHash: await hashPassword(password), organization: 'Dist Head' });

/** The codes of an app with the key on the screen, by the number of 30-second steps from now; each works once. */
async function appOf(page: Page) {
  const key = (await dialog(page).locator('code').innerText()).replaceAll(' ', '');
  const app = new TOTP({ secret: Secret.fromBase32(key) });
  return (steps = 0) => app.generate({ timestamp: Date.now() + steps * 30_000 });
}

/** Turns it on by keyboard, from the focused button. @returns the app's codes and the recovery codes */
async function setUpByKeyboard(page: Page, secret: string) {
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByLabel('Your Password', { exact: true })).toBeFocused();
  await page.keyboard.type(secret);
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  await expectSoundAtEachWidth(page);
  const code = await appOf(page);
  // The dialog itself has the focus, so that screen readers announce its steps first.
  const field = dialog(page).getByLabel('Code from the App');
  for (let steps = 0; steps < 5; steps += 1) {
    if (await field.evaluate((element) => element === element.ownerDocument.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await expect(field).toBeFocused();
  await page.keyboard.type(code());
  await page.keyboard.press('Enter');
  const codes = dialog(page).getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  await expectSoundAtEachWidth(page);
  const recovery = await codes.allInnerTexts();
  const byRole = dialog(page).getByRole('checkbox', { name: 'I have kept these codes' });
  await byRole.focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  return { code, recovery };
}

/** Removes the token, as a logout differs by width. */
const forgetLogin = (page: Page) => page.evaluate(() => localStorage.removeItem('token'));

/** Logs in from the home page up to the step that asks for the code. */
async function logInUpToTheCode(page: Page, email: string) {
  await page.goto('/?login');
  await logIn(page, email);
  const code = dialog(page).getByLabel('Code', { exact: true });
  await expect(code).toBeFocused();
  return code;
}

test('a member sets it up by keyboard on a phone, logs in with it, and turns it off', async ({ page, site }) => {
  await page.setViewportSize(widths[0]);
  const me = await member(site);
  await enter(page, await memberToken(site, me.id), '/Profile');
  await section(page).getByRole('button', { name: 'Turn on' }).focus();
  const { code, recovery } = await setUpByKeyboard(page, password);
  await expect(section(page).getByText('10 recovery codes left')).toBeVisible();
  // Past the form, whose button stays at the foot of the window and may lie over half of a tick box above.
  await section(page).getByText('10 recovery codes left').scrollIntoViewIfNeeded();
  await expectSoundAtEachWidth(page);
  await waitForMail(site, { to: me.email, kind: 'second-factor-changed' });
  await forgetLogin(page);

  // The app's code, after a wrong one.
  const field = await logInUpToTheCode(page, me.email);
  await expectSoundAtEachWidth(page);
  await expect(dialog(page).getByText('incorrect')).toHaveCount(0);
  await page.keyboard.type('123');
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByText('This code is incorrect, or has already been used')).toBeVisible();
  await field.fill(code(1));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await forgetLogin(page);

  // A recovery code.
  await logInUpToTheCode(page, me.email);
  await page.keyboard.type(recovery[0] ?? '');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // On a phone the closed dialog leaves its entry of the history, which would end a navigation just begun.
  await expect.poll(() => page.evaluate('history.state?.layer ?? 0')).toBe(0);

  await page.goto('/Profile');
  await expect(section(page).getByText('9 recovery codes left')).toBeVisible();
  await section(page).getByRole('button', { name: 'Turn off' }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByLabel('Your Password', { exact: true })).toBeFocused();
  await page.keyboard.type('wrong');
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByText('Please enter the code from the app')).toBeVisible();
  await dialog(page)
    .getByLabel('Code')
    .fill(recovery[1] ?? '');
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByText('The current password is incorrect')).toBeVisible();
  await dialog(page).getByLabel('Your Password', { exact: true }).fill(password);
  await expectSoundAtEachWidth(page);
  await page.keyboard.press('Enter');
  await expect(section(page).getByRole('button', { name: 'Turn on' })).toBeVisible();
  await forgetLogin(page);
  await page.goto('/?login');
  await logIn(page, me.email);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('the office lifts it for a member who has lost phone and codes', async ({ page, site }) => {
  const me = await member(site);
  await giveSecondFactor(site, { memberId: me.id });
  await enterOffice(page, site, `/admin/Directory?member=${me.id}`);
  await dialog(page).getByRole('button', { name: 'Lift second factor' }).click();
  await expect(dialog(page).getByText('call the number on the record')).toBeVisible();
  await expectSoundAtEachWidth(page);
  await dialog(page).getByRole('button', { name: 'Lift', exact: true }).click();
  const identity = page.getByRole('dialog', { name: 'Is it you?' });
  await identity.getByLabel('Your Password', { exact: true }).fill(site.admin.password);
  await identity.getByRole('button', { name: 'Confirm' }).click();
  await expectToast(page, 'The second factor is off. A mail tells the member.');
  await expect(page.getByRole('button', { name: 'Lift second factor' })).toHaveCount(0);
  const mail = await waitForMail(site, { to: me.email, kind: 'second-factor-changed' });
  expect(mail.text).toContain('The office has turned off the second factor');
});

test.describe('required of administrators', () => {
  let colleague: { id: string; email: string };
  test.beforeEach(async ({ site }) => {
    colleague = await newAdministrator(site, { passwordHash: await hashPassword(password) });
  });
  test.afterEach(({ site }) => setSecondFactorRequired(site, false));

  test('one who has none is led to set it up by keyboard alone, and gets no further before', async ({ page, site }) => {
    await page.setViewportSize(widths[0]);
    await setSecondFactorRequired(site, true);
    await page.goto('/admin/Log?kind=login');
    await page.waitForURL('**/admin/Login');
    await page.getByRole('textbox', { name: 'Email' }).focus();
    await page.keyboard.type(colleague.email);
    await page.getByLabel('Password', { exact: true }).focus();
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/admin/SecondFactor');
    await expect(page.getByText('The association requires a second factor of every administrator.')).toBeVisible();
    await expectSoundAtEachWidth(page);
    // Every page leads back here.
    await page.goto('/admin/Overview');
    await page.waitForURL('**/admin/SecondFactor');
    await page.goto('/admin/Login');
    await page.getByRole('link', { name: 'Go on to the back office' }).click();
    await page.waitForURL('**/admin/SecondFactor');
    await page.getByRole('button', { name: 'Set up' }).focus();
    await setUpByKeyboard(page, password);
    await page.waitForURL('**/admin/Overview');
    await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
    await page.goto('/admin/SecondFactor');
    await page.waitForURL('**/admin/Overview');
  });

  test('one who is at work when it begins is led there at the next step, and can log out', async ({ page, site }) => {
    const token = await adminToken(site, colleague.id);
    await enter(page, token, '/admin/Administrators');
    await expect(page.getByRole('row', { name: new RegExp(colleague.email) })).toBeVisible();
    await setSecondFactorRequired(site, true);
    // A background call of the page may have led there already.
    const overview = page.getByRole('link', { name: 'Overview' });
    await overview
      .or(page.getByRole('button', { name: 'Log out' }))
      .first()
      .waitFor();
    if (await overview.isVisible()) await overview.click({ timeout: 5_000 }).catch(() => {});
    await page.waitForURL('**/admin/SecondFactor');
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.waitForURL('**/admin/login');
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
    await page.getByRole('textbox', { name: 'Email' }).fill(colleague.email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/admin/SecondFactor');
  });
});
