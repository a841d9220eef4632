import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { enterOffice } from './office.ts';
import { test } from './site.ts';

/** Records the scripts that a page loads, and their transferred sizes. */
function watchScripts(page: Page) {
  const scripts = new Map<string, number>();
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (!pathname.endsWith('.js')) return;
    const { 'content-encoding': coding, 'content-length': length } = response.headers();
    expect(coding, pathname).toBe('br');
    scripts.set(pathname, Number(length));
  });
  return scripts;
}

test('the first view of the back office takes at most 140 KB of script in 12 files', async ({ page, site }) => {
  await enterOffice(page, site);
  const scripts = watchScripts(page);
  await page.goto('/admin/Overview', { waitUntil: 'networkidle' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const bytes = [...scripts.values()].reduce((sum, size) => sum + size, 0);
  test.info().annotations.push({ type: 'bytes', description: String(bytes) });
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThanOrEqual(140 * 1024);
  expect(scripts.size).toBeLessThanOrEqual(12);
});

test('visitors load nothing of the app, on any page', async ({ page }) => {
  const scripts = watchScripts(page);
  for (const path of ['/', '/news', '/conferences', '/resources', '/Gallery', '/contact-us', '/membership']) {
    await page.goto(path, { waitUntil: 'networkidle' });
    await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
    await expect(page.locator('#login-island[data-mounted]')).toBeAttached();
    await page.keyboard.press('Escape');
    if (path === '/membership') await page.getByRole('button', { name: 'Click Here to Accept' }).click();
    const field = page.getByRole('main').getByRole('textbox').first();
    if (/contact|membership/.test(path)) await field.focus();
  }
  await page.waitForLoadState('networkidle');
  expect(scripts.size).toBeGreaterThan(8);
  const own = /\/(main|router|areas|Admin|office|DataTable|Registrations|Overview)\b/;
  expect([...scripts.keys()].filter((path) => own.test(path))).toEqual([]);
});

interface ManifestEntry {
  imports?: string[];
}

function builtFiles() {
  const folder = join(import.meta.dirname, '../../build/client');
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    ManifestEntry
  >;
  return manifest;
}

test('script files have no circular imports', () => {
  const manifest = builtFiles();
  const done = new Set<string>();
  const circles: string[] = [];
  const follow = (name: string, path: string[]) => {
    if (path.includes(name)) circles.push([...path.slice(path.indexOf(name)), name].join(' > '));
    if (done.has(name)) return;
    done.add(name);
    for (const next of manifest[name]?.imports ?? []) follow(next, [...path, name]);
  };
  for (const name of Object.keys(manifest)) follow(name, []);
  expect(done.size).toBeGreaterThan(50);
  expect(circles).toEqual([]);
});
