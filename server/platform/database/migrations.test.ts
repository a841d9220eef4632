import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { searchDirectory } from '#shared/contracts/directory.ts';
import { createNews, listActiveNews } from '#shared/contracts/news.ts';
import { decideRegistration, registerMember } from '#shared/contracts/registrations.ts';
import { createTestDatabase, openTestApp } from '#tests/app.ts';
import { pictureFile, registrationBody, scannedId } from '#tests/factories/members.ts';
import { adminToken, memberToken } from '#tests/logins.ts';
import { describeTables, hashOf, readChecksums, tablesAfter } from './checksums.ts';
import { firstBesideOthers, listMigrations, migrate, migrationsFolder, needsBeside } from './migrate.ts';
import { withClient } from './with-client.ts';

// Servers of two versions work side by side during a rollout: see 'Tables' in CONTRIBUTING.md.

const name = String.raw`(?:"?\w+"?\.)?"?(\w+)"?`;
/** Statements that an older server may not tolerate: it reads and writes what it knows, as it knows it. */
const narrowing: [pattern: RegExp, what: string][] = [
  [/\bdrop (table|column|function|type|sequence|view|default|schema|identity|expression)\b/i, 'takes something away'],
  [/\brename\b/i, 'renames'],
  [/\balter column .* (set not null|type|set data type|add generated)\b/is, 'changes a column'],
  [/\badd column (?!.*\b(default|generated)\b).*\bnot null\b/is, 'adds a column that older servers do not fill'],
  [/\b(disable|enable) (row level security|trigger)\b|\brevoke\b/i, 'takes a right away'],
];
/** Constraints on rows; on a new table of the same migration nobody else writes any. */
const demanding = [
  new RegExp(String.raw`\balter table ${name} add (?:constraint|check|unique|foreign|exclude|primary)\b`, 'i'),
  new RegExp(String.raw`\bcreate unique index .* on ${name}`, 'is'),
  new RegExp(String.raw`\bcreate (?:or replace )?(?:constraint )?trigger .* on ${name}`, 'is'),
];

function narrowed(text: string): string[] {
  const plain = text.replace(/^--(?!>).*$/gm, '').replace(/'(?:[^']|'')*'/g, "''");
  const statements = plain.split('--> statement-breakpoint').flatMap((part) => part.split(';'));
  const names = new Set(
    [...plain.matchAll(new RegExp(String.raw`\bcreate table (?:if not exists )?${name}`, 'gi'))].map(
      ([, table]) => table,
    ),
  );
  return statements.flatMap((statement) => [
    ...narrowing.filter(([pattern]) => pattern.test(statement)).map(([, what]) => what),
    ...demanding
      .filter((pattern) => !names.has(pattern.exec(statement)?.[1]) && pattern.test(statement))
      .map(() => 'demands something of rows'),
  ]);
}

describe('changes that servers of the previous version cannot work with', () => {
  test.each([
    'DROP TABLE "news";',
    'ALTER TABLE "news" DROP COLUMN "title";',
    'ALTER TABLE "news" RENAME COLUMN "title" TO "heading";',
    'ALTER TABLE "news" ALTER COLUMN "location" SET NOT NULL;',
    'ALTER TABLE "news" ALTER COLUMN "version" SET DATA TYPE bigint;',
    'ALTER TABLE "news" ALTER COLUMN "active" DROP DEFAULT;',
    'ALTER TABLE "news" ADD COLUMN "place" text NOT NULL;',
    'ALTER TABLE "news" ADD CONSTRAINT "short" CHECK (length(title) < 9);',
    'ALTER TABLE "public"."news" ADD CONSTRAINT "one" UNIQUE("title");',
    'CREATE TABLE "other" ("id" uuid);--> statement-breakpoint\nCREATE UNIQUE INDEX "one" ON "news" USING btree ("title");',
    'CREATE TRIGGER noted AFTER UPDATE ON news FOR EACH ROW EXECUTE FUNCTION note();',
    'DROP FUNCTION "member_cells"(text);',
  ])('%s', (statement) => expect(narrowed(statement)).toHaveLength(1));

  test.each([
    'ALTER TABLE "news" ADD COLUMN "place" text;',
    `ALTER TABLE "news" ADD COLUMN "place" text DEFAULT '' NOT NULL;`,
    'ALTER TABLE "news" ADD COLUMN "letters" text GENERATED ALWAYS AS (lower(title)) STORED NOT NULL;',
    'ALTER TABLE "news" ALTER COLUMN "location" DROP NOT NULL;',
    'ALTER TABLE "news" DROP CONSTRAINT "short";',
    'DROP INDEX "news_active";--> statement-breakpoint\nCREATE INDEX "news_active" ON "news" USING btree ("active");',
    `CREATE TABLE "other" ("id" uuid NOT NULL);--> statement-breakpoint
      ALTER TABLE "other" ADD CONSTRAINT "one" UNIQUE("id");--> statement-breakpoint
      CREATE UNIQUE INDEX "two" ON "other" USING btree ("id");`,
    `-- rename nothing\nUPDATE news SET title = 'drop table';`,
  ])('but %s', (statement) => expect(narrowed(statement)).toEqual([]));
});

test('a migration that older servers cannot work with names the oldest one that can', () => {
  const all = listMigrations(migrationsFolder);
  const held = all.filter(({ number }) => number >= firstBesideOthers);
  for (const migration of held) {
    const demanded = needsBeside(migration);
    if (demanded === '') expect([migration.number, narrowed(migration.text)]).toEqual([migration.number, []]);
    else expect(all.map(({ number }) => number).filter((number) => number <= migration.number)).toContain(demanded);
  }
  // The rule would have detected these.
  const before = all.filter(({ number, text }) => number < firstBesideOthers && narrowed(text).length > 0);
  expect(before.map(({ number }) => number)).toEqual(expect.arrayContaining(['0023', '0026', '0027']));
});

