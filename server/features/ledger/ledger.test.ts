import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { members } from '#server/features/members/tables.ts';
import type { Transaction } from '#server/platform/database/client.ts';
import { clock } from '#shared/clock.ts';
import type { MembershipValue } from '#shared/memberships.ts';
import { startTestApp } from '#tests/app.ts';
import { ask, end, reopen, reprice } from './asking.ts';
import { claim, refuse } from './claiming.ts';
import { keep, refund, undoUse, use } from './credit.ts';
import { type Decision, follow, forget, merge } from './decisions.ts';
import { findDue, findDueByAlias, findMoney, sumOutstanding } from './ledger.queries.ts';
import { type Arrival, cancelReceipts, type Item, receive } from './receiving.ts';
import { type RowFilter, rows, statementOf } from './rows.queries.ts';
import { restore, snapshot } from './snapshots.ts';

// The acts of money, each through the one writer, and after each the invariants that hold for every row.

const site = await startTestApp();
let member: string;
let serial = 0;

const inside = <T>(act: (tx: Transaction) => Promise<T>) => site.database.transaction(act);

/** An act, and what must hold after it. */
async function acts<T>(act: (tx: Transaction) => Promise<T>): Promise<T> {
  const result = await inside(act);
  await expectSound();
  return result;
}

const failed = (act: (tx: Transaction) => Promise<unknown>) =>
  inside(act).then(
    () => 'nothing',
    (error: { code?: string; message: string }) => error.code ?? error.message,
  );

async function makeMember(status: 'New' | 'Approved' | 'Rejected' = 'Approved') {
  serial += 1;
  const [row] = await site.database
    .insert(members)
    .values({
      ...{
        reference: `AIP-2026-9${String(serial).padStart(5, '0')}`,
        status,
        membership: 'Individual member',
        name: 'Asha Rao',
        nameSearch: 'asha rao',
      },
      ...{
        gender: 'Female',
        email: `asha${serial}@example.org`,
        mobile: '9876543210',
        court: 'Court',
        idNumber: 'ID',
        yearsOfExperience: '5',
      },
      ...{
        yearsOfRecruitment: '2010',
        interest: 'Participant',
        contribution: 'Lectures',
        specialisations: [],
        international: 'No',
        state: 'Kerala',
      },
      ...{ district: 'D', subDistrict: 'S', termsVersion: '1', consentAt: new Date(), consentTo: 'website' },
    })
    .returning({ id: members.id });
  return row!.id;
}

beforeEach(async () => {
  member = await makeMember();
});

const askOne = async (values: Partial<Parameters<typeof ask>[1][number]> = {}) =>
  (await acts((tx) => ask(tx, [{ purpose: 'admission', memberId: member, amount: 1000, ...values }])))[0]!.due.id;
const annual = (period = '2026-27', amount = 1200, memberId = member) =>
  askOne({ purpose: 'annual', period, amount, memberId });
const upgrade = (membership: MembershipValue = 'lifetime member', amount = 9000) =>
  askOne({ purpose: 'upgrade', membership, amount });
const came = (items: Item[], values: Partial<Arrival> = {}) =>
  acts((tx) => receive(tx, items, { day: clock.today(), by: 'office', ...values }));
const paid = async (due: string, amount: number, values: Partial<Item> = {}) =>
  (await came([{ due, amount, ...values }]))[0]!.id;
const credit = async (amount: number, over: 'keep' | 'return' = 'keep') =>
  (await came([{ due: null, payer: { memberId: member }, amount, over }]))[0]!.id;
const dueNow = async (id: string) => (await findDue(site.database, id))!;
const receiptNow = async (id: string) => (await findMoney(site.database, [id])).get(id)!;
const decide = (to: Decision['to'], money: Decision['money'] = 'refund', id = member) =>
  acts(async (tx) => {
    const [before] = await tx.select().from(members).where(sql`id = ${id}`);
    const result = await follow(tx, before!, { to, money, reason: 'why' });
    await tx.update(members).set({ status: to }).where(sql`id = ${id}`);
    return result;
  });
const tierOf = async (id = member) =>
  (await site.database.select().from(members).where(sql`id = ${id}`))[0]!.membership;
const proof = { utr: '123456789012' };
const claimed = (id: string) => acts((tx) => claim(tx, id, proof));
const outstanding = () => sumOutstanding(site.database, clock.today());

