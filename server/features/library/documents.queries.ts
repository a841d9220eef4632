import { and, asc, desc, eq, ne, notInArray, sql } from 'drizzle-orm';
import { inBatches } from '#server/platform/batches.ts';
import type { Queryable, Readable, Transaction } from '#server/platform/database/client.ts';
import { rowQueries } from '#server/platform/database/row-queries.ts';
import type { DocumentState } from '#shared/contracts/library.ts';
import { type LibraryReader, mayRead } from './readers.queries.ts';
import {
  libraryDocuments as documents,
  libraryPages as pages,
  libraryStars as stars,
  libraryVersions as versions,
  libraryVocabulary as vocabulary,
  libraryWords as words,
} from './tables.ts';
import { headVector } from './words.ts';

export type DocumentRow = typeof documents.$inferSelect;

export const { lock: lockDocument } = rowQueries(documents);
export type DocumentValues = Pick<
  DocumentRow,
  'title' | 'summary' | 'number' | 'categoryId' | 'date' | 'language' | 'access' | 'states' | 'draft'
>;
export type VersionValues = Pick<typeof versions.$inferInsert, 'file' | 'name' | 'bytes' | 'by'>;

const headOf = (values: Pick<DocumentValues, 'title' | 'number' | 'summary'>) => sql`${headVector(values)}::tsvector`;

/** Pages whose words are collected by one statement, which must stay far below the time that statements may take. */
const pagesCollectedAtOnce = 250;

/** Collects the words of a document and their pairs: of its pages, and of title, number and summary. */
async function collectWords(tx: Transaction, id: string): Promise<void> {
  const { rows } = await tx.execute<{ last: number }>(
    sql`select coalesce(max(page), 0)::int as last from library_pages where document_id = ${id}::uuid`,
  );
  for (let first = 0; first <= rows[0]!.last; first += pagesCollectedAtOnce) await collectWordsOf(tx, id, first);
}

/** The words of `pagesCollectedAtOnce` pages; the first ones replace what was collected before. */
async function collectWordsOf(tx: Transaction, id: string, first: number): Promise<void> {
  const last = first + pagesCollectedAtOnce - 1;
  await tx.execute(sql`
    with texts as materialized (
      select 0 as page, head as words from library_documents where id = ${id}::uuid and ${first}::int = 0
      union all select page, words from library_pages
        where document_id = ${id}::uuid and page between ${first}::int and ${last}::int
    ), placed as materialized (
      select page, word.lexeme, at from texts, unnest(texts.words) word, unnest(word.positions) at
    ), forms as (
      insert into ${vocabulary} (word, stem)
      select word, stem from (select distinct lexeme as word, (ts_lexize('english_stem', lexeme))[1] as stem from placed
        where lexeme ~ '^[a-z]{2,40}$') as lexemes where stem is not null order by word on conflict do nothing)
    insert into ${words} as collected (document_id, words)
    select ${id}::uuid, array(
      select lexeme from placed
      union select word.lexeme || ' ' || next.lexeme from placed word join placed next on next.page = word.page and next.at = word.at + 1)
    on conflict (document_id) do update set words = case when ${first}::int = 0 then excluded.words
      else array(select unnest(collected.words) union select unnest(excluded.words)) end`);
}

export async function insertDocument(
  tx: Transaction,
  values: DocumentValues & { by: string; createdAt?: Date },
  file: VersionValues,
): Promise<string> {
  const [row] = await tx
    .insert(documents)
    .values({ ...values, versionId: sql`gen_random_uuid()`, head: headOf(values) })
    .returning({ id: documents.id, versionId: documents.versionId });
  const { id, versionId } = row!;
  await tx.insert(versions).values({ ...file, id: versionId, documentId: id });
  await collectWords(tx, id);
  return id;
}

/** @param change.ends ends all earlier addresses @param change.publishedAt when it is published: from then on it is new to readers */
export async function saveDocument(
  tx: Transaction,
  row: DocumentRow,
  values: Partial<DocumentValues>,
  { file, ends, publishedAt }: { file: VersionValues | undefined; ends: boolean; publishedAt: Date | undefined },
): Promise<void> {
  const { id } = row;
  let versionId: string | undefined;
  if (file) {
    const [added] = await tx
      .insert(versions)
      .values({ ...file, documentId: id })
      .returning({ id: versions.id });
    versionId = added!.id;
    await tx.delete(pages).where(eq(pages.documentId, id));
  }
  await tx
    .update(documents)
    .set({
      ...values,
      head: headOf({ ...row, ...values }),
      version: sql`${documents.version} + 1`,
      ...(ends ? { opening: sql`${documents.opening} + 1` } : {}),
      ...(publishedAt ? { createdAt: publishedAt } : {}),
      ...(versionId ? { versionId, state: 'reading', reason: '', pages: null, tries: 0 } : {}),
    })
    .where(eq(documents.id, id));
  const isHeadChanged = (['title', 'number', 'summary'] as const).some((key) => (values[key] ?? row[key]) !== row[key]);
  if (file || isHeadChanged) await collectWords(tx, id);
}

/** @returns the keys of all its files */
export async function deleteDocument(tx: Transaction, id: string): Promise<string[]> {
  const rows = await tx.delete(versions).where(eq(versions.documentId, id)).returning({ file: versions.file });
  await tx.delete(documents).where(eq(documents.id, id));
  return rows.map(({ file }) => file);
}

