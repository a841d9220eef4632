import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { expect, test } from 'vitest';

test('CONTRIBUTING.md mentions every part', () => {
  const section = readFileSync('CONTRIBUTING.md', 'utf8').split('### The parts of `web/ui`')[1] ?? '';
  const named = new Set([...section.matchAll(/`(\w+)`/g)].map(([, name]) => name));
  const parts = readdirSync('web/ui').filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'));
  expect(parts.map((file) => file.replace('.tsx', '')).filter((part) => !named.has(part))).toEqual([]);
});

const documents = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...globSync('docs/**/*.md')].map((document) => ({
  document,
  text: readFileSync(document, 'utf8'),
}));

test('files that the documents name exist', () => {
  const files = globSync(['*', '{server,web,shared,scripts,tests,proofs,docs,deploy}/**/*']);
  /** An address from the root, or the end of one; a pattern such as `shared/contracts/*.ts` names at least one file. */
  const isThere = (path: string) =>
    path.includes('*') ? globSync(path).length > 0 : files.some((file) => file === path || file.endsWith(`/${path}`));
  const pattern = /`((?:(?:server|web|shared|scripts|tests|docs|bench)\/[\w./*-]+)|[\w./*-]+\.(?:tsx?|mjs|css|sql))`/g;
  const named = documents.flatMap(({ document, text }) =>
    [...text.matchAll(pattern)].map(([, path = '']) => ({ document, path: path.replace(/\/$/, '') })),
  );
  expect(named.length).toBeGreaterThan(100);
  // The endings of modules, in text about them.
  const endings = ['*.routes.ts', '*.service.ts', '*.queries.ts', '*.test.tsx'];
  expect(named.filter(({ path }) => !endings.includes(path) && !isThere(path))).toEqual([]);
});

test('links between the documents lead to a file and a heading', () => {
  const slug = (heading: string) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-');
  const headings = new Map(
    documents.map(({ document, text }) => [
      document,
      [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => slug(heading)),
    ]),
  );
  const links = documents.flatMap(({ document, text }) =>
    [...text.matchAll(/\]\((?!https?:|mailto:)([^)#]*)(?:#([^)]*))?\)/g)].map(([, path = '', heading]) => ({
      document,
      target: path === '' ? document : join(dirname(document), path),
      heading,
    })),
  );
  expect(links.length).toBeGreaterThan(50);
  const isDead = ({ target, heading }: (typeof links)[number]) =>
    !existsSync(target) || (heading !== undefined && !headings.get(target)?.includes(heading));
  expect(links.filter(isDead)).toEqual([]);
});

test('commands that the documents name exist, and run with whichever Node.js npm was started by', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  const named = documents.flatMap(({ text }) =>
    [...text.matchAll(/npm run ([\w:-]*\w)/g)].map(([, name = '']) => name),
  );
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
  // An older one does not read TypeScript; the image has the right one.
  const bare = /(?<!docker compose exec site )\bnode scripts\/[\w./-]+\.ts/g;
  expect(documents.flatMap(({ text }) => text.match(bare) ?? [])).toEqual([]);
});
