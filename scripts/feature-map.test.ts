import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { expect, test } from 'vitest';
import { features as declared } from '#server/features.ts';
import { offered, tiers } from './feature-map.ts';

const features = Object.values(tiers).flat() as string[];

/** Every import of one feature by another: 'server: members/records.ts → directory/counts.ts'. */
function importsBetween(root: string): { from: string; to: string; file: string; path: string }[] {
  return globSync(`${root}/features/*/**/*.{ts,tsx}`, { exclude: ['**/*.test.{ts,tsx}'] }).flatMap((path) => {
    const file = path.slice(`${root}/features/`.length);
    return [...readFileSync(path, 'utf8').matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g)].flatMap(
      ([, name = '']) => {
        const target = name.startsWith('.') ? join(dirname(path), name) : name.replace(/^#/, '');
        if (!target.startsWith(`${root}/features/`)) return [];
        const imported = target.slice(`${root}/features/`.length);
        const [from = '', to = ''] = [file.split('/')[0], imported.split('/')[0]];
        return from === to ? [] : [{ from, to, file, path: imported }];
      },
    );
  });
}

test('the map names every feature once', () => {
  expect(features.toSorted()).toEqual([...new Set(features)].sort());
  for (const root of ['server', 'web']) {
    expect(readdirSync(`${root}/features`).filter((name) => !features.includes(name))).toEqual([]);
  }
});

test('the server lists what every feature declares, in the order of the map', () => {
  const names = features.filter((name) => existsSync(`server/features/${name}/feature.ts`));
  expect(declared.map(({ name }) => name)).toEqual(names);
  const withRoutes = new Set(globSync('server/features/*/*.routes.ts').map((path) => path.split('/')[2]!));
  expect([...withRoutes].filter((name) => !names.includes(name))).toEqual([]);
});

test('features import only from those below them', () => {
  const upwards = ['server', 'web'].flatMap((root) =>
    importsBetween(root)
      .filter(({ from, to }) => features.indexOf(to) >= features.indexOf(from))
      .map(({ file, path }) => `${root}: ${file} → ${path}`),
  );
  expect(upwards).toEqual([]);
});

test('features import only offered queries of others, and every offered one is used', () => {
  const queries = importsBetween('server').filter(({ path }) => path.endsWith('.queries.ts'));
  expect(queries.filter(({ path }) => !(path in offered)).map(({ file, path }) => `${file} → ${path}`)).toEqual([]);
  const used = new Set(queries.map(({ path }) => path));
  expect(Object.keys(offered).filter((path) => !used.has(path))).toEqual([]);
});

test('the check finds violations', () => {
  expect(existsSync('server/features/members')).toBe(true);
  const seen = importsBetween('server');
  expect(seen.length).toBeGreaterThan(100);
  expect(seen).toContainEqual(expect.objectContaining({ from: 'feeds', to: 'news' }));
  expect(importsBetween('web').length).toBeGreaterThan(40);
});