/** L1, L2, L3, L4, L9, L10, L28: each query finds the rows that break one. */
const broken = {
  'L1 of changes': sql`select d.id from dues d left join lateral (
      select coalesce(sum(amount) filter (where kind = 'changed'), 0) as changed,
        coalesce(sum(case when back then -amount else amount end) filter (where kind = 'waived'), 0) as waived,
        coalesce(sum(case when back then -amount else amount end) filter (where kind = 'cancelled'), 0) as cancelled,
        coalesce(sum(case when back then -amount else amount end) filter (where kind = 'refunded'), 0) as refunded
      from due_changes where due_id = d.id) c on true
    left join lateral (
      select coalesce(sum(amount), 0) as settled, coalesce(sum(undone) filter (where becomes = 'cancelled'), 0) as cancelled,
        coalesce(sum(undone) filter (where becomes = 'refunded'), 0) as refunded, coalesce(sum(sign(amount)), 0) as parts
      from allocations where due_id = d.id) a on true
    where (d.changed, d.waived, d.cancelled, d.refunded, d.settled, d.parts)
        is distinct from (c.changed, c.waived, c.cancelled + a.cancelled, c.refunded + a.refunded, a.settled, a.parts)
      or d.open < 0 or d.open <> d.amount + d.changed - d.waived - d.cancelled - d.refunded - d.settled`,
  'L2 of receipts': sql`select r.id from receipts r
    left join lateral (select coalesce(sum(amount), 0) as used, coalesce(sum(amount) filter (where due_id is distinct from r.due_id), 0) as elsewhere
      from allocations where receipt_id = r.id) a on true
    left join lateral (select coalesce(sum(amount), 0) as returned from refunds where receipt_id = r.id) f on true
    where r.rupees is not null and ((r.used, r.elsewhere, r.returned) is distinct from (a.used, a.elsewhere, f.returned)
      or (r.cancelled_at is null and r.rupees <> r.used + r.returned + r.free) or r.to_return > r.free)`,
  'L3 reversed twice or in part': sql`select one.id from allocations one join allocations undo on undo.reverses = one.id
    group by one.id having count(*) > 1 or sum(undo.amount) <> -min(one.amount)`,
  'L4 one due a key': sql`select min(id::text) from dues where duplicate_of is null and not taken_back and member_id is not null and purpose in ('admission', 'annual')
    group by member_id, purpose, period having count(*) > 1`,
  'L9 of people': sql`select coalesce(o.member_id, p.member_id) from
    (select member_id, sum(settled) as settled from dues group by member_id) o
    full join (select member_id, sum(rupees - returned) as came, sum(free) as credit from receipts where rupees is not null and cancelled_at is null group by member_id) p
      on p.member_id = o.member_id
    where coalesce(p.came, 0) - coalesce(o.settled, 0) <> coalesce(p.credit, 0) and coalesce(o.member_id, p.member_id) is not null`,
  'L10 nothing owed that is not wanted': sql`select d.id from dues d left join members m on m.id = d.member_id
    where d.open > 0 and (d.unwanted or d.erased is not null or d.taken_back or (m.status = 'Rejected' and d.claim <> 'pending'))`,
  'L28 a claim waits for nothing': sql`select id from dues where claim = 'pending' and not unwanted and open = 0`,
};

async function expectSound() {
  for (const [law, query] of Object.entries(broken))
    expect([law, (await site.database.execute(query)).rows]).toEqual([law, []]);
  const { rows } = await site.database.execute<{ open: number }>(
    sql`select coalesce(sum(open), 0)::float8 as open from dues`,
  );
  expect(await outstanding()).toBe(rows[0]!.open);
}

describe('asking', () => {
  test('once: the existing one answers, a cancelled one is owed again', async () => {
    const id = await askOne();
    expect(await askOne({ amount: 5 })).toBe(id);
    await acts((tx) => end(tx, [id], 'cancelled', 'left'));
    expect(await dueNow(id)).toMatchObject({ state: 'cancelled', open: 0 });
    expect(await askOne()).toBe(id);
    expect(await dueNow(id)).toMatchObject({ state: 'due', open: 1000, amount: 1000 });
  });

  test('two at the same moment ask once', async () => {
    const asked = () =>
      inside((tx) => ask(tx, [{ purpose: 'annual', period: '2030-31', memberId: member, amount: 5 }]));
    const both = await Promise.all([asked(), asked(), asked()]);
    expect(new Set(both.map(([row]) => row!.due.id)).size).toBe(1);
    expect(both.filter(([row]) => row!.isNew)).toHaveLength(1);
  });

  test('a reference leads to its due', async () => {
    const id = await annual();
    const { reference } = await dueNow(id);
    expect(reference).toMatch(/^AIP-\d{4}-\d{6}$/);
    expect(await findDueByAlias(site.database, reference!)).toBe(id);
  });

  test('another wish ends an open upgrade, which is never reopened; one that is claimed or paid in part stays', async () => {
    const first = await upgrade();
    const second = await upgrade('Patron member', 49_000);
    expect(await dueNow(first)).toMatchObject({ state: 'cancelled' });
    expect(await upgrade('Patron member', 1)).toBe(second);
    const third = await upgrade('lifetime member', 8000);
    expect(third).not.toBe(first);
    await paid(third, 100);
    const wish = (tx: Transaction) =>
      ask(tx, [{ purpose: 'upgrade', membership: 'Patron member', memberId: member, amount: 5 }]);
    expect(await failed(wish)).toBe('WRONG_STATE');
  });

  test('kept rupees pay the next year, oldest first; those to return do not', async () => {
    const [first, second, third] = [await credit(300), await credit(500, 'return'), await credit(200)];
    const [asked] = await acts((tx) =>
      ask(tx, [{ purpose: 'annual', period: '2027-28', memberId: member, amount: 400 }]),
    );
    expect({ used: asked!.used, open: asked!.due.open }).toEqual({ used: 400, open: 0 });
    expect(await receiptNow(first)).toMatchObject({ used: 300, free: 0 });
    expect(await receiptNow(second)).toMatchObject({ used: 0, toReturn: 500 });
    expect(await receiptNow(third)).toMatchObject({ used: 100, free: 100 });
  });

  test('waived, and taken back', async () => {
    const id = await annual();
    await paid(id, 200);
    await acts((tx) => end(tx, [id], 'waived', 'hardship'));
    expect(await dueNow(id)).toMatchObject({ state: 'waived', waived: 1000, settled: 200 });
    expect(await failed((tx) => end(tx, [id], 'waived', ''))).toBe('WRONG_STATE');
    await acts((tx) => reopen(tx, [id]));
    expect(await dueNow(id)).toMatchObject({ state: 'due', open: 1000 });
    expect(await failed((tx) => reopen(tx, [id]))).toBe('WRONG_STATE');
  });

  test('waiving a claimed one withdraws the claim', async () => {
    const id = await askOne();
    await claimed(id);
    await acts((tx) => end(tx, [id], 'waived', ''));
    expect(await dueNow(id)).toMatchObject({ state: 'waived', claim: 'withdrawn' });
  });

  test('the office’s tier: prices follow what is open, claimed ones stay, other upgrades end', async () => {
    const admission = await askOne({ amount: 1000 });
    await acts((tx) => reprice(tx, member, 'lifetime member'));
    const fee = (await dueNow(admission)).open;
    expect(fee).toBeGreaterThan(1000);
    await paid(admission, 400);
    await acts((tx) => reprice(tx, member, 'Individual member'));
    expect(await dueNow(admission)).toMatchObject({ settled: 400, open: 600 });
    await claimed(admission);
    await acts((tx) => reprice(tx, member, 'Patron member'));
    expect(await dueNow(admission)).toMatchObject({ open: 600, state: 'claimed' });
    const wish = await upgrade();
    await acts((tx) => reprice(tx, member, 'Patron member'));
    expect(await dueNow(wish)).toMatchObject({ state: 'cancelled', open: 0 });
  });
});

