import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { readPdf } from '#server/features/library/reader/reader.ts';
import { keysOf, vectorOf, wordsOf } from '#server/features/library/words.ts';
import type { Database } from '#server/platform/database/client.ts';
import { hostilePdfs } from '#tests/factories/pdfs.ts';
import { findProgram } from '#tests/programs.ts';
import { sampleDocuments } from '../../scripts/sample/documents.ts';
import { seededRandom } from '../../scripts/sample/random.ts';
import { setDocument } from '../../scripts/sample/set-document.ts';
import { percentile } from './measure.ts';
import { milliseconds, writeResults } from './results.ts';
import { type BenchSite, startBenchSite } from './site.ts';
import { officeToken } from './tokens.ts';

export const title = 'The library: words that the reader finds, searches, a new document, and hostile files';

const documents = Number(process.env.BENCH_DOCUMENTS ?? 20_000);
const pagesEach = 30;
const wordsEach = 250;
const runs = Number(process.env.BENCH_RUNS ?? 30);

/** Of words that were typeset, the share that the reader, and pdftotext, find. */
async function compareReaders(): Promise<void> {
  const other = findProgram(['pdftotext'], ['-v']);
  const folder = await mkdtemp(join(tmpdir(), 'association-bench-'));
  const totals = new Map<string, { files: number; words: number; ours: number; theirs: number; ms: number }>();
  try {
    for (const document of sampleDocuments(new Date('2026-11-25'))) {
      const bytes = setDocument(document);
      const { title: heading, issuer = '', line = '', paragraphs } = document;
      const set = [issuer, heading, line, ...paragraphs].flatMap((text) => wordsOf(text).map(({ word }) => word));
      const start = performance.now();
      const read = await readPdf(Readable.from([bytes], { objectMode: false }), new AbortController().signal);
      const ms = performance.now() - start;
      const names = new Set(read.texts.flatMap(({ text }) => wordsOf(text).map(({ word }) => word)));
      const path = join(folder, 'file.pdf');
      await writeFile(path, bytes);
      const theirs = other ? execFileSync(other, [path, '-'], { encoding: 'utf8' }) : '';
      const foundThere = new Set(wordsOf(theirs).map(({ word }) => word));
      const sum = totals.get(document.language) ?? { files: 0, words: 0, ours: 0, theirs: 0, ms: 0 };
      totals.set(document.language, {
        files: sum.files + 1,
        words: sum.words + set.length,
        ours: sum.ours + set.filter((word) => names.has(word)).length,
        theirs: sum.theirs + set.filter((word) => foundThere.has(word)).length,
        ms: sum.ms + ms,
      });
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const share = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1)} %`;
  writeResults(
    'library',
    'Words of 40 typeset documents that are found in their files.',
    [...totals].map(([language, { files, words, ours, theirs, ms }]) => ({
      language,
      files,
      words,
      'the reader': share(ours, words),
      pdftotext: other ? share(theirs, words) : 'not installed',
      'ms a file': milliseconds(ms / files),
    })),
  );
}

const values =
  'the of court accused state section evidence witness prosecution judgment appeal bail police offence conviction sentence trial magistrate grave sudden provocation murder sanction charge sheet investigation recovery dying declaration hostile theft negligence custody property forensic certificate electronic victim compensation kerala bihar goa ipc scc crpc'.split(
    ' ',
  );
const particular = [
  'grave and sudden provocation is a question of fact under section 304-A',
  '2023 SCC OnLine SC 512',
  's. 302 IPC read with section 34',
  'धारा ३०२ के अंतर्गत दण्ड',
];

/** Pages whose words are as frequent as those of a language are: the nth word about 1/n as often as the first. */
function* pagesOf(count: number): Generator<string> {
  const random = seededRandom(20_261_125);
  const vocabulary = 60_000;
  for (let page = 0; page < count; page += 1) {
    const words = Array.from({ length: wordsEach }, () => {
      const rank = Math.floor(vocabulary ** random.next()) - 1;
      return values[rank] ?? `w${rank.toString(36)}`;
    });
    if (page % 500 === 0) words.splice(20, 0, particular[(page / 500) % particular.length]!);
    yield words.join(' ');
  }
}

const pool = 20_000;

async function fill({ pool: connections }: Database): Promise<void> {
  const database = await connections.connect();
  try {
    await database.query('set statement_timeout = 0');
    await fillBy(database);
  } finally {
    database.release(true);
  }
}

async function fillBy(database: pg.PoolClient): Promise<void> {
  const { rows: present } = await database.query('select count(*)::int as count from library_documents');
  if (present[0].count >= documents) return;
  console.log(`  filling ${documents} documents of ${pagesEach} pages …`);
  await database.query(`
    drop index library_words_words;
    create unlogged table bench_pages (n int primary key, text text, words tsvector, keys text[]);
    insert into files (key, state, writer, type, bytes, hash) values ('bench', 'attached', 0, 'application/pdf', 1, 'bench')`);
  let rows: [number[], string[], string[], string[]] = [[], [], [], []];
  const flush = async () => {
    await database.query(
      'insert into bench_pages select n, text, words::tsvector, keys::text[] from unnest($1::int[], $2::text[], $3::text[], $4::text[]) as t (n, text, words, keys)',
      rows,
    );
    rows = [[], [], [], []];
  };
  let n = 0;
  for (const text of pagesOf(pool)) {
    rows[0].push(n);
    rows[1].push(text);
    const words = wordsOf(text);
    rows[2].push(vectorOf(words));
    rows[3].push(`{${[...new Set(keysOf(words.map(({ word }) => word)))].map((key) => `"${key}"`).join()}}`);
    n += 1;
    if (rows[0].length === 500) await flush();
  }
  await flush();
  const titled = `(select string_agg((string_to_array(p.text, ' '))[3 + i], ' ') from generate_series(1, 6) i)`;
  await database.query(`
    insert into library_documents (title, category_id, date, language, access, state, pages, head, version_id, by)
    select ${titled}, (select id from library_categories where position = 1 + g % 5), date '2000-01-01' + (g * 7) % 9000,
      'English', case when g % 3 = 0 then 'members' else 'everybody' end, 'searchable', ${pagesEach},
      to_tsvector('simple', ${titled})::text::tsvector, gen_random_uuid(), 'bench'
    from generate_series(1, ${documents}) g join bench_pages p on p.n = (g * 7919) % ${pool};
    insert into library_versions (id, document_id, file, name, bytes, by) select version_id, id, 'bench', 'x.pdf', 1, 'bench' from library_documents where by = 'bench';
    create temporary table bench_used as select d.id as document_id, i as page, (d.g * 104729 + i * 15485863) % ${pool} as n
      from (select id, row_number() over (order by id) as g from library_documents where by = 'bench') d cross join generate_series(1, ${pagesEach}) i;
    insert into library_pages (document_id, page, text, words)
      select u.document_id, u.page, p.text, p.words from bench_used u join bench_pages p using (n);
    create index on bench_used (document_id);
    analyze bench_used`);
  await database.query(`
    insert into library_words (document_id, words)
      select d.id, array(select unnest(tsvector_to_array(d.head)) union select unnest(p.keys) from bench_used u join bench_pages p using (n) where u.document_id = d.id)
      from library_documents d where by = 'bench';
    drop table bench_pages`);
  await database.query(`insert into library_vocabulary (word, stem) select word, (ts_lexize('english_stem', word))[1]
    from (select distinct key as word from library_words, unnest(words) key where key ~ '^[a-z]{2,40}$') words
    where ts_lexize('english_stem', word) <> '{}' on conflict do nothing`);
  await database.query(
    `set maintenance_work_mem = '1GB'; create index library_words_words on library_words using gin (words)`,
  );
  await database.query('vacuum analyze library_documents');
  await database.query('vacuum analyze library_pages');
  await database.query('vacuum analyze library_words');
}

const searches: Record<string, string[]> = {
  'one frequent word': ['court', 'accused', 'evidence'],
  'three words': ['dying declaration witness', 'sanction police kerala', 'bail custody goa'],
  'a section': ['s. 302 IPC', 'section 34', 'धारा ३०२'],
  'a citation': ['2023 SCC OnLine SC 512'],
  'a phrase': ['"grave and sudden provocation"', '"question of fact"'],
  'a phrase, without a word': ['"grave and sudden provocation" -w99'],
  'a phrase of frequent words': ['"the court"', '"of the accused"'],
  'rare words': ['w5k1 w3yo', 'wzz1', 'w1a2'],
  nothing: ['xylophone'],
  'no words: newest': [''],
};

async function search(site: BenchSite): Promise<void> {
  const rows: Record<string, string | number>[] = [];
  const every: number[] = [];
  for (const [name, texts] of Object.entries(searches)) {
    const times: number[] = [];
    let count = 0;
    for (let run = 0; run < runs; run += 1) {
      const query = new URLSearchParams({ search: texts[run % texts.length]! });
      const start = performance.now();
      const answer = await fetch(`${site.url}/api/Library/list?${query}`);
      const body = (await answer.json()) as { pagination: { totalCount: number } };
      if (run >= texts.length) times.push(performance.now() - start);
      count = body.pagination.totalCount;
    }
    every.push(...times);
    rows.push({
      search: name,
      found: count,
      p50: milliseconds(percentile(times, 0.5)),
      p95: milliseconds(percentile(times, 0.95)),
    });
  }
  rows.push({
    search: 'all',
    found: '',
    p50: milliseconds(percentile(every, 0.5)),
    p95: milliseconds(percentile(every, 0.95)),
  });
  writeResults(
    'library',
    `Searches of ${documents} documents of ${pagesEach} pages of ${wordsEach} words, by one visitor, in milliseconds.`,
    rows,
  );
  const { rows: sizes } = await site.database.pool.query(`
    select relname as table, pg_size_pretty(pg_table_size(oid)) as rows, pg_size_pretty(pg_indexes_size(oid)) as indexes
    from pg_class where relname in ('library_documents', 'library_pages', 'library_words')`);
  writeResults('library', 'Sizes.', sizes);
}

/** Sends a file as the office does. */
async function upload(site: BenchSite, token: string, bytes: Uint8Array, body: Record<string, unknown>): Promise<void> {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) form.set(name, String(value));
  form.set('file', new File([new Uint8Array(bytes)], 'file.pdf', { type: 'application/pdf' }));
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${site.url}/api/Library/create`, { method: 'POST', headers, body: form });
  if (!answer.ok) throw new Error(`create: ${answer.status} ${await answer.text()}`);
}

