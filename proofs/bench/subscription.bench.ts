import { sql } from 'drizzle-orm';
import { createSession } from '#server/features/auth/sessions.service.ts';
import { saveNotices } from '#server/features/payments/payments.queries.ts';
import { askAll } from '#server/features/subscription/dues.ts';
import { findNotices, lockNotices } from '#server/features/subscription/notices.queries.ts';
import { findSubscription } from '#server/features/subscription/subscription.queries.ts';
import { clock } from '#shared/clock.ts';
import { financialYearOf } from '#shared/financial-year.ts';
import { percentile } from './measure.ts';
import { startBenchSite } from './site.ts';

export const title = 'The first day of a year: one payment for each member, while members search the directory';

const members = Number(process.env.BENCH_MEMBERS ?? 100_000);

export async function run(): Promise<void> {
  const site = await startBenchSite(members);
  const { database } = site;
  try {
    const [member] = (
      await database.execute<{ id: string }>(sql`select id from members where status = 'Approved' limit 1`)
    ).rows;
    const token = await createSession(database, { memberId: member!.id });
    const search = async () => {
      const began = performance.now();
      const query = `State=Kerala&page=1&ProsecutorName=${'abcdefghij'[Math.floor(began) % 10]}`;
      const answer = await fetch(`${site.url}/api/Directory/searchDirectory?${query}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      await answer.arrayBuffer();
      if (!answer.ok) await database.execute(sql`truncate directory_budgets`);
      return performance.now() - began;
    };
    const searchWhile = async (work: Promise<unknown>) => {
      const times: number[] = [];
      let ended = false;
      const end = work.finally(() => {
        ended = true;
      });
      while (!ended) times.push(await search());
      await end;
      return times;
    };
    const quiet = await searchWhile(new Promise((resolve) => setTimeout(resolve, 3_000)));
    const text = (times: number[]) =>
      `searches p50 ${percentile(times, 0.5).toFixed(0)} ms, p99 ${percentile(times, 0.99).toFixed(0)} ms`;
    console.log(`  before: ${text(quiet)}`);

    const year = financialYearOf(clock.today());
    await database.execute(sql`update subscription set enabled = true, first_year = ${year}, free_from_month = null`);
    let began = performance.now();
    const asking = askAll(database);
    const times = await searchWhile(asking);
    const seconds = (performance.now() - began) / 1_000;
    console.log(`  ${await asking} payments in ${seconds.toFixed(1)} s, meanwhile ${text(times)}`);
    began = performance.now();
    await askAll(database);
    await database.execute(sql`update subscription set asked_on = null`);
    await askAll(database);
    console.log(`  again, when nobody is left: ${((performance.now() - began) / 1_000).toFixed(1)} s`);

    // Without the mails themselves, which would be written to the outbox folder.
    began = performance.now();
    const settings = await findSubscription(database);
    let noticed = 0;
    for (let after: string | null = null; ; ) {
      const notices: { id: string; memberId: string }[] = await findNotices(database, settings, after, 500);
      const ids = notices.map(({ id }) => id);
      if (ids.length > 0) {
        await database.transaction(async (tx) => saveNotices(tx, await lockNotices(tx, settings, ids)));
      }
      noticed += ids.length;
      if (ids.length < 500) break;
      after = notices.at(-1)!.memberId;
    }
    console.log(`  ${noticed} notices found and noted in ${((performance.now() - began) / 1_000).toFixed(1)} s`);
  } finally {
    await site.stop();
  }
}
