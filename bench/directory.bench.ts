import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { sql } from 'drizzle-orm';
import { notify } from '#server/database/client.ts';
import { containsPattern } from '#server/database/searchable.ts';
import { createSession } from '#server/features/auth/sessions.service.ts';
import { limits } from '#shared/limits.ts';
import { type MembershipValue, membershipValues } from '#shared/options.ts';
import { sampleMember } from '../scripts/sample/people.ts';
import { seededRandom } from '../scripts/sample/random.ts';
import { line, measure, percentile } from './measure.ts';
import { type BenchSite, startBenchSite } from './site.ts';

export const title = 'The members’ directory against the bare SQL of the same searches';

const members = Number(process.env.BENCH_MEMBERS ?? 100_000);
const seconds = Number(process.env.BENCH_SECONDS ?? 8);
const manyCallers = 32;
const call = '/api/Directory/searchDirectory';

interface Search {
  State: string;
  District: string;
  ProsecutorName: string;
  Specialisation: string;
  membership: MembershipValue | '';
  page: number;
}

/** What members look for: mostly a place with or without part of a name, sometimes a name, a statute or a tier. */
function searches(): Search[] {
  const random = seededRandom(7);
  return Array.from({ length: 300 }, (_, index) => {
    const { registration } = sampleMember(index * 31, new Date('2026-01-01'));
    const { State, District } = registration;
    const ProsecutorName = registration.ProsecutorName.slice(0, random.int(3, 6));
    const Specialisation = registration.Specialisation.at(-1)!;
    return {
      ...{ State: '', District: '', ProsecutorName: '', Specialisation: '', membership: '', page: 1 },
      ...random.weighted<Partial<Search>>([
        [{ State, ProsecutorName }, 35],
        [{ State, page: random.int(1, 5) }, 20],
        [{ State, District }, 20],
        [{ ProsecutorName }, 10],
        [{ page: random.int(1, 20) }, 5],
        [{ State, Specialisation }, 5],
        [{ State, membership: random.pick(membershipValues) }, 5],
      ]),
    };
  });
}

/** The same search as a careful hand would write it; the values are parameters, and nothing is remembered. */
function bareSql(search: Search) {
  const values: unknown[] = [];
  const value = (given: unknown) => `$${values.push(given)}`;
  const where = ["status = 'Approved'", 'not hide_entry'];
  if (search.State) where.push(`state = ${value(search.State)}`);
  if (search.District) where.push(`district = ${value(search.District)}`);
  if (search.membership) where.push(`tier_rank = ${value(membershipValues.indexOf(search.membership) + 1)}`);
  if (search.Specialisation) where.push(`specialisations @> array[${value(search.Specialisation)}]`);
  if (search.ProsecutorName) where.push(`name_search like ${value(containsPattern(search.ProsecutorName))}`);
  const from = `from members where ${where.join(' and ')}`;
  const page = `select id, tier, name, picture_file, designation, organization, organization_other, court, state, district,
    sub_district, specialisations, specialisation_other, case when hide_email then null else email end as email,
    case when hide_mobile then null else mobile end as mobile
    from members join (select id as key ${from} order by tier_rank, name_search, id
      limit ${limits.pageSize} offset ${(search.page - 1) * limits.pageSize}) as page on page.key = members.id
    order by tier_rank, name_search, id`;
  return { page, count: `select count(*) ${from}`, values };
}

function addressOf(search: Search): string {
  const query = new URLSearchParams(Object.entries(search).map(([name, value]) => [name, String(value)]));
  return `${call}?${query}`;
}

/** One GET; the answer is read to its end and must be the list. */
async function fetchPage(url: string, agent: Agent, token: string): Promise<void> {
  const request = get(url, { agent, headers: { authorization: `Bearer ${token}` } });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
  if (response.statusCode !== 200) throw new Error(`The directory answered ${response.statusCode}.`);
}

async function sessionTokens({ database }: BenchSite): Promise<string[]> {
  const { rows } = await database.execute<{ id: string }>(
    sql`select id from members where status = 'Approved' limit ${manyCallers}`,
  );
  return Promise.all(rows.map(({ id }) => createSession(database, { memberId: id })));
}

export async function run(): Promise<void> {
  const site = await startBenchSite(members);
  const { database } = site;
  const agent = new Agent({ keepAlive: true, maxSockets: manyCallers });
  try {
    // Most members of a real directory have a picture, and each address has to be signed.
    await database.execute(sql`update members set picture_file = (select min(picture_file) from members)
      where picture_file is null and status = 'Approved'`);
    await database.pool.query('vacuum analyze members');
    const list = searches();
    const statements = list.map(bareSql);
    const addresses = list.map((search) => site.url + addressOf(search));
    const tokens = await sessionTokens(site);
    const search = (index: number, caller: number) =>
      fetchPage(addresses[index % addresses.length]!, agent, tokens[caller]!);
    const bare = (parts: readonly ('page' | 'count')[]) => async (index: number) => {
      const statement = statements[index % statements.length]!;
      for (const part of parts) await database.pool.query(statement[part], statement.values);
    };

    for (const warm of [search, bare(['page', 'count'])]) await measure(4, Math.min(3, seconds), warm);
    for (const callers of [1, manyCallers]) {
      const both = await measure(callers, seconds, bare(['page', 'count']));
      const page = await measure(callers, seconds, bare(['page']));
      const from = site.mark();
      const product = await measure(callers, seconds, search);
      const times = site.serverTimes(call, from);
      const changes = setInterval(() => void notify(database, 'members'), 1_000);
      const restless = await measure(callers, seconds, search);
      clearInterval(changes);

      console.log(`  ${callers} ${callers === 1 ? 'caller' : 'callers'}`);
      console.log(line('bare SQL, page and count', both));
      console.log(line('bare SQL, page alone', page));
      const inServer = `   (in the server: p50 ${percentile(times, 0.5)} ms, p99 ${percentile(times, 0.99)} ms)`;
      console.log(line('searchDirectory over HTTP, logged in', product, inServer));
      console.log(line('the same while a member changes every second', restless));
      const ratio = (a: typeof both, b: typeof both) => (a.requestsPerSecond / b.requestsPerSecond).toFixed(2);
      console.log(`  ratio to bare SQL: ${ratio(product, both)}; while members change: ${ratio(restless, both)}`);
      console.log(`  ratio to bare SQL without its count: ${ratio(product, page)}`);
    }
  } finally {
    agent.destroy();
    await site.stop();
  }
}
