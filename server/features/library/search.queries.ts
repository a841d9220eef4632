import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Readable } from '#server/platform/database/client.ts';
import type { DocumentCategory, DocumentState } from '#shared/contracts/library.ts';
import { limits } from '#shared/limits.ts';
import { type LibraryReader, mayRead } from './readers.queries.ts';
import {
  libraryCategories as categories,
  libraryDocuments as documents,
  libraryPages as pages,
  libraryStars as stars,
  libraryVersions as versions,
} from './tables.ts';
import { allQuery, anyQuery, type Forms, formsOf, keysOf, type LibraryQuery, phraseQuery } from './words.ts';

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
const documentsWhere = (condition: SQL) =>
  sql`(with found as materialized (select document_id from library_words where ${condition}) select document_id from found)`;
/** The documents with all of these keys. */
const having = (keys: readonly string[]) => documentsWhere(sql`words @> ${list(keys)}`);

/** The words of a document have these words and phrases, single ones in any of their forms. */
function holdWords(rows: readonly string[][], forms: Forms): SQL {
  const exact = rows.filter((row) => formsOf(row, forms).length === 0).flatMap(keysOf);
  return sql.join(
    [
      ...(exact.length > 0 ? [sql`words @> ${list(exact)}`] : []),
      ...rows
        .filter((row) => formsOf(row, forms).length > 0)
        .map((row) => sql`words && ${list([...row, ...formsOf(row, forms)])}`),
    ],
    sql` and `,
  );
}

/** Forms of one word that are searched along with it. */
const maxForms = 24;

/** Adds the forms of words, by their English stems, and tells which words are in every text. */
export async function withForms(db: Readable, query: LibraryQuery): Promise<LibraryQuery> {
  const single = query.wanted.flatMap((row) => (row.length === 1 && /^[a-z]{2,40}$/.test(row[0]!) ? row : []));
  if (single.length === 0) return query;
  const { rows } = await db.execute<{ word: string; common: boolean; forms: string[] | null }>(sql`
    select asked.word, stems = '{}' as common, (array_agg(f.word order by length(f.word), f.word))[1:${maxForms}] as forms
    from (select word, ts_lexize('english_stem', word) as stems from unnest(${list(single)}) word) as asked
    left join library_vocabulary f on f.stem = stems[1] and f.word <> asked.word
    group by asked.word, stems`);
  return {
    ...query,
    forms: new Map(rows.flatMap(({ word, forms }) => (forms?.[0] ? [[word, forms] as const] : []))),
    common: new Set(rows.filter(({ common }) => common).map(({ word }) => word)),
  };
}
const isLong = (row: readonly string[]) => row.length > 2;

