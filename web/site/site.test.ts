import { expect, test } from 'vitest';
import { pages } from './site.ts';

test('each page of visitors is declared, once', () => {
  const files = Object.keys(import.meta.glob('./pages/*Page.tsx')).map((file) => file.replace('./', 'web/site/'));
  expect(files.length).toBeGreaterThan(15);
  expect(pages.map(({ source }) => source).sort()).toEqual(files.sort());
  const addresses = pages.map(({ path }) => path.toLowerCase());
  expect(new Set(addresses).size).toBe(addresses.length);
});
