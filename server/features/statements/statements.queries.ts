import { randomUUIDv7 } from 'node:crypto';
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '#server/database/client.ts';
import { lockUntilCommit } from '#server/database/locks.ts';
import { payments } from '#server/database/tables/payments.ts';
import { statementEntries, statementLines, statementMappings, statements } from '#server/database/tables/statements.ts';
import { currentTime } from '#server/database/time.ts';
import { clock } from '#shared/clock.ts';
import type { ColumnMapping } from '#shared/contracts/statements.ts';
import { limits } from '#shared/limits.ts';
import { officeLimits } from '#shared/office-limits.ts';

export type StatementRow = typeof statements.$inferSelect;
export type LineRow = Pick<
  typeof statementLines.$inferSelect,
  | 'id'
  | 'date'
  | 'amount'
  | 'booked'
  | 'utr'
  | 'narration'
  | 'ordinal'
  | 'cut'
  | 'caution'
  | 'withdrawn'
  | 'dismissedAt'
  | 'dismissedBy'
  | 'dismissedNote'
>;

/** A credit to be stored. */
export interface NewLine {
  hash: string;
  ordinal: number;
  date: string;
  paise: number;
  utr: string;
  narration: string;
  words: string[];
  cut: string;
  keys: string[];
  numbers: string[];
  caution: LineRow['caution'];
  textHash: string;
  textOrdinal: number;
  /** Its position in the file. */
  position: number;
}

const lineColumns = {
  id: statementLines.id,
  date: statementLines.date,
  amount: statementLines.amount,
  booked: statementLines.booked,
  utr: statementLines.utr,
  narration: statementLines.narration,
  ordinal: statementLines.ordinal,
  cut: statementLines.cut,
  caution: statementLines.caution,
  withdrawn: statementLines.withdrawn,
  dismissedAt: statementLines.dismissedAt,
  dismissedBy: statementLines.dismissedBy,
  dismissedNote: statementLines.dismissedNote,
};

/** Lines in a list: not completely booked, not dismissed, and not withdrawn by another mapping. */
const isListed = and(
  lt(statementLines.booked, statementLines.amount),
  isNull(statementLines.dismissedAt),
  eq(statementLines.withdrawn, false),
);

export async function insertStatement(
  tx: Queryable,
  statement: Pick<
    StatementRow,
    'by' | 'needsMapping' | 'columns' | 'mapping' | 'fileHash' | 'creditCount' | 'creditAmount' | 'balances'
  >,
): Promise<StatementRow> {
  const [row] = await tx.insert(statements).values(statement).returning();
  return row!;
}

export async function findStatement(db: Queryable, id: string): Promise<StatementRow | undefined> {
  const [row] = await db.select().from(statements).where(eq(statements.id, id));
  return row;
}

export async function findMappings(db: Queryable, headings: string[]): Promise<Map<string, ColumnMapping>> {
  if (headings.length === 0) return new Map();
  const rows = await db.select().from(statementMappings).where(inArray(statementMappings.headings, headings));
  return new Map(rows.map((row) => [row.headings, row.mapping]));
}

export async function saveMapping(tx: Queryable, headings: string, mapping: ColumnMapping): Promise<void> {
  await tx
    .insert(statementMappings)
    .values({ headings, mapping })
    .onConflictDoUpdate({ target: statementMappings.headings, set: { mapping } });
}

/**
 * Stores the lines of a statement; known lines are not changed. One statement after the other, so that the same
 * file from two windows is read twice and stored once. While the database writes one batch, the next is computed.
 * @param again the file was read before with another mapping: this one's values of a line win
 */
export async function insertLines(
  tx: Transaction,
  statementId: string,
  parts: Iterable<NewLine[]> | AsyncIterable<NewLine[]>,
  again: boolean,
): Promise<void> {
  const now = clock.now().toISOString();
  await lockUntilCommit(tx, 'statements');
  let writing: Promise<void> = Promise.resolve();
  for await (const part of parts) {
    await writing;
    writing = insertPart(tx, statementId, part, now, again);
    // Awaited in the next round, or below; until then its failure must not count as unhandled.
    writing.catch(() => {});
  }
  await writing;
}

