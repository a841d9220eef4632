import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { clock } from '#shared/clock.ts';
import { financialYearOf } from '#shared/financial-year.ts';
import { type BankLine, icici } from '#tests/factories/statements.ts';
import { type GatewayDouble, type Notice, startGatewayDouble } from '#tests/gateway-double.ts';
import { percentile } from './measure.ts';
import { milliseconds } from './results.ts';
import { type BenchSite, startBenchSite } from './site.ts';
import { officeToken } from './tokens.ts';

export const title = 'Paid online: notices, returns, a settlement; and the statement of a State';

/** The other sizes follow from it: 10,000 payments in the settlement, 100,000 receipts in the statement. */
const members = Number(process.env.BENCH_MEMBERS ?? 2_000);
const settled = members * 5;
const receipts = members * 50;
const maxReturns = 100;
const runs = 20;

const dayMs = 86_400_000;
const share = { state: 'Kerala', from: '2026-04-01', until: '2027-03-31' };

const show = (name: string, text: string) => console.log(`  ${name.padEnd(46)} ${text}`);
const figuresOf = (times: number[]) => {
  const [p50, p95, slowest] = [0.5, 0.95, 1].map((part) => milliseconds(percentile(times, part)));
  return `p50 ${p50}, p95 ${p95}, slowest ${slowest} ms`;
};

/** The time of each piece of work in milliseconds, `callers` at once. */
async function timesOf<T>(items: readonly T[], callers: number, work: (item: T) => Promise<void>): Promise<number[]> {
  const times: number[] = [];
  const rest = [...items];
  const one = async () => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) {
      const began = performance.now();
      await work(item);
      times.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: callers }, one));
  return times;
}

async function secondsUntil(isDone: () => Promise<boolean>): Promise<number> {
  const began = performance.now();
  while (!(await isDone())) {
    if (performance.now() - began > 600_000) throw new Error('It was not done within ten minutes.');
    await sleep(20);
  }
  return (performance.now() - began) / 1_000;
}

