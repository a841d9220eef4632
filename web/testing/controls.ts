import { page } from 'vitest/browser';

/** A button by its whole name. */
export const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });

/** Chooses an entry of a dropdown with the pointer. */
export async function choose(label: string, option: string) {
  await page.getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}
