import { page } from 'vitest/browser';

/** A button by its whole name. */
export const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });

/** Picks an entry of a dropdown by the pointer. */
export async function choose(label: string, option: string) {
  await page.getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}
