import { and, asc, count, eq, gt, inArray, isNull, not, notInArray, notLike, or, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '#server/platform/database/client.ts';
import { currentTime } from '#server/platform/database/columns.ts';
import { shareUntilCommitIfFree, writerLives } from '#server/platform/database/locks.ts';
import { type KeyInUse, lostKey, maybeEncrypted } from './keys-in-use.ts';
import { publicPrefix } from './storage.ts';
import { files, type ScanResult } from './tables.ts';

/** A row to write before its bytes. */
export interface NewFile {
  key: string;
  type: string;
  name: string;
  bytes: number;
  hash: string;
  scan?: ScanResult;
  encryptedWith?: string | null;
}

/** Inserts the rows before the files are written, so that the store never holds unknown files. */
export async function insertPending(db: Queryable, writer: number, rows: NewFile[]): Promise<void> {
  await db.insert(files).values(rows.map((row) => ({ ...row, writer })));
}

/** The same for contents that may exist already: in any state, they become pending and ours. */
export async function upsertPending(db: Queryable, writer: number, rows: NewFile[]): Promise<void> {
  await db
    .insert(files)
    .values(rows.map((row) => ({ ...row, writer })).sort((a, b) => (a.key < b.key ? -1 : 1)))
    .onConflictDoUpdate({
      target: files.key,
      set: { state: 'pending', writer, bytes: sql`excluded.bytes`, createdAt: sql`${currentTime}` },
    });
}

/** Marks the rows as attached. @returns how many existed. `from` 'pending' leaves out those that are attached already */
export async function markAttached(tx: Transaction, keys: string[], from: 'pending' | 'any'): Promise<number> {
  // Locked in key order, so that two changes with the same files do not deadlock.
  const fileRow = await tx
    .select({ key: files.key, state: files.state })
    .from(files)
    .where(inArray(files.key, keys))
    .orderBy(asc(files.key))
    .for('update');
  const fitting = fileRow.filter((row) => from === 'any' || row.state === 'pending').map((row) => row.key);
  if (fitting.length > 0) await tx.update(files).set({ state: 'attached' }).where(inArray(files.key, fitting));
  return fitting.length;
}

/** Marks files as removed, except pending ones: somebody is about to attach them. */
export async function markRemoved(tx: Transaction, keys: string[]): Promise<void> {
  await tx.select({ key: files.key }).from(files).where(inArray(files.key, keys)).orderBy(asc(files.key)).for('update');
  await tx
    .update(files)
    .set({ state: 'removed' })
    .where(and(inArray(files.key, keys), eq(files.state, 'attached')));
}

/** The people's files after `after`, in key order, that were not scanned. */
export async function findUnscanned(db: Queryable, after: string, max: number) {
  return db
    .select({ key: files.key, encryptedWith: files.encryptedWith })
    .from(files)
    .where(
      and(
        eq(files.state, 'attached'),
        eq(files.scan, 'none'),
        notLike(files.key, `${publicPrefix}%`),
        gt(files.key, after),
      ),
    )
    .orderBy(asc(files.key))
    .limit(max);
}

export async function saveScan(db: Queryable, key: string, scan: ScanResult): Promise<void> {
  await db.update(files).set({ scan }).where(eq(files.key, key));
}

export async function findAttached(db: Queryable, key: string) {
  const [row] = await db
    .select()
    .from(files)
    .where(and(eq(files.key, key), eq(files.state, 'attached')));
  return row ?? null;
}

// A pending file is left over when its process is dead, or when it is older than any change can take.
const leftOver = (ownWriter: number) =>
  or(
    eq(files.state, 'removed'),
    and(
      eq(files.state, 'pending'),
      or(
        sql`${files.createdAt} < ${currentTime} - interval '1 hour'`,
        and(sql`${files.writer} <> ${ownWriter}`, not(writerLives(files.writer))),
      ),
    ),
  );

/**
 * The next unused file, locked for this transaction; `skip` names those that could not be deleted just now. None
 * during a backup, whose rows still name them.
 */
export async function lockLeftOver(tx: Transaction, ownWriter: number, skip: string[]): Promise<string | null> {
  if (!(await shareUntilCommitIfFree(tx, 'backup'))) return null;
  const [row] = await tx
    .select({ key: files.key })
    .from(files)
    .where(and(leftOver(ownWriter), skip.length > 0 ? notInArray(files.key, skip) : undefined))
    .limit(1)
    .for('update', { skipLocked: true });
  return row?.key ?? null;
}

export async function deleteRow(tx: Transaction, key: string): Promise<void> {
  await tx.delete(files).where(eq(files.key, key));
}

export async function keepAttached(tx: Transaction, key: string): Promise<void> {
  await tx.update(files).set({ state: 'attached' }).where(eq(files.key, key));
}

/** Whether a record shows the public picture with this hash; looks at every column of such pictures. */
export async function isPictureUsed(db: Queryable, hash: string): Promise<boolean> {
  const columns = await db.execute<{ table_name: string; column_name: string }>(sql`
    select table_name, column_name from information_schema.columns
    where domain_name = 'stored_picture' and table_schema = current_schema()`);
  const uses = columns.rows.map(
    ({ table_name, column_name }) =>
      sql`exists (select from ${sql.identifier(table_name)} where ${sql.identifier(column_name)} ->> 'hash' = ${hash})`,
  );
  const { rows } = await db.execute<{ used: boolean }>(sql`select ${sql.join(uses, sql` or `)} as used`);
  return rows[0]?.used ?? false;
}

const isPrivate = notLike(files.key, `${publicPrefix}%`);
const inUse = and(eq(files.state, 'attached'), isPrivate);

/** The keys that the rows of people's files in use name, with their numbers of files. */
export async function findKeysInUse(db: Queryable): Promise<KeyInUse[]> {
  return db
    .select({ encryptedWith: files.encryptedWith, files: count() })
    .from(files)
    .where(inUse)
    .groupBy(files.encryptedWith)
    .orderBy(files.encryptedWith);
}

/** The files in use after `after`, in key order, that are not encrypted with `wanted` (null: that are encrypted). */
export async function findUnconverted(db: Queryable, keyId: string | null, after: string, max: number) {
  const rows = await db
    .select({ key: files.key })
    .from(files)
    .where(and(inUse, sql`${files.encryptedWith} is distinct from ${keyId}`, gt(files.key, after)))
    .orderBy(asc(files.key))
    .limit(max);
  return rows.map(({ key }) => key);
}

/** Records that a file is about to be encrypted. */
export async function markMaybeEncrypted(db: Queryable, key: string, keyId: string): Promise<void> {
  await db
    .update(files)
    .set({ encryptedWith: maybeEncrypted(keyId) })
    .where(and(eq(files.key, key), inUse, isNull(files.encryptedWith)));
}

/** Locks the row of a file in use. @returns its `encryptedWith`; undefined for no such file */
export async function lockInUse(tx: Transaction, key: string): Promise<string | null | undefined> {
  const [row] = await tx
    .select({ encryptedWith: files.encryptedWith })
    .from(files)
    .where(and(eq(files.key, key), inUse))
    .for('update');
  return row?.encryptedWith;
}

export async function saveEncryptedWith(tx: Transaction, key: string, encryptedWith: string | null): Promise<void> {
  await tx.update(files).set({ encryptedWith }).where(eq(files.key, key));
}

/** Marks the files of a lost key. @returns their number */
export async function giveUp(db: Queryable, keyId: string): Promise<number> {
  const { rowCount } = await db
    .update(files)
    .set({ encryptedWith: lostKey })
    .where(inArray(files.encryptedWith, [keyId, maybeEncrypted(keyId)]));
  return rowCount ?? 0;
}
