import { and, asc, eq, inArray, notInArray, or, sql } from 'drizzle-orm';
import { type Queryable, type Transaction, writerLockClass } from '#server/database/client.ts';
import { files } from '#server/database/tables/files.ts';

/** A row to write before its bytes. */
export interface NewFile {
  key: string;
  type: string;
  name: string;
  bytes: number;
  hash: string;
}

/** Notes what is about to be written, so that no bytes ever lie in the store unknown. */
export async function insertPending(db: Queryable, writer: number, rows: NewFile[]): Promise<void> {
  await db.insert(files).values(rows.map((row) => ({ ...row, writer })));
}

/** The same for contents that may lie there already: whatever became of them, they are pending again, and ours. */
export async function upsertPending(db: Queryable, writer: number, rows: NewFile[]): Promise<void> {
  await db
    .insert(files)
    .values(rows.map((row) => ({ ...row, writer })).sort((a, b) => (a.key < b.key ? -1 : 1)))
    .onConflictDoUpdate({
      target: files.key,
      set: { state: 'pending', writer, bytes: sql`excluded.bytes`, createdAt: sql`now()` },
    });
}

/** Makes the rows attached; tells how many were there. `from` 'pending' leaves out those that are attached already. */
export async function markAttached(tx: Transaction, keys: string[], from: 'pending' | 'any'): Promise<number> {
  // Locked in one order, so that two changes with the same files wait for each other instead of for ever.
  const found = await tx
    .select({ key: files.key, state: files.state })
    .from(files)
    .where(inArray(files.key, keys))
    .orderBy(asc(files.key))
    .for('update');
  const fitting = found.filter((row) => from === 'any' || row.state === 'pending').map((row) => row.key);
  if (fitting.length > 0) await tx.update(files).set({ state: 'attached' }).where(inArray(files.key, fitting));
  return fitting.length;
}

/** One that is pending belongs to somebody who is about to attach it, and stays. */
export async function markRemoved(tx: Transaction, keys: string[]): Promise<void> {
  await tx.select({ key: files.key }).from(files).where(inArray(files.key, keys)).orderBy(asc(files.key)).for('update');
  await tx
    .update(files)
    .set({ state: 'removed' })
    .where(and(inArray(files.key, keys), eq(files.state, 'attached')));
}

export async function findAttached(db: Queryable, key: string) {
  const [row] = await db
    .select()
    .from(files)
    .where(and(eq(files.key, key), eq(files.state, 'attached')));
  return row ?? null;
}

// A pending file is left over when the process that wrote it is gone, or when no change can take that long.
const leftOver = (ownWriter: number) =>
  or(
    eq(files.state, 'removed'),
    and(
      eq(files.state, 'pending'),
      or(
        sql`${files.createdAt} < now() - interval '1 hour'`,
        and(
          sql`${files.writer} <> ${ownWriter}`,
          sql`not exists (select from pg_locks where locktype = 'advisory' and objsubid = 2 and granted
            and classid = ${writerLockClass}::int::oid and objid = ${files.writer}::bigint::oid)`,
        ),
      ),
    ),
  );

/** The next file that nobody needs, locked for this transaction; `skip` names those that could not be deleted just now. */
export async function lockLeftOver(tx: Transaction, ownWriter: number, skip: string[]): Promise<string | null> {
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

/** Whether news, a conference or the gallery shows the public picture with this address. */
export async function isPictureUsed(db: Queryable, hash: string): Promise<boolean> {
  const { rows } = await db.execute<{ used: boolean }>(sql`select
    exists (select from news where picture ->> 'hash' = ${hash})
    or exists (select from conferences where picture ->> 'hash' = ${hash})
    or exists (select from gallery_images where picture ->> 'hash' = ${hash}) as used`);
  return rows[0]?.used ?? false;
}
