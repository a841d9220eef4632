import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { notify } from '#server/platform/database/client.ts';
import { containsPattern } from '#server/platform/database/searchable.ts';
import { limits } from '#shared/limits.ts';
import { type MembershipValue, membershipValues } from '#shared/memberships.ts';
import { specialisations } from '#shared/options.ts';
import { sampleMember } from '../../scripts/sample/people.ts';
import { type Random, seededRandom } from '../../scripts/sample/random.ts';
import { type Figures, measure } from './measure.ts';
import { milliseconds, writeResults } from './results.ts';
import { type BenchSite, startBenchSite } from './site.ts';
import { memberTokens } from './tokens.ts';

export const title = 'The members’ directory: a million members against ten thousand, and against the bare SQL';

const small = Number(process.env.BENCH_SMALL ?? 10_000);
const large = Number(process.env.BENCH_MEMBERS ?? 1_000_000);
const seconds = Number(process.env.BENCH_SECONDS ?? 3);
const dataFolder = process.env.BENCH_DATA_DIR;
const manyCallers = 32;
/** The number of different searches of a kind, so that few counts are cached. */
const different = 200;
const call = '/api/Directory/searchDirectory';

interface Search {
  state: string;
  district: string;
  name: string;
  specialisations: string;
  membership: MembershipValue | '';
  associationOffice: string;
  page: number;
}

const everything: Search = {
  ...{ state: '', district: '', name: '', specialisations: '', membership: '', associationOffice: '', page: 1 },
};

interface Person {
  state: string;
  district: string;
  name: string;
  specialisations: string;
  membership: MembershipValue;
}

type Kind = (person: Person, random: Random, members: number) => Partial<Search>;

const part = (letters: number) => (person: Person) => ({ name: person.name.slice(0, letters) });
const lastPage = (members: number) => Math.floor((members * 0.85) / limits.pageSize);

/** The same name with one letter of its middle wrong: nobody has it, and the names alike are searched. */
const misspelt = ({ name }: Person) => {
  const at = Math.floor(name.length / 2);
  return { name: `${name.slice(0, at)}x${name.slice(at + 1)}` };
};

const kinds: Record<string, Kind> = {
  'no filter': () => ({}),
  'page 50': () => ({ page: 50 }),
  'page in the middle': (_person, random, members) => ({ page: random.int(1, lastPage(members)) }),
  'last page': (_person, _random, members) => ({ page: lastPage(members) }),
  state: ({ state }) => ({ state }),
  'State, a far page': ({ state }, random, members) => ({ state, page: random.int(1, Math.ceil(members / 400)) }),
  'State and district': ({ state, district }) => ({ state, district }),
  tier: ({ membership }) => ({ membership }),
  statute: ({ specialisations }) => ({ specialisations }),
  'statute, a far page': ({ specialisations }, random, members) => ({
    specialisations,
    page: random.int(1, members / 1_000),
  }),
  'name of 1 letter': part(1),
  'name of 2 letters': part(2),
  'name of 3 letters': part(3),
  'name of 4 letters': part(4),
  'name of 10 letters': part(10),
  'a misspelt name': misspelt,
  'State and a misspelt name': (person) => ({ state: person.state, ...misspelt(person) }),
  'office held': () => ({ associationOffice: 'any' }),
  'State and tier': ({ state, membership }) => ({ state, membership }),
  'State and statute': ({ state, specialisations }) => ({ state, specialisations }),
  'State and 2 letters': (person) => ({ state: person.state, ...part(2)(person) }),
  'State and 4 letters': (person) => ({ state: person.state, ...part(4)(person) }),
  'district and statute': ({ state, district, specialisations }) => ({ state, district, specialisations }),
  'district and 4 letters': (person) => ({ state: person.state, district: person.district, ...part(4)(person) }),
  'tier and statute': ({ membership, specialisations }) => ({ membership, specialisations }),
  'tier and 2 letters': (person) => ({ membership: person.membership, ...part(2)(person) }),
  'statute and 2 letters': (person) => ({ specialisations: person.specialisations, ...part(2)(person) }),
  'statute and 4 letters': (person) => ({ specialisations: person.specialisations, ...part(4)(person) }),
  'office held and statute': ({ specialisations }) => ({ associationOffice: 'any', specialisations }),
};

function searchesOf(kind: Kind, members: number): Search[] {
  const random = seededRandom(7);
  return Array.from({ length: different }, (_, index) => {
    const { registration } = sampleMember(index * 31, new Date('2026-01-01'));
    // Includes rare ones, which take a search longest.
    const person = { ...registration, specialisations: random.pick(specialisations) };
    return { ...everything, ...kind(person, random, members) };
  });
}

