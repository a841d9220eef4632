import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';

/** The minified version is half as long, and each page loads it. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** WCAG 2.2 AA and best practices, as far as they can be tested automatically. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Fails with the violated rules and their places, and where the markup is not valid. Open menus and dialogs are outside the landmarks on purpose, so content outside
 * of landmarks is allowed unless `landmarks` is set. No page has frames.
 */
export async function expectAccessible(page: Page, { landmarks = false }: { landmarks?: boolean } = {}) {
  const options: axe.RunOptions = {
    runOnly: { type: 'tag', values: tags },
    rules: { region: { enabled: landmarks } },
    resultTypes: ['violations'],
    iframes: false,
    // Preloading style sheets and media for unused rules would take two fifths of the time.
    preload: false,
    elementRef: true,
  };
  if (await page.evaluate<boolean>('!window.axe')) await page.evaluate(source);
  // A button that was just enabled has its final colours only after its transition.
  await page.evaluate(`Promise.allSettled(document.getAnimations()
    .filter((animation) => animation instanceof CSSTransition).map(({ finished }) => finished))`);
  const result = await page.evaluate(`axe.run(${JSON.stringify(options)}).then(({ violations }) => {
    const isStuck = (element) =>
      element && (/fixed|sticky/.test(getComputedStyle(element).position) || isStuck(element.parentElement));
    // What a bar at the window's edge covers at the moment is not too small: scrolling brings it out.
    const isCovered = ({ element }) => {
      const { left, top, bottom } = element.getBoundingClientRect();
      const over = [top + 1, bottom - 1].map((y) => document.elementFromPoint(left + 1, y));
      return over.some((each) => each && !element.contains(each) && isStuck(each));
    };
    return violations
      .map(({ id, help, nodes }) => ({ id, help, nodes: id === 'target-size' ? nodes.filter((node) => !isCovered(node)) : nodes }))
      .filter(({ nodes }) => nodes.length > 0)
      .map(({ id, help, nodes }) => ({ id, help, where: nodes.map(({ html }) => html) }));
  })`);
  expect(result).toEqual([]);
  await expectValidMarkup(await page.content());
}

/** Expects markup as HTML's standard has it, such as an `id` that stands once. */
export async function expectValidMarkup(markup: string) {
  const { HtmlValidate } = await import('html-validate');
  const { results } = await new HtmlValidate({ root: true, extends: ['html-validate:standard'] }).validateString(
    markup,
  );
  expect(
    results.flatMap((each) => each.messages).map(({ message, selector, line }) => `${line}: ${message}: ${selector}`),
  ).toEqual([]);
}
