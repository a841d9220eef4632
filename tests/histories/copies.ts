import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { TestApp } from '#tests/app.ts';

// Copies of a site's small database and files, which are put back in some milliseconds: a history goes on from where another one was.

/** Tables without rows are left out. */
export interface Copy {
  rows: Record<string, unknown[]>;
  sequences: Record<string, [last: string, isCalled: boolean]>;
  /** By path; contents never change. */
  files: string[];
}

/** Larger ones hold no people, and no call of a history changes them. */
const most = 1_000;

const isLocked = (error: { code?: string }) => {
  if (error.code !== '55P03') throw error;
  return undefined;
};

export async function openCopies({ ownerConnection, config }: TestApp) {
  const client = new pg.Client(ownerConnection);
  await client.connect();
  // One after the other, also where a mail leaves meanwhile.
  let last: Promise<unknown> = Promise.resolve();
  function query<Row extends object>(text: string, values: unknown[] = []): Promise<pg.QueryResult<Row>> {
    const next = last.then(() => client.query<Row>(text, values));
    last = next.catch(() => {});
    return next;
  }
  const { rows: columns } = await query<{ table: string; columns: string }>(`
    select relname as table, string_agg(quote_ident(attname), ', ' order by attnum) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped and attgenerated = ''
    group by relname order by relname`);
  const counts = await query<Record<string, string>>(
    `select ${columns.map(({ table }) => `(select count(*) from "${table}") as "${table}"`).join(', ')}`,
  );
  const copied = columns.filter(({ table }) => Number(counts.rows[0]![table]) <= most);
  const sequences = (
    await query<{ name: string }>(`select sequencename as name from pg_sequences where schemaname = 'public'`)
  ).rows.map(({ name }) => name);
  const reading = copied
    .map(({ table }) => `select '${table}' as table, jsonb_agg(t) as rows from "${table}" t`)
    .join(' union all ');
  const readingSequences = sequences
    .map((name) => `select '${name}' as name, last_value as last, is_called from "${name}"`)
    .join(' union all ');
  const inserts = copied.map(
    ({ table, columns: names }) =>
      `insert into "${table}" (${names}) overriding system value select ${names} from jsonb_populate_recordset(null::"${table}", saved -> '${table}');`,
  );
  await query(`
    create function histories_put_back(saved jsonb) returns void language plpgsql as $$
      #variable_conflict use_column
      begin
      set local lock_timeout = 20;
      lock table ${copied.map(({ table }) => `"${table}"`).join(', ')} in exclusive mode;
      set local session_replication_role = replica;
      ${copied.map(({ table }, index) => `delete from "${table}"; if saved ? '${table}' then ${inserts[index]} end if;`).join('\n')}
    end $$`);
  const contents = new Map<string, Uint8Array>();
  /** Of calls under way. */
  const uploads = join(config.dataDir, 'uploads');
  const pathsOf = async () =>
    (await readdir(config.dataDir, { recursive: true, withFileTypes: true }))
      .filter((each) => each.isFile() && !each.parentPath.startsWith(uploads))
      .map((each) => join(each.parentPath, each.name));

  async function none(of: string): Promise<void> {
    while ((await query(`select from ${of} limit 1`)).rows.length > 0) await sleep(1);
  }

  return {
    query,
    /** Waits for what a call has left to do, such as its line in a log. */
    rest: () =>
      none(`pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`),
    /** Waits for the mails that are leaving: they are claimed for three minutes. */
    mailsEnd: () => none(`mail where state = 'waiting' and next_attempt_at = started_at + interval '180 seconds'`),
    async save(): Promise<Copy> {
      const { rows: full } = await query<{ table: string; rows: unknown[] | null }>(reading);
      const { rows: values } = await query<{ name: string; last: string; is_called: boolean }>(readingSequences);
      const files = await pathsOf();
      for (const path of files) if (!contents.has(path)) contents.set(path, await readFile(path));
      return {
        rows: Object.fromEntries(full.flatMap(({ table, rows }) => (rows ? [[table, rows]] : []))),
        sequences: Object.fromEntries(values.map(({ name, last, is_called }) => [name, [last, is_called]])),
        files,
      };
    },
    async putBack({ rows, sequences: values, files }: Copy): Promise<void> {
      const text = JSON.stringify(rows);
      // Nobody waits for another: what a call has left to do ends first.
      while (!(await query('select histories_put_back($1)', [text]).catch(isLocked))) await sleep(1);
      await query(
        `select ${Object.entries(values)
          .map(([name, [last, isCalled]]) => `setval('"${name}"', ${last}, ${isCalled})`)
          .join(', ')}`,
      );
      const there = new Set(await pathsOf());
      for (const path of there) if (!files.includes(path)) await rm(path);
      for (const path of files) {
        if (there.has(path)) continue;
        await mkdir(dirname(path), { recursive: true });
        await writeFile(path, contents.get(path)!);
      }
    },
    async filesWith(words: readonly string[]): Promise<string[]> {
      const texts = await Promise.all(
        (await pathsOf()).map(async (path) => `${path} ${await readFile(path, 'latin1')}`),
      );
      return texts.filter((text) => words.some((word) => text.includes(word))).map((text) => text.split(' ')[0]!);
    },
    /** Where in the database one of these words stands: table.column. */
    async columnsWith(words: readonly string[]): Promise<string[]> {
      const like = [words.map((word) => `%${word}%`)];
      // Most often in none: each column is looked at only of tables with such a row.
      const { rows: tables } = await query<{ table: string }>(
        copied
          .map(
            ({ table }) =>
              `select '${table}' as table where exists (select from "${table}" t where t::text ilike any($1))`,
          )
          .join(' union all '),
        like,
      );
      if (tables.length === 0) return [];
      const { rows } = await query<{ at: string }>(
        tables
          .map(
            ({ table }) =>
              `select distinct '${table}.' || each.key as at from "${table}" t, jsonb_each_text(to_jsonb(t)) each where each.value ilike any($1)`,
          )
          .join(' union all '),
        like,
      );
      return rows.map(({ at }) => at).sort();
    },
    close: () => client.end(),
  };
}