/** A document's earlier files, newest first. */
export async function findEarlier(db: Readable, id: string, versionId: string) {
  return db
    .select()
    .from(versions)
    .where(and(eq(versions.documentId, id), ne(versions.id, versionId)))
    .orderBy(desc(versions.createdAt), versions.id);
}

const opened = {
  versionId: versions.id,
  file: versions.file,
  name: versions.name,
  bytes: versions.bytes,
};

/** A file of a document, by the address that was given out for it; undefined once it has ended. */
export async function findFile(db: Readable, id: string, versionId: string, opening: number) {
  const [row] = await db
    .select(opened)
    .from(documents)
    .innerJoin(versions, eq(versions.documentId, documents.id))
    .where(and(eq(documents.id, id), eq(documents.opening, opening), eq(versions.id, versionId)));
  return row;
}

/** The file of a document that this reader may read. */
export async function findReadableFile(db: Readable, reader: LibraryReader, id: string, opening: number) {
  const [row] = await db
    .select(opened)
    .from(documents)
    .innerJoin(versions, eq(versions.id, documents.versionId))
    .where(and(eq(documents.id, id), eq(documents.opening, opening), mayRead(reader)));
  return row;
}

/** Keeps a document among a member's own, if they may read it. @returns whether they may */
export async function saveStar(tx: Transaction, memberId: string, id: string, starred: boolean): Promise<boolean> {
  const reader: LibraryReader = { kind: 'member', memberId };
  const [row] = await tx
    .select({ id: documents.id })
    .from(documents)
    .where(and(eq(documents.id, id), mayRead(reader)))
    .for('share');
  if (!row) return false;
  if (starred) await tx.insert(stars).values({ memberId, documentId: id }).onConflictDoNothing();
  else await tx.delete(stars).where(and(eq(stars.memberId, memberId), eq(stars.documentId, id)));
  return true;
}

/** A file that is to be read, and how often that was tried. */
export interface Unread {
  id: string;
  versionId: string;
  file: string;
  bytes: number;
  tries: number;
  title: string;
  draft: boolean;
  name: string;
  date: string | null;
}

/** The file that waits longest. @param skip documents that could not be read just now */
export async function findUnread(db: Readable, skip: readonly string[] = []): Promise<Unread | undefined> {
  const [row] = await db
    .select({
      id: documents.id,
      versionId: documents.versionId,
      file: versions.file,
      bytes: versions.bytes,
      tries: documents.tries,
      title: documents.title,
      draft: documents.draft,
      name: versions.name,
      date: documents.date,
    })
    .from(documents)
    .innerJoin(versions, eq(versions.id, documents.versionId))
    .where(and(eq(documents.state, 'reading'), skip.length > 0 ? notInArray(documents.id, [...skip]) : undefined))
    .orderBy(asc(documents.tries), asc(documents.createdAt), documents.id)
    .limit(1);
  return row;
}

const stillThat = ({ id, versionId }: Pick<Unread, 'id' | 'versionId'>) =>
  and(eq(documents.id, id), eq(documents.versionId, versionId), eq(documents.state, 'reading'));

/** Counts a try before it begins, so that also one counts that ends this process. @returns whether the file is still to be read */
export async function countReading(db: Queryable, unread: Unread): Promise<boolean> {
  const { rowCount } = await db
    .update(documents)
    .set({ tries: sql`${documents.tries} + 1` })
    .where(stillThat(unread));
  return rowCount === 1;
}

/** Takes a try back that has not come to its end for another reason than the file. */
export async function discountReading(db: Queryable, unread: Unread): Promise<void> {
  await db
    .update(documents)
    .set({ tries: sql`greatest(0, ${documents.tries} - 1)` })
    .where(stillThat(unread));
}

/** What the reader has found. */
export interface Reading {
  state: Exclude<DocumentState, 'reading'>;
  reason: string;
  pages: number | null;
  texts: readonly { page: number; text: string; vector: string }[];
  /** Of a draft that nobody has named. */
  title: string | null;
  date: string | null;
}

/** Pages inserted in one statement. */
const pagesAtOnce = 100;

/** Saves the text of a file, unless another one has taken its place. @returns whether it did */
export async function saveReading(tx: Transaction, unread: Unread, reading: Reading): Promise<boolean> {
  const [row] = await tx.select().from(documents).where(stillThat(unread)).for('update');
  if (!row) return false;
  await tx.delete(pages).where(eq(pages.documentId, unread.id));
  for (const batch of inBatches(reading.texts, pagesAtOnce)) {
    const rows = batch.map(({ page, text, vector }) => ({
      documentId: unread.id,
      page,
      text,
      words: sql`${vector}::tsvector`,
    }));
    await tx.insert(pages).values(rows);
  }
  // What the office has entered meanwhile counts.
  const isUntouched = row.draft && row.version === 1;
  const title = (isUntouched && reading.title) || row.title;
  await tx
    .update(documents)
    .set({
      state: reading.state,
      reason: reading.reason,
      pages: reading.pages,
      ...(isUntouched ? { title, head: headOf({ ...row, title }), date: row.date ?? reading.date } : {}),
    })
    .where(eq(documents.id, unread.id));
  await collectWords(tx, unread.id);
  return true;
}
