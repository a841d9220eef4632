import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';

/** Minified it is half as long, and each page that is looked at reads it. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** WCAG 2.2 AA and what experience adds to it, as far as a program can tell. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Fails with the broken rules and where they are broken. Open menus and dialogs are beside the landmarks on purpose, so it is
 * not asked that everything is within one, unless `landmarks` says so. No page has frames of its own to look into.
 */
export async function expectAccessible(page: Page, { landmarks = false }: { landmarks?: boolean } = {}) {
  const options: axe.RunOptions = {
    runOnly: { type: 'tag', values: tags },
    rules: { region: { enabled: landmarks } },
    resultTypes: ['violations'],
    iframes: false,
    // Style sheets and media, fetched once more for rules that are not among these: two fifths of the time.
    preload: false,
  };
  if (await page.evaluate<boolean>('!window.axe')) await page.evaluate(source);
  // A button that has just been enabled has its colours only when its transition has ended.
  await page.evaluate(`Promise.allSettled(document.getAnimations()
    .filter((animation) => animation instanceof CSSTransition).map(({ finished }) => finished))`);
  const { violations } = await page.evaluate<axe.AxeResults>(`axe.run(${JSON.stringify(options)})`);
  const found = violations.map(({ id, help, nodes }) => ({ id, help, where: nodes.map((node) => node.html) }));
  expect(found).toEqual([]);
}
