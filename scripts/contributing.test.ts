import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('CONTRIBUTING.md names every part', () => {
  const section = readFileSync('CONTRIBUTING.md', 'utf8').split('### The parts of `web/ui`')[1] ?? '';
  const named = new Set([...section.matchAll(/`(\w+)`/g)].map(([, name]) => name));
  const parts = readdirSync('web/ui').filter((file) => file.endsWith('.tsx'));
  expect(parts.map((file) => file.replace('.tsx', '')).filter((part) => !named.has(part))).toEqual([]);
});

test('files that the documents name exist', () => {
  const documents = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md')];
  // `server/app.ts` in text; patterns such as `shared/contracts/*.ts` name no file.
  const named = documents.flatMap((document) =>
    [...readFileSync(document, 'utf8').matchAll(/`((?:server|web|shared|scripts|tests|docs|bench)\/[\w./-]+)`/g)].map(
      ([, path = '']) => ({ document, path }),
    ),
  );
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter(({ path }) => !existsSync(path))).toEqual([]);
});