/** The document has each of the words and phrases somewhere, and none of the unwanted ones, as far as its keys tell: of long phrases the pairs. */
function has({ wanted, unwanted, forms }: LibraryQuery): SQL[] {
  const conditions: SQL[] = [];
  if (wanted.length > 0) conditions.push(sql`${documents.id} in ${documentsWhere(holdWords(wanted, forms))}`);
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
function holdsPhrases({ wanted, unwanted }: LibraryQuery): SQL {
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

export interface SearchResult {
  ids: string[];
  total: number;
  categories: DocumentCategory[];
  /** No document has all of the words; these have most of them. */
  isPartial: boolean;
}

interface Wish {
  asked: LibraryQuery | null;
  filters: Filters;
  order: Order;
  page: number;
}

/**
 * One page of a list, its number of documents, and the number in each category. What no document has as a whole is searched once more: for
 * most of the words, without those of every text.
 */
export async function find(db: Readable, reader: LibraryReader, wish: Wish): Promise<SearchResult> {
  const result = await findBy(db, reader, wish, false);
  const { asked } = wish;
  if (result.matched > 0 || !asked || asked.wanted.length < 2) return { ...result, isPartial: false };
  const telling = asked.wanted.filter((row) => row.length > 1 || !asked.common.has(row[0]!));
  const groups = telling.length > 0 ? telling : asked.wanted;
  const partly = await findBy(db, reader, { ...wish, asked: { ...asked, wanted: groups } }, true);
  return { ...partly, isPartial: partly.matched > 0 && partly.most < groups.length };
}

/** The documents that have most of the words, and how much those weigh that each has: rare ones weigh more. */
function partlyHaving({ wanted, forms }: LibraryQuery, conditions: SQL | undefined): SQL {
  const each = wanted.map(
    (row, index) => sql`select document_id, ${index}::int as row from library_words where ${holdWords([row], forms)}`,
  );
  return sql`hits as materialized (
      select h.document_id, h.row from (${sql.join(each, sql` union all `)}) as h
      join library_documents on library_documents.id = h.document_id where ${conditions}
    ), held as materialized (
      select document_id, count(*)::int as number, sum(weight) as weight from (
        select document_id, ln(1 + (count(*) over ())::float / count(*) over (partition by row)) as weight from hits
      ) as weighed group by 1
    ), partly as materialized (
      select document_id, number, weight / max(weight) over () as share from held
      where number >= (select case when max(number) = ${wanted.length} then max(number)
        else greatest(max(number) - 1, ${Math.ceil(wanted.length / 2)}) end from held)
    ), `;
}

/**
 * One statement, which counts nothing that the reader may not read.
 * @param isPartly most of the words are enough
 */
async function findBy(db: Readable, reader: LibraryReader, { asked, filters, order, page }: Wish, isPartly: boolean) {
  const readable = and(mayRead(reader), ...narrowed(filters, reader));
  const conditions = and(
    readable,
    ...(asked ? has(isPartly ? { ...asked, wanted: [] } : asked) : []),
    isPartly ? sql`${documents.id} in (select document_id from partly)` : undefined,
  );
  const isBest = order === 'best' && asked !== null && asked.wanted.length > 0;
  const rows = asked?.wanted ?? [];
  const heads = isBest
    ? sql`ts_rank('{0, 0.2, 0.4, 1}', ${documents.head}, ${query(anyQuery(rows, asked.forms))})`
    : sql`0`;
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
    matched: number;
    most: number;
    categories: SearchResult['categories'] | null;
  }>(sql`
    with ${isPartly && asked ? partlyHaving(asked, readable) : sql``} searched as materialized (
      select d.*, sum(d.pages) over (order by share desc, head desc, ${newest} rows between unbounded preceding and 1 preceding) as before from (
        select ${documents.id} as id, ${documents.categoryId} as category_id, ${documents.date} as date,
          ${documents.createdAt} as created_at, coalesce(${documents.pages}, 0) as pages, ${heads} as head,
          ${isPartly ? sql`(select share from partly where document_id = ${documents.id})` : sql`1::float`} as share
        from ${documents} where ${conditions}
      ) as d
    ), matched as materialized (
      select s.* from searched s where ${asked && !isPartly ? holdsPhrases(asked) : sql`true`}
    ), listed as materialized (select * from matched where ${inCategory})
    ${isBest ? weighedPages(asked) : sql``}
    select
      (select array_agg(id order by position) from (
        select id, row_number() over (order by ${isBest ? sql`score desc nulls last, ${newest}` : newest}) as position
        from ${isBest ? sql`scored` : sql`listed`}
        order by position limit ${limits.pageSize} offset ${offset}
      ) as page) as ids,
      (select count(*)::int from listed) as total,
      (select count(*)::int from matched) as matched,
      ${isPartly ? sql`(select coalesce(max(number), 0) from partly)` : sql`0`} as most,
      (select json_agg(json_build_object('name', c.name, 'count', coalesce(n.count, 0), 'hi', c.hindi, 'older', c.older) order by c.position)
        from ${categories} c left join (select category_id, count(*)::int as count from matched group by 1) n on n.category_id = c.id) as categories`);
  const [row] = found;
  return {
    ids: row?.ids ?? [],
    total: row?.total ?? 0,
    matched: row?.matched ?? 0,
    most: row?.most ?? 0,
    categories: row?.categories ?? [],
  };
}

/** How many of the words and phrases a text has; another form counts less than the word itself. */
function numberOf({ wanted, forms }: Pick<LibraryQuery, 'wanted' | 'forms'>, target: SQL, weight = ''): SQL {
  return sql.join(
    wanted.map((row) => {
      const exact = sql`(${target} @@ ${query(phraseQuery(row, weight))})::int`;
      if (formsOf(row, forms).length === 0) return sql`${exact}::float`;
      return sql`(0.7 * (${target} @@ ${query(phraseQuery(row, weight, forms))})::int + 0.3 * ${exact})`;
    }),
    sql` + `,
  );
}

/** What it weighs how many of the words a document has, and how rare they are. */
const shareWeight = 6;
/** Pairs of forms that are looked for side by side. */
const maxPairs = 60;

/**
 * The order of a search: words in the title weigh most, then in the number and summary, then how many of the words stand on one page and how
 * near to each other. Pages are weighed of the documents with the best titles, and of those where more of the words stand side by side.
 */
function weighedPages({ wanted: rows, forms }: LibraryQuery): SQL {
  const any = query(anyQuery(rows, forms));
  const all = query(allQuery(rows, forms));
  const inForms = (word: string) => [word, ...(forms.get(word) ?? [])];
  const words = rows.flat();
  const beside = words.slice(1).map((word, before) => {
    const pairs = inForms(words[before]!).flatMap((first) => inForms(word).map((second) => `${first} ${second}`));
    return sql`(l.id in ${documentsWhere(sql`words && ${list(pairs.slice(0, maxPairs))}`)})::int`;
  });
  const share = (target: SQL, weight = '') =>
    sql`(${numberOf({ wanted: rows, forms }, target, weight)}) / ${rows.length}`;
  const onPage = share(sql`p.words`);
  return sql`, ranked as materialized (
      select *, row_number() over best <= ${weighed} and sum(pages) over best - pages < ${pagesWeighed} as is_weighed from (
        select l.*, ${beside.length > 0 ? sql.join(beside, sql` + `) : sql`0`} as beside from listed l
      ) as l window best as (order by share desc, head desc, beside desc, date desc nulls first, id rows unbounded preceding)
    ), bodies as materialized (
      select r.id, max(power(${onPage}, 2) * (0.5 + ts_rank_cd(p.words, ${all}, 32) + 0.2 * ts_rank(p.words, ${any}))) as best,
        ln(1 + sum(ts_rank(p.words, ${any}))) as often
      from ranked r join library_pages p on p.document_id = r.id where r.is_weighed and p.words @@ ${any} group by 1
    ), scored as materialized (
      select r.id, r.date, r.created_at, ${shareWeight} * r.share + 4 * (${share(sql`d.head`, 'A')}) + 2 * (${share(sql`d.head`, 'B')}) + 0.7 * (${share(sql`d.head`, 'C')})
        + coalesce(b.best, 0) + 0.3 * coalesce(b.often, 0) as score
      from ranked r join library_documents d on d.id = r.id left join bodies b on b.id = r.id where r.is_weighed
      union all select id, date, created_at, null from ranked where not is_weighed
    )`;
}

const shown = {
  document: documents,
  category: categories.name,
  categoryInHindi: sql<string | null>`${categories.hindi} ->> 'name'`,
  file: versions.file,
  name: versions.name,
  bytes: versions.bytes,
};

/** These documents with category and file, as far as the reader may read them; in any order. */
export async function findShown(db: Readable, reader: LibraryReader, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const memberId = reader.kind === 'member' ? reader.memberId : null;
  return db
    .select({
      ...shown,
      starred: sql<boolean>`exists (select from ${stars} where ${stars.documentId} = ${documents.id} and ${stars.memberId} = ${memberId}::uuid)`,
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
  query: LibraryQuery,
): Promise<HitPage[]> {
  if (ids.length === 0 || query.wanted.length === 0) return [];
  const number = numberOf(query, sql`${pages.words}`);
  const { rows } = await db.execute<{ documentId: string; page: number; text: string }>(sql`
    select distinct on (${pages.documentId}) ${pages.documentId} as "documentId", ${pages.page} as page, ${pages.text} as text
    from ${pages} join ${documents} on ${documents.id} = ${pages.documentId}
    where ${inArray(pages.documentId, [...ids])} and ${mayRead(reader)}
    order by ${pages.documentId}, ${number} desc, ${pages.page}`);
  return rows;
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
export async function findPublicAddresses(db: Readable, reader: LibraryReader, max: number) {
  return db
    .select({ id: documents.id, createdAt: documents.createdAt })
    .from(documents)
    .where(mayRead(reader))
    .orderBy(sql`${documents.createdAt} desc`, documents.id)
    .limit(max);
}
