import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { brotliDecompressSync } from 'node:zlib';
import type pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { loadDatabase } from '#server/platform/database/dump.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { withClient } from '#server/platform/database/with-client.ts';
import { clock } from '#shared/clock.ts';
import type { UpgradeSample } from '../scripts/upgrade-sample.ts';
import { createTestDatabase } from '../tests/app.ts';

// What `payments` holds, as dues, receipts and allocations: tried on the backups of all versions, with the sums that must not change.

const fill = readFileSync('server/features/ledger/fill.sql', 'utf8').split('--> statement-breakpoint');
const filled = ['dues', 'due_changes', 'due_aliases', 'receipts', 'allocations', 'refunds', 'claims'];

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

/** Fills the tables in one transaction, and calls `then` before its end. */
async function withLedger(
  name: string,
  then: (query: (text: string) => Promise<unknown[]>) => Promise<void>,
  first: string[] = [],
) {
  const { dump, texts } = JSON.parse(
    brotliDecompressSync(readFileSync(join('proofs/upgrades', name))).toString('utf8'),
  ) as UpgradeSample;
  const { connection, ownerConnection, drop } = await createTestDatabase('template1');
  cleanUps.push(drop);
  await withClient(ownerConnection, (client) =>
    loadDatabase(client, dump, (table) => Readable.from([Buffer.from(texts[table]!)]), { replace: true }),
  );
  await migrate({ connection, ownerConnection });
  await withClient(ownerConnection, async (client: pg.ClientBase) => {
    const query = async (text: string) => (await client.query(text)).rows as unknown[];
    await query('begin');
    await query(`select set_config('ledger.today', '${clock.today()}', true)`);
    for (const text of first) await query(text);
    for (const table of filled) await query(`alter table ${table} disable trigger user`);
    for (const text of fill) await query(text);
    for (const table of filled) await query(`alter table ${table} enable trigger user`);
    await then(query);
    await query('rollback');
  });
}

const open = `case when p.state in ('due', 'refused') or (p.state = 'claimed' and not p.refund_due) then p.amount else 0 end`;

