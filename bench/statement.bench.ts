import { sql } from 'drizzle-orm';
import { payments } from '#server/database/tables/payments.ts';
import { icici } from '#tests/factories/statements.ts';
import { adminToken } from '#tests/logins.ts';
import { startBenchSite } from './site.ts';

export const title = 'A bank statement: read, matched, received';

const lines = 100_000;
const sure = 1_000;

/** How long one piece of work takes, in seconds. */
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
        utr = (412000000000 + row)::text
      from (select id, row_number() over (order by id) as row from ${payments} where state = 'due' limit ${sure}) as chosen
      where chosen.id = ${payments.id}`);
    const claimed = await database
      .select({ utr: payments.utr, amount: payments.amount })
      .from(payments)
      .where(sql`state = 'claimed' and utr like '412%'`);
    const upload = async (count: number) => {
      const rows = Array.from({ length: count }, (_, index) => {
        const known = claimed[index];
        const utr = known?.utr ?? String(500_000_000_000 + index);
        return { date: '2026-04-20', narration: `UPI/CR/${utr}/PAYER ${index}/HDFC`, credit: known?.amount ?? 1_000 };
      });
      const form = new FormData();
      form.append('file', new Blob([Buffer.from((await icici(rows)).bytes)]), 'statement.xlsx');
      return timed(`${count} lines read and matched`, async () => {
        const answer = await fetch(`${url}/api/Payments/statement`, {
          method: 'POST',
          headers: { authorization },
          body: form,
        });
        if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
        return (await answer.json()) as {
          statement: { _id: string };
          sure: { _id: string; payments: { _id: string }[] }[];
        };
      });
    };
    const { statement, sure: found } = await upload(lines / 10);
    const accept = found.map(({ _id, payments: [payment] }) => ({ lineId: _id, paymentId: payment!._id }));
    await timed(`${accept.length} payments received`, async () => {
      const answer = await fetch(`${url}/api/Payments/reconcile`, {
        method: 'PATCH',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ statementId: statement._id, accept }),
      });
      if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    });
    await upload(lines);
  } finally {
    await site.stop();
  }
}