test('a migration that has landed stays as it is', () => {
  const all = listMigrations(migrationsFolder);
  const checksums = readChecksums();
  const present = all.map(({ tag, text }) => [tag, hashOf(text)]);
  const noted = Object.entries(checksums).map(([tag, { hashes }]) => [tag, hashes[0]]);
  const advice = 'a migration that has landed must not change; for one that has not, run npm run upgrade-sample';
  expect(present.slice(0, noted.length), advice).toEqual(noted);
  // Otherwise it would be left out where a later one has been applied.
  expect(all.map(({ at }) => at)).toEqual(all.map(({ at }) => at).sort((one, other) => one - other));
});

test('the tables that migrations lead to are those that a backup and a restore expect', async () => {
  const { ownerConnection, drop } = await createTestDatabase();
  onTestFinished(drop);
  const tables = await withClient(ownerConnection, describeTables);
  // Undefined until `npm run upgrade-sample` has noted those of the newest migration.
  const expected = tablesAfter(listMigrations(migrationsFolder).length);
  if (expected) expect(tables).toEqual(expected);
});

test('an older program refuses the tables of a newer one', async () => {
  const { connection, ownerConnection, drop } = await createTestDatabase();
  onTestFinished(drop);
  await migrate({ connection, ownerConnection }, await withFurther('ALTER TABLE news ADD COLUMN place text'));
  // With the owner of the tables, and without.
  for (const owner of [ownerConnection, connection]) {
    await expect(migrate({ connection, ownerConnection: owner })).rejects.toThrow('A newer version of the program');
  }
});

/** A folder with the existing migrations and further ones. */
async function withFurther(...further: string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'association-migrations-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await cp(migrationsFolder, folder, { recursive: true });
  const path = join(folder, 'meta/_journal.json');
  const journal = JSON.parse(await readFile(path, 'utf8'));
  for (const text of further) {
    const last = journal.entries.at(-1);
    const tag = `${String(last.idx + 1).padStart(4, '0')}_further`;
    journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag });
    await writeFile(join(folder, `${tag}.sql`), text);
  }
  await writeFile(path, JSON.stringify(journal));
  return folder;
}

const nextNumber = (steps: number) =>
  String(Number(listMigrations(migrationsFolder).at(-1)!.number) + steps).padStart(4, '0');

test('tables change beside servers that can work with it, and not beside others', async () => {
  const site = await openTestApp();
  onTestFinished(() => site.close());
  const connections = { connection: site.ownerConnection, ownerConnection: site.ownerConnection };
  const adds = 'ALTER TABLE news ADD COLUMN place text';
  const takes = `-- Not beside servers before ${nextNumber(1)}: until then they read it.\nALTER TABLE news DROP COLUMN place`;
  const columns = () =>
    withClient(site.ownerConnection, async (client) => {
      const found = await client.query(
        `select from information_schema.columns where table_name = 'news' and column_name = 'place'`,
      );
      return found.rowCount;
    });

  // Both at once: a running server knows neither.
  await expect(migrate(connections, await withFurther(adds, takes))).rejects.toThrow(
    'Stop them first; nothing was changed.',
  );
  expect(await columns()).toBe(0);
  await migrate(connections, await withFurther(adds));
  expect(await columns()).toBe(1);
  // Running servers may be of the version that added it.
  await migrate(connections, await withFurther(adds, takes));
  expect(await columns()).toBe(0);

  const unsaid = `-- Not beside servers before ${nextNumber(3)}: they read it.\nALTER TABLE news DROP COLUMN location`;
  await expect(migrate(connections, await withFurther(adds, takes, unsaid))).rejects.toThrow('Stop them first');
});

test('a running server can work with everything that a migration may add', async () => {
  const site = await openTestApp();
  onTestFinished(() => site.close());
  const token = await adminToken(site);
  const files = { document: scannedId(), picture: await pictureFile() };
  const work = async () => {
    const body = registrationBody();
    const { directory } = await site.ok(registerMember, { body, files });
    const decision = { id: directory.id, status: 'Approved' as const, expectedStatus: 'New' as const };
    await site.ok(decideRegistration, { body: decision }, { token });
    const query = { name: body.name };
    const result = await site.ok(searchDirectory, { query }, { token: await memberToken(site) });
    expect(result.data.map(({ id }) => id)).toContain(directory.id);
    const text = { title: 'News', location: 'Pune', description: 'There are news.' };
    await site.ok(createNews, { body: text, files: { picture: files.picture } }, { token });
    expect((await site.ok(listActiveNews, { query: {} })).news).not.toEqual([]);
  };
  // Its connections have run all statements before.
  await work();
  const tables = await withClient(site.ownerConnection, async (client) => {
    const found = await client.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public'`,
    );
    return found.rows.map((row) => row.name);
  });
  const adds = tables.map(
    (table) => `ALTER TABLE "${table}" ADD COLUMN "later" text, ADD COLUMN "later_too" boolean DEFAULT false NOT NULL;
      CREATE INDEX "${table}_later" ON "${table}" ("later")`,
  );
  const further = [...adds, 'CREATE TABLE "later" ("id" uuid PRIMARY KEY)'].join(';--> statement-breakpoint\n');
  expect(narrowed(further)).toEqual([]);
  await migrate(
    { connection: site.ownerConnection, ownerConnection: site.ownerConnection },
    await withFurther(further),
  );
  await work();
});
