import type { Page } from '@playwright/test';
import { notify } from '#server/platform/database/client.ts';
import { inLanguage } from '#server/platform/languages/catalogue.ts';
import type { Language } from '#shared/languages.ts';
import { memberFactory } from '#tests/factories/members.ts';
import type { Site } from './site.ts';

/** The password of members who log in. */
export const password = 'Neem-tree-bench-27';

/** Opens a page of the member area with a token that is set before the first paint, until a logout. */
export async function enter(page: Page, token: string, path: string) {
  await page.addInitScript((value) => {
    if (!sessionStorage.getItem('given')) localStorage.setItem('token', value);
    sessionStorage.setItem('given', 'yes');
  }, token);
  await page.goto(path);
}

/** The directory's cards. */
export const cards = (page: Page) => page.getByRole('main').getByRole('article');

/** Chooses an entry of a dropdown with the pointer. */
export async function choose(page: Page, label: string, option: string) {
  await page.getByLabel(label, { exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** Approved members who differ only in their names. */
export async function colleagues(site: Site, count: number, values: Parameters<typeof memberFactory>[1] = {}) {
  for (let number = 0; number < count; number += 1) await memberFactory(site, values);
  await notify(site.database, 'members');
}

/** Logs in with the open dialog. */
export async function logIn(page: Page, email: string, secret = password, language: Language = 'en') {
  const dialog = page.getByRole('dialog');
  const said = (text: string) => inLanguage(text, language);
  await dialog.getByLabel(said('Email'), { exact: true }).fill(email);
  await dialog.getByLabel(said('Password'), { exact: true }).fill(secret);
  await dialog.getByRole('button', { name: said('Login'), exact: true }).click();
}