describe('claims', () => {
  test('wait, are replaced, refused and sent again', async () => {
    const id = await askOne();
    expect(await claimed(id)).toEqual({ isNew: true, former: null });
    expect(await dueNow(id)).toMatchObject({ state: 'claimed', open: 1000 });
    expect(await acts((tx) => claim(tx, id, { utr: '210987654321' }))).toEqual({ isNew: false, former: null });
    await acts((tx) => refuse(tx, id, 'not there'));
    expect(await dueNow(id)).toMatchObject({ state: 'refused' });
    expect(await failed((tx) => refuse(tx, id, ''))).toBe('WRONG_STATE');
    expect((await claimed(id)).isNew).toBe(true);
    await paid(id, 1000);
    expect(await dueNow(id)).toMatchObject({ state: 'settled', claim: 'confirmed' });
    expect(await failed((tx) => claim(tx, id, proof))).toBe('WRONG_STATE');
  });

  test('a refused one is received by the salary alone', async () => {
    const id = await annual();
    await claimed(id);
    await acts((tx) => refuse(tx, id, ''));
    const item = { due: id, amount: 1200 };
    expect(await failed((tx) => receive(tx, [item], { day: clock.today(), by: '' }))).toBe('WRONG_STATE');
    expect(await failed((tx) => receive(tx, [{ ...item, over: 'return' }], { day: clock.today(), by: '' }))).toBe(
      'WRONG_STATE',
    );
    await came([item], { source: { refused: true } });
    expect(await dueNow(id)).toMatchObject({ state: 'settled' });
  });
});

describe('receiving', () => {
  test('in parts: the due stays with its rest, and each part is a receipt', async () => {
    const id = await askOne();
    await claimed(id);
    const [first] = [await paid(id, 400)];
    expect(await dueNow(id)).toMatchObject({ state: 'due', open: 600, settled: 400, claim: 'confirmed' });
    await paid(id, 600);
    expect(await dueNow(id)).toMatchObject({ state: 'settled', parts: 2 });
    const receipt = await receiptNow(first!);
    expect(receipt).toMatchObject({ amount: 400, used: 400, free: 0, state: 'received' });
    expect(receipt.content).toMatchObject({ purpose: 'admission', amount: 400, receivedFrom: 'Asha Rao' });
  });

  test('more than is open goes back or is kept, under a receipt of its own; else nothing comes in', async () => {
    const id = await askOne();
    expect(await failed((tx) => receive(tx, [{ due: id, amount: 1001 }], { day: clock.today(), by: '' }))).toBe(
      'AMOUNT_DIFFERS',
    );
    const rows = await came([{ due: id, amount: 1100, over: 'return' }]);
    expect(rows.map(({ amount, dueId, toReturn }) => [amount, dueId, toReturn])).toEqual([
      [1000, id, 0],
      [100, null, 100],
    ]);
    expect(rows[1]!.content.reference).toBe((await dueNow(id)).reference);
    expect(rows[1]!.number).toBe(rows[0]!.number + 1);
    expect(await failed((tx) => receive(tx, [{ due: id, amount: 5 }], { day: clock.today(), by: '' }))).toBe(
      'WRONG_STATE',
    );
    const [seen] = await came([{ due: id, amount: 5, over: 'keep' }]);
    expect(seen).toMatchObject({ dueId: null, amount: 5, toReturn: 0, free: 5 });
  });

  test('several lines for one due, and one for several', async () => {
    const [one, two] = [await askOne(), await annual()];
    await came([
      { due: one, amount: 400 },
      { due: one, amount: 600 },
      { due: two, amount: 1300, over: 'return' },
    ]);
    expect(await dueNow(one)).toMatchObject({ state: 'settled', parts: 2 });
    expect(await dueNow(two)).toMatchObject({ state: 'settled' });
  });

  test('what is free is waived without a number, and money of nobody is an office’s', async () => {
    const id = await askOne({ amount: 0 });
    expect(await came([{ due: id, amount: 0 }])).toEqual([]);
    expect(await dueNow(id)).toMatchObject({ state: 'waived' });
    const [row] = await came([{ due: null, payer: { office: 'Treasury Kochi' }, amount: 70, over: 'return' }]);
    expect(row).toMatchObject({ office: 'Treasury Kochi', toReturn: 70 });
    expect(row!.content.receivedFrom).toBe('Treasury Kochi');
  });

  test('an upgrade that is paid gives its tier, mailed once; its rest waived too', async () => {
    const id = await upgrade();
    await paid(id, 4000);
    expect(await tierOf()).toBe('Individual member');
    await acts((tx) => end(tx, [id], 'waived', ''));
    expect(await tierOf()).toBe('lifetime member');
    expect(await dueNow(id)).toMatchObject({ reached: true });
    const { rows } = await site.database.execute(
      sql`select from mail where kind = 'membership-changed' and member_id = ${member}`,
    );
    expect(rows).toHaveLength(1);
  });

  test('whose rest was cancelled gets no tier', async () => {
    const id = await upgrade();
    await paid(id, 4000);
    await decide('Rejected', 'keep');
    expect(await dueNow(id)).toMatchObject({ open: 0, cancelled: 5000, reached: false });
    expect(await tierOf()).toBe('Individual member');
    await decide('Approved');
    expect(await dueNow(id)).toMatchObject({ open: 5000, state: 'due' });
    await paid(id, 5000);
    expect(await tierOf()).toBe('lifetime member');
  });

  test('a number of a year is given once, and none is left out', async () => {
    const [other, mine] = [await makeMember(), member];
    const pay = async (memberId: string) => {
      const [asked] = await inside((tx) => ask(tx, [{ purpose: 'annual', period: '2031-32', memberId, amount: 10 }]));
      return inside((tx) => receive(tx, [{ due: asked!.due.id, amount: 10 }], { day: '2020-05-01', by: '' }));
    };
    const made = (await Promise.all([pay(other), pay(mine)])).flat();
    expect(made.map(({ number }) => number).sort()).toEqual([1, 2]);
  });
});

