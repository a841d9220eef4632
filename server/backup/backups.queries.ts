import { desc } from 'drizzle-orm';
import type pg from 'pg';
import type { Queryable } from '#server/database/client.ts';
import { backups } from '#server/database/tables/office.ts';
import { publicPrefix } from '#server/storage/storage.ts';

export interface GoodBackup {
  finishedAt: Date;
  rows: number;
  files: number;
  bytes: number;
  missing: number;
  isSealed: boolean;
}

/** How long it is known that there was one. */
const keptDays = 366;

/** Notes a backup that was written and read back, unless the tables are of a version that knew none. */
export async function noteBackup(client: pg.ClientBase, backup: GoodBackup): Promise<void> {
  const { rows: found } = await client.query<{ there: boolean }>(
    `select to_regclass('public.backups') is not null as there`,
  );
  if (!found[0]?.there) return;
  const { finishedAt, rows, files, bytes, missing, isSealed } = backup;
  await client.query(
    'insert into public.backups (finished_at, rows, files, bytes, missing, sealed) values ($1, $2, $3, $4, $5, $6)',
    [finishedAt, rows, files, bytes, missing, isSealed],
  );
  await client.query('delete from public.backups where finished_at < now() - make_interval(days => $1)', [keptDays]);
}

/** When the last good backup was complete; null when there never was one. */
export async function findLastBackup(db: Queryable): Promise<Date | null> {
  const [row] = await db.select({ at: backups.finishedAt }).from(backups).orderBy(desc(backups.finishedAt)).limit(1);
  return row?.at ?? null;
}

export interface FileRow {
  key: string;
  state: string;
  encryptedWith: string | null;
}

/** Every file that a row knows, as of the moment that this connection sees; also in tables of a version without encryption. */
export async function readFileRows(client: pg.ClientBase): Promise<FileRow[]> {
  const { rows } = await client.query<FileRow>(
    `select key, state, to_jsonb(files) ->> 'encrypted_with' as "encryptedWith" from public.files order by key`,
  );
  return rows;
}

/** After a restore: files lie as the store writes them here, whatever they were encrypted with where the backup was taken. */
export async function noteKey(client: pg.ClientBase, keyId: string | null): Promise<void> {
  await client.query(
    `update public.files set encrypted_with = $1 where key not like $2 and encrypted_with is distinct from $1`,
    [keyId, `${publicPrefix}%`],
  );
}
