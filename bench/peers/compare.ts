// Sends the same requests to the site and its peers in turn, and prints ratios: node bench/peers/compare.ts. See README.md.
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { openDatabase } from '#server/database/client.ts';
import { limits } from '#shared/limits.ts';
import { type Figures, line, measure } from '../measure.ts';
import { memberTokens } from '../tokens.ts';
import { needed, siteDatabase } from './site-database.ts';

const seconds = Number(process.env.BENCH_SECONDS ?? 3);
const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const callers = Number(process.env.BENCH_CALLERS ?? 8);
const site = needed('SITE_URL');
const directus = process.env.DIRECTUS_URL;

type Ask = (index: number) => Promise<void>;

async function fetched(url: string, headers: Record<string, string>, holds: (text: string) => boolean): Promise<void> {
  const answer = await fetch(url, { headers });
  const text = await answer.text();
  if (!answer.ok || !holds(text)) throw new Error(`${url}: ${answer.status} ${text.slice(0, 200)}`);
}

const agent = new Agent({ keepAlive: true });

/** Requests a page like a browser, without decompressing it, so that the server is measured and not the client. */
async function readPage(url: string): Promise<void> {
  const request = get(url, { agent, headers: { 'accept-encoding': 'gzip, br' } });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  answer.resume();
  await once(answer, 'end');
  if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.statusCode}`);
}

/** Requests a page of the list, and checks the number of its rows and the total. */
function askSite(query: Record<string, string>, tokens: string[]): Ask {
  const search = new URLSearchParams({ page: '1', ...query });
  const url = `${site}/api/Directory/searchDirectory?${search}`;
  return (index) =>
    fetched(url, { authorization: `Bearer ${tokens[index % tokens.length]}` }, (text) => text.includes('"pagination"'));
}

const shown = 'id,tier,name,designation,organization,court,state,district,sub_district,specialisations,email,mobile';

function askDirectus(filter: Record<string, object>, page = 1): Ask {
  const search = new URLSearchParams({
    fields: shown,
    filter: JSON.stringify({ status: { _eq: 'Approved' }, hide_entry: { _eq: false }, ...filter }),
    sort: 'tier_rank,name_search,id',
    limit: String(limits.pageSize),
    page: String(page),
    meta: 'filter_count',
  });
  const headers = { authorization: `Bearer ${needed('DIRECTUS_TOKEN')}` };
  return () => fetched(`${directus}/items/members?${search}`, headers, (text) => text.includes('"filter_count"'));
}

/** Measures each for a while in turn, repeatedly, so that other load on the machine affects all of them. */
async function inTurn(asks: Record<string, Ask>): Promise<Record<string, Figures>> {
  const found = Object.fromEntries(Object.keys(asks).map((name) => [name, [] as Figures[]]));
  for (const ask of Object.values(asks)) for (let index = 0; index < 20; index += 1) await ask(index);
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, ask] of Object.entries(asks)) found[name]!.push(await measure(callers, seconds, ask));
  }
  const middle = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
  const of = (figures: Figures[], key: keyof Figures) => middle(figures.map((each) => each[key]));
  return Object.fromEntries(
    Object.entries(found).map(([name, figures]) => [
      name,
      {
        requestsPerSecond: of(figures, 'requestsPerSecond'),
        p50: of(figures, 'p50'),
        p95: of(figures, 'p95'),
        p99: of(figures, 'p99'),
      },
    ]),
  );
}

async function compare(question: string, asks: Record<string, Ask>): Promise<void> {
  console.log(`\n${question}`);
  const figures = await inTurn(asks);
  const ours = figures.site!;
  for (const [name, each] of Object.entries(figures)) {
    const ratio = (ours.requestsPerSecond / each.requestsPerSecond).toFixed(2);
    console.log(line(name, each, name === 'site' ? '' : `   the site answers ${ratio} times as many`));
  }
}

const pool = siteDatabase();
const one = async (text: string) => (await pool.query<{ value: string }>(text)).rows[0]?.value ?? '';
const approved = `from members where status = 'Approved' and not hide_entry`;
const state = await one(`select state as value ${approved} group by state order by count(*) desc limit 1`);
const part = (await one(`select name_search as value ${approved} order by id limit 1`)).slice(0, 4);
const people = Number(await one(`select count(*) as value ${approved}`));
const newest = await pool.query<{ id: string }>('select id from news where active order by created_at desc limit 400');
const articles = newest.rows.map(({ id }) => id);
await pool.end();
console.log(`${people} members in the directory; ${callers} callers, ${rounds} rounds of ${seconds} s each, medians`);

if (directus) {
  const database = openDatabase(needed('DATABASE_URL'), { poolSize: 2 });
  const tokens = await memberTokens({ database } as Parameters<typeof memberTokens>[0], 2_000);
  await database.close();
  const far = Math.floor((people * 0.8) / limits.pageSize);
  const questions: [string, Record<string, string>, Record<string, object>, number?][] = [
    ['The first page of the directory, with its total', {}, {}],
    ['A far page', { page: String(far) }, {}, far],
    [`A State (${state})`, { State: state }, { state: { _eq: state } }],
    ['A part of a name, four letters', { ProsecutorName: part }, { name_search: { _contains: part } }],
  ];
  for (const [question, query, filter, page] of questions) {
    await compare(question, { site: askSite(query, tokens), Directus: askDirectus(filter, page) });
  }
}

/** `Ghost=http://…/news-{id}/ WordPress=http://…/news-{id}/` */
const pages = (process.env.PEER_PAGES ?? '').split(/\s+/).filter((each) => each.includes('='));
if (pages.length > 0) {
  const all = [`site=${site}/news?id={id}`, ...pages].map((each): [string, string] => {
    const [name = ''] = each.split('=', 1);
    return [name, each.slice(name.length + 1)];
  });
  const asking = (ids: readonly string[]) =>
    Object.fromEntries(
      all.map(([name, url]): [string, Ask] => [
        name,
        (index) => readPage(url.replace('{id}', ids[index % ids.length]!)),
      ]),
    );
  // The site caches fewer pages than there are articles, so each of these is rendered.
  await compare(`News pages, ${articles.length} in turn`, asking(articles));
  await compare('One news page', asking(articles.slice(0, 1)));
}
agent.destroy();
