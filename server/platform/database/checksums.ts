import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { migrationsFolder } from './migrate.ts';

/** What a migration was when it landed: from then on its text stays as it is. `npm run db:generate` notes its text, `npm run upgrade-sample` its tables. */
export interface MigrationChecksums {
  /** SHA-256 of its text, then those of earlier texts that led to the same tables. */
  hashes: string[];
  /** The tables and sequences that it changed, each with its digest afterwards; null for a dropped one. */
  tables?: Record<string, string | null>;
}

export const checksumsPath = join(migrationsFolder, 'checksums.json');

/** By the migrations' names, in their order. */
export const readChecksums = (): Record<string, MigrationChecksums> => JSON.parse(readFileSync(checksumsPath, 'utf8'));

/** A line for each migration, so that two who add one conflict only there. */
export function writeChecksums(checksums: Record<string, MigrationChecksums>): void {
  const lines = Object.entries(checksums).map(([tag, each]) => `  ${JSON.stringify(tag)}: ${JSON.stringify(each)}`);
  writeFileSync(checksumsPath, `{\n${lines.join(',\n')}\n}\n`);
}

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * The tables after the first `count` landed migrations, as {@link describeTables} describes them.
 * @returns undefined when not all of these have landed
 */
export function tablesAfter(count: number): Record<string, string> | undefined {
  const changes = Object.values(readChecksums()).slice(0, count);
  if (changes.length < count || changes.some(({ tables }) => !tables)) return undefined;
  const all = Object.assign({}, ...changes.map(({ tables }) => tables)) as Record<string, string | null>;
  return Object.fromEntries(Object.entries(all).filter((each): each is [string, string] => each[1] !== null));
}

/** The names of tables that are not the same in both. */
export const differing = (one: Record<string, string>, other: Record<string, string>): string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((name) => one[name] !== other[name]).sort();

/**
 * The tables and sequences, each with a digest of all that its rows depend on: columns, constraints, and unique indexes. It is
 * the same on every version of PostgreSQL.
 * @param client with `public` as its search path
 */
export async function describeTables(client: pg.ClientBase): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; digest: string }>(`
    with ours as (
      select oid, relname as name, relkind as kind from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'S')
        and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
    ), lines as (
      select name, 'column ' || attname || ' ' || format_type(atttypid, atttypmod) || ' ' || attnotnull::text || attgenerated::text
        || attidentity::text as line
      from ours join pg_attribute on attrelid = ours.oid where kind <> 'S' and attnum > 0 and not attisdropped
      union all
      select name, 'constraint ' || conname || ' ' || pg_get_constraintdef(pg_constraint.oid)
      from ours join pg_constraint on conrelid = ours.oid where contype in ('p', 'u', 'f', 'c', 'x')
      union all
      select name, pg_get_indexdef(indexrelid) from ours join pg_index on indrelid = ours.oid where indisunique
      union all
      select name, 'sequence' from ours where kind = 'S'
    )
    select name, left(encode(sha256(convert_to(string_agg(line, chr(10) order by line collate "C"), 'UTF8')), 'hex'), 16) as digest
    from lines group by name order by name collate "C"`);
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}