/** Each query finds what differs between what there was and what there is. */
const differences: Record<string, string> = {
  'owed of a person': `select coalesce(was.member_id, now.member_id) from
      (select member_id, sum(${open}) as open from payments p where purpose <> 'excess' and not (double_of is not null and state in ('due', 'refused')) group by 1) was
    full join (select member_id, sum(open) as open from dues group by 1) now on coalesce(now.member_id::text, '') = coalesce(was.member_id::text, '') where coalesce(was.open, 0) <> coalesce(now.open, 0)`,
  'received of a person': `select coalesce(was.member_id, now.member_id) from
      (select member_id, sum(amount) as came from payments where state in ('received', 'refunded') group by 1) was
    full join (select member_id, sum(rupees) as came from receipts where cancelled_at is null group by 1) now on coalesce(now.member_id::text, '') = coalesce(was.member_id::text, '')
    where coalesce(was.came, 0) <> coalesce(now.came, 0)`,
  'refunded of a person': `select coalesce(was.member_id, now.member_id) from (select member_id, sum(amount) as back from payments where state = 'refunded' group by 1) was
    full join (select member_id, sum(returned) as back from receipts group by 1) now on coalesce(now.member_id::text, '') = coalesce(was.member_id::text, '') where coalesce(was.back, 0) <> coalesce(now.back, 0)`,
  'to return': `select p.id from payments p join receipts r on r.payment_id = p.id and r.cancelled_at is null left join members m on m.id = p.member_id
    where r.to_return <> case when p.state = 'received' and p.refund_due and (p.purpose = 'excess' or p.double_of is not null or m.status = 'Rejected') then p.amount else 0 end`,
  'received of a day': `select coalesce(was.day, now.day) from (select received_on as day, sum(amount) as came from payments where received_on is not null group by 1) was
    full join (select received_on as day, sum(rupees) as came from receipts where cancelled_at is null group by 1) now on now.day = was.day where was.came is distinct from now.came`,
  'outstanding of a past day': `with days as (
      select day from (select asked_on as day from dues union select day from due_changes union select day from allocations) as all_days where day < current_setting('ledger.today')::date
    ), was as (
      select day, coalesce(sum(p.amount) filter (where asked_on <= day and not (day <@ p.not_owed or (p.not_owed = '{}' and p.state in ('cancelled', 'waived')))
        and (p.received_on is null or p.received_on > day)), 0) as open
      from days left join (select *, (case when part_of is null or part_of = double_of then created_at
        else (select created_at from payments root where root.id = payments.part_of) end at time zone 'Asia/Kolkata')::date as asked_on
        from payments where purpose <> 'excess') p on true group by day
    ), now as (
      select day, (select coalesce(sum(amount), 0) from dues where asked_on <= day)
        + (select coalesce(sum(case when kind = 'changed' or back then amount else -amount end), 0) from due_changes c where c.day <= days.day)
        - (select coalesce(sum(amount), 0) from allocations a where a.day <= days.day and (becomes is null or becomes = 'open')) as open from days
    ) select was.day::text, was.open, now.open as filled from was join now using (day) where was.open <> now.open order by 1 limit 5`,
  'what a record repeats': `select m.id from members m join dues d on d.member_id = m.id and d.purpose = 'admission' and d.duplicate_of is null
    where m.payment_status <> case when d.state = 'claimed' or (d.open > 0 and d.settled > 0) then 'PAYMENT_INITIATED'
      when d.state not in ('due', 'refused') and (d.settled > 0 or d.state = 'waived') then 'PAYMENT_SUCCESS' else '' end`,
  'the state of a payment in one part': `select p.id, p.state, d.state from payments p join dues d on d.id = p.id
    where not exists (select from payments o where o.part_of = p.id and o.double_of is null) and p.double_of is null and not d.unwanted
      and d.state <> case p.state when 'received' then 'settled' else p.state end`,
  'a share without its allocation': `select id from share_entries where kind <> 'payment' and allocation_id is null`,
  'a reference': `select p.reference from payments p left join due_aliases a on a.alias = p.reference where p.purpose <> 'excess' and a.due_id is null`,
  'counters of dues': `select d.id from dues d
    left join lateral (select coalesce(sum(case when back then -amount else amount end) filter (where kind = 'waived'), 0) as waived,
      coalesce(sum(case when back then -amount else amount end) filter (where kind = 'cancelled'), 0) as cancelled from due_changes where due_id = d.id) c on true
    left join lateral (select coalesce(sum(amount), 0) as settled, coalesce(sum(undone) filter (where becomes = 'cancelled'), 0) as cancelled,
      coalesce(sum(undone) filter (where becomes = 'refunded'), 0) as refunded from allocations where due_id = d.id) a on true
    where (d.waived, d.cancelled, d.refunded, d.settled) is distinct from (c.waived, c.cancelled + a.cancelled, a.refunded, a.settled)`,
  'receipts that are not whole': `select id from receipts where rupees is null or (cancelled_at is null and rupees <> used + returned + free)`,
  'a claim that waits for nothing': `select id from dues where claim = 'pending' and not unwanted and open = 0`,
};

const expectEqual = async (query: (text: string) => Promise<unknown[]>) => {
  for (const [what, text] of Object.entries(differences)) expect([what, await query(text)]).toEqual([what, []]);
};

const samples = readdirSync('proofs/upgrades').sort();
/** `npm test -- --all` tries every one. */
const isLong = process.env.TEST_FEATURES === '';

test.each(samples.filter((_, at) => isLong || at % 8 === 0 || at === samples.length - 1))('%s', async (name) => {
  await withLedger(name, async (query) => {
    await expectEqual(query);
    const [{ payments, receipts }] = (await query(
      `select (select count(*)::int from payments) as payments, (select count(*)::int from receipts) as receipts`,
    )) as [{ payments: number; receipts: number }];
    expect(payments).toBeGreaterThan(0);
    expect(receipts).toBeGreaterThan(0);
  });
});

