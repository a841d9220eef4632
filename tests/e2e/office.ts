import { expect, type Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { administrators } from '#server/database/tables/auth.ts';
import type { Power } from '#shared/powers.ts';
import { adminToken, confirmedToken } from '#tests/logins.ts';
import { expectAccessible } from './accessible.ts';
import type { Site } from './site.ts';

/** The widths every screen is looked at: a phone and a desk. */
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
 * Lets the browser begin with a session of the site's administrator, without the way through the login.
 * @param path the page to open at once, if any
 * @param office another administrator in place of the first
 * @param confirmed the password has just been given again, for what asks for it
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
  await page.addInitScript((kept) => {
    // A frame without storage (a shown document) runs this too; and a logout must last.
    if (!localStorage || sessionStorage.getItem('entered')) return;
    sessionStorage.setItem('entered', 'yes');
    localStorage.setItem('token', kept);
  }, token);
  if (path) await page.goto(path);
  return token;
}

/** A toast's text; toasts have a region of their own. */
export async function expectToast(page: Page, text: string) {
  await expect(page.locator('.Toastify__toast').filter({ hasText: text }).last()).toBeVisible();
}

/** Fails the calls whose address fits, as a server does that has broken, or as a lost connection. */
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

/** Axe finds nothing, and nothing makes the page wider than the window. */
export async function expectSound(page: Page) {
  await expectAccessible(page);
  expect(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
}

/** The same at each width that a screen is looked at; the window is then as it was. */
export async function expectSoundAtEachWidth(page: Page) {
  const before = page.viewportSize();
  for (const size of widths) {
    await page.setViewportSize(size);
    await expectSound(page);
  }
  if (before) await page.setViewportSize(before);
}

/** Empty, failed and loaded again, for a list whose call is at `address`. */
export async function expectListStates(page: Page, path: string, address: RegExp, empty: string, loaded: string) {
  await page.route(address, (route) => (route.request().method() === 'GET' ? route.abort() : route.continue()));
  await page.goto(path);
  const again = page.getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible();
  // Such a failure is logged only.
  await expect(page.locator('.Toastify__toast')).toHaveCount(0);
  await expectSoundAtEachWidth(page);
  await page.unroute(address);
  await again.click();
  await expect(page.getByText(empty === '' ? loaded : empty)).toBeVisible();
}