async function checked(answer: Response): Promise<Response> {
  if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status} ${await answer.text()}`);
  return answer;
}

const tell = async (url: string, { body, headers }: Notice) => {
  await (await checked(await fetch(`${url}/payments/razorpay`, { method: 'POST', body, headers }))).arrayBuffer();
};

/** Asks each member for this year's subscription. */
async function askForSubscriptions({ database }: BenchSite): Promise<void> {
  await database.execute(sql`
    insert into payments (member_id, reference, purpose, period, amount)
    select id, 'YEAR-' || row_number() over (), 'annual', ${financialYearOf(clock.today())}, 1000 from members
    where status = 'Approved' on conflict do nothing`);
}

/** Gives each due payment a link that was paid; neither site nor gateway has told the other. */
async function paidLinks({ database, url }: BenchSite, gateway: GatewayDouble) {
  const { rows } = await database.execute<{ id: string; amount: number; gateway: string }>(sql`
    insert into online_links (payment_id, reference, amount, gateway_id, url, state, expires_at)
    select payments.id, payments.id::text, payments.amount, 'plink_due' || row_number() over (), '', 'open', now() + interval '1 day'
    from payments join members on members.id = payments.member_id
    where payments.state = 'due' and payments.amount > 0 and members.status in ('New', 'Approved')
    returning payment_id as id, amount, gateway_id as gateway`);
  return rows.map((row) => {
    gateway.links.set(row.gateway, {
      id: row.gateway,
      reference_id: row.id,
      amount: row.amount * 100,
      amount_paid: 0,
      currency: 'INR',
      status: 'created',
      description: '',
      expire_by: Math.floor((Date.now() + dayMs) / 1_000),
      callback_url: `${url}/payments/return`,
      payments: [],
      short_url: '',
    });
    return { link: row.gateway, payment: gateway.pay(row.gateway).id };
  });
}

async function booking(site: BenchSite, gateway: GatewayDouble): Promise<void> {
  const paid = await paidLinks(site, gateway);
  const back = paid.splice(0, Math.min(maxReturns, Math.floor(paid.length / 2)));
  const returns = await timesOf(back, 1, async ({ link, payment }) => {
    const answer = await fetch(gateway.returnOf(link, payment), { redirect: 'manual' });
    const to = answer.headers.get('location');
    if (to !== '/paymentStatus?status=success') throw new Error(`A return led to ${to}`);
  });
  show(`return to success, ${returns.length} payers`, figuresOf(returns));

  const notices = paid.map((about) => gateway.notice('payment_link.paid', about));
  const began = performance.now();
  const answers = timesOf(notices, 16, (notice) => tell(site.url, notice));
  await secondsUntil(async () => {
    const { rows } = await site.database.execute<{ count: number }>(
      sql`select count(*)::int as count from online_payments where booked`,
    );
    return rows[0]!.count === paid.length + back.length;
  });
  const seconds = (performance.now() - began) / 1_000;
  show(`${notices.length} notices answered`, figuresOf(await answers));
  show('  and booked, with receipt and mail', `${(notices.length / seconds).toFixed(0)} a second`);
}

/** Receipts of a year with their shares. They are of excess, of which a member may have any number. */
async function addReceipts({ database }: BenchSite): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.execute(sql`
      insert into payments (member_id, reference, purpose, amount, state, mode, received_at, received_on)
      select of.id, 'BENCH-' || number, 'excess', 1000, 'received', 'online', now(), ${share.from}::date + number % 230
      from generate_series(1, ${receipts}::int) as number
      join (select id, row_number() over (order by id) - 1 as row, count(*) over () as count from members) as of on of.row = number % of.count`);
    await tx.execute(sql`
      insert into receipts (payment_id, year, number, label, code, content)
      select id, '2026-27', 1000000 + substr(reference, 7)::int, '2026-27/B' || substr(reference, 7), md5(reference), '{}'
      from payments where reference like 'BENCH-%'`);
    await tx.execute(sql`
      insert into share_entries (kind, state, date, receipt_id, membership, gross, amount)
      select 'share', ${share.state}, received_on, receipts.id, 'Individual member', amount * 100, amount * 40
      from receipts join payments on payments.id = receipts.payment_id where payments.reference like 'BENCH-%'`);
    await tx.execute(sql`
      insert into share_entries (kind, state, date, amount, utr)
      select 'payment', ${share.state}, (${share.from}::date + month * interval '1 month')::date, -100000 * ${members}::bigint, 'PAID' || month
      from generate_series(1, 7) as month`);
  });
}

async function settlement({ database, url }: BenchSite, gateway: GatewayDouble, authorization: string): Promise<void> {
  await database.execute(sql`
    insert into online_links (payment_id, reference, amount, gateway_id, state, expires_at)
    select id, id::text, amount, 'plink_' || reference, 'paid', now() from payments
    where reference like 'BENCH-%' order by reference limit ${settled}`);
  const { rows } = await database.execute<{ id: string; link: string }>(sql`
    insert into online_payments (gateway_id, link_id, payment_id, booked, amount, currency, method, paid_at, paid_on)
    select 'pay_' || reference, id, payment_id, true, amount * 100, 'INR', 'upi', now(), current_date from online_links
    where gateway_id like 'plink_BENCH-%' returning gateway_id as id, link_id as link`);
  const ofEach = { amount: 100_000, currency: 'INR', method: 'upi', fee: 2_360, tax: 360, amount_refunded: 0 };
  for (const { id, link } of rows) {
    gateway.payments.set(id, { id, link, ...ofEach, status: 'captured', created_at: Math.floor(Date.now() / 1_000) });
  }
  await database.execute(sql`analyze`);
  const doubleSettlement = gateway.settle();
  await tell(url, gateway.notice('settlement.processed', { settlement: doubleSettlement.id }));
  const seconds = await secondsUntil(async () => {
    const { rows } = await database.execute(
      sql`select from settlements where gateway_id = ${doubleSettlement.id} and read`,
    );
    return rows.length > 0;
  });
  show(`a settlement of ${gateway.payments.size} payments read`, `${seconds.toFixed(1)} s`);

  const date = new Date().toISOString().slice(0, 10);
  const others = Array.from(
    { length: 999 },
    (_, index): BankLine => ({
      date,
      narration: `CASH DEP ${index}`,
      credit: 700,
    }),
  );
  const line = {
    date,
    narration: `NEFT CR-UTIB0000001-RAZORPAY SOFTWARE-${doubleSettlement.utr}`,
    credit: doubleSettlement.amount / 100,
  };
  const form = new FormData();
  form.append('file', new Blob([Buffer.from((await icici([line, ...others])).bytes)]), 'statement.xlsx');
  let began = performance.now();
  const upload = { method: 'POST', headers: { authorization }, body: form };
  const answer = await checked(await fetch(`${url}/api/Payments/statement`, upload));
  const { statement, sure } = (await answer.json()) as {
    statement: { _id: string };
    sure: { _id: string; settlement: { _id: string } | null }[];
  };
  show('  found in a statement of 1,000 lines', `${milliseconds(performance.now() - began)} ms`);
  const match = sure.find((each) => each.settlement);
  if (!match) throw new Error('The settlement was not found in the statement.');
  began = performance.now();
  const accepted = await checked(
    await fetch(`${url}/api/Payments/reconcile`, {
      method: 'PATCH',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({
        statementId: statement._id,
        accept: [{ lineId: match._id, settlementId: match.settlement!._id }],
      }),
    }),
  );
  const { received } = (await accepted.json()) as { received: number };
  if (received !== 1) throw new Error('The settlement was not accepted.');
  show('  accepted', `${milliseconds(performance.now() - began)} ms`);
}

async function shares({ url }: BenchSite, authorization: string): Promise<void> {
  const year = `State=${share.state}&from=${share.from}&until=${share.until}`;
  for (const [name, path, count] of [
    [`statement of ${receipts} receipts`, `statement?${year}`, runs],
    ['  as a workbook', `statement?${year}&format=xlsx`, 3],
    ['balances of all States in the year', 'list?year=2026-27', runs],
  ] as const) {
    const times = await timesOf(Array(count).fill(path), 1, async () => {
      await (await checked(await fetch(`${url}/api/Shares/${path}`, { headers: { authorization } }))).arrayBuffer();
    });
    show(name, figuresOf(times));
  }
}

export async function run(): Promise<void> {
  const gateway = await startGatewayDouble();
  try {
    const site = await startBenchSite(members, undefined, gateway.env);
    try {
      await askForSubscriptions(site);
      await booking(site, gateway);
      await addReceipts(site);
      const authorization = `Bearer ${await officeToken(site)}`;
      await settlement(site, gateway, authorization);
      await shares(site, authorization);
    } finally {
      await site.stop();
    }
  } finally {
    await gateway.close();
  }
}
