import { join } from 'node:path';
import { measure, percentile } from './measure.ts';
import { milliseconds, writeResults } from './results.ts';
import { startBenchSite } from './site.ts';
import { officeToken } from './tokens.ts';

export const title = 'The office’s lists and numbers: a million members against ten thousand';

const small = Number(process.env.BENCH_SMALL ?? 10_000);
const large = Number(process.env.BENCH_MEMBERS ?? 1_000_000);
const seconds = Number(process.env.BENCH_SECONDS ?? 3);
const dataFolder = process.env.BENCH_DATA_DIR;

/** Addresses of a kind of call; `last` is the number of the last page. */
const calls: Record<string, (last: number) => string> = {
  'Overview, its numbers': () => '/Directory/dashboardCounts',
  'Overview, what waits and by month and State': () => '/Directory/overview',
  'registrations, New': () => '/Directory/getbyStatus?status=New',
  'registrations, Approved': () => '/Directory/getbyStatus?status=Approved',
  'Approved, last page': (last) => `/Directory/getbyStatus?status=Approved&page=${last}`,
  'Approved, by name': () => '/Directory/getbyStatus?status=Approved&sort=name',
  'Approved, of a State': () => '/Directory/getbyStatus?status=Approved&State=Goa',
  'Approved, search of 2 letters': () => '/Directory/getbyStatus?status=Approved&search=ra',
  'Approved, search of a name': () => '/Directory/getbyStatus?status=Approved&search=sharma',
  'Approved, by name from Z': () => '/Directory/getbyStatus?status=Approved&sort=-name',
  'Approved, by membership': () => '/Directory/getbyStatus?status=Approved&sort=membership',
  'Approved, by payment': () => '/Directory/getbyStatus?status=Approved&sort=payment',
  'Approved, oldest': () => '/Directory/getbyStatus?status=Approved&sort=oldest',
  'Approved, of a tier': () => '/Directory/getbyStatus?status=Approved&membership=Patron%20member',
  'review, the queue around a page': () => '/Directory/queue?status=New',
  'search of everything': () => '/Search/all?search=sharma',
  payments: () => '/Payments/list',
  'payments, due': () => '/Payments/list?state=due',
  'payments, received': () => '/Payments/list?state=received',
  'payments, of a purpose': () => '/Payments/list?purpose=admission',
  'payments, search of 2 letters': () => '/Payments/list?search=ra',
  'payments, search of a name': () => '/Payments/list?search=sharma',
  'payments, search of a reference': () => '/Payments/list?search=AIP-2026-0001',
  'payments, the overview': () => '/Payments/overview',
  'open lines of statements': () => '/Payments/statement/open',
  imports: () => '/Import/list',
  log: () => '/Log/get',
  'log, search': () => '/Log/get?search=approved',
  contacts: () => '/Contact/getContact',
  directory: () => '/Directory/searchDirectory',
  'directory, last page': (last) => `/Directory/searchDirectory?page=${last}`,
  'directory, search of 2 letters': () => '/Directory/searchDirectory?ProsecutorName=ra',
  'directory, search of a name': () => '/Directory/searchDirectory?ProsecutorName=sharma',
  'directory, standing none': () => '/Directory/searchDirectory?standing=none',
  'directory, standing paid': () => '/Directory/searchDirectory?standing=paid',
  'directory, of a statute': () => '/Directory/searchDirectory?Specialisation=COTPA%20(Tobacco)%2C%202003',
};

interface Times {
  p50: number;
  p95: number;
}

async function openSite(members: number) {
  const site = await startBenchSite(members, dataFolder ? join(dataFolder, String(members)) : undefined);
  const headers = { authorization: `Bearer ${await officeToken(site)}` };
  const measureCall = async (address: (last: number) => string): Promise<Times> => {
    const url = `${site.url}/api${address(Math.floor((members * 0.87) / 10))}`;
    const times: number[] = [];
    await measure(1, seconds, async () => {
      const began = performance.now();
      const answer = await fetch(url, { headers });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`answered ${answer.status}`);
      times.push(performance.now() - began);
    });
    return { p50: percentile(times, 0.5), p95: percentile(times, 0.95) };
  };
  return { measureCall, close: () => site.stop() };
}

export async function run(): Promise<void> {
  const few = new Map<string, Times>();
  const many = new Map<string, Times>();
  const sites = [];
  try {
    for (const members of [small, large]) sites.push(await openSite(members));
    for (const [name, address] of Object.entries(calls)) {
      if (process.env.BENCH_ONLY && !name.includes(process.env.BENCH_ONLY)) continue;
      try {
        const [a, b] = [await sites[0]!.measureCall(address), await sites[1]!.measureCall(address)];
        few.set(name, a);
        many.set(name, b);
        console.log(
          `  ${name.padEnd(46)} ${milliseconds(a.p50)} → ${milliseconds(b.p50)} ms, p95 ${milliseconds(b.p95)}`,
        );
      } catch (error) {
        console.log(`  ${name.padEnd(46)} failed: ${error instanceof Error ? error.message : error}`);
      }
    }
  } finally {
    for (const site of sites) await site.close();
  }
  const rows = Object.keys(calls).flatMap((name) => {
    const [a, b] = [few.get(name), many.get(name)];
    if (!a || !b) return [];
    return [
      {
        Call: name,
        [`p50 at ${small}`]: milliseconds(a.p50),
        [`p50 at ${large}`]: milliseconds(b.p50),
        p95: milliseconds(b.p95),
        growth: (b.p50 / a.p50).toFixed(1),
      },
    ];
  });
  writeResults('office', 'Milliseconds over HTTP, one administrator.', rows);
}
