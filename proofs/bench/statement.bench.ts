import { setTimeout as sleep } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { members } from '#server/features/members/tables.ts';
import { payments } from '#server/features/payments/tables.ts';
import { type BankLine, icici } from '#tests/factories/statements.ts';
import { adminToken } from '#tests/logins.ts';
import { percentile } from './measure.ts';
import { milliseconds } from './results.ts';
import { startBenchSite } from './site.ts';
import { memberTokens, officeToken } from './tokens.ts';

export const title = 'A bank statement: read, matched, received';

const lines = 100_000;
const sure = 1_000;

/**
 * Measures the waiting times of visitors, members and the office while other work runs: a request starts every 50 ms, even if
 * earlier ones are still waiting.
 */
async function beside<T>(url: string, members: string[], office: string, work: () => Promise<T>): Promise<T> {
  const times: number[] = [];
  const asked: Promise<void>[] = [];
  const addresses = [
    ['/', ''],
    ['/api/Directory/searchDirectory?ProsecutorName=ra', members],
    ['/api/Directory/getbyStatus?status=New', office],
    ['/api/News/getNews', ''],
  ] as const;
  const ask = async (number: number) => {
    const [address, tokens] = addresses[number % addresses.length]!;
    const token = typeof tokens === 'string' ? tokens : tokens[number % tokens.length];
    const began = performance.now();
    const answer = await fetch(`${url}${address}`, token ? { headers: { authorization: `Bearer ${token}` } } : {});
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
    times.push(performance.now() - began);
  };
  let isDone = false;
  const asking = (async () => {
    for (let number = 0; !isDone; number += 1) {
      asked.push(ask(number));
      await sleep(50);
    }
  })();
  const result = await work().finally(() => {
    isDone = true;
  });
  await asking;
  await Promise.all(asked);
  const figures = [0.5, 0.95, 1].map((share) => milliseconds(percentile(times, share)));
  console.log(
    `  others beside it, ${times.length} calls`.padEnd(48),
    `p50 ${figures[0]}, p95 ${figures[1]}, slowest ${figures[2]} ms`,
  );
  return result;
}

/** Measures the time of one piece of work in seconds. */
async function timed<T>(name: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const result = await work();
  console.log(`  ${name.padEnd(46)} ${((performance.now() - began) / 1_000).toFixed(1).padStart(7)} s`);
  return result;
}

export async function run(): Promise<void> {
  const site = await startBenchSite(2_000);
  try {
    const { database, url } = site;
    const authorization = `Bearer ${await adminToken(site)}`;
    await database.execute(sql`
      update ${payments} set state = 'claimed', claimed_at = now(), received_on = null, received_at = null,
        utr = (611000000000 + row)::text
      from (select id, row_number() over (order by id) as row from ${payments} where state = 'due' limit ${sure}) as chosen
      where chosen.id = ${payments.id}`);
    const claimed = await database
      .select({ utr: payments.utr, reference: payments.reference, amount: payments.amount, name: members.name })
      .from(payments)
      .innerJoin(members, eq(members.id, payments.memberId))
      .where(sql`payments.state = 'claimed' and payments.utr like '6110%'`);
    const date = '2026-04-20';
    const line = (index: number) => {
      const {
        utr = String(611_050_000_000 + index),
        amount: credit = 1_000,
        name = 'PAYER',
        reference = '',
      } = claimed[index] ?? {};
      return { date, narration: `UPI/CR/${utr}/${name} ${index}/HDFC ${reference}`, credit };
    };
    /** Prepares a file before the measurement. */
    const fileOf = async (count: number, lineOf: (index: number) => BankLine = line) => {
      const rows = Array.from({ length: count }, (_, index) => lineOf(index));
      const form = new FormData();
      form.append('file', new Blob([Buffer.from((await icici(rows)).bytes)]), 'statement.xlsx');
      return { count, form };
    };
    const upload = ({ count, form }: Awaited<ReturnType<typeof fileOf>>) =>
      timed(`${count} lines read and matched`, async () => {
        const answer = await fetch(`${url}/api/Payments/statement`, {
          method: 'POST',
          headers: { authorization },
          body: form,
        });
        let text = await answer.text();
        if (!answer.ok) throw new Error(`${answer.status} ${text}`);
        // A large file is stored by a job.
        for (;;) {
          const { _id, state } = (JSON.parse(text) as { statement: { _id: string; state: string } }).statement;
          if (state !== 'reading') return text;
          await sleep(500);
          text = await (await fetch(`${url}/api/Payments/statement/${_id}`, { headers: { authorization } })).text();
        }
      });
    const small = await upload(await fileOf(lines / 10));
    const { statement, sure: found } = JSON.parse(small) as {
      statement: { _id: string };
      sure: { _id: string; payments: { _id: string }[] }[];
    };
    const accept = found.map(({ _id, payments: [payment] }) => ({ lineId: _id, paymentId: payment!._id }));
    await timed(`${accept.length} payments received`, async () => {
      const answer = await fetch(`${url}/api/Payments/reconcile`, {
        method: 'PATCH',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ statementId: statement._id, accept }),
      });
      if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    });
    // What was uploaded before must not make the next file slower: here one row many times, and the statistics of it.
    await upload(await fileOf(16_000, () => ({ date, narration: 'CASH DEP SELF', credit: 1_000 })));
    await database.execute(sql`analyze`);
    const large = await fileOf(lines);
    const [callers, office] = [await memberTokens(site, 1_000), await officeToken(site)];
    await beside(url, callers, office, () => sleep(5_000));
    await beside(url, callers, office, () => upload(large));
  } finally {
    await site.stop();
  }
}
