import { expect } from '@playwright/test';
import { enterOffice } from './office.ts';
import { test } from './site.ts';

test.beforeEach(({ site }) => site.reset());

test('a failed prefetch has no effect, and the page loads when its link is pressed', async ({ page, site }) => {
  // On a machine without a network the browser would consider itself offline and never reload.
  await page.addInitScript("Object.defineProperty(navigator, 'onLine', { value: true })");
  await enterOffice(page, site, '/admin/Overview');
  await expect(page.getByRole('heading', { name: 'Conference details' })).toBeVisible();
  const files = '**/assets/GalleryAdmin-*.js';
  await page.route(files, (route) => route.abort());
  const refused = page.evaluate("new Promise((told) => addEventListener('vite:preloadError', () => setTimeout(told)))");
  const link = page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Gallery' });
  await link.hover();
  await refused;
  // The page is not reloaded, which would lose its input.
  expect(await page.evaluate("sessionStorage.getItem('started-afresh')")).toBeNull();
  await page.unroute(files);
  await link.click();
  await expect(page.getByRole('heading', { name: 'Gallery' })).toBeVisible();
});