describe('cancelling', () => {
  test('a part: one due, whole, and its claim waits again', async () => {
    const id = await askOne();
    await claimed(id);
    const receipt = await paid(id, 400);
    await acts((tx) => cancelReceipts(tx, [receipt], 'bounced'));
    expect(await dueNow(id)).toMatchObject({ state: 'claimed', open: 1000, settled: 0 });
    expect(await receiptNow(receipt)).toMatchObject({ state: 'cancelled', free: 0 });
    expect(await failed((tx) => cancelReceipts(tx, [receipt], ''))).toBe('WRONG_STATE');
    const again = await receiptNow(await paid(id, 1000));
    expect(again.replaces).toBe(receipt);
  });

  test('also what was used elsewhere, on the days of what it reverses', async () => {
    const [one, two] = [await askOne(), await annual()];
    const [, excess] = await came([{ due: one, amount: 1300, over: 'keep' }], { day: '2026-05-01' });
    await acts((tx) => use(tx, excess!.id, two));
    expect(await dueNow(two)).toMatchObject({ settled: 300, open: 900 });
    await acts((tx) => cancelReceipts(tx, [excess!.id], ''));
    expect(await dueNow(two)).toMatchObject({ settled: 0, open: 1200, state: 'due' });
  });

  test('not after something went back', async () => {
    const receipt = await paid(await askOne(), 1000);
    await acts((tx) => refund(tx, receipt, { amount: 1, refundedOn: clock.today(), utr: 'U', note: '' }));
    expect(await failed((tx) => cancelReceipts(tx, [receipt], ''))).toBe('WRONG_STATE');
  });

  test('of somebody who was rejected: claimed again, or cancelled', async () => {
    const id = await askOne();
    const receipt = await paid(id, 1000);
    await decide('Rejected', 'keep');
    await acts((tx) => cancelReceipts(tx, [receipt], ''));
    expect(await dueNow(id)).toMatchObject({ state: 'cancelled', cancelled: 1000 });
    member = await makeMember();
    const other = await askOne();
    await claimed(other);
    const second = await paid(other, 1000);
    await decide('Rejected', 'keep');
    await acts((tx) => cancelReceipts(tx, [second], ''));
    expect(await dueNow(other)).toMatchObject({ state: 'claimed', open: 1000 });
    await acts((tx) => refuse(tx, other, 'nothing came'));
    expect(await dueNow(other)).toMatchObject({ state: 'cancelled' });
  });

  test('a reached upgrade: the tier stays, and it is due beside another wish', async () => {
    const id = await upgrade();
    const receipt = await paid(id, 9000);
    expect(await tierOf()).toBe('lifetime member');
    await acts((tx) => cancelReceipts(tx, [receipt], ''));
    expect(await tierOf()).toBe('lifetime member');
    expect(await dueNow(id)).toMatchObject({ state: 'due', reached: true, open: 9000 });
    await upgrade('Patron member', 40_000);
    expect(await dueNow(id)).toMatchObject({ state: 'due' });
    // The office lowers the tier of a bounced cheque: when the money comes again, so does the tier.
    await inside((tx) => tx.update(members).set({ membership: 'Individual member' }).where(sql`id = ${member}`));
    const patron = (await ask_(member))!;
    await acts((tx) => end(tx, [patron], 'cancelled', ''));
    await acts((tx) => reprice(tx, member, 'Individual member'));
    expect(await dueNow(id)).toMatchObject({ reached: false });
    await paid(id, (await dueNow(id)).open);
    expect(await tierOf()).toBe('lifetime member');
  });

  const ask_ = async (memberId: string) => {
    const { rows } = await site.database.execute<{ id: string }>(
      sql`select id from dues where member_id = ${memberId} and tier is not null and membership = 'Patron member'`,
    );
    return rows[0]?.id;
  };
});

