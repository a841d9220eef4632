import { randomUUID } from 'node:crypto';
import { flood } from '../attacks/page-flood.ts';
import { visit } from '../attacks/visitors.ts';
import { startBenchSite } from './site.ts';

export const title = 'Reading beside a flood of pages that nobody has asked for before';

const seconds = Number(process.env.BENCH_SECONDS ?? 10);
const connections = 150;

const floods: [string, () => string][] = [
  ['nothing else', () => ''],
  ['news that is not there', () => `/news?id=${randomUUID()}`],
  ['ids that are none', () => `/news/${randomUUID().slice(0, 13)}`],
  ['conferences that are not there', () => `/ConferencesDetails/${randomUUID()}`],
  ['made-up parameters', () => `/membership?membership=${randomUUID()}&id=${randomUUID()}&isRegistered=true`],
];

export async function run(): Promise<void> {
  const site = await startBenchSite(10);
  try {
    const read = { address: site.url, people: 4 };
    const api = ['/api/News/GetNewsbystatus?limit=3', '/api/Settings/get', '/api/Conference/getConferencesBystatus'];
    await visit({ ...read, over: AbortSignal.timeout(2_000) });
    for (const [name, pathOf] of floods) {
      const over = AbortSignal.timeout(seconds * 1_000);
      const answers = new Map<string, number>();
      const floodsAll = Array.from({ length: pathOf() === '' ? 0 : connections }, () =>
        flood(site.url, pathOf, over, answers),
      );
      const [reads, pages] = await Promise.all([
        visit({ ...read, paths: api, over }),
        visit({ ...read, paths: ['/', '/about', '/news'], over }),
        ...floodsAll,
      ]);
      const counted = [...answers].map(([status, count]) => `${(count / seconds).toFixed(0)} × ${status}/s`).join(', ');
      console.log(`  beside ${name}${counted && ` (${connections} connections: ${counted})`}`);
      for (const [what, { p50, p95, slowest, answers: statuses }] of [
        ['API reads', reads],
        ['kept pages', pages],
      ] as const) {
        const figures = `p50 ${p50} ms, p95 ${p95} ms, slowest ${slowest} ms`;
        console.log(`    ${what.padEnd(10)} ${figures}   ${JSON.stringify(statuses)}`);
      }
    }
  } finally {
    await site.stop();
  }
}
