import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { sql } from 'drizzle-orm';
import { createSession } from '#server/features/auth/sessions.service.ts';
import { letterSettings, letters } from '#server/features/letters/tables.ts';
import { enqueueMail } from '#server/platform/mail/outbox.ts';
import { percentile } from './measure.ts';
import { startBenchSite } from './site.ts';

export const title =
  'A circular to everybody (BENCH_PER_MINUTE, 6,000), while members search the directory and ask for codes';

const members = Number(process.env.BENCH_MEMBERS ?? 100_000);
const seconds = Number(process.env.BENCH_SECONDS ?? 60);
const perMinute = Number(process.env.BENCH_PER_MINUTE ?? 6_000);

/** A local mail server that accepts everything, in a thread of its own, so that it does not affect the measurement. */
async function startPeer() {
  const came = new Map<string, number>();
  const worker = new Worker(new URL('mail-peer.ts', import.meta.url));
  const [port] = (await once(worker, 'message')) as [number];
  worker.on('message', (kind: string) => came.set(kind, (came.get(kind) ?? 0) + 1));
  const countOf = (kind: string) => came.get(kind) ?? 0;
  return { countOf, url: `smtp://127.0.0.1:${port}`, close: () => worker.terminate() };
}

export async function run(): Promise<void> {
  const peer = await startPeer();
  const site = await startBenchSite(members, undefined, { SMTP_URL: peer.url });
  const { database } = site;
  try {
    const one = async (query: ReturnType<typeof sql>) =>
      (await database.execute<Record<string, string>>(query)).rows[0]!;
    const member = await one(sql`select id, email from members where status = 'Approved' limit 1`);
    const memberId = member.id!;
    const token = await createSession(database, { memberId });
    const searchFor = async (milliseconds: number) => {
      const times: number[] = [];
      const end = performance.now() + milliseconds;
      while (performance.now() < end) {
        const began = performance.now();
        const query = `State=Kerala&page=1&ProsecutorName=${'abcdefghij'[Math.floor(began) % 10]}`;
        const answer = await fetch(`${site.url}/api/Directory/searchDirectory?${query}`, {
          headers: { authorization: `Bearer ${token}` },
        });
        await answer.arrayBuffer();
        if (!answer.ok) await database.execute(sql`truncate directory_budgets`);
        times.push(performance.now() - began);
      }
      return times;
    };
    const text = (times: number[]) =>
      `p50 ${percentile(times, 0.5).toFixed(0)} ms, p95 ${percentile(times, 0.95).toFixed(0)} ms`;
    await searchFor(3_000);
    const before = await searchFor(15_000);
    console.log(`  searches before: ${text(before)}`);

    const admin = (await one(sql`select id from administrators where not disabled limit 1`)).id!;
    const office = await createSession(database, { administratorId: admin });
    await database.execute(
      sql`update sessions set confirmed_until = now() + interval '1 hour' where administrator_id = ${admin}`,
    );
    await database.update(letterSettings).set({ perMinute });
    const [draft] = await database
      .insert(letters)
      .values({ kind: 'circular', title: 'Court hours', text: 'From **Monday** on.\n\n'.repeat(50), by: 'office' })
      .returning({ id: letters.id });
    const began = performance.now();
    const sent = await fetch(`${site.url}/api/Letters/send/${draft!.id}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${office}`, 'content-type': 'application/json' },
      body: JSON.stringify({ version: 1 }),
    });
    await sent.arrayBuffer();
    console.log(`  the list was fixed in ${((performance.now() - began) / 1_000).toFixed(1)} s (${sent.status})`);

    const memory: number[] = [];
    const waits: number[] = [];
    let over = false;
    const codes = (async () => {
      while (!over) {
        const count = peer.countOf('otp');
        const amount = performance.now();
        await enqueueMail(database, { kind: 'otp', to: member.email!, data: { name: 'A' }, memberId });
        while (peer.countOf('otp') === count && performance.now() - amount < 30_000)
          await new Promise((resolve) => setTimeout(resolve, 10));
        waits.push(performance.now() - amount);
        memory.push(site.memory());
        await new Promise((resolve) => setTimeout(resolve, 1_000));
      }
    })();
    const during = await searchFor(seconds * 1_000);
    over = true;
    await codes;
    const mails = peer.countOf('circular');
    const took = (performance.now() - began) / 1_000;
    const ratio = percentile(during, 0.95) / percentile(before, 0.95);
    console.log(`  ${mails} mails in ${took.toFixed(0)} s: ${(mails / took).toFixed(0)} a second`);
    console.log(`  searches meanwhile: ${text(during)}; p95 ${ratio.toFixed(2)} of before`);
    console.log(`  codes handed over after: ${text(waits)}, longest ${Math.max(...waits).toFixed(0)} ms`);
    console.log(`  memory of the server: ${Math.min(...memory)} to ${Math.max(...memory)} MB`);
  } finally {
    await site.stop();
    await peer.close();
  }
}