describe('credit', () => {
  test('is used for an open due, as much as fits, and taken back', async () => {
    const receipt = await credit(500, 'return');
    const due = await annual('2026-27', 300);
    const id = await acts((tx) => use(tx, receipt, due));
    expect(await receiptNow(receipt)).toMatchObject({ used: 300, elsewhere: 300, free: 200, toReturn: 200 });
    expect(await dueNow(due)).toMatchObject({ state: 'settled' });
    expect(await failed((tx) => use(tx, receipt, due))).toBe('WRONG_STATE');
    await acts((tx) => undoUse(tx, id));
    expect(await receiptNow(receipt)).toMatchObject({ used: 0, free: 500, toReturn: 200 });
    expect(await dueNow(due)).toMatchObject({ state: 'due', open: 300 });
    expect(await failed((tx) => undoUse(tx, id))).toBe('WRONG_STATE');
  });

  test('is nobody else’s, and not more than there is', async () => {
    const receipt = await credit(500);
    const other = await annual('2026-27', 300, await makeMember());
    expect(await failed((tx) => use(tx, receipt, other))).toBe('WRONG_STATE');
    const full = await paid(await askOne(), 1000);
    expect(await failed(async (tx) => use(tx, full, await annual()))).toBe('MORE_THAN_CREDIT');
  });

  test('two uses at once use each rupee once', async () => {
    const receipt = await credit(500);
    const dues = [await annual('2030-31', 400), await annual('2031-32', 400)];
    await Promise.allSettled(dues.map((due) => inside((tx) => use(tx, receipt, due))));
    await expectSound();
  });

  test('what goes back is kept by a word', async () => {
    const receipt = await credit(500, 'return');
    await acts((tx) => keep(tx, receipt, 'as agreed'));
    expect(await receiptNow(receipt)).toMatchObject({ toReturn: 0, free: 500 });
    expect(await failed((tx) => keep(tx, receipt, ''))).toBe('WRONG_STATE');
  });

  test('refunds: free rupees first, then those of the due, whose debt ends', async () => {
    const due = await askOne();
    const receipt = await paid(due, 1000);
    const back = (amount?: number) =>
      acts((tx) => refund(tx, receipt, { amount, refundedOn: clock.today(), utr: 'U', note: '' }));
    await back(300);
    expect(await dueNow(due)).toMatchObject({ settled: 700, refunded: 300, open: 0, state: 'settled' });
    expect(await receiptNow(receipt)).toMatchObject({ returned: 300, used: 700, state: 'received' });
    expect(await back()).toBe(700);
    expect(await dueNow(due)).toMatchObject({ settled: 0, refunded: 1000, state: 'refunded' });
    expect(await receiptNow(receipt)).toMatchObject({ returned: 1000, state: 'refunded' });
    expect(await failed((tx) => refund(tx, receipt, { amount: 1, refundedOn: clock.today(), utr: '', note: '' }))).toBe(
      'WRONG_STATE',
    );
  });

  test('refunds: owed again where it was open, and never what was used elsewhere', async () => {
    const due = await askOne();
    const receipt = await paid(due, 400);
    await acts((tx) => refund(tx, receipt, { amount: 100, refundedOn: clock.today(), utr: '', note: '' }));
    expect(await dueNow(due)).toMatchObject({ settled: 300, refunded: 0, open: 700, state: 'due' });
    const other = await credit(500);
    // A subscription that is asked takes kept rupees by itself.
    await annual('2026-27', 400);
    expect(await failed((tx) => refund(tx, other, { amount: 101, refundedOn: clock.today(), utr: '', note: '' }))).toBe(
      'MORE_THAN_CREDIT',
    );
    await acts((tx) => refund(tx, other, { amount: 100, refundedOn: clock.today(), utr: '', note: '' }));
    expect(await receiptNow(other)).toMatchObject({ state: 'refunded', elsewhere: 400 });
  });
});