test('parts, doubles, excess, refunds, days on which nothing was owed: each is one due, with what came of it', async () => {
  const newest = samples.at(-1)!;
  const of = (n: number) => `(select id from members order by id offset ${n} limit 1)`;
  let serial = 0;
  const receipt = (payment: string, amount: number, day: string, cancelled = false) => {
    serial += 1;
    return `insert into receipts (payment_id, year, number, label, code, content, cancelled_at) values ('${payment}', '2020-21', ${serial}, 'F ${serial}', 'f ${serial}',
      jsonb_build_object('amount', ${amount}, 'receivedOn', '${day}', 'purpose', 'annual'), ${cancelled ? `'2021-06-01'` : 'null'})`;
  };
  const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;
  const payment = (n: number, values: Record<string, string>) => {
    const row: Record<string, string> = {
      id: `'${id(n)}'`,
      member_id: of(0),
      reference: `'F-${n}'`,
      purpose: `'annual'`,
      period: `'2020-21'`,
      amount: '1000',
      created_at: `'2020-04-01'`,
      ...values,
    };
    return `insert into payments (${Object.keys(row).join(', ')}) values (${Object.values(row).join(', ')})`;
  };
  await withLedger(
    newest,
    async (query) => {
      await expectEqual(query);
      const due = async (n: number) => (await query(`select * from dues where id = '${id(n)}'`))[0];
      expect(await due(1)).toMatchObject({ amount: 1000, settled: 400, open: 600, state: 'claimed', parts: 1 });
      expect(await query(`select alias from due_aliases where due_id = '${id(1)}' order by 1`)).toEqual([
        { alias: id(2) },
        { alias: 'F-1' },
        { alias: 'F-2' },
      ]);
      expect(await due(2)).toBeUndefined();
      expect(await due(3)).toMatchObject({ refunded: 1000, settled: 0, state: 'refunded' });
      expect(await due(4)).toMatchObject({ cancelled: 1000, state: 'cancelled' });
      expect(await due(5)).toMatchObject({
        duplicate_of: id(1),
        unwanted: true,
        settled: 0,
        cancelled: 700,
        state: 'cancelled',
      });
      expect(await query(`select to_return, due_id from receipts where payment_id = '${id(5)}'`)).toEqual([
        { to_return: 700, due_id: id(5) },
      ]);
      expect(await query(`select to_return, due_id, purpose from receipts where payment_id = '${id(6)}'`)).toEqual([
        { to_return: 50, due_id: null, purpose: 'excess' },
      ]);
    },
    [
      payment(1, { amount: '400', state: `'received'`, received_on: `'2020-05-01'`, received_at: `'2020-05-01'` }),
      receipt(id(1), 400, '2020-04-20', true),
      receipt(id(1), 400, '2020-05-01'),
      payment(2, {
        amount: '600',
        part_of: `'${id(1)}'`,
        state: `'claimed'`,
        claimed_at: `'2020-06-01'`,
        utr: `'123456789012'`,
      }),
      payment(3, {
        period: `'2019-20'`,
        state: `'refunded'`,
        received_on: `'2020-05-01'`,
        received_at: `'2020-05-01'`,
        refunded_on: `'2020-07-01'`,
        refund_utr: `'R1'`,
      }),
      receipt(id(3), 1000, '2020-05-01'),
      payment(4, { period: `'2018-19'`, state: `'cancelled'`, not_owed: `'{[2020-05-01,2020-05-10),[2020-06-01,)}'` }),
      payment(5, {
        amount: '700',
        member_id: of(0),
        double_of: `'${id(1)}'`,
        part_of: `'${id(1)}'`,
        state: `'received'`,
        received_on: `'2020-05-03'`,
        received_at: `'2020-05-03'`,
        refund_due: 'true',
      }),
      receipt(id(5), 700, '2020-05-03'),
      payment(6, {
        purpose: `'excess'`,
        period: 'null',
        amount: '50',
        state: `'received'`,
        received_on: `'2020-05-03'`,
        received_at: `'2020-05-03'`,
        refund_due: 'true',
      }),
      receipt(id(6), 50, '2020-05-03'),
    ],
  );
});