async function insertPart(tx: Transaction, statementId: string, part: readonly NewLine[], now: string, again: boolean) {
  const column = <T>(of: (line: NewLine) => T) => sql.param(part.map(of));
  await tx.execute(sql`
    with given as materialized (
      select given.*, coalesce(lines.id, alike.id) as known
      from unnest(${column(() => randomUUIDv7())}::uuid[],
        ${column((line) => line.hash)}::text[], ${column((line) => line.ordinal)}::int[],
        ${column((line) => line.date)}::date[], ${column((line) => line.paise)}::bigint[],
        ${column((line) => line.utr)}::text[], ${column((line) => line.narration)}::text[],
        ${column((line) => line.words.join(' '))}::text[], ${column((line) => line.cut)}::text[],
        ${column((line) => line.keys.join(' '))}::text[], ${column((line) => line.numbers.join(' '))}::text[],
        ${column((line) => line.caution)}::text[], ${column((line) => line.textHash)}::text[],
        ${column((line) => line.textOrdinal)}::int[], ${column((line) => line.position)}::int[])
        as given (id, hash, ordinal, date, amount, utr, narration, words, cut, keys, numbers, caution, text_hash,
          text_ordinal, "position")
      left join ${statementLines} lines using (hash, ordinal)
      -- A column of references that turned out to be the bank's constant, or the other way round.
      left join lateral (
        select same.id from ${statementLines} same
        where lines.id is null and same.text_hash = given.text_hash
          and (given.utr = '' or same.utr = '' or position(same.utr in upper(given.narration)) > 0)
        order by same.id offset given.text_ordinal - 1 limit 1
      ) alike on true
    ), fresh as (
      insert into ${statementLines} (id, hash, ordinal, date, amount, utr, narration, words, cut, keys, numbers, caution,
        text_hash, created_at)
      select id, hash, ordinal, date, amount, utr, narration, string_to_array(words, ' '), cut,
        string_to_array(keys, ' '), string_to_array(numbers, ' '), caution, text_hash, ${now}::timestamptz
      from given where known is null
    ), changed as (
      update ${statementLines} lines set withdrawn = false, caution = given.caution,
        utr = case when ${again} then given.utr else lines.utr end,
        narration = case when ${again} then given.narration else lines.narration end,
        words = case when ${again} then string_to_array(given.words, ' ') else lines.words end,
        cut = case when ${again} then given.cut else lines.cut end,
        keys = case when ${again} then string_to_array(given.keys, ' ') else lines.keys end,
        numbers = case when ${again} then string_to_array(given.numbers, ' ') else lines.numbers end
      from given where lines.id = given.known and lines.booked = 0
        and (${again} or lines.withdrawn or lines.caution <> given.caution)
    )
    insert into ${statementEntries} (statement_id, line_id, "position")
    select ${statementId}::uuid, coalesce(known, id), "position" from given
    on conflict do nothing`);
}

/** The lines of a statement in the order of its file, without completely booked ones. */
export async function findOpenLinesOf(db: Queryable, statementId: string): Promise<LineRow[]> {
  return db
    .select(lineColumns)
    .from(statementEntries)
    .innerJoin(statementLines, eq(statementLines.id, statementEntries.lineId))
    .where(and(eq(statementEntries.statementId, statementId), isListed))
    .orderBy(asc(statementEntries.position));
}

/** The given lines, without completely booked ones. */
export async function findLines(db: Queryable, ids: string[]): Promise<LineRow[]> {
  return db
    .select(lineColumns)
    .from(statementLines)
    .where(and(sql`${statementLines.id} = any(${sql.param(ids)}::uuid[])`, isListed));
}

const isBooked = sql`${statementLines.booked} = ${statementLines.amount}`;

/** A line in any statement and state. */
export async function findLineById(db: Queryable, id: string): Promise<LineRow[]> {
  return db.select(lineColumns).from(statementLines).where(eq(statementLines.id, id));
}

/** The number of a statement's lines in no list: received by hand when it was read, booked otherwise, dismissed. */
export async function countBooked(db: Queryable, statementId: string) {
  const [row] = await db
    .select({
      already: sql<number>`(count(*) filter (where ${isBooked} and ${statementEntries.alreadyReceived}))::int`,
      seen: sql<number>`(count(*) filter (where ${isBooked} and not ${statementEntries.alreadyReceived}))::int`,
      dismissed: sql<number>`(count(*) filter (where ${statementLines.dismissedAt} is not null))::int`,
      count: sql<number>`count(*)::int`,
      amount: sql<number>`coalesce(sum(${statementLines.amount}), 0)::float8`,
    })
    .from(statementEntries)
    .innerJoin(statementLines, eq(statementLines.id, statementEntries.lineId))
    .where(eq(statementEntries.statementId, statementId));
  return row!;
}

/** Earlier readings of the same file. */
export async function findReadingsOf(db: Queryable, fileHash: string): Promise<StatementRow[]> {
  return db.select().from(statements).where(eq(statements.fileHash, fileHash));
}