describe('decisions', () => {
  test('rejected, refund: unwanted, and all that came goes back; back again: what is still there settles it', async () => {
    const id = await askOne();
    const year = await annual();
    const receipt = await paid(id, 400);
    expect(await decide('Rejected')).toBe('refund');
    expect(await dueNow(id)).toMatchObject({ unwanted: true, state: 'cancelled', cancelled: 1000, settled: 0 });
    expect(await dueNow(year)).toMatchObject({ state: 'cancelled' });
    expect(await receiptNow(receipt)).toMatchObject({ toReturn: 400, free: 400 });
    await decide('New');
    expect(await dueNow(id)).toMatchObject({ unwanted: false, state: 'due', open: 600, settled: 400 });
    expect(await receiptNow(receipt)).toMatchObject({ toReturn: 0, free: 0 });
    expect(await dueNow(year)).toMatchObject({ state: 'cancelled' });
    await decide('Approved');
    expect(await dueNow(year)).toMatchObject({ state: 'due', open: 1200 });
  });

  test('reject, refund and return: nothing is free', async () => {
    const id = await askOne();
    const receipt = await paid(id, 1000);
    await decide('Rejected');
    await acts((tx) => refund(tx, receipt, { refundedOn: clock.today(), utr: 'U', note: '' }));
    expect(await receiptNow(receipt)).toMatchObject({ state: 'refunded' });
    await decide('Approved');
    expect(await dueNow(id)).toMatchObject({ state: 'due', open: 1000 });
  });

  test('kept, and sent back while rejected: owed again too', async () => {
    const id = await askOne();
    const receipt = await paid(id, 1000);
    await decide('Rejected', 'keep');
    const back = { amount: 300, refundedOn: clock.today(), utr: 'U', note: '' };
    await acts((tx) => refund(tx, receipt, back));
    await acts((tx) => refund(tx, receipt, { ...back, amount: 700 }));
    await decide('New');
    expect(await dueNow(id)).toMatchObject({ state: 'due', open: 1000 });
  });

  test('what goes back to an applicant is asked for again with the approval, what goes back to a member is not', async () => {
    member = await makeMember('New');
    const id = await askOne();
    const receipt = await paid(id, 1000);
    const back = { amount: 300, refundedOn: clock.today(), utr: 'U', note: '' };
    await acts((tx) => refund(tx, receipt, back));
    expect(await dueNow(id)).toMatchObject({ state: 'settled', settled: 700, refunded: 300 });
    await decide('Approved');
    expect(await dueNow(id)).toMatchObject({ state: 'due', open: 300, refunded: 0 });
    await paid(id, 300);
    await acts((tx) => refund(tx, receipt, back));
    await decide('New');
    await decide('Approved');
    expect(await dueNow(id)).toMatchObject({ state: 'settled', settled: 700, refunded: 300 });
  });

  test('a reached upgrade whose receipt was cancelled meanwhile is owed again with the approval', async () => {
    const id = await upgrade();
    const receipt = await paid(id, 9000);
    await decide('Rejected', 'keep');
    await acts((tx) => cancelReceipts(tx, [receipt], ''));
    expect(await dueNow(id)).toMatchObject({ state: 'cancelled', cancelled: 9000 });
    await decide('Approved');
    expect(await dueNow(id)).toMatchObject({ state: 'due', open: 9000, reached: true });
  });

  test('claimed and unwanted: received whole, to return, without an allocation', async () => {
    const id = await askOne();
    await paid(id, 400);
    await claimed(id);
    await decide('Rejected');
    expect(await dueNow(id)).toMatchObject({ unwanted: true, state: 'claimed', open: 0 });
    expect(await failed((tx) => end(tx, [id], 'waived', ''))).toBe('WRONG_STATE');
    expect(await failed((tx) => receive(tx, [{ due: id, amount: 599 }], { day: clock.today(), by: '' }))).toBe(
      'AMOUNT_DIFFERS',
    );
    const receipt = await paid(id, 600);
    expect(await receiptNow(receipt)).toMatchObject({ amount: 600, used: 0, toReturn: 600 });
    expect(await dueNow(id)).toMatchObject({ state: 'cancelled' });
    await acts((tx) => cancelReceipts(tx, [receipt], ''));
    expect(await dueNow(id)).toMatchObject({ state: 'claimed', unwanted: true });
    await paid(id, 600);
  });

  test('rejected, keep: claimed ones stay, the rest of a part ends', async () => {
    const id = await askOne();
    await claimed(id);
    expect(await decide('Rejected', 'keep')).toBe('keep');
    expect(await dueNow(id)).toMatchObject({ state: 'claimed', open: 1000 });
    await paid(id, 400);
    expect(await dueNow(id)).toMatchObject({ state: 'cancelled', settled: 400, cancelled: 600 });
    expect(await decide('New')).toBe('none');
    expect(await dueNow(id)).toMatchObject({ state: 'due', open: 600 });
  });

  test('what a wish has ended does not come back', async () => {
    const first = await upgrade();
    const second = await upgrade('Patron member', 49_000);
    await decide('New');
    await decide('Approved');
    expect(await dueNow(first)).toMatchObject({ state: 'cancelled' });
    expect(await dueNow(second)).toMatchObject({ state: 'due', open: 49_000 });
  });

  test('undone: all is as before, and the day’s sums are as they were', async () => {
    const id = await askOne();
    const year = await annual();
    const receipt = await paid(id, 400);
    await claimed(id);
    const other = await credit(50);
    await acts((tx) => use(tx, other, year));
    const facts = async () => [
      await dueNow(id),
      await dueNow(year),
      await receiptNow(receipt),
      await receiptNow(other),
      await outstanding(),
    ];
    const was = await facts();
    const before = await inside((tx) => snapshot(tx, [member]));
    await decide('Rejected');
    const after = await inside((tx) => snapshot(tx, [member]));
    await inside((tx) => tx.update(members).set({ status: 'Approved' }).where(sql`id = ${member}`));
    await acts((tx) => restore(tx, before, after));
    expect(await facts()).toEqual(was);
    // The same snapshots once more are those of another day.
    expect(await failed((tx) => restore(tx, before, after))).toBe('RECORD_CHANGED');
  });

  test('undone: what was asked meanwhile is nowhere, and is asked again', async () => {
    const before = await inside((tx) => snapshot(tx, [member]));
    const year = await annual();
    const { reference } = await dueNow(year);
    await acts((tx) => end(tx, [year], 'waived', ''));
    const after = await inside((tx) => snapshot(tx, [member]));
    await acts((tx) => restore(tx, before, after));
    expect(await dueNow(year)).toMatchObject({ takenBack: true, open: 0, waived: 0 });
    expect(await findDueByAlias(site.database, reference!)).toBeUndefined();
    expect(await annual()).not.toBe(year);
  });

  test('undone after money came: refused', async () => {
    const id = await askOne();
    const before = await inside((tx) => snapshot(tx, [member]));
    await decide('New');
    const after = await inside((tx) => snapshot(tx, [member]));
    await paid(id, 5);
    expect(await failed((tx) => restore(tx, before, after))).toBe('RECORD_CHANGED');
  });
});

