import { getHome } from '#shared/contracts/home.ts';
import { measure } from './measure.ts';
import { milliseconds, writeResults } from './results.ts';
import { startBenchSite } from './site.ts';
import { memberTokens } from './tokens.ts';

export const title = 'A member’s home: what waits for one of a million members';

const members = Number(process.env.BENCH_MEMBERS ?? 1_000_000);
const seconds = Number(process.env.BENCH_SECONDS ?? 5);
const callers = 32;
/** In milliseconds, for one caller. */
const limit = 60;

export async function run(): Promise<void> {
  const site = await startBenchSite(members);
  try {
    const tokens = await memberTokens(site, 2_000);
    let calls = 0;
    const fetchHome = async () => {
      const authorization = `Bearer ${tokens[calls++ % tokens.length]!}`;
      const answer = await fetch(`${site.url}/api${getHome.path}`, { headers: { authorization } });
      if (!answer.ok) throw new Error(`The home answered ${answer.status}.`);
      await answer.arrayBuffer();
    };
    await measure(1, seconds / 4, fetchHome);
    const rows = [];
    for (const count of [1, callers]) {
      const { p50, p95, requestsPerSecond } = await measure(count, seconds, fetchHome);
      rows.push({
        Callers: count,
        p50: milliseconds(p50),
        p95: milliseconds(p95),
        'a second': Math.round(requestsPerSecond),
      });
      if (count === 1 && p50 > limit) throw new Error(`A home takes ${milliseconds(p50)} ms, more than ${limit}.`);
    }
    writeResults(
      'home',
      `Milliseconds of \`${getHome.method} ${getHome.path}\` over HTTP with ${members} members.`,
      rows,
    );
  } finally {
    await site.stop();
  }
}
