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
  directory: () => '/Directory/searchDirectory',
  'directory, last page': (last) => `/Directory/searchDirectory?page=${last}`,
  'directory, search of 2 letters': () => '/Directory/searchDirectory?ProsecutorName=ra',
  'directory, search of a name': () => '/Directory/searchDirectory?ProsecutorName=sharma',
  'directory, of a statute': () => '/Directory/searchDirectory?Specialisation=COTPA%20(Tobacco)%2C%202003',
};

async function measureSite(members: number): Promise<Map<string, { p50: number; p95: number }>> {
  const site = await startBenchSite(members, dataFolder ? join(dataFolder, String(members)) : undefined);
  const found = new Map<string, { p50: number; p95: number }>();
  try {
    const headers = { authorization: `Bearer ${await officeToken(site)}` };
    for (const [name, address] of Object.entries(calls)) {
      const url = `${site.url}/api${address(Math.floor((members * 0.87) / 10))}`;
      const times: number[] = [];
      try {
        await measure(1, seconds, async () => {
          const began = performance.now();
          const answer = await fetch(url, { headers });
          await answer.arrayBuffer();
          if (!answer.ok) throw new Error(`answered ${answer.status}`);
          times.push(performance.now() - began);
        });
        found.set(name, { p50: percentile(times, 0.5), p95: percentile(times, 0.95) });
        console.log(`  ${members} ${name.padEnd(46)} p50 ${milliseconds(percentile(times, 0.5))} ms`);
      } catch (error) {
        console.log(`  ${members} ${name.padEnd(46)} failed: ${error instanceof Error ? error.message : error}`);
      }
    }
  } finally {
    await site.stop();
  }
  return found;
}

export async function run(): Promise<void> {
  const few = await measureSite(small);
  const many = await measureSite(large);
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
