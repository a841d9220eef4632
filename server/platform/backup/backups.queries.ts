import { desc } from 'drizzle-orm';
import type pg from 'pg';
import type { Queryable, Readable } from '#server/platform/database/client.ts';
import { publicPrefix } from '#server/platform/storage/storage.ts';
import { backups, restoreChecks } from './tables.ts';

export interface GoodBackup {
  finishedAt: Date;
  rows: number;
  files: number;
  bytes: number;
  missing: number;
  isSealed: boolean;
}

/** How long the record of a backup is kept. */
const keptDays = 366;

/** Records a verified backup, unless the tables are of a version without such records. */
export async function noteBackup(client: pg.ClientBase, backup: GoodBackup): Promise<void> {
  const { rows: tableRows } = await client.query<{ there: boolean }>(
    `select to_regclass('public.backups') is not null as there`,
  );
  if (!tableRows[0]?.there) return;
  const { finishedAt, rows, files, bytes, missing, isSealed } = backup;
  await client.query(
    'insert into public.backups (finished_at, rows, files, bytes, missing, sealed) values ($1, $2, $3, $4, $5, $6)',
    [finishedAt, rows, files, bytes, missing, isSealed],
  );
  await client.query('delete from public.backups where finished_at < now() - make_interval(days => $1)', [keptDays]);
}

/** When the last good backup was completed; null without any. */
export async function findLastBackup(db: Readable): Promise<Date | null> {
  const [row] = await db.select({ at: backups.finishedAt }).from(backups).orderBy(desc(backups.finishedAt)).limit(1);
  return row?.at ?? null;
}

/** The last backup that was restored for a trial. */
export async function findLastRestoreCheck(db: Readable) {
  const [row] = await db.select().from(restoreChecks).orderBy(desc(restoreChecks.checkedAt)).limit(1);
  return row;
}

/** Records that a backup was restored for a trial. */
export async function noteRestoreCheck(db: Queryable, values: Omit<typeof restoreChecks.$inferInsert, 'id'>) {
  await db.insert(restoreChecks).values(values);
}

export interface FileRow {
  key: string;
  state: string;
  encryptedWith: string | null;
}

/** Every file with a row, in the snapshot of this connection; also in tables of a version without encryption. */
export async function readFileRows(client: pg.ClientBase): Promise<FileRow[]> {
  const { rows } = await client.query<FileRow>(
    `select key, state, to_jsonb(files) ->> 'encrypted_with' as "encryptedWith" from public.files order by key`,
  );
  return rows;
}

/** After a restore: the store here decides how files are encrypted, not the one that the backup was taken from. */
export async function noteKey(client: pg.ClientBase, keyId: string | null): Promise<void> {
  await client.query(
    `update public.files set encrypted_with = $1 where key not like $2 and encrypted_with is distinct from $1`,
    [keyId, `${publicPrefix}%`],
  );
}

/** Open votes; none in tables of a version without votes. */
export async function countOpenVotes(client: pg.ClientBase): Promise<number> {
  const result = await client.query<{ there: boolean }>(`select to_regclass('public.votes') is not null as there`);
  if (!result.rows[0]?.there) return 0;
  const { rows } = await client.query<{ open: number }>(`select count(*)::int as open from votes where state = 'open'`);
  return rows[0]?.open ?? 0;
}

/** The passkeys of a database and who could have one, by id; none of a version without passkeys. */
export async function readPasskeys(client: pg.ClientBase): Promise<{ passkeys: string[]; people: string[] }> {
  const result = await client.query<{ there: boolean }>(`select to_regclass('public.passkeys') is not null as there`);
  if (!result.rows[0]?.there) return { passkeys: [], people: [] };
  const { rows } = await client.query<{ passkeys: string[]; people: string[] }>(
    `select array(select id::text from passkeys) as passkeys,
      array(select id::text from members union all select id::text from administrators) as people`,
  );
  return rows[0]!;
}

/** Passkeys that the replaced database had no longer, of people whom it had: each in words. */
export async function findRevivedPasskeys(
  client: pg.ClientBase,
  { passkeys, people }: Awaited<ReturnType<typeof readPasskeys>>,
): Promise<string[]> {
  if (people.length === 0) return [];
  const { rows } = await client.query<{ line: string }>(
    `select format('‘%s’ of %s, added on %s', p.name, coalesce(m.reference, a.email),
        to_char(p.added_at at time zone 'Asia/Kolkata', 'YYYY-MM-DD')) as line
      from passkeys p left join members m on m.id = p.member_id left join administrators a on a.id = p.administrator_id
      where p.id::text <> all ($1) and coalesce(p.member_id, p.administrator_id)::text = any ($2)
      order by p.added_at, p.id`,
    [passkeys, people],
  );
  return rows.map(({ line }) => line);
}
