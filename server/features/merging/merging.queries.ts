import { and, desc, eq, gt, inArray, isNotNull, lte, ne, type SQL, sql } from 'drizzle-orm';
import { type KeptRows, type MergeCopy, mergedRecords } from '#server/features/members/tables.ts';
import type { Queryable, Transaction } from '#server/platform/database/client.ts';
import { currentTime } from '#server/platform/database/columns.ts';
import { type Move, movesOfTables } from '#server/platform/database/people.ts';
import { innermostError } from '#server/platform/explain-failure.ts';
import { mail } from '#server/platform/mail/tables.ts';
import { limits } from '#shared/limits.ts';

// Statements over all tables that refer to a member: which, and how, they declare.

type Row = Readonly<Record<string, unknown>>;

const name = (text: string) => sql.identifier(text);
const names = (columns: readonly string[]) => sql.join(columns.map(name), sql`, `);
const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`;
const keyOf = ({ table, column }: Move) => `${table}.${column}`;

/** Two rows agree in these columns. */
const agree = (columns: readonly string[], one: string, other: string): SQL =>
  columns.length === 0
    ? sql`true`
    : sql`(${sql.join(
        columns.map((column) => sql`${name(one)}.${name(column)}`),
        sql`, `,
      )}) = (${sql.join(
        columns.map((column) => sql`${name(other)}.${name(column)}`),
        sql`, `,
      )})`;

async function rowsOf(tx: Transaction, { table, column }: Move, id: string): Promise<Row[]> {
  const { rows } = await tx.execute<{ row: Row }>(
    sql`select to_jsonb(own) as row from ${name(table)} own where ${name(column)} = ${id}::uuid`,
  );
  return rows.map(({ row }) => row);
}

/** The rows of two records before they become one: whole where a merge changes or deletes them, else what finds them again. */
export async function copyRows(tx: Transaction, droppedId: string, keptId: string): Promise<KeptRows> {
  const copies: Record<string, KeptRows[string]> = {};
  for (const move of movesOfTables().filter(({ becomes }) => becomes !== 'forgotten')) {
    const isWhole = move.changes !== undefined || move.becomes === 'login' || move.becomes === 'goes' || move.once;
    const part = (rows: readonly Row[]) =>
      isWhole ? rows : rows.map((row) => Object.fromEntries(move.key.map((column) => [column, row[column]])));
    const theirs = part(await rowsOf(tx, move, droppedId));
    const ours = move.once || move.changes === 'both' ? part(await rowsOf(tx, move, keptId)) : [];
    copies[keyOf(move)] = { theirs, ours };
  }
  return copies;
}

/** Both records as they are. */
export async function readRecords(tx: Transaction, droppedId: string, keptId: string) {
  const read = async (id: string) =>
    (await tx.execute<{ row: Row }>(sql`select to_jsonb(own) as row from members own where id = ${id}::uuid`)).rows[0]!
      .row;
  return { dropped: await read(droppedId), kept: await read(keptId) };
}

/** Gives what follows to the kept record. @param login whether the login does */
export async function moveRows(tx: Transaction, droppedId: string, keptId: string, login: boolean): Promise<void> {
  for (const { table, column, becomes, once, carries, instead } of movesOfTables()) {
    const isDropped = sql`${name('own')}.${name(column)} = ${droppedId}::uuid`;
    if (once && carries)
      await tx.execute(sql`update ${name(table)} other set ${name(carries)} = own.${name(carries)} from ${name(table)} own
        where ${isDropped} and other.${name(column)} = ${keptId}::uuid and ${agree(once, 'other', 'own')} and other.${name(carries)} is null`);
    if (becomes === 'unlinked')
      await tx.execute(
        sql`update ${name(table)} own set ${name(column)} = null${instead ? sql`, ${name(instead)} = ${keptId}::uuid` : sql``} where ${isDropped}`,
      );
    if (becomes !== 'follows' && !(becomes === 'login' && login)) continue;
    const isFree = once
      ? sql`not exists (select from ${name(table)} other where other.${name(column)} = ${keptId}::uuid and ${agree(once, 'other', 'own')})`
      : sql`true`;
    await tx.execute(
      sql`update ${name(table)} own set ${name(column)} = ${keptId}::uuid where ${isDropped} and ${isFree}`,
    );
  }
}

/** The columns of a table that can be written. */
async function columnsOf(tx: Transaction, table: string): Promise<string[]> {
  const { rows } = await tx.execute<{ name: string }>(sql`
    select column_name as name from information_schema.columns
    where table_schema = current_schema() and table_name = ${table} and is_generated = 'NEVER' order by ordinal_position`);
  return rows.map((row) => row.name);
}

const rowFrom = (table: string, row: Row) => sql`jsonb_populate_record(null::${name(table)}, ${json(row)})`;

async function insertRow(tx: Transaction, table: string, columns: readonly string[], row: Row): Promise<void> {
  await tx.execute(
    sql`insert into ${name(table)} (${names(columns)}) select ${names(columns)} from ${rowFrom(table, row)}`,
  );
}

/** The same, but for a row of what has been deleted since: another person, a document. */
async function insertAgain(tx: Transaction, table: string, columns: readonly string[], row: Row): Promise<void> {
  try {
    await tx.transaction((savepoint) => insertRow(savepoint, table, columns, row));
  } catch (error) {
    if (innermostError(error).code !== '23503') throw error;
  }
}

/** Columns that only rise: who has seen an earlier state finds that it has changed. */
const rising: Readonly<Record<string, SQL>> = {
  version: sql`own.version + 1`,
  updated_at: sql`${currentTime}`,
};

/** @returns whether there was one */
async function overwrite(
  tx: Transaction,
  table: string,
  columns: readonly string[],
  row: Row,
  where: SQL,
): Promise<boolean> {
  const restored = columns.filter((column) => !(column in rising));
  const risen = columns.flatMap((column) => (rising[column] ? [sql`, ${name(column)} = ${rising[column]}`] : []));
  const done = await tx.execute(sql`
    update ${name(table)} own set (${names(restored)}) = (select ${names(restored)} from ${rowFrom(table, row)})${sql.join(risen)}
    where ${where}`);
  return (done.rowCount ?? 0) > 0;
}

/** Puts a record back as it was. @param except columns that stay as they are */
export async function restoreRecord(tx: Transaction, row: object, except: readonly string[] = []): Promise<void> {
  const { id } = row as { id: string };
  const columns = (await columnsOf(tx, 'members')).filter((column) => !except.includes(column));
  await overwrite(tx, 'members', columns, row as Row, sql`own.id = ${id}::uuid`);
}

export async function insertRecord(tx: Transaction, row: object): Promise<void> {
  await insertRow(tx, 'members', await columnsOf(tx, 'members'), row as Row);
}

/** Gives the rows of a copy back to the dropped record, whose own row is there again. @param takenBack what let into the account and has been deleted since does not come back */
export async function restoreRows(
  tx: Transaction,
  droppedId: string,
  keptId: string,
  copies: KeptRows,
  takenBack: boolean,
): Promise<void> {
  for (const move of movesOfTables()) {
    const { theirs = [], ours = [] } = copies[keyOf(move)] ?? {};
    if (theirs.length + ours.length === 0) continue;
    const { table, column, key, changes, watched = [] } = move;
    const columns = await columnsOf(tx, table);
    // What reading, logins and mails have changed meanwhile stays: nobody is reminded twice.
    const restored = columns.filter((each) => !watched.includes(each));
    // A row that only lost its person, and is gone, has been deleted since.
    const isLost = move.becomes !== 'unlinked' && !(takenBack && move.becomes === 'login');
    const isRow = (row: Row) =>
      key.length === 0
        ? sql`true`
        : sql`(${sql.join(
            key.map((each) => sql`own.${name(each)}`),
            sql`, `,
          )}) = (select ${names(key)} from ${rowFrom(table, row)})`;
    const isOurs = (row: Row) => ours.some((each) => key.every((part) => (each as Row)[part] === row[part]));
    // First those of the dropped one: of some tables each has one at most.
    for (const row of theirs as readonly Row[]) {
      const whose = isOurs(row)
        ? sql`own.${name(column)} is null`
        : sql`(own.${name(column)} = ${keptId}::uuid or own.${name(column)} is null)`;
      const where = sql`own.ctid = (select own.ctid from ${name(table)} own where ${whose} and ${isRow(row)}
        order by own.${name(column)} is null limit 1)`;
      const set = { ...row, [column]: droppedId };
      const isThere = await overwrite(tx, table, changes ? restored : [column], set, where);
      if (!isThere && isLost && column in row) await insertAgain(tx, table, columns, set);
    }
    if (changes !== 'both') continue;
    for (const row of ours as readonly Row[]) {
      if (!(await overwrite(tx, table, restored, row, isRow(row))) && isLost)
        await insertAgain(tx, table, columns, row);
    }
  }
}

/** Changes of a record by mails, and by the first login with a mailed password, do not count. */
const unwatched = ['payment_reminders', 'payment_awaited_since', 'payment_asked_at'];
export const passwordColumns = ['password_hash', 'temporary_password_until', 'must_change_password'];

/** A record and its rows in a form that tells whether anything has been changed. */
export async function readState(tx: Transaction, id: string): Promise<Record<string, string>> {
  const array = (values: readonly string[]) => sql`${sql.param([...values])}::text[]`;
  const parts = movesOfTables().flatMap((move) =>
    move.watched === undefined
      ? []
      : [
          sql`select ${keyOf(move)}::text as part, md5(coalesce(string_agg(said, ',' order by said), '')) as hash
            from (select (to_jsonb(own) - ${array([...move.watched, ...Object.keys(rising)])})::text as said from ${name(move.table)} own
              where ${name(move.column)} = ${id}::uuid) as each`,
        ],
  );
  const member = sql`select 'members'::text as part, md5((to_jsonb(own) - ${array([...unwatched, ...passwordColumns, ...Object.keys(rising)])} ||
      case when must_change_password or password_hash is null then '{}'::jsonb else jsonb_build_object('password_hash', password_hash) end)::text) as hash
    from members own where id = ${id}::uuid`;
  const { rows } = await tx.execute<{ part: string; hash: string }>(sql.join([member, ...parts], sql` union all `));
  return Object.fromEntries(rows.map(({ part, hash }) => [part, hash]));
}

export type { MergeCopy } from '#server/features/members/tables.ts';
export type MergedRecord = typeof mergedRecords.$inferSelect;

export async function insertMerged(tx: Transaction, values: typeof mergedRecords.$inferInsert): Promise<void> {
  await tx.insert(mergedRecords).values(values);
}

export async function saveCopy(tx: Transaction, droppedId: string, copy: MergeCopy): Promise<void> {
  await tx.update(mergedRecords).set({ copy }).where(eq(mergedRecords.droppedId, droppedId));
}

/** Lets undoing a merge bring back nothing that was ended when an account was taken back. */
export async function noteTakenBack(tx: Transaction, keptId: string): Promise<void> {
  await tx
    .update(mergedRecords)
    .set({ copy: sql`${mergedRecords.copy} || '{"takenBack": true}'` })
    .where(and(eq(mergedRecords.keptId, keptId), isNotNull(mergedRecords.copy)));
}

/** Whether credentials were mailed to one of these records, or are about to be. */
export async function haveCredentialsMail(db: Queryable, ids: readonly string[]): Promise<boolean> {
  const which = and(inArray(mail.memberId, [...ids]), eq(mail.kind, 'credentials'), ne(mail.state, 'dropped'));
  return (await db.$count(mail, which)) > 0;
}

const undoBegins = sql`${currentTime} - make_interval(hours => ${limits.mergeUndoHours})`;

/** The last merge into a record, while it can be undone. */
export async function findUndoable(db: Queryable, keptId: string): Promise<MergedRecord | undefined> {
  const [row] = await db
    .select()
    .from(mergedRecords)
    .where(and(eq(mergedRecords.keptId, keptId), isNotNull(mergedRecords.copy), gt(mergedRecords.at, undoBegins)))
    .orderBy(desc(mergedRecords.position))
    .limit(1);
  return row;
}

export async function deleteMerged(tx: Transaction, droppedId: string): Promise<void> {
  await tx.delete(mergedRecords).where(eq(mergedRecords.droppedId, droppedId));
}

/** Those that can no longer be undone and still have a copy. */
export async function findEnded(db: Queryable, max: number): Promise<MergedRecord[]> {
  return db
    .select()
    .from(mergedRecords)
    .where(and(isNotNull(mergedRecords.copy), lte(mergedRecords.at, undoBegins)))
    .orderBy(mergedRecords.position)
    .limit(max);
}

/** Deletes a copy. @returns false when it is gone already */
export async function forgetCopy(tx: Transaction, droppedId: string): Promise<boolean> {
  const rows = await tx
    .update(mergedRecords)
    .set({ copy: null, files: [] })
    .where(and(eq(mergedRecords.droppedId, droppedId), isNotNull(mergedRecords.copy)))
    .returning({ id: mergedRecords.droppedId });
  return rows.length > 0;
}
