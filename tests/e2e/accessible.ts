import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** WCAG 2.2 AA and what experience adds to it, as far as a program can tell. */
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Fails with the broken rules and where they are broken. Open menus and dialogs stand beside the landmarks on purpose,
 * so it is not asked that everything is within one.
 */
export async function expectAccessible(page: Page) {
  const { violations } = await new AxeBuilder({ page }).withTags(rules).disableRules('region').analyze();
  const found = violations.map(({ id, help, nodes }) => ({ id, help, where: nodes.map((node) => node.html) }));
  expect(found).toEqual([]);
}