describe('people', () => {
  async function merged(): Promise<{ kept: string; dropped: string; move: (to: string) => Promise<void> }> {
    const [kept, dropped] = [member, await makeMember()];
    return {
      ...{ kept, dropped },
      move: (to) =>
        inside(async (tx) => {
          await tx.execute(sql`update dues set member_id = ${to} where member_id in (${kept}, ${dropped})`);
          await tx.execute(sql`update receipts set member_id = ${to} where member_id in (${kept}, ${dropped})`);
        }),
    };
  }

  test('merged: owed once; the second’s money is to return, and its receipt stays', async () => {
    const { kept, dropped, move } = await merged();
    const [mine, theirs] = [await askOne(), await askOne({ memberId: dropped })];
    const receipt = await paid(theirs, 1000);
    await paid(mine, 1000);
    await acts((tx) => merge(tx, kept, dropped, 'Individual member'));
    await move(kept);
    await expectSound();
    const [first, second] = [await dueNow(theirs), await dueNow(mine)];
    const duplicate = first.duplicateOf ? first : second;
    expect(duplicate).toMatchObject({ unwanted: true, settled: 0, open: 0 });
    expect((await receiptNow(receipt)).toReturn + (await findReturn(kept))).toBeGreaterThanOrEqual(1000);
    // Unwanted for ever.
    await decide('Rejected', 'keep');
    await decide('New');
    expect(await dueNow(duplicate.id)).toMatchObject({ unwanted: true, open: 0 });
  });

  const findReturn = async (id: string) =>
    Number(
      (
        await site.database.execute<{ sum: string }>(
          sql`select coalesce(sum(to_return), 0) as sum from receipts where member_id = ${id}`,
        )
      ).rows[0]!.sum,
    );

  test('merged: the due that is paid is the first, of open ones the dropped one’s is the second; a partly paid one too', async () => {
    const { kept, dropped } = await merged();
    const [mine, theirs] = [await annual('2026-27', 1200, kept), await annual('2026-27', 1200, dropped)];
    const [admission, other] = [await askOne(), await askOne({ memberId: dropped })];
    await paid(theirs, 100);
    await acts((tx) => merge(tx, kept, dropped, 'Individual member'));
    expect(await dueNow(mine)).toMatchObject({ duplicateOf: theirs, state: 'waived' });
    expect(await dueNow(theirs)).toMatchObject({ open: 1100 });
    expect(await dueNow(other)).toMatchObject({ duplicateOf: admission, state: 'waived', waived: 1000 });
  });

  test('merged: what a decision about the other record has ended is owed by a member', async () => {
    const { kept, dropped, move } = await merged();
    const [mine, theirs] = [await askOne(), await askOne({ memberId: dropped })];
    await paid(theirs, 400);
    await decide('Rejected', 'keep', dropped);
    expect(await dueNow(theirs)).toMatchObject({ settled: 400, cancelled: 600 });
    await inside((tx) => merge(tx, kept, dropped, 'Individual member'));
    await move(kept);
    await expectSound();
    expect(await dueNow(mine)).toMatchObject({ duplicateOf: theirs, open: 0 });
    expect(await dueNow(theirs)).toMatchObject({ settled: 400, open: 600, state: 'due' });
  });

  test('unmerged: counters, states, rows', async () => {
    const { kept, dropped } = await merged();
    const [mine, theirs] = [await askOne(), await askOne({ memberId: dropped })];
    await claimed(mine);
    const receipt = await paid(theirs, 400);
    const facts = async () => [await dueNow(mine), await dueNow(theirs), await receiptNow(receipt)];
    const was = await facts();
    const before = await inside((tx) => snapshot(tx, [kept, dropped]));
    await acts((tx) => merge(tx, kept, dropped, 'Individual member'));
    expect(await dueNow(mine)).toMatchObject({ duplicateOf: theirs, state: 'claimed', open: 0 });
    const after = await inside((tx) => snapshot(tx, [kept, dropped]));
    await acts((tx) => restore(tx, before, after));
    expect(await facts()).toEqual(was);
  });

  test('erased: refused while a claim waits or something is to return; then nothing names the person, and no sum moves', async () => {
    const id = await askOne();
    const year = await annual();
    await claimed(id);
    const person = { id: member, reference: 'AIP-2026-000001', membership: 'Individual member' } as const;
    expect(await failed((tx) => forget(tx, person))).toBe('MONEY_OPEN');
    const receipt = await paid(id, 400);
    await acts((tx) => end(tx, [id], 'waived', 'Asha is ill'));
    const returned = await credit(10, 'return');
    expect(await failed((tx) => forget(tx, person))).toBe('MONEY_OPEN');
    await acts((tx) => keep(tx, returned));
    const { reference } = await dueNow(year);
    await acts((tx) => forget(tx, person));
    expect(await dueNow(id)).toMatchObject({
      memberId: null,
      settled: 400,
      state: 'waived',
      erased: { reference: 'AIP-2026-000001' },
    });
    expect(await dueNow(year)).toMatchObject({ memberId: null, reference: null, open: 0 });
    expect(await findDueByAlias(site.database, reference!)).toBeUndefined();
    expect(await receiptNow(receipt)).toMatchObject({ memberId: null, amount: 400, state: 'received' });
    const { rows } = await site.database.execute(sql`select row_to_json(x)::text as text from (select * from receipts) x
      union all select row_to_json(x)::text from due_changes x union all select row_to_json(x)::text from claims x`);
    expect(rows.filter(({ text }) => /Asha is ill/.test(String(text)))).toEqual([]);
    await site.database.delete(members).where(sql`id = ${member}`);
  });
});

