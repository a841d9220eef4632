import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { PassThrough, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { describeTables, differing, readChecksums, tablesAfter } from './checksums.ts';
import { holdLockUntilCommit } from './locks.ts';
import { migrationsFolder } from './migrate.ts';

/** The content of one table: `sha256` over its rows as text, in key order. */
interface DumpedTable {
  name: string;
  columns: string[];
  rows: number;
  sha256: string;
}

/**
 * A database as text that every PostgreSQL from 15 on reads, so that it can move between servers and versions. It holds
 * no definitions: those come from the applied migrations.
 */
export interface DatabaseDump {
  /** The version of PostgreSQL it came from. */
  postgres: string;
  migrations: { hash: string; createdAt: string }[];
  /** The tables as `describeTables` describes them; missing in older backups. */
  schema?: Record<string, string> | undefined;
  tables: DumpedTable[];
  sequences: { name: string; last: string; called: boolean }[];
}

/** The database cannot be restored into; the message is one plain sentence. */
export class RestoreRefused extends Error {}

const journal = 'drizzle.__drizzle_migrations';

// Gives the same text for a value on every server, whatever its settings and locale.
const asText = `set client_encoding = 'UTF8'; set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres';
  set extra_float_digits = 1; set bytea_output = 'hex'; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set search_path = public`;

const named = (name: string) => pg.escapeIdentifier(name);

/** The tables with their stored (not generated) columns, and those of the key. */
async function findTables(client: pg.ClientBase): Promise<{ name: string; columns: string[]; key: string[] }[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; key: string[] }>(`
    select relname as name,
      array(select attname::text from pg_attribute where attrelid = pg_class.oid and attnum > 0 and not attisdropped
        and attgenerated = '' order by attnum) as columns,
      array(select attname::text from pg_index join pg_attribute on attrelid = indrelid and attnum = any(indkey)
        where indrelid = pg_class.oid and indisprimary order by attnum) as key
    from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
      and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
    order by relname collate "C"`);
  return rows;
}

/** Reads a table in an order that is the same everywhere; `into` gets the text. */
async function readTable(
  client: pg.ClientBase,
  { name, columns, key }: { name: string; columns: string[]; key: string[] },
  into: Writable,
  withoutRows = false,
): Promise<DumpedTable> {
  const list = columns.map(named).join(', ');
  const order = (key.length > 0 ? key : columns).map((column) => `${named(column)}::text collate "C"`).join(', ');
  const hash = createHash('sha256');
  let rows = 0;
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      // A line end within a value is written as \n, so each newline byte ends a row.
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) rows += 1;
      done(null, chunk);
    },
  });
  const rowsAsText = copyTo(
    `copy (select ${list} from ${named(name)}${withoutRows ? ' where false' : ''} order by ${order}) to stdout`,
  );
  // The text ends before the statement does, and a connection takes one at a time.
  await Promise.all([once(client, 'drain'), pipeline(client.query(rowsAsText), count, into)]);
  return { name, columns, rows, sha256: hash.digest('hex') };
}

/**
 * Reads the whole database in one snapshot, while others go on writing.
 * @param client the owner's, idle
 * @param keep stores one table's text; it must read the stream to its end
 * @param during runs while the snapshot is still open
 * @param withoutRows tables of which only the columns are kept
 * @throws RestoreRefused before anything is read, when this program could not load it
 */
export async function dumpDatabase(
  client: pg.ClientBase,
  keep: (table: string, text: Readable) => Promise<void>,
  during: (client: pg.ClientBase) => Promise<void> = async () => {},
  withoutRows: readonly string[] = [],
): Promise<DatabaseDump> {
  await client.query(asText);
  await client.query('begin transaction isolation level repeatable read read only');
  try {
    const version = await client.query<{ version: string }>(`select current_setting('server_version') as version`);
    const migrations = await client.query<{ hash: string; created_at: string }>(
      `select hash, created_at::text from ${journal} order by created_at`,
    );
    const origin = {
      migrations: migrations.rows.map(({ hash, created_at }) => ({ hash, createdAt: created_at })),
      schema: await describeTables(client),
    };
    migrationsOf(origin);
    const tables: DumpedTable[] = [];
    for (const table of await findTables(client)) {
      const text = new PassThrough();
      const isEmptied = withoutRows.includes(table.name);
      const [dumped] = await Promise.all([readTable(client, table, text, isEmptied), keep(table.name, text)]);
      tables.push(dumped);
    }
    await during(client);
    return {
      postgres: version.rows[0]?.version ?? '',
      ...origin,
      tables,
      // Last: sequences are not part of the snapshot, and no number may be given twice.
      sequences: await readSequences(client),
    };
  } finally {
    await client.query('rollback').catch(() => {});
  }
}

async function readSequences(client: pg.ClientBase): Promise<DatabaseDump['sequences']> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace order by relname`,
  );
  const sequences: DatabaseDump['sequences'] = [];
  for (const { name } of rows) {
    const sequence = await client.query<{ last_value: string; is_called: boolean }>(
      `select last_value::text, is_called from ${named(name)}`,
    );
    for (const row of sequence.rows) sequences.push({ name, last: row.last_value, called: row.is_called });
  }
  return sequences;
}

/** Whether the database is empty but for extensions. */
export async function isEmptyDatabase(client: pg.ClientBase): Promise<boolean> {
  const result = await client.query(`
    select from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where nspname in ('public', 'drizzle') and relkind in ('r', 'p', 'v', 'm', 'S')
      and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e') limit 1`);
  return result.rowCount === 0;
}

