import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { getTableColumns, getTableName, is } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import { PgTable } from 'drizzle-orm/pg-core';
import { beforeAll, expect, test } from 'vitest';
import { withClient } from '#server/platform/database/with-client.ts';
import { startTestApp } from '#tests/app.ts';
import { movesOfTables, peopleOfTables } from './people.ts';

const site = await startTestApp();
const declared = new Map(peopleOfTables().map((each) => [each.table, each]));

interface Column {
  table: string;
  column: string;
  type: string;
  /** The table that it refers to. */
  to: string | null;
}
let columns: Column[];
/** The file of each table, and its columns that take a choice of words alone. */
const files = new Map<string, string>();
const choices = new Set<string>();
/** Of each table's name in the program, that in the database. */
const tables = new Map<string, string>();

beforeAll(async () => {
  columns = await withClient(site.ownerConnection, async (client) => {
    const { rows } = await client.query<Column>(`
      select c.relname as "table", attname as "column", format_type(atttypid, null) as type,
        (select confrelid::regclass::text from pg_constraint where contype = 'f' and conrelid = c.oid and conkey[1] = attnum limit 1) as "to"
      from pg_class c join pg_attribute on attrelid = c.oid and attnum > 0 and not attisdropped
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1, attnum`);
    return rows;
  });
  for (const path of globSync('server/*/*/{,*.}tables.ts')) {
    for (const [name, table] of Object.entries((await import(resolve(path))) as object)) {
      if (!is(table, PgTable)) continue;
      tables.set(name, getTableName(table));
      files.set(getTableName(table), path);
      for (const { name, keyAsName, enumValues } of Object.values(getTableColumns(table)))
        if (enumValues?.length) choices.add(`${getTableName(table)}.${keyAsName ? toSnakeCase(name) : name}`);
    }
  }
});

const hasRoom = ({ table, column, type, to }: Column) =>
  to === 'members' || to === 'files' || (/^(text|jsonb|bytea)/.test(type) && !choices.has(`${table}.${column}`));

test('every table says what erasing a person does with it, column by column', () => {
  const wrong = [...new Set(columns.map(({ table }) => table))].flatMap((table) => {
    const file = files.get(table) ?? 'a migration';
    const declaration = declared.get(table);
    if (!declaration)
      return `${file}: say of ${table} what erasing a person does with it: holdsPeople(…) or holdsNobody(…)`;
    const { erased, nobody } = declaration;
    if (nobody !== '' || erased === 'deleted') return [];
    const open = columns.filter((each) => each.table === table && hasRoom(each)).map(({ column }) => column);
    return [
      ...open
        .filter((column) => !(column in erased))
        .map((column) => `${file}: say in holdsPeople(…) what erasing a person does with ${table}.${column}`),
      ...Object.keys(erased)
        .filter((column) => !open.includes(column))
        .map((column) => `${file}: ${table}.${column} has no room for a person`),
    ];
  });
  expect(wrong).toEqual([]);
  expect([...declared.keys()].filter((table) => !columns.some((each) => each.table === table))).toEqual([]);
});

test('every column that refers to a member says what merging does with it', () => {
  const pointing = columns.filter(({ to }) => to === 'members').map(({ table, column }) => `${table}.${column}`);
  expect(
    movesOfTables()
      .map(({ table, column }) => `${table}.${column}`)
      .sort(),
  ).toEqual(pointing.sort());
});

test('the page on personal data names every table that holds people, and what stays of them', () => {
  const page = readFileSync('docs/security/personal-data.md', 'utf8');
  const people = [...declared.values()].filter(({ nobody }) => nobody === '');
  const gone = people.filter(({ erased }) => erased === 'deleted').map(({ table }) => `\`${table}\``);
  const rest = people.flatMap(({ table, erased }) => {
    if (erased === 'deleted') return [];
    const stays = Object.entries(erased).filter(([, value]) => typeof value === 'object');
    return [`\`${table}\`${stays.length > 0 ? ` (${stays.map(([column]) => column).join(', ')})` : ''}`];
  });
  const plain = (text: string) => text.replace(/\s+/g, ' ');
  expect(plain(page)).toContain(`Rows that go: ${gone.join(', ')}.`);
  expect(plain(page)).toContain(`Rows that stay without the person, and what of them stays: ${rest.join(', ')}.`);
});

test('a rehearsal’s end leaves no row that refers to one that is gone', () => {
  const goes = (table: string | null) => table !== null && declared.get(table)?.rehearsal === 'goes';
  const left = columns
    .filter(({ table, to }) => goes(to) && declared.get(table)!.rehearsal === 'stays')
    .map(({ table, column, to }) => `${table}.${column} stays and refers to ${to}, which goes`);
  expect(left).toEqual([]);
});

test('the archive of one’s own data reads the tables that say so', () => {
  const source = readFileSync('server/features/members/my-data.queries.ts', 'utf8');
  const imported = [...source.matchAll(/import \{ ([^}]*) \} from '[^']*tables\.ts'/g)].flatMap(([, names]) =>
    names!.split(', '),
  );
  const people = imported
    .flatMap((name) => tables.get(name) ?? [])
    .filter((table) => declared.get(table)!.nobody === '');
  expect(people.sort()).toEqual([...declared.values()].filter(({ archive }) => archive).map(({ table }) => table));
});
