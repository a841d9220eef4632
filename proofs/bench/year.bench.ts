import { sql } from 'drizzle-orm';
import { createSession } from '#server/features/auth/sessions.service.ts';
import { fillFacts } from '#server/features/members/membership-facts.ts';
import { clock } from '#shared/clock.ts';
import { percentile } from './measure.ts';
import { startBenchSite } from './site.ts';

export const title = "The year's report over ten years, while members search the directory";

const members = Number(process.env.BENCH_MEMBERS ?? 100_000);

export async function run(): Promise<void> {
  const site = await startBenchSite(members);
  const { database } = site;
  try {
    await fillFacts(database);
    await database.execute(
      sql`update membership_facts set day = day - (id * 2654435761 % 3650)::int where kind <> 'changed'`,
    );
    await database.execute(sql`analyze membership_facts`);
    const find = async (text: string) => (await database.execute<{ id: string }>(sql.raw(text))).rows[0]!.id;
    const administratorId = await find('select id from administrators where not disabled limit 1');
    const memberId = await find(`select id from members where status = 'Approved' limit 1`);
    const office = await createSession(database, { administratorId });
    const member = await createSession(database, { memberId });
    const get = async (path: string, token: string) => {
      const began = performance.now();
      const answer = await fetch(`${site.url}/api${path}`, { headers: { authorization: `Bearer ${token}` } });
      await answer.arrayBuffer();
      if (!answer.ok && !path.startsWith('/Directory')) throw new Error(`${path}: ${answer.status}`);
      if (!answer.ok) await database.execute(sql`truncate directory_budgets`);
      return performance.now() - began;
    };
    const search = () => get(`/Directory/searchDirectory?State=Kerala&page=1`, member);
    const quiet: number[] = [];
    for (let n = 0; n < 100; n++) quiet.push(await search());
    const year = Number(clock.today().slice(0, 4));
    const beside: number[] = [];
    const reports: number[] = [];
    const reporting = (async () => {
      for (let back = 0; back < 10; back++) {
        reports.push(await get(`/Reports/year?year=${year - back}`, office));
        reports.push(await get(`/Reports/list?year=${year - back}&number=members.end&State=Kerala`, office));
      }
    })();
    let ended = false;
    const end = reporting.finally(() => {
      ended = true;
    });
    while (!ended) beside.push(await search());
    await end;
    const text = (times: number[]) =>
      `p50 ${percentile(times, 0.5).toFixed(0)} ms, p95 ${percentile(times, 0.95).toFixed(0)} ms`;
    const pages = reports.filter((_, index) => index % 2 === 0);
    const lists = reports.filter((_, index) => index % 2 === 1);
    console.log(`  ${members} members: report ${text(pages)}; a list behind a number ${text(lists)}`);
    console.log(`  searches before: ${text(quiet)}; beside the reports: ${text(beside)}`);
  } finally {
    await site.stop();
  }
}