/** Withdraws open lines of earlier readings of a file that this one does not contain; lines of other files stay. */
export async function withdrawOthers(tx: Transaction, { id, fileHash }: StatementRow): Promise<void> {
  await tx.execute(sql`
    update ${statementLines} lines set withdrawn = true
    where lines.booked = 0 and not lines.withdrawn and lines.id in (
      select entries.line_id from ${statementEntries} entries
      join ${statements} earlier on earlier.id = entries.statement_id
      where earlier.file_hash = ${fileHash} and earlier.id <> ${id}
    ) and not exists (
      select from ${statementEntries} entries join ${statements} other on other.id = entries.statement_id
      where entries.line_id = lines.id and (other.id = ${id} or other.file_hash <> ${fileHash})
    )`);
}

/** @param note null: it is a membership payment after all */
export async function setDismissed(tx: Transaction, id: string, by: string, note: string | null): Promise<void> {
  const set =
    note === null
      ? { dismissedAt: null, dismissedBy: '', dismissedNote: '' }
      : { dismissedAt: clock.now(), dismissedBy: by, dismissedNote: note };
  await tx.update(statementLines).set(set).where(eq(statementLines.id, id));
}

const isRecent = () =>
  gt(statementLines.createdAt, sql`${currentTime} - make_interval(days => ${officeLimits.statement.openDays})`);

/** Open lines of the last days, newest first. */
export async function findOpenLines(db: Queryable, page: number, dismissed: boolean) {
  const isOpen = and(dismissed ? isNotNull(statementLines.dismissedAt) : isListed, isRecent());
  const rows = await db
    .select(lineColumns)
    .from(statementLines)
    .where(isOpen)
    .orderBy(desc(statementLines.date), asc(statementLines.id))
    .limit(limits.pageSize)
    .offset((page - 1) * limits.pageSize);
  return { rows, total: await db.$count(statementLines, isOpen) };
}

/** The last statement with each of these lines. */
export async function findStatementsOf(db: Queryable, lineIds: string[]): Promise<Map<string, string>> {
  const { rows } = await db.execute<{ line: string; statement: string }>(sql`
    select distinct on (line_id) line_id as line, statement_id as statement
    from ${statementEntries} join ${statements} on ${statements.id} = statement_id
    where line_id = any(${sql.param(lineIds)}::uuid[])
    order by line_id, ${statements.createdAt} desc, statement_id`);
  return new Map(rows.map((row) => [row.line, row.statement]));
}

/**
 * Locks lines against other bookings, but not against statements that reference them. After the payments: receiving
 * one by hand looks for its line too.
 * @param statementId which must contain them; absent: any
 */
export async function lockLines(tx: Transaction, statementId: string | undefined, ids: string[]) {
  const entry = tx
    .select({ id: statementEntries.lineId })
    .from(statementEntries)
    .where(statementId === undefined ? undefined : eq(statementEntries.statementId, statementId));
  const rows = await tx
    .select(lineColumns)
    .from(statementLines)
    .where(and(sql`${statementLines.id} = any(${sql.param(ids)}::uuid[])`, inArray(statementLines.id, entry)))
    .orderBy(asc(statementLines.id))
    .for('no key update');
  return new Map(rows.map((row) => [row.id, row]));
}

export async function markAlreadyReceived(tx: Transaction, statementId: string, lineIds: string[]): Promise<void> {
  await tx
    .update(statementEntries)
    .set({ alreadyReceived: true })
    .where(
      and(
        eq(statementEntries.statementId, statementId),
        sql`${statementEntries.lineId} = any(${sql.param(lineIds)}::uuid[])`,
      ),
    );
}

/** Lines deleted per statement. */
const deletedAtOnce = 20_000;

/** Deletes credits that were not booked within `days`, and the senders of older booked ones. */
export async function deleteOldLines(db: Queryable, days: number): Promise<void> {
  const isOld: SQL = sql`created_at < ${currentTime} - make_interval(days => ${days})`;
  for (;;) {
    const { rows } = await db.execute<{ count: number }>(sql`
      with gone as (
        delete from ${statementLines} where id in (
          select id from ${statementLines} where ${isOld} and booked = 0
            and not exists (select from ${payments} where ${payments.lineId} = ${statementLines.id})
          limit ${deletedAtOnce}
        ) returning id
      ), entries as (
        delete from ${statementEntries} using gone where line_id = gone.id
      )
      select count(*)::int as count from gone`);
    if (rows[0]!.count < deletedAtOnce) break;
  }
  await db.execute(sql`
    update ${statementLines} set narration = '', words = '{}' where ${isOld} and (narration <> '' or words <> '{}')`);
  await db.execute(sql`
    delete from ${statements} where ${isOld} and not exists (
      select from ${statementEntries} where ${statementEntries.statementId} = ${statements.id}
    )`);
}
