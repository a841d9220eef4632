import { expect, type Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { administrators } from '#server/features/administrators/tables.ts';
import type { Power } from '#shared/powers.ts';
import { adminToken, confirmedToken } from '#tests/logins.ts';
import { expectAccessible } from './accessible.ts';
import type { Site } from './site.ts';

/** The widths at which every screen is checked: a phone and a desktop. */
export const widths = [
  { width: 360, height: 780 },
  { width: 1280, height: 900 },
] as const;

/** The id of the administrator that the site was started with. */
export async function firstAdministrator(site: Site): Promise<string> {
  const [row] = await site.database
    .select({ id: administrators.id })
    .from(administrators)
    .where(eq(administrators.email, site.admin.email));
  if (!row) throw new Error('The site has no administrator.');
  return row.id;
}

/**
 * Gives the browser a session of the site's administrator, without the login.
 * @param path the page to open, if any
 * @param office the values of another administrator to use instead
 * @param confirmed whether the session has just confirmed the password
 */
export async function enterOffice(
  page: Page,
  site: Site,
  path?: string,
  { confirmed = false, office }: { confirmed?: boolean; office?: { powers: Power[]; states: string[] } } = {},
): Promise<string> {
  const token = office
    ? await confirmedToken(site, office)
    : await (confirmed ? confirmedToken : adminToken)(site, await firstAdministrator(site));
  await page.addInitScript((text) => {
    // A frame without storage (a shown document) also runs this; and a logout must last.
    if (!localStorage || sessionStorage.getItem('entered')) return;
    sessionStorage.setItem('entered', 'yes');
    localStorage.setItem('token', text);
  }, token);
  if (path) await page.goto(path);
  return token;
}

/** Expects a toast with this text. */
export async function expectToast(page: Page, text: string) {
  await expect(page.locator('.Toastify__toast').filter({ hasText: text }).last()).toBeVisible();
}

/** Makes the calls with a matching address fail, with a server error or a lost connection. */
export async function failCalls(
  page: Page,
  address: RegExp,
  how: 'broken' | 'lost' | { status: number; body: object },
) {
  await page.route(address, (route) => {
    if (how === 'lost') return route.abort();
    const { status, body } = how === 'broken' ? { status: 500, body: {} } : how;
    return route.fulfill({ status, json: body });
  });
}

/** Expects no findings of axe and no horizontal overflow. */
export async function expectAccessiblePage(page: Page) {
  await expectAccessible(page);
  expect(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
}

/** The same at each of the `widths`; restores the window's size. */
export async function expectSoundAtEachWidth(page: Page) {
  const before = page.viewportSize();
  for (const size of widths) {
    await page.setViewportSize(size);
    await expectAccessiblePage(page);
  }
  if (before) await page.setViewportSize(before);
}

/** Checks a list's failed, empty and reloaded states. @param address its call */
export async function expectListStates(page: Page, path: string, address: RegExp, empty: string, loaded: string) {
  await page.route(address, (route) => (route.request().method() === 'GET' ? route.abort() : route.continue()));
  await page.goto(path);
  const again = page.getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible();
  // Such a failure is only logged.
  await expect(page.locator('.Toastify__toast')).toHaveCount(0);
  await expectSoundAtEachWidth(page);
  await page.unroute(address);
  await again.click();
  await expect(page.getByText(empty === '' ? loaded : empty)).toBeVisible();
}
