import { expect, type Page } from '@playwright/test';
import { enterOffice } from './office.ts';
import { test } from './site.ts';

/** Follows which scripts a page loads, and how large they are as they travel. */
function watchScripts(page: Page) {
  const scripts = new Map<string, Promise<number>>();
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (!pathname.endsWith('.js')) return;
    const { 'content-encoding': coding, 'content-length': length } = response.headers();
    expect(coding, pathname).toBe('br');
    scripts.set(pathname, Promise.resolve(Number(length)));
  });
  return {
    paths: () => [...scripts.keys()],
    bytes: async (wanted: (path: string) => boolean = () => true) => {
      const entries = await Promise.all([...scripts].map(async ([path, size]) => (wanted(path) ? await size : 0)));
      return entries.reduce((sum, size) => sum + size, 0);
    },
  };
}

const isChart = (path: string) => /charts/i.test(path);

test('the first view of the back office takes at most 250 KB of script, charts apart', async ({ page, site }) => {
  await enterOffice(page, site);
  const scripts = watchScripts(page);
  await page.goto('/admin/Overview', { waitUntil: 'networkidle' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const bytes = await scripts.bytes((path) => !isChart(path));
  test.info().annotations.push({ type: 'bytes', description: String(bytes) });
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThanOrEqual(250 * 1024);
});

test('visitors load nothing of the back office, on any page', async ({ page }) => {
  const scripts = watchScripts(page);
  for (const path of [
    '/',
    '/news',
    '/conferences',
    '/resources',
    '/Gallery',
    '/contact-us',
    '/membership',
    '/admin/Login',
  ]) {
    await page.goto(path, { waitUntil: 'networkidle' });
  }
  expect(scripts.paths().length).toBeGreaterThan(3);
  expect(
    scripts.paths().filter((path) => /Admin(?!Login|Entrance)|DataTable|Registrations|Overview|charts/i.test(path)),
  ).toEqual([]);
});
