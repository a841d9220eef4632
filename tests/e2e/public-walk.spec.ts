import { expect, type Page } from '@playwright/test';
import { scaled } from '#tests/speed.ts';
import { type Content, fillSite, publicPages, rememberSettings } from './public-content.ts';
import { test } from './site.ts';

let content: Content;
let restore: () => Promise<void>;
test.beforeAll(async ({ site }) => {
  restore = await rememberSettings(site);
  content = await fillSite(site);
});
test.afterAll(() => restore());

/** The text spacing of WCAG 1.4.12. */
const textSpacing = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-bottom: 2em !important; }`;

const overflow = (page: Page) =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');

/** Controls and links smaller than a touch target, except links within a sentence. */
const smallTargets = (page: Page) =>
  page.evaluate<
    string[]
  >(`[...document.querySelectorAll('a[href], button, summary, [role="tab"], input:not([type="hidden"])')]
    .filter((target) => {
      const style = getComputedStyle(target);
      const box = target.getBoundingClientRect();
      if (!target.checkVisibility({ visibilityProperty: true }) || box.width < 2 || box.height < 2) return false;
      if (target.closest('[aria-hidden="true"]') || style.clipPath.startsWith('inset')) return false;
      // A link in running text is as high as its line.
      if (style.display === 'inline' && target.parentElement.textContent.trim() !== target.textContent.trim()) return false;
      // Some have a target larger than their box.
      const reach = getComputedStyle(target, '::after');
      const grown = reach.content !== 'none' && reach.position === 'absolute' ? -Math.min(0, parseFloat(reach.top)) * 2 || Infinity : 0;
      return box.height + grown < 43.5;
    })
    .map((target) => target.outerHTML.slice(0, 120))`);

test('every page works on a narrow screen, with wider spacing, at 400 percent, and by touch', async ({ page }) => {
  test.setTimeout(scaled(300_000));
  for (const path of publicPages(content)) {
    // 1280 by 1024 pixels at 400 percent.
    await page.setViewportSize({ width: 320, height: 256 });
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await overflow(page), `${path} at 320 px`).toBe(0);
    const head = await page.evaluate<number>(`(() => { const banner = document.querySelector('header');
      return banner && /sticky|fixed/.test(getComputedStyle(banner).position) ? banner.offsetHeight : 0; })()`);
    expect(head, `${path}: room left beside what sticks`).toBeLessThan(140);
    expect.soft(await smallTargets(page), `${path}: touch targets`).toEqual([]);
    // An adopted style sheet, because the content security policy blocks inline styles.
    await page.evaluate(`(() => { const sheet = new CSSStyleSheet(); sheet.replaceSync(${JSON.stringify(textSpacing)});
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]; })()`);
    expect(await overflow(page), `${path} with wider spacing`).toBe(0);
  }
});

test('each page linked from the home page starts at its top with its heading in view', async ({ page }) => {
  await page.goto('/', { waitUntil: 'networkidle' });
  const main = page.getByRole('main');
  const addresses = await main
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  // Excludes files, and `/?login`, which opens a dialog on the current page.
  const within = [...new Set(addresses)].filter(
    (address) => /^\/(?!\?)/.test(address) && !/\.(xml|ics)$/.test(address),
  );
  expect(within.some((address) => address.startsWith('/news?id='))).toBe(true);
  for (const address of within) {
    await page.goto('/', { waitUntil: 'networkidle' });
    await main.locator(`a[href="${address}"]`).last().click();
    await expect(page, address).not.toHaveURL(/\/$/);
    await expect(main.getByRole('heading').first(), address).toBeInViewport();
    expect(await page.evaluate('scrollY'), address).toBeLessThan(5);
  }
});

test('a posted form that is far too long is answered with the page', async ({ site }) => {
  const body = new URLSearchParams({ name: 'Asha', message: 'x'.repeat(2_000_000) });
  const answer = await fetch(`${site.url}/contact-us`, { method: 'POST', body });
  expect(answer.status).toBe(413);
  expect(await answer.text()).toContain('It is longer than the form takes.');
});
