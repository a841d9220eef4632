import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Readable } from '#server/platform/database/client.ts';
import {
  libraryCategories as categories,
  libraryDocuments as documents,
  libraryPages as pages,
  libraryStars as stars,
  libraryVersions as versions,
} from '#server/platform/database/tables/library.ts';
import type { DocumentState } from '#shared/contracts/library.ts';
import { limits } from '#shared/limits.ts';
import { type LibraryReader, mayRead } from './readers.queries.ts';
import { type Asked, allQuery, anyQuery, keysOf, pairsOf, phraseQuery } from './words.ts';

/** What a list is narrowed by; '' for not. */
export interface Filters {
  category: string;
  year: string;
  language: string;
  starred: boolean;
  state: DocumentState | 'draft' | '';
}
export type Order = 'best' | 'newest' | 'added';

/** Documents whose pages are weighed for the order of a search: the others follow by their titles and dates. */
const weighed = 60;
/** Of how many pages, whatever those documents have. */
const pagesWeighed = 2_000;
/** Pages that are looked at for long phrases: documents beyond them have the phrase when they have its pairs of words. */
const pagesRead = 6_000;

const list = (texts: readonly string[]) => sql`${sql.param([...new Set(texts)])}::text[]`;
const query = (text: string) => sql`${text}::tsquery`;
/** The documents with all of these keys. */
const having = (keys: readonly string[]) =>
  sql`(with found as materialized (select document_id from library_words where words @> ${list(keys)}) select document_id from found)`;
const isLong = (row: readonly string[]) => row.length > 2;

/** The document has each of the words and phrases somewhere, and none of the unwanted ones, as far as its keys tell: of long phrases the pairs. */
function has({ wanted, unwanted }: Asked): SQL[] {
  const conditions: SQL[] = [];
  if (wanted.length > 0) conditions.push(sql`${documents.id} in ${having(wanted.flatMap(keysOf))}`);
  // The last key of one word is itself, and that of two their pair.
  const without = unwanted.filter((row) => !isLong(row)).map((row) => keysOf(row).at(-1)!);
  if (without.length > 0) {
    conditions.push(
      sql`${documents.id} not in (with found as materialized (
        select document_id from library_words where words && ${list(without)}) select document_id from found)`,
    );
  }
  return conditions;
}

/** Whether a document `s` has a long phrase, of which it has all pairs. */
function holds(row: readonly string[]): SQL {
  const phrase = query(phraseQuery(row));
  return sql`(coalesce(s.before, 0) > ${pagesRead}
    or (select head @@ ${phrase} from library_documents where id = s.id)
    or coalesce((select true from library_pages p where p.document_id = s.id and p.words @@ ${phrase} limit 1), false))`;
}

