import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { expect, test } from 'vitest';
import { features as declared } from '#server/features.ts';
import { offered, withoutDeclaration } from './feature-map.ts';
import { reasonsToRead, usedTables } from './table-map.ts';
import { declaredTables, type TableUse, tableUses } from './table-uses.ts';

/** All folders of features, from the lowest to the highest: a feature imports only from those that come before it. */
const features = declared.flatMap(({ name }) => [
  ...Object.keys(withoutDeclaration).filter((folder) => withoutDeclaration[folder] === name),
  name,
]);

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

test('every folder of a feature has one place in the order', () => {
  expect(features.toSorted()).toEqual([...new Set(features)].sort());
  const folders = new Set(['server', 'web'].flatMap((root) => readdirSync(`${root}/features`)));
  expect(features.toSorted()).toEqual([...folders].sort());
});

test('the server lists every feature.ts under the name of its folder', () => {
  const folders = globSync('server/features/*/feature.ts').map((path) => path.split('/')[2]);
  expect(declared.map(({ name }) => name).sort()).toEqual(folders.sort());
});

test('features import only from those below them', () => {
  const upwards = ['server', 'web'].flatMap((root) =>
    importsBetween(root)
      // Who reads whose tables is in the map of tables.
      .filter(({ from, to, path }) => features.indexOf(to) >= features.indexOf(from) && !path.endsWith('tables.ts'))
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
  const rows = importsBetween('server');
  expect(rows.length).toBeGreaterThan(100);
  expect(rows).toContainEqual(expect.objectContaining({ from: 'votes', to: 'letters' }));
  expect(importsBetween('web').length).toBeGreaterThan(40);
});

test('every table has one owner, and only those named beside it read or write it', () => {
  const tables = declaredTables();
  expect(Object.keys(usedTables).filter((table) => !tables.has(table))).toEqual([]);
  const uses = tableUses();
  const isSaid = ({ table, by, writes }: TableUse) => {
    const { readBy = [], writtenBy = {} } = usedTables[table] ?? {};
    return by === tables.get(table)!.owner || by in writtenBy || (!writes && readBy.includes(by));
  };
  expect(uses.filter((use) => !isSaid(use)).map(({ file, table }) => `${file}: ${table}`)).toEqual([]);
  // What is said here and no longer done, goes.
  const isDone = (table: string, by: string, writes: boolean) =>
    uses.some((use) => use.table === table && use.by === by && (use.writes || !writes));
  const idle = Object.entries(usedTables).flatMap(([table, { readBy = [], writtenBy = {} }]) => [
    ...readBy.filter((by) => !isDone(table, by, false)).map((by) => `${by} reads ${table}`),
    ...Object.keys(writtenBy)
      .filter((by) => !isDone(table, by, true))
      .map((by) => `${by} writes ${table}`),
  ]);
  expect(idle).toEqual([]);
  const readers = new Set(Object.values(usedTables).flatMap(({ readBy = [] }) => readBy));
  expect([...readers].sort()).toEqual(Object.keys(reasonsToRead).sort());
});

test('the check finds Drizzle’s calls and SQL', () => {
  const writers = (table: string) =>
    new Set(
      tableUses()
        .filter((use) => use.table === table && use.writes)
        .map(({ by }) => by),
    );
  expect(writers('sessions')).toEqual(new Set(['auth']));
  // By statements in template strings.
  expect(writers('importRows')).toContain('imports');
  expect(tableUses()).toContainEqual(expect.objectContaining({ table: 'members', by: 'subscription' }));
});

test('every trigger is named with the tables of its owner', () => {
  const migrations = globSync('server/platform/database/migrations/*.sql')
    .sort()
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  const rows = [...migrations.matchAll(/^\s*create (?:or replace )?(?:constraint )?trigger "?(\w+)"?/gim)].map(
    ([, name = '']) => name,
  );
  const gone = new Set(
    [...migrations.matchAll(/^\s*drop trigger (?:if exists )?"?(\w+)"?/gim)].map(([, name]) => name),
  );
  const declared = globSync('server/*/*/{,*.}tables.ts')
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  const named = new Set([...declared.matchAll(/Trigger `(\w+)`/g)].map(([, name]) => name));
  expect([...named].sort()).toEqual([...new Set(rows)].filter((name) => !gone.has(name)).sort());
});
