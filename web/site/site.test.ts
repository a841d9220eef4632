import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { pages } from './site.ts';

test('each page of visitors is declared, once', () => {
  const files = globSync('web/site/pages/*Page.tsx');
  expect(files.length).toBeGreaterThan(15);
  expect(pages.map(({ source }) => source).sort()).toEqual(files.sort());
  const addresses = pages.map(({ path }) => path.toLowerCase());
  expect(new Set(addresses).size).toBe(addresses.length);
});
