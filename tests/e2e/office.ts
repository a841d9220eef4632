import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { administrators } from '#server/database/tables/auth.ts';
import { adminToken } from '#tests/logins.ts';
import type { Site } from './site.ts';

/** The id of the administrator that the site was started with. */
export async function firstAdministrator(site: Site): Promise<string> {
  const [row] = await site.database
    .select({ id: administrators.id })
    .from(administrators)
    .where(eq(administrators.email, site.admin.email));
  if (!row) throw new Error('The site has no administrator.');
  return row.id;
}

/** Opens a page of the back office as the site's administrator, without the way through the login. */
export async function enterOffice(page: Page, site: Site, path: string): Promise<string> {
  const token = await adminToken(site, await firstAdministrator(site));
  await page.addInitScript((kept) => {
    // A frame without storage (a shown document) runs this too; and a logout must last.
    if (!localStorage || sessionStorage.getItem('entered')) return;
    sessionStorage.setItem('entered', 'yes');
    localStorage.setItem('token', kept);
  }, token);
  await page.goto(path);
  return token;
}

/** The widths every screen is looked at: a phone and a desk. */
export const widths = [
  { width: 360, height: 780 },
  { width: 1280, height: 900 },
] as const;