describe('rows', () => {
  const shown = async (filter: Partial<RowFilter> = {}) => {
    const { rows: list, totals } = await rows(
      site.database,
      { state: '', purpose: '', period: '', memberId: member, ...filter },
      1,
    );
    expect(totals).toEqual({ count: list.length, amount: list.reduce((sum, { amount }) => sum + amount, 0) });
    return list.map(({ id, state, amount, asked, open, refunded, toReturn, usedOn }) => ({
      id,
      state,
      amount,
      asked,
      open,
      refunded,
      toReturn,
      usedOn,
    }));
  };
  const today = clock.today();
  const nothing = { refunded: 0, toReturn: 0, usedOn: null };

  test('a fee in parts with an excess, of which a part was used', async () => {
    const due = await askOne();
    const first = await paid(due, 400);
    expect(await shown()).toEqual([
      { id: due, state: 'due', amount: 600, asked: 1000, open: 600, ...nothing },
      { id: first, state: 'received', amount: 400, asked: 1000, open: 600, ...nothing },
    ]);
    expect(await shown({ state: 'part' })).toMatchObject([{ id: due, amount: 600 }]);
    const [second, excess] = await came([{ due, amount: 700, over: 'return' }]);
    const year = await annual();
    const used = await acts((tx) => use(tx, excess!.id, year));
    expect(await dueNow(year)).toMatchObject({ open: 1100 });
    const list = await shown();
    expect(list.map(({ id }) => id).sort()).toEqual([year, first, due, used].sort());
    expect(list.find(({ id }) => id === due)).toMatchObject({ state: 'received', amount: 600, open: 0 });
    expect(list.find(({ id }) => id === used)).toMatchObject({
      state: 'received',
      amount: 100,
      asked: 1200,
      open: 1100,
      usedOn: today,
    });
    expect(list.find(({ id }) => id === second!.id)).toBeUndefined();
    await acts((tx) => undoUse(tx, used));
    const undone = await shown({ purpose: 'excess' });
    expect(undone).toEqual([
      {
        id: excess!.id,
        state: 'received',
        amount: 100,
        asked: null,
        open: null,
        refunded: 0,
        toReturn: 0,
        usedOn: null,
      },
    ]);
  });

  test('claimed and unwanted; a part, and all of it returned; the rest waived', async () => {
    const due = await askOne();
    await claimed(due);
    await decide('Rejected');
    expect(await shown({ state: 'refundDue' })).toEqual([
      { id: due, state: 'claimed', amount: 1000, asked: 1000, open: 0, ...nothing },
    ]);
    const receipt = await paid(due, 1000);
    expect(await shown()).toEqual([
      { id: due, state: 'received', amount: 1000, asked: 1000, open: 0, ...nothing, toReturn: 1000 },
    ]);
    const back = { refundedOn: today, utr: 'U', note: '' };
    await acts((tx) => refund(tx, receipt, { ...back, amount: 300 }));
    expect(await shown()).toMatchObject([{ id: due, state: 'received', amount: 1000, refunded: 300, toReturn: 700 }]);
    await acts((tx) => refund(tx, receipt, back));
    expect(await shown({ state: 'refunded' })).toMatchObject([
      { id: due, state: 'refunded', amount: 1000, refunded: 1000 },
    ]);
    member = await makeMember();
    const other = await askOne();
    await paid(other, 400);
    await acts((tx) => end(tx, [other], 'waived', ''));
    expect(await shown()).toMatchObject([
      { id: other, state: 'waived', amount: 600, asked: 1000, open: 0 },
      { state: 'received', amount: 400 },
    ]);
  });

  test('a statement has all that was asked, and all that came', async () => {
    const due = await askOne();
    await paid(due, 400);
    await acts((tx) => end(tx, [due], 'waived', ''));
    const list = await statementOf(site.database, { memberId: member });
    expect(list.map(({ kind, amount }) => [kind, amount]).sort()).toEqual([
      ['allocated', 400],
      ['asked', 1000],
      ['received', 400],
      ['waived', 600],
    ]);
  });
});

describe('closed years', () => {
  test('nothing is dated in them, and nothing is half done', async () => {
    const id = await askOne();
    const receipt = await paid(id, 400);
    const spare = await credit(50);
    await site.database.execute(sql`update receipt_years set closed_at = now() where year = ${'2026-27'}`);
    try {
      const today = clock.today();
      const refusals = [
        (tx: Transaction) => receive(tx, [{ due: id, amount: 1 }], { day: today, by: '' }),
        (tx: Transaction) => cancelReceipts(tx, [receipt], ''),
        (tx: Transaction) => use(tx, spare, id),
        (tx: Transaction) => refund(tx, receipt, { refundedOn: today, utr: '', note: '' }),
        (tx: Transaction) => end(tx, [id], 'waived', ''),
        async (tx: Transaction) => {
          const [row] = await tx.select().from(members).where(sql`id = ${member}`);
          return follow(tx, row!, { to: 'Rejected', money: 'refund', reason: '' });
        },
      ];
      for (const act of refusals) expect(await failed(act)).toBe('YEAR_CLOSED');
      await expectSound();
      await acts((tx) => end(tx, [id], 'cancelled', ''));
      expect(
        (await acts((tx) => ask(tx, [{ purpose: 'annual', period: '2026-27', memberId: member, amount: 100 }])))[0],
      ).toMatchObject({ used: 0 });
    } finally {
      await site.database.execute(sql`update receipt_years set closed_at = null`);
    }
  });
});

test('shares follow allocations: each has one, and its reversal a reversal', async () => {
  await site.database.execute(
    sql`update share_settings set enabled = true, "from" = '2020-01-01', percent = '{"Individual member": 12.5}'`,
  );
  const id = await askOne({ amount: 333 });
  const receipt = await paid(id, 333);
  await acts((tx) => refund(tx, receipt, { amount: 100, refundedOn: clock.today(), utr: '', note: '' }));
  const balance = async () =>
    (
      await site.database.execute<{ kind: string; amount: string }>(
        sql`select kind, amount from share_entries order by created_at, kind desc`,
      )
    ).rows.map(({ kind, amount }) => [kind, Number(amount)]);
  expect((await balance()).sort()).toEqual(
    [
      ['reversal', -4162],
      ['share', 2912],
      ['share', 4162],
    ].sort(),
  );
  await credit(100);
  expect(await balance()).toHaveLength(3);
  await site.database.execute(sql`update share_settings set enabled = false`);
});