/** Drops everything but extensions, which an owner may not be able to create again. */
const removeAll = `do $$
declare found record;
begin
  for found in select oid::regclass as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
    and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
  loop execute format('drop table if exists %s cascade', found.name); end loop;
  for found in select oid::regclass as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S'
  loop execute format('drop sequence if exists %s cascade', found.name); end loop;
  for found in select oid::regtype as name from pg_type where typnamespace = 'public'::regnamespace and typtype in ('d', 'e')
    and not exists (select from pg_depend where objid = pg_type.oid and deptype = 'e')
  loop execute format('drop type if exists %s cascade', found.name); end loop;
  for found in select oid::regprocedure as name from pg_proc where pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
  loop execute format('drop routine if exists %s cascade', found.name); end loop;
  drop schema if exists drizzle cascade;
end $$`;

/**
 * The migrations of this program that a database had applied, if they lead to the same tables here.
 * @throws RestoreRefused when it came from a newer or another program, or when its tables were changed by hand
 */
export function migrationsOf({ migrations, schema }: Pick<DatabaseDump, 'migrations' | 'schema'>) {
  const migrationList = readMigrationFiles({ migrationsFolder });
  if (migrations.length > migrationList.length) {
    throw new RestoreRefused('It comes from a newer version of the program; restore it with that one.');
  }
  const checksums = Object.values(readChecksums());
  if (migrations.some(({ hash }, at) => hash !== migrationList[at]?.hash && !checksums[at]?.hashes.includes(hash))) {
    throw new RestoreRefused('Its tables were made by another program than this one.');
  }
  const expected = tablesAfter(migrations.length);
  const others = schema && expected ? differing(schema, expected) : [];
  if (others.length > 0) {
    throw new RestoreRefused(`These tables are not as this program makes them: ${others.slice(0, 5).join(', ')}.`);
  }
  return migrationList.slice(0, migrations.length);
}

/**
 * Loads a dump into an empty database in one transaction, and verifies every table before the commit. The tables are
 * those of the dumped version; the next migration brings them up to date.
 * @param client the owner's
 * @param open the text of a table
 * @param replace drops the existing content
 * @param beforeCommit runs when every row is in place; if it fails, nothing is changed
 * @throws RestoreRefused
 */
export async function loadDatabase(
  client: pg.ClientBase,
  dump: DatabaseDump,
  open: (table: string) => Readable,
  { replace, beforeCommit = async () => {} }: { replace: boolean; beforeCommit?: () => Promise<void> },
): Promise<void> {
  const migrations = migrationsOf(dump);
  await client.query(asText);
  await client.query('begin');
  try {
    // A server that starts meanwhile waits here, as for another process's migration.
    await holdLockUntilCommit(client, 'migration');
    if (replace) await client.query(removeAll);
    else if (!(await isEmptyDatabase(client))) throw new RestoreRefused('The database is not empty.');
    await client.query(`create schema drizzle;
      create table ${journal} (id serial primary key, hash text not null, created_at bigint)`);
    for (const { sql, hash, folderMillis } of migrations) {
      for (const statement of sql) await client.query(statement);
      await client.query(`insert into ${journal} (hash, created_at) values ($1, $2)`, [hash, folderMillis]);
    }
    await fill(client, dump, open);
    for (const { name, last, called } of dump.sequences) {
      await client.query('select setval($1::regclass, $2::bigint, $3)', [named(name), last, called]);
    }
    await beforeCommit();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
  // The directory counts by index-only scans, which need this.
  await client.query('vacuum (analyze)');
}

async function fill(client: pg.ClientBase, dump: DatabaseDump, open: (table: string) => Readable): Promise<void> {
  const present = await findTables(client);
  const missing = present.find(({ name }) => !dump.tables.some((table) => table.name === name));
  if (missing) throw new RestoreRefused(`The table ${missing.name} is missing in it.`);
  for (const { name, columns } of dump.tables) {
    const here = present.find((each) => each.name === name);
    if (!here) throw new RestoreRefused(`There is no table ${name} in this program.`);
    if (columns.toSorted().join() !== here.columns.toSorted().join()) {
      throw new RestoreRefused(`The table ${name} has other columns in this program.`);
    }
  }
  for (const { name } of present) await client.query(`alter table ${named(name)} disable trigger user`);
  // Rows inserted by migrations are in the dump as well.
  await client.query(`truncate ${present.map(({ name }) => named(name)).join(', ')}`);
  const { rows: references } = await client.query<{ owner: string; name: string; definition: string }>(`
    select conrelid::regclass::text as owner, conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace`);
  // Rows may reference each other across tables in any direction; the constraints are checked when all are loaded.
  for (const { owner, name } of references) await client.query(`alter table ${owner} drop constraint ${named(name)}`);
  for (const table of dump.tables) {
    const { name } = table;
    const columns = table.columns.map(named).join(', ');
    await pipeline(open(name), client.query(copyFrom(`copy ${named(name)} (${columns}) from stdin`)));
    const written = present.find((each) => each.name === name)!;
    const back = await readTable(client, { ...written, columns: table.columns }, new PassThrough().resume());
    if (back.sha256 !== table.sha256 || back.rows !== table.rows) {
      throw new RestoreRefused(`The table ${name} is not what was saved.`);
    }
  }
  for (const { name } of present) await client.query(`alter table ${named(name)} enable trigger user`);
  for (const { owner, name, definition } of references) {
    await client.query(`alter table ${owner} add constraint ${named(name)} ${definition}`);
  }
}
