import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { expect, test } from 'vitest';
import { features as declared } from '#server/features.ts';
import { readsAbove, writesOfOthers } from './feature-map.ts';
import { declaredTables, type TableUse, tableUses } from './table-uses.ts';

/** The folders of features, and of what several features share. */
const roots = ['server/features', 'server/parts', 'web/features'];
const folders = [...new Set(roots.flatMap((root) => readdirSync(root)))];
/** `members/records.ts` of `server/features/members/records.ts`; undefined for a file elsewhere. */
const within = (path: string) => roots.map((root) => path.split(`${root}/`)[1]).find((rest) => rest !== undefined);

/** Every import of one feature by another: 'server: members/records.ts → directory/counts.ts'. */
function importsBetween(root: string): { from: string; to: string; file: string; path: string }[] {
  return globSync(`${root}/{features,parts}/*/**/*.{ts,tsx}`, { exclude: ['**/*.test.{ts,tsx}'] }).flatMap((path) => {
    const file = within(path)!;
    return [...readFileSync(path, 'utf8').matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g)].flatMap(
      ([, name = '']) => {
        const target = name.startsWith('.') ? join(dirname(path), name) : name.replace(/^#/, '');
        const imported = within(target);
        if (imported === undefined) return [];
        const [from = '', to = ''] = [file.split('/')[0], imported.split('/')[0]];
        return from === to ? [] : [{ from, to, file, path: imported }];
      },
    );
  });
}

/** Who reads whose tables is checked by itself. */
const imports = ['server', 'web'].flatMap((root) =>
  importsBetween(root).flatMap((each) => (each.path.endsWith('tables.ts') ? [] : [{ root, ...each }])),
);

/** The place in the order; of a folder without a declaration right below the lowest one that imports from it. */
function placeOf(folder: string, above: readonly string[] = []): number {
  const place = declared.findIndex(({ name }) => name === folder);
  if (place >= 0) return place;
  if (above.includes(folder)) throw new Error(`in a circle: ${[...above, folder].join(', ')}`);
  const importers = new Set(imports.filter(({ to }) => to === folder).map(({ from }) => from));
  return Math.min(declared.length, ...[...importers].map((from) => placeOf(from, [...above, folder]))) - 0.01;
}
const places = new Map(folders.map((folder) => [folder, placeOf(folder)]));
/** What is no feature is of the platform, below all. */
const isBelow = (one: string, other: string) => (places.get(one) ?? -1) < (places.get(other) ?? -1);

test('the server lists every feature.ts once, under the name of its folder', () => {
  const names = globSync('server/features/*/feature.ts').map((path) => path.split('/')[2]);
  expect(declared.map(({ name }) => name).sort()).toEqual(names.sort());
  expect(readdirSync('server/features').sort()).toEqual(names.sort());
});

test('features import only from those below them', () => {
  const upwards = imports
    .filter(({ from, to }) => !isBelow(to, from))
    .map(({ root, file, path }) => `${root}: ${file} → ${path}`);
  expect(upwards).toEqual([]);
});

test('features import only queries of others that offer them in their first line, and every offered one is used', () => {
  const imported = new Set(imports.map(({ path }) => path).filter((path) => path.endsWith('.queries.ts')));
  const offered = globSync('server/{features,parts}/**/*.queries.ts')
    .filter((path) => /^\/\/ Offered to other features: \S/.test(readFileSync(path, 'utf8')))
    .map((path) => within(path));
  expect([...imported].sort()).toEqual(offered.sort());
});

test('the check finds violations', () => {
  expect(existsSync('server/features/members')).toBe(true);
  const rows = imports.filter(({ root }) => root === 'server');
  expect(rows.length).toBeGreaterThan(100);
  expect(rows).toContainEqual(expect.objectContaining({ from: 'votes', to: 'letters' }));
  expect(imports.length - rows.length).toBeGreaterThan(40);
  // Without a declaration: below payments, which book credits.
  expect(isBelow('bank-credits', 'payments') && isBelow('members', 'bank-credits')).toBe(true);
});

test('every table is written by its owner, and read by those above it, but for the exceptions', () => {
  const tables = declaredTables();
  const uses = tableUses().filter(({ table, by }) => by !== tables.get(table)!.owner);
  const named = ({ file, table }: TableUse) => `${file}: ${table}`;
  const written = uses.filter(({ writes }) => writes);
  const isAllowed = ({ by, table }: TableUse) => writesOfOthers[by]?.tables.includes(table) ?? false;
  expect(written.filter((use) => !isAllowed(use)).map(named)).toEqual([]);
  const upwards = uses.filter(({ table, by }) => isBelow(by, tables.get(table)!.owner));
  expect(upwards.filter((use) => !(use.by in readsAbove) && !isAllowed(use)).map(named)).toEqual([]);
  // An exception that is no longer used goes.
  expect(Object.keys(readsAbove).filter((by) => !upwards.some((use) => use.by === by))).toEqual([]);
  const allowed = Object.entries(writesOfOthers).flatMap(([by, entry]) => entry.tables.map((table) => ({ by, table })));
  expect(allowed.filter(({ by, table }) => !written.some((use) => use.by === by && use.table === table))).toEqual([]);
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

test('a line of the log names a feature', () => {
  const named = /recordContentChange\(\s*\w+,\s*'([^']*)'|kind: 'content',\s*feature: '([^']*)'/g;
  const lines = globSync('server/{features,parts}/**/*.ts', { exclude: ['**/*.test.ts'] }).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(named)].map(([, first, second]) => ({ file, feature: first ?? second })),
  );
  expect(lines.length).toBeGreaterThan(30);
  expect(lines.filter(({ feature = '' }) => !declared.some(({ name }) => name === feature))).toEqual([]);
});