/** From the press on 'Save' until a search finds a word of the new document's last page. */
async function addOne(site: BenchSite, token: string): Promise<void> {
  const random = seededRandom(7);
  const words = () => Array.from({ length: 250 }, () => values[Math.floor(random.next() * values.length)]).join(' ');
  const mark = `zebra${Date.now().toString(36)}`;
  const paragraphs = [...Array.from({ length: 60 }, words), `The last page says ${mark}.`];
  const bytes = setDocument({ title: 'A new document', paragraphs });
  const body = { title: 'New', category: 'Manuals', date: '2026-01-01', language: 'English', access: 'everybody' };
  const start = performance.now();
  await upload(site, token, bytes, body);
  for (;;) {
    const answer = await fetch(`${site.url}/api/Library/list?search=${mark}`);
    if (((await answer.json()) as { pagination: { totalCount: number } }).pagination.totalCount > 0) break;
    await sleep(100);
  }
  writeResults('library', 'A new document of about 30 pages.', [
    { 'found after': milliseconds(performance.now() - start) },
  ]);
}

/** What visitors wait for while the office drops sixty hostile files, and they are read. */
async function besideHostileFiles(site: BenchSite, token: string): Promise<void> {
  const visits = ['/', '/api/News/getNews', '/api/Library/list?search=provocation'];
  const during = async (work: () => Promise<unknown>) => {
    const times: number[] = [];
    let isDone = false;
    const visitors = visits.map(async (path) => {
      while (!isDone) {
        const start = performance.now();
        await (await fetch(site.url + path)).arrayBuffer();
        times.push(performance.now() - start);
        await sleep(50);
      }
    });
    await work().finally(() => {
      isDone = true;
    });
    await Promise.all(visitors);
    return {
      visits: times.length,
      p50: milliseconds(percentile(times, 0.5)),
      p95: milliseconds(percentile(times, 0.95)),
    };
  };
  const files = Object.values(hostilePdfs()).map(({ make }) => make());
  const left = async () => {
    const { rows } = await site.database.pool.query(
      "select count(*)::int as n from library_documents where state = 'reading'",
    );
    return rows[0].n as number;
  };
  const idle = await during(() => sleep(10_000));
  const start = performance.now();
  const busy = await during(async () => {
    for (const bytes of files) await upload(site, token, bytes, { draft: true });
    while ((await left()) > 0) await sleep(500);
  });
  const seconds = Math.round((performance.now() - start) / 1_000);
  writeResults('library', `Visits beside ${files.length} hostile files, which were read in ${seconds} s.`, [
    { while: 'nothing is read', ...idle },
    { while: 'hostile files are read', ...busy },
  ]);
}

export async function run(): Promise<void> {
  await compareReaders();
  const site = await startBenchSite(60);
  try {
    await fill(site.database);
    await search(site);
    const token = await officeToken(site);
    await addOne(site, token);
    await besideHostileFiles(site, token);
  } finally {
    await site.stop();
  }
}
