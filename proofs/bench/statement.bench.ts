import { setTimeout as sleep } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { members } from '#server/features/members/tables.ts';
import { payments } from '#server/features/payments/tables.ts';
import { type BankLine, icici } from '#tests/factories/statements.ts';
import { adminToken } from '#tests/logins.ts';
import { beside, timed } from './beside.ts';
import { startBenchSite } from './site.ts';
import { memberTokens, officeToken } from './tokens.ts';

export const title = 'A bank statement: read, matched, received';

const lines = 100_000;
const sure = 1_000;

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
    const { statement, sure: values } = JSON.parse(small) as {
      statement: { _id: string };
      sure: { _id: string; payments: { _id: string }[] }[];
    };
    const accept = values.map(({ _id, payments: [payment] }) => ({ lineId: _id, paymentId: payment!._id }));
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