/** The same search in carefully written SQL with parameters, without precomputed counts. */
function bareSql(search: Search) {
  const values: unknown[] = [];
  const value = (value: unknown) => `$${values.push(value)}`;
  const where = ["status = 'Approved'", 'not hide_entry'];
  if (search.state) where.push(`state = ${value(search.state)}`);
  if (search.district) where.push(`district = ${value(search.district)}`);
  if (search.membership) where.push(`tier_rank = ${value(membershipValues.indexOf(search.membership) + 1)}`);
  if (search.specialisations) where.push(`specialisations @> array[${value(search.specialisations)}]`);
  if (search.associationOffice) where.push(`association_office <> ''`);
  if (search.name) where.push(`name_search like ${value(containsPattern(search.name))}`);
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

/** One GET; the response is read completely and must be the list. */
async function fetchPage(url: string, agent: Agent, token: string): Promise<void> {
  const request = get(url, { agent, headers: { authorization: `Bearer ${token}` } });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
  if (response.statusCode !== 200) throw new Error(`The directory answered ${response.statusCode}.`);
}

/** A member who hides and shows their entry ten times a second, so that no count is cached for long. */
async function restlessMember({ database }: BenchSite): Promise<() => Promise<void>> {
  const { rows } = await database.execute<{ id: string }>(
    sql`select id from members where status = 'Approved' limit 1 offset 5000`,
  );
  let stopped = false;
  const changing = (async () => {
    while (!stopped) {
      await database.transaction(async (tx) => {
        await tx.execute(sql`update members set hide_entry = not hide_entry where id = ${rows[0]!.id}`);
        await notify(tx, 'members');
      });
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  })();
  return async () => {
    stopped = true;
    await changing;
  };
}

interface Measured {
  one: Figures;
  many: Figures;
  bare: Figures;
}

/** A seeded site with a constantly changing member, and the tokens for calls. */
async function openSite(members: number) {
  const site = await startBenchSite(members, dataFolder ? join(dataFolder, String(members)) : undefined);
  const tokens = await memberTokens(site, 2_000);
  const rest = await restlessMember(site);
  const agent = new Agent({ keepAlive: true, maxSockets: manyCallers });
  let amount = 0;
  const measureKind = async (kind: Kind): Promise<Measured> => {
    const searches = searchesOf(kind, members);
    const addresses = searches.map((search) => site.url + addressOf(search));
    const statements = searches.map(bareSql);
    const search = (index: number) =>
      fetchPage(addresses[index % different]!, agent, tokens[amount++ % tokens.length]!);
    const bare = async (index: number) => {
      const { page, count, values } = statements[index % different]!;
      await Promise.all([page, count].map((text) => site.database.pool.query(text, values)));
    };
    await measure(1, seconds / 4, search);
    const one = await measure(1, seconds, search);
    const many = await measure(manyCallers, seconds, search);
    return { one, many, bare: await measure(1, seconds, bare) };
  };
  const close = async () => {
    await rest();
    agent.destroy();
    await site.stop();
  };
  return { measureKind, close };
}

export async function run(): Promise<void> {
  const few = new Map<string, Measured>();
  const million = new Map<string, Measured>();
  const sites = [];
  try {
    // Measures each kind on both sites at the same time, so that other load on the machine affects both.
    for (const members of [small, large]) sites.push(await openSite(members));
    for (const [name, kind] of Object.entries(kinds)) {
      if (process.env.BENCH_ONLY && !name.includes(process.env.BENCH_ONLY)) continue;
      try {
        few.set(name, await sites[0]!.measureKind(kind));
        million.set(name, await sites[1]!.measureKind(kind));
        const [a, b] = [few.get(name)!.one, million.get(name)!.one];
        console.log(
          `  ${name.padEnd(26)} ${milliseconds(a.p50)} → ${milliseconds(b.p50)} ms, p95 ${milliseconds(b.p95)}`,
        );
      } catch (error) {
        console.log(`  ${name.padEnd(26)} failed: ${error instanceof Error ? error.message : error}`);
      }
    }
  } finally {
    for (const site of sites) await site.close();
  }
  const rows = Object.keys(kinds).flatMap((name) => {
    const [a, b] = [few.get(name), million.get(name)];
    if (!a || !b) return [];
    return [
      {
        Search: name,
        [`p50 at ${small}`]: milliseconds(a.one.p50),
        [`p50 at ${large}`]: milliseconds(b.one.p50),
        p95: milliseconds(b.one.p95),
        growth: (b.one.p50 / a.one.p50).toFixed(1),
        [`${manyCallers} callers`]: `${milliseconds(a.many.p50)} → ${milliseconds(b.many.p50)}`,
        'bare SQL': `${milliseconds(a.bare.p50)} → ${milliseconds(b.bare.p50)}`,
        'rate to bare': (b.one.requestsPerSecond / b.bare.requestsPerSecond).toFixed(2),
      },
    ];
  });
  writeResults(
    'directory',
    `Milliseconds of a page over HTTP, ${different} different searches of each kind, while a member changes every 100 ms.`,
    rows,
  );
}