/** What is left to see of long phrases. */
function holdsPhrases({ wanted, unwanted }: Asked): SQL {
  const conditions = [
    ...wanted.filter(isLong).map(holds),
    ...unwanted.filter(isLong).map((row) => sql`not (s.id in ${having(keysOf(row))} and ${holds(row)})`),
  ];
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

function narrowed({ year, language, starred, state }: Filters, reader: LibraryReader): (SQL | undefined)[] {
  return [
    year === '' ? undefined : sql`${documents.date} between ${`${year}-01-01`}::date and ${`${year}-12-31`}::date`,
    language === '' ? undefined : eq(documents.language, language),
    starred && reader.kind === 'member'
      ? sql`exists (select from ${stars} where ${stars.documentId} = ${documents.id} and ${stars.memberId} = ${reader.memberId})`
      : undefined,
    state === '' ? undefined : state === 'draft' ? eq(documents.draft, true) : eq(documents.state, state),
  ];
}

export interface Found {
  ids: string[];
  total: number;
  categories: { name: string; count: number }[];
}

/**
 * One page of a list, its number of documents, and the number in each category: one statement, which counts nothing that the
 * reader may not read.
 */
export async function find(
  db: Readable,
  reader: LibraryReader,
  { asked, filters, order, page }: { asked: Asked | null; filters: Filters; order: Order; page: number },
): Promise<Found> {
  const conditions = and(mayRead(reader), ...narrowed(filters, reader), ...(asked ? has(asked) : []));
  const isBest = order === 'best' && asked !== null && asked.wanted.length > 0;
  const rows = asked?.wanted ?? [];
  const heads = isBest ? sql`ts_rank('{0, 0.2, 0.4, 1}', ${documents.head}, ${query(anyQuery(rows))})` : sql`0`;
  const newest = order === 'added' ? sql`created_at desc, id` : sql`date desc nulls first, created_at desc, id`;
  const offset = (page - 1) * limits.pageSize;
  const inCategory =
    filters.category === ''
      ? sql`true`
      : sql`category_id = (select id from library_categories where name = ${filters.category} limit 1)`;
  // In a transaction: the planner does not know what unpacking a row's words costs, and would read whole tables for a frequent word.
  await db.execute(sql`select set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true)`);
  const { rows: found } = await db.execute<{
    ids: string[] | null;
    total: number;
    categories: Found['categories'] | null;
  }>(sql`
    with searched as materialized (
      select d.*, sum(d.pages) over (order by head desc, ${newest} rows between unbounded preceding and 1 preceding) as before from (
        select ${documents.id} as id, ${documents.categoryId} as category_id, ${documents.date} as date,
          ${documents.createdAt} as created_at, coalesce(${documents.pages}, 0) as pages, ${heads} as head
        from ${documents} where ${conditions}
      ) as d
    ), matched as materialized (
      select s.* from searched s where ${asked ? holdsPhrases(asked) : sql`true`}
    ), listed as materialized (select * from matched where ${inCategory})
    ${isBest ? weighedPages(rows) : sql``}
    select
      (select array_agg(id order by position) from (
        select id, row_number() over (order by ${isBest ? sql`score desc nulls last, ${newest}` : newest}) as position
        from ${isBest ? sql`scored` : sql`listed`}
        order by position limit ${limits.pageSize} offset ${offset}
      ) as page) as ids,
      (select count(*)::int from listed) as total,
      (select json_agg(json_build_object('name', c.name, 'count', coalesce(n.count, 0)) order by c.position)
        from ${categories} c left join (select category_id, count(*)::int as count from matched group by 1) n on n.category_id = c.id) as categories`);
  const [row] = found;
  return { ids: row?.ids ?? [], total: row?.total ?? 0, categories: row?.categories ?? [] };
}

/**
 * The order of a search: words in the title weigh most, then in the number and summary, then how many of the words stand on one page and how
 * near to each other. Pages are weighed of the documents with the best titles, and of those where more of the words stand side by side.
 */
function weighedPages(rows: string[][]): SQL {
  const any = query(anyQuery(rows));
  const all = query(allQuery(rows));
  const beside = pairsOf(rows.flat()).map((pair) => sql`(l.id in ${having([pair])})::int`);
  const share = (target: SQL, weight: string) =>
    sql`(${sql.join(
      rows.map((row) => sql`(${target} @@ ${query(phraseQuery(row, weight))})::int`),
      sql` + `,
    )})::float / ${rows.length}`;
  const onPage = sql`(${sql.join(
    rows.map((row) => sql`(p.words @@ ${query(phraseQuery(row))})::int`),
    sql` + `,
  )})::float / ${rows.length}`;
  return sql`, ranked as materialized (
      select *, row_number() over best <= ${weighed} and sum(pages) over best - pages < ${pagesWeighed} as is_weighed from (
        select l.*, ${beside.length > 0 ? sql.join(beside, sql` + `) : sql`0`} as beside from listed l
      ) as l window best as (order by head desc, beside desc, date desc nulls first, id rows unbounded preceding)
    ), bodies as materialized (
      select r.id, max(power(${onPage}, 2) * (0.5 + ts_rank_cd(p.words, ${all}, 32) + 0.2 * ts_rank(p.words, ${any}))) as best,
        ln(1 + sum(ts_rank(p.words, ${any}))) as often
      from ranked r join library_pages p on p.document_id = r.id where r.is_weighed and p.words @@ ${any} group by 1
    ), scored as materialized (
      select r.id, r.date, r.created_at, 4 * (${share(sql`d.head`, 'A')}) + 2 * (${share(sql`d.head`, 'B')}) + 0.7 * (${share(sql`d.head`, 'C')})
        + coalesce(b.best, 0) + 0.3 * coalesce(b.often, 0) as score
      from ranked r join library_documents d on d.id = r.id left join bodies b on b.id = r.id where r.is_weighed
      union all select id, date, created_at, null from ranked where not is_weighed
    )`;
}

const shown = {
  document: documents,
  category: categories.name,
  file: versions.file,
  name: versions.name,
  bytes: versions.bytes,
};

/** These documents with category and file, as far as the reader may read them; in any order. */
export async function findShown(db: Readable, reader: LibraryReader, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const own = reader.kind === 'member' ? reader.memberId : null;
  return db
    .select({
      ...shown,
      starred: sql<boolean>`exists (select from ${stars} where ${stars.documentId} = ${documents.id} and ${stars.memberId} = ${own}::uuid)`,
    })
    .from(documents)
    .innerJoin(versions, eq(versions.id, documents.versionId))
    .leftJoin(categories, eq(categories.id, documents.categoryId))
    .where(and(mayRead(reader), inArray(documents.id, [...ids])));
}
export type ShownRow = Awaited<ReturnType<typeof findShown>>[number];

export interface HitPage {
  documentId: string;
  page: number;
  text: string;
}

/** Of each of these documents the first page with most of the words; the caller has seen that they may be read. */
export async function findHits(
  db: Readable,
  reader: LibraryReader,
  ids: readonly string[],
  rows: string[][],
): Promise<HitPage[]> {
  if (ids.length === 0 || rows.length === 0) return [];
  const number = sql.join(
    rows.map((row) => sql`(${pages.words} @@ ${query(phraseQuery(row))})::int`),
    sql` + `,
  );
  const { rows: found } = await db.execute<{ documentId: string; page: number; text: string }>(sql`
    select distinct on (${pages.documentId}) ${pages.documentId} as "documentId", ${pages.page} as page, ${pages.text} as text
    from ${pages} join ${documents} on ${documents.id} = ${pages.documentId}
    where ${inArray(pages.documentId, [...ids])} and ${mayRead(reader)}
    order by ${pages.documentId}, ${number} desc, ${pages.page}`);
  return found;
}

/** The beginning of a document's text. */
export async function findFirstText(db: Readable, reader: LibraryReader, id: string): Promise<string> {
  const [row] = await db
    .select({ text: sql<string>`left(${pages.text}, 2000)` })
    .from(pages)
    .innerJoin(documents, eq(documents.id, pages.documentId))
    .where(and(eq(pages.documentId, id), mayRead(reader), sql`${pages.text} <> ''`))
    .orderBy(pages.page)
    .limit(1);
  return row?.text ?? '';
}

/** Documents for the sitemap: what everybody may read. */
export async function findPublicAddresses(db: Readable, reader: LibraryReader, most: number) {
  return db
    .select({ id: documents.id, createdAt: documents.createdAt })
    .from(documents)
    .where(mayRead(reader))
    .orderBy(sql`${documents.createdAt} desc`, documents.id)
    .limit(most);
}
