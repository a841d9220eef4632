import { and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { memberNumbered } from '#server/features/members/member-numbers.queries.ts';
import { comparedName, members, mergedRecords } from '#server/features/members/tables.ts';
import { readInBatches } from '#server/platform/batches.ts';
import type { Queryable, Readable, Transaction } from '#server/platform/database/client.ts';
import { currentTime } from '#server/platform/database/columns.ts';
import { rowQueries } from '#server/platform/database/row-queries.ts';
import { countWaiting } from '#server/platform/database/waiting.ts';
import { jobs } from '#server/platform/jobs/tables.ts';
import type { RowKind } from '#shared/contracts/imports.ts';
import { limits } from '#shared/limits.ts';
import { personNamesAsData } from '#shared/person-fields.ts';
import { fromWire, toWire } from '#shared/wire-names.ts';
import { cellText, isUnread, type StoredCells } from './cells.ts';
import { isSum } from './meanings.ts';
import type { ParsedRow, PersonKeys } from './parse-row.ts';
import { type ImportSummary, importMeanings, importRows, imports, type Meaning } from './tables.ts';

export type ImportTableRow = typeof imports.$inferSelect;

export const { lock: lockImport } = rowQueries(imports);
export type NewImport = typeof imports.$inferInsert;
export type ImportChange = Partial<Omit<NewImport, 'id' | 'createdAt' | 'by'>>;
export type ImportColumn = ImportTableRow['columns'][number];
export type StoredRow = typeof importRows.$inferSelect;

export async function insertImport(tx: Transaction, values: NewImport): Promise<ImportTableRow> {
  const [row] = await tx.insert(imports).values(values).returning();
  return row!;
}

export async function updateImport(tx: Queryable, id: string, change: ImportChange): Promise<void> {
  await tx.update(imports).set(change).where(eq(imports.id, id));
}

export async function addCredentialsGiven(tx: Transaction, id: string, count: number): Promise<void> {
  await tx
    .update(imports)
    .set({ credentialsGiven: sql`${imports.credentialsGiven} + ${count}` })
    .where(eq(imports.id, id));
}

/** An import with its current or last job. */
export interface ImportView {
  record: ImportTableRow;
  job: { state: 'running' | 'done' | 'failed'; done: number; total: number } | null;
}

const views = (db: Queryable) =>
  db
    .select({ record: imports, job: { state: jobs.state, done: jobs.done, total: jobs.total } })
    .from(imports)
    .leftJoin(jobs, eq(jobs.id, imports.jobId))
    .$dynamic();

export async function findImport(db: Queryable, id: string): Promise<ImportView | undefined> {
  const [row] = await views(db).where(eq(imports.id, id));
  return row;
}

export async function findImports(db: Queryable, page: number): Promise<ImportView[]> {
  return views(db)
    .orderBy(desc(imports.createdAt), asc(imports.id))
    .limit(limits.pageSize)
    .offset((page - 1) * limits.pageSize);
}

export const countImports = (db: Queryable): Promise<number> => db.$count(imports);

/** Inserts rows with their original cells. */
export async function insertRows(tx: Transaction, importId: string, rows: { row: number; cells: StoredCells }[]) {
  const actionOf = (cells: StoredCells) => (!isUnread(cells) && isSum(cells.map(cellText)) ? 'skip' : null);
  const json = JSON.stringify(rows.map(({ row, cells }) => [row, cells, actionOf(cells)]));
  await tx.execute(sql`insert into ${importRows} (import_id, row, cells, action)
    select ${importId}::uuid, (line ->> 0)::int, line -> 1, line ->> 2 from jsonb_array_elements(${json}::jsonb) line`);
}

export async function deleteRows(tx: Queryable, importId: string): Promise<void> {
  await tx.delete(importRows).where(eq(importRows.importId, importId));
}

const rowsOf = (importId: string) => eq(importRows.importId, importId);

export async function countRows(db: Queryable, importId: string): Promise<number> {
  return db.$count(importRows, rowsOf(importId));
}

export async function findRow(db: Queryable, importId: string, row: number): Promise<StoredRow | undefined> {
  const [importRow] = await db
    .select()
    .from(importRows)
    .where(and(rowsOf(importId), eq(importRows.row, row)));
  return importRow;
}

export async function findRowsNumbered(db: Queryable, importId: string, numbers: number[]): Promise<StoredRow[]> {
  if (numbers.length === 0) return [];
  return db
    .select()
    .from(importRows)
    .where(and(rowsOf(importId), inArray(importRows.row, numbers)))
    .orderBy(asc(importRows.row));
}

const following = (db: Queryable, importId: string, after: number, max: number, which?: SQL) =>
  db
    .select()
    .from(importRows)
    .where(and(rowsOf(importId), gt(importRows.row, after), which))
    .orderBy(asc(importRows.row))
    .limit(max);

/** The next `most` rows in order, after the one numbered `after`. */
export async function findNextRows(db: Queryable, importId: string, after: number, max: number): Promise<StoredRow[]> {
  return following(db, importId, after, max);
}

/** Resets the kinds of rows that are about to be read again. */
export async function forgetKinds(tx: Transaction, importId: string): Promise<void> {
  await tx
    .update(importRows)
    .set({ kind: null })
    .where(and(rowsOf(importId), isNotNull(importRows.kind)));
}

/** The next rows to commit. */
export async function findNextToCommit(db: Queryable, importId: string, after: number, max: number) {
  const open = and(inArray(importRows.kind, ['create', 'complete']), isNull(importRows.memberId));
  return following(db, importId, after, max, open);
}

/** The next rows that created or completed a record. */
export async function findNextToUndo(db: Queryable, importId: string, after: number, max: number) {
  return following(db, importId, after, max, isNotNull(importRows.memberId));
}

/** The number of rows that created or completed a record, and of those that created one. */
export async function countCommitted(db: Queryable, importId: string): Promise<{ all: number; created: number }> {
  const [row] = await db
    .select({ all: count(), created: sql<number>`count(*) filter (where ${importRows.completed} is null)::int` })
    .from(importRows)
    .where(and(rowsOf(importId), isNotNull(importRows.memberId)));
  return row!;
}

/** A page of the rows of one kind, or of all checked ones. */
export async function findRowPage(db: Queryable, importId: string, kind: RowKind | '', problem: string, page: number) {
  const wrong = JSON.stringify([{ field: wireNameOf(problem) }]);
  const which = and(
    rowsOf(importId),
    kind === '' ? isNotNull(importRows.kind) : eq(importRows.kind, kind),
    problem === '' ? undefined : sql`${importRows.problems} @> ${wrong}::jsonb`,
  );
  const rows = await db
    .select()
    .from(importRows)
    .where(which)
    .orderBy(asc(importRows.row))
    .limit(limits.importRowsPage)
    .offset((page - 1) * limits.importRowsPage);
  return { rows, total: await db.$count(importRows, which) };
}

const wireNameOf = (field: string) => toWire([{ field }], { field: personNamesAsData })[0]!.field;

/** The wrong values of rows that need care, by field, with the number of rows. */
export async function findWrongValues(db: Queryable, importId: string) {
  const { rows } = await db.execute<{ field: string; value: string; rows: number }>(sql`
    select problem->>'field' as field, problem->>'value' as value, count(*)::int as rows
    from ${importRows}, jsonb_array_elements(${importRows.problems}) problem
    where ${rowsOf(importId)} and ${importRows.kind} = 'care' group by 1, 2 order by 3 desc, 1, 2 limit 5000`);
  return fromWire(rows, { field: personNamesAsData });
}

/** The rows of an import with a problem of this field, or all. */
export const findRowsToRead = (db: Queryable, importId: string, field: string | null): Promise<StoredRow[]> =>
  db
    .select()
    .from(importRows)
    .where(
      and(
        rowsOf(importId),
        field === null
          ? undefined
          : sql`${importRows.problems} @> ${JSON.stringify([{ field: wireNameOf(field) }])}::jsonb`,
      ),
    )
    .orderBy(asc(importRows.row));

/** What values have meant in earlier lists. */
export async function findMeanings(db: Queryable): Promise<Meaning[]> {
  return fromWire(await db.select().from(importMeanings), { field: personNamesAsData });
}

/** Keeps for the next list what a value means; null forgets it. */
export async function rememberMeaning(
  tx: Transaction,
  { field, value }: Meaning,
  meaning: string | null,
): Promise<void> {
  const key = { field: wireNameOf(field), value: value.toLowerCase() };
  await tx.delete(importMeanings).where(and(eq(importMeanings.field, key.field), eq(importMeanings.value, key.value)));
  if (meaning !== null) await tx.insert(importMeanings).values({ ...key, meaning });
}

export async function countKinds(db: Queryable, importId: string): Promise<ImportSummary> {
  const rows = await db
    .select({ kind: importRows.kind, count: count() })
    .from(importRows)
    .where(rowsOf(importId))
    .groupBy(importRows.kind);
  const summary: ImportSummary = { create: 0, complete: 0, skip: 0, care: 0 };
  for (const row of rows) if (row.kind) summary[row.kind] = row.count;
  return summary;
}

/** Saves the values read from rows. */
export async function saveParsed(
  tx: Transaction,
  importId: string,
  rows: { row: number; parsed: ParsedRow; keys: PersonKeys }[],
): Promise<void> {
  const json = JSON.stringify(
    rows.map(({ row, parsed, keys }) => ({
      row,
      values: toWire(parsed.values, personNamesAsData),
      problems: toWire(parsed.problems, { field: personNamesAsData }),
      email: keys.email,
      mobile: keys.mobile,
      name_key: keys.name,
      birth_date: keys.birthDate,
      member_number: keys.memberNumber,
    })),
  );
  await tx.execute(sql`update ${importRows} r set values = g.values, problems = g.problems, email = g.email, mobile = g.mobile,
      name_key = g.name_key, birth_date = g.birth_date, member_number = g.member_number
    from jsonb_to_recordset(${json}::jsonb) as g("row" int, values jsonb, problems jsonb, email text, mobile text, name_key text,
      birth_date date, member_number text)
    where r.import_id = ${importId} and r."row" = g."row"`);
}

export async function saveEdits(
  tx: Transaction,
  importId: string,
  row: number,
  change: Pick<StoredRow, 'edits' | 'action'>,
): Promise<void> {
  await tx
    .update(importRows)
    .set(change)
    .where(and(rowsOf(importId), eq(importRows.row, row)));
}

/** Other rows of the list that share a key with one of these. */
export async function findTouched(db: Queryable, importId: string, keys: PersonKeys[]): Promise<number[]> {
  const rowNumbers = new Set<number>();
  const look = async (same: SQL | undefined) => {
    const rows = await db
      .select({ row: importRows.row })
      .from(importRows)
      .where(and(rowsOf(importId), same))
      .orderBy(asc(importRows.row))
      .limit(maxTouched);
    for (const { row } of rows) rowNumbers.add(row);
  };
  for (const { email, mobile, name, birthDate, memberNumber } of keys) {
    if (email) await look(eq(importRows.email, email));
    if (mobile) await look(eq(importRows.mobile, mobile));
    if (memberNumber) await look(eq(importRows.memberNumber, memberNumber));
    if (name && birthDate) await look(and(eq(importRows.birthDate, birthDate), eq(importRows.nameKey, name)));
  }
  return [...rowNumbers];
}
const maxTouched = 1_000;

/** The planner has no statistics of a newly filled table: forces the use of its indexes. */
async function preferIndexes(tx: Transaction): Promise<void> {
  await tx.execute(sql`set local enable_seqscan = off`);
}

/**
 * Determines for the read rows who they are about and what happens to them: a New or Approved record, or an earlier row
 * that is not skipped by choice, with the same e-mail, else mobile number, else name and date of birth, else name and member number.
 * @param which `between` two rows, both included, or the rows with these numbers
 */
export async function settleRows(tx: Transaction, importId: string, which: { from: number; to: number } | number[]) {
  const isChosen = Array.isArray(which)
    ? sql`t."row" in (select value::int from jsonb_array_elements_text(${JSON.stringify(which)}::jsonb))`
    : sql`t."row" between ${which.from} and ${which.to}`;
  const record = (
    rank: number,
    by: string,
    same: SQL,
  ) => sql`(select ${rank}::int as rank, ${by}::text as by, m.id, null::int as "row"
    from ${members} m where ${same} and m.status in ('New', 'Approved') limit 1)`;
  const earlier = (
    rank: number,
    by: string,
    same: SQL,
  ) => sql`(select ${rank}::int, ${by}::text, null::uuid, e."row" from ${importRows} e
    where ${same} and (e.import_id = t.import_id) is true and e."row" < t."row" and e.action is distinct from 'skip'
    order by e."row" limit 1)`;
  // Who came by an earlier list and was merged since may have nothing of that list any more.
  const merged = (
    rank: number,
    by: string,
    same: SQL,
  ) => sql`(select ${rank}::int, ${by}::text, e.duplicate_id, null::int from ${importRows} e
    where ${same} and (e.import_id <> t.import_id) is true and e.member_id is null and exists (
      select from ${mergedRecords} joint join ${members} m on m.id = joint.kept_id
      where joint.kept_id = e.duplicate_id and m.status in ('New', 'Approved')) limit 1)`;
  const samePerson = sql`m.date_of_birth = t.birth_date and ${comparedName} = t.name_key`;
  const sameNumber = sql`m.id = ${memberNumbered(sql`t.member_number`)} and ${comparedName} = t.name_key`;
  const sameRowPerson = sql`e.birth_date = t.birth_date and e.name_key = t.name_key`;
  await preferIndexes(tx);
  await tx.execute(sql`
    with found as (
      select t."row", d.by, d.id, d."row" as duplicate_row, t.member_number is not null and (
          ${memberNumbered(sql`t.member_number`)} is not null
          or exists (
            select from ${importRows} e where e.member_number = t.member_number and (e.import_id = t.import_id) is true and e."row" < t."row"
              and e.action is distinct from 'skip'
          )
        ) as number_taken
      from ${importRows} t
      left join lateral (
        select * from (
          ${record(1, 'email', sql`m.email = t.email`)}
          union all ${merged(2, 'email', sql`e.email = t.email`)}
          union all ${earlier(3, 'email', sql`e.email = t.email`)}
          union all ${record(4, 'mobile', sql`m.mobile = t.mobile`)}
          union all ${merged(5, 'mobile', sql`e.mobile = t.mobile`)}
          union all ${earlier(6, 'mobile', sql`e.mobile = t.mobile`)}
          union all ${record(7, 'person', samePerson)}
          union all ${merged(8, 'person', sameRowPerson)}
          union all ${earlier(9, 'person', sameRowPerson)}
          union all ${record(10, 'person', sameNumber)}
        ) as candidates order by rank limit 1
      ) d on true
      where t.import_id = ${importId} and ${isChosen}
    )
    update ${importRows} r set duplicate_by = found.by, duplicate_id = found.id, duplicate_row = found.duplicate_row,
      number_taken = found.number_taken and (found.by is null or r.action is not distinct from 'create'),
      kind = case
        when r.action = 'skip' then 'skip'
        when r.problems <> '[]'::jsonb then 'care'
        when found.by = 'email' then case r.action when 'complete' then 'complete' else 'skip' end
        when found.by is not null and r.action is distinct from 'create' then coalesce(r.action, 'skip')
        when found.number_taken then 'care'
        else 'create'
      end
    from found where r.import_id = ${importId} and r."row" = found."row"`);
}

/**
 * Of rows that are created though they look like somebody, by choice: those whose person was entered since the list was read, by another
 * list or a registration. The choice was made about somebody else.
 */
export async function findEnteredSince(
  tx: Transaction,
  importId: string,
  since: Date,
  rows: readonly number[],
): Promise<Set<number>> {
  if (rows.length === 0) return new Set();
  const isSame = (same: SQL) => sql`exists (select from ${members} m where ${same} and ${comparedName} = t.name_key
    and m.status in ('New', 'Approved') and m.created_at > ${since}
    and not exists (select from ${importRows} o where o.member_id = m.id and o.import_id = t.import_id))`;
  const done = await tx.execute<{ row: number }>(sql`select t."row" from ${importRows} t
    where t.import_id = ${importId} and t.action = 'create'
      and t."row" in (select value::int from jsonb_array_elements_text(${JSON.stringify(rows)}::jsonb))
      and (${isSame(sql`m.mobile = t.mobile`)} or ${isSame(sql`m.date_of_birth = t.birth_date`)})`);
  return new Set(done.rows.map(({ row }) => row));
}

/** Saves the records that rows have created or completed. */
export async function saveCommitted(
  tx: Transaction,
  importId: string,
  rows: { row: number; memberId: string; completed: Record<string, string | string[]> | null }[],
): Promise<void> {
  if (rows.length === 0) return;
  const json = JSON.stringify(rows.map(({ row, memberId, completed }) => ({ row, member_id: memberId, completed })));
  await tx.execute(sql`update ${importRows} r set member_id = g.member_id, completed = nullif(g.completed, 'null'::jsonb)
    from jsonb_to_recordset(${json}::jsonb) as g("row" int, member_id uuid, completed jsonb)
    where r.import_id = ${importId} and r."row" = g."row"`);
}

/** The rows that have completed these records. */
export async function findCompletions(tx: Transaction, memberIds: readonly string[]): Promise<StoredRow[]> {
  return tx
    .select()
    .from(importRows)
    .where(and(inArray(importRows.memberId, [...memberIds]), isNotNull(importRows.completed)));
}

/** Marks rows that could not be committed as needing care. */
export async function saveLeft(
  tx: Transaction,
  importId: string,
  rows: { row: number; problem: { field: string; value: string; message: string } }[],
): Promise<void> {
  for (const { row, problem } of rows) {
    await tx
      .update(importRows)
      .set({ kind: 'care', problems: [problem] })
      .where(and(rowsOf(importId), eq(importRows.row, row)));
  }
}

/** Resets a row whose record was undone. */
export async function forgetCommitted(tx: Transaction, importId: string, row: number): Promise<void> {
  await tx
    .update(importRows)
    .set({ memberId: null, completed: null })
    .where(and(rowsOf(importId), eq(importRows.row, row)));
}

/** Imports whose next batch of credentials is due, by the day in India. */
export async function findBatchesOf(db: Queryable, administratorId: string): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select i.id from ${imports} i join administrators a on a.email = coalesce(i.credentials_by, i.by)
    where a.id = ${administratorId}::uuid and i.credentials = 'batch' order by i.id for update of i`);
  return rows.map(({ id }) => id);
}

export async function findDueBatches(db: Queryable, today: string): Promise<string[]> {
  const rows = await db
    .select({ id: imports.id })
    .from(imports)
    .where(
      and(
        sql`credentials = 'batch' and state = 'done'`,
        gt(imports.credentialsOpen, 0),
        sql`(${imports.lastBatchOn} is null or ${imports.lastBatchOn} < ${today})`,
      ),
    )
    .orderBy(asc(imports.createdAt));
  return rows.map(({ id }) => id);
}

/** Imports unchanged for so many days that still have their rows. */
export async function findExpired(db: Queryable, days: number): Promise<string[]> {
  const rows = await db
    .select({ id: imports.id })
    .from(imports)
    .where(and(imports.hasRows, lt(imports.changedAt, sql`${currentTime} - make_interval(days => ${days})`)))
    .limit(20);
  return rows.map(({ id }) => id);
}

const rowsAtOnce = 500;

/** All rows of one kind, in order, in batches. */
export const eachRowOfKind = (db: Queryable, importId: string, kind: RowKind): AsyncGenerator<StoredRow[]> =>
  readInBatches(rowsAtOnce, (last) => following(db, importId, last?.row ?? 0, rowsAtOnce, eq(importRows.kind, kind)));

/** Rows that still need care, of lists that wait for the import or are done. */
export const findRowsOfCare = (db: Readable) =>
  countWaiting(
    db,
    sql`(select i.created_at from ${importRows} r join ${imports} i on i.id = r.import_id
      where r.kind = 'care' and r.action is null and i.state in ('ready', 'done') limit 100000) as rows`,
    sql`created_at`,
  );
