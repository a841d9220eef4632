import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('CONTRIBUTING.md names every part', () => {
  const section = readFileSync('CONTRIBUTING.md', 'utf8').split('### The parts of `web/ui`')[1] ?? '';
  const named = new Set([...section.matchAll(/`(\w+)`/g)].map(([, name]) => name));
  const parts = readdirSync('web/ui').filter((file) => file.endsWith('.tsx'));
  expect(parts.map((file) => file.replace('.tsx', '')).filter((part) => !named.has(part))).toEqual([]);
});
