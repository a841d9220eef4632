import { expect, type Page } from '@playwright/test';
import { adminToken } from '#tests/logins.ts';
import { expectAccessible } from './accessible.ts';
import type { Site } from './site.ts';

/** The two windows every screen of the office is tried in. */
export const windows = [
  { width: 360, height: 760 },
  { width: 1280, height: 900 },
] as const;

/** Lets the page begin with a session of a new administrator. */
export async function loginAsOffice(page: Page, site: Site): Promise<string> {
  const token = await adminToken(site);
  await page.addInitScript((value) => localStorage.setItem('token', value), token);
  return token;
}

/** A toast's text; toasts stand in a region of their own. */
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

/** Empty, failed and loaded again, for a list whose call is at `address`. */
export async function expectListStates(page: Page, path: string, address: RegExp, empty: string, loaded: string) {
  await page.route(address, (route) => (route.request().method() === 'GET' ? route.abort() : route.continue()));
  await page.goto(path);
  const again = page.getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible();
  // Such a failure is logged only.
  await expect(page.locator('.Toastify__toast')).toHaveCount(0);
  await expectSound(page);
  await page.unroute(address);
  await again.click();
  await expect(page.getByText(empty === '' ? loaded : empty)).toBeVisible();
}
