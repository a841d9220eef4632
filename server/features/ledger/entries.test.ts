import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { withClient } from '#server/platform/database/with-client.ts';
import { startTestApp } from '#tests/app.ts';

// What PostgreSQL refuses by itself, by whatever program: each CHECK, index, reference and trigger of the ledger, tried by SQL.

const site = await startTestApp();

/** One client whose changes are undone; a refused statement leaves the transaction usable. */
let run: (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;
let refused: (text: string, values?: unknown[]) => Promise<string>;
let member: string;
let due: string;
let receipt: string;
let serial = 0;

beforeEach(async () => {
  const done = Promise.withResolvers<void>();
  const ready = Promise.withResolvers<pg.ClientBase>();
  const ended = withClient(site.ownerConnection, async (client) => {
    await client.query('begin');
    ready.resolve(client);
    await done.promise;
    await client.query('rollback');
  });
  onTestFinished(async () => {
    done.resolve();
    await ended;
  });
  const client = await ready.promise;
  run = async (text, values) => (await client.query(text, values)).rows;
  refused = async (text, values) => {
    await client.query('savepoint tried');
    try {
      await client.query(text, values);
    } catch (error) {
      await client.query('rollback to savepoint tried');
      return (error as pg.DatabaseError).constraint ?? (error as pg.DatabaseError).message;
    }
    await client.query('rollback to savepoint tried');
    return 'nothing refused it';
  };
  member = await makeMember();
  due = await makeDue();
  receipt = await makeReceipt();
});

async function makeMember() {
  serial += 1;
  const [row] = await run(
    `insert into members (reference, tier, name, name_search, gender, email, mobile, court, id_number, years_of_experience,
      years_of_recruitment, interest, contribution, specialisations, international, state, district, sub_district, terms_version, consent_at, consent_to)
    values ($1, 'Individual member', 'Asha', 'asha', 'Female', $1, '9999999999', 'Court', 'ID', '5', '2010', 'Participant', 'Lectures', '{}', 'No', 'Kerala', 'D', 'S', '1', now(), 'website')
    returning id`,
    [`M-${serial}`],
  );
  return row!.id as string;
}

async function makeDue(values: Record<string, unknown> = {}) {
  serial += 1;
  const row = {
    member_id: member,
    reference: `D-${serial}`,
    purpose: 'admission',
    amount: 1000,
    asked_on: '2026-11-01',
    ...values,
  };
  const [made] = await run(insertOf('dues', row), Object.values(row));
  return made!.id as string;
}

async function makeReceipt(values: Record<string, unknown> = {}) {
  serial += 1;
  const row = {
    payment_id: randomUUID(),
    due_id: due,
    purpose: 'admission',
    member_id: member,
    rupees: 1000,
    received_on: '2026-11-20',
    asked_at: '2026-11-01',
    year: '2026-27',
    number: serial,
    label: `2026-27/${serial}`,
    code: `code ${serial}`,
    content: '{}',
    ...values,
  };
  const [made] = await run(insertOf('receipts', row), Object.values(row));
  return made!.id as string;
}

const insertOf = (table: string, row: object) =>
  `insert into ${table} (${Object.keys(row).join(', ')}) values (${Object.keys(row).map((_, at) => `$${at + 1}`)}) returning id`;

const allocate = async (amount: number, into = due, from = receipt) =>
  (
    await run(
      `insert into allocations (receipt_id, due_id, amount, day) values ($1, $2, $3, '2026-11-20') returning id`,
      [from, into, amount],
    )
  )[0]!.id as string;
const reversal = `insert into allocations (receipt_id, due_id, amount, day, reverses, becomes)
  select receipt_id, due_id, -amount, day, id, $2 from allocations where id = $1`;
const change = (kind: string, amount: number, back = false) =>
  run(`insert into due_changes (due_id, kind, amount, back, day) values ($1, $2, $3, $4, '2026-11-21')`, [
    due,
    kind,
    amount,
    back,
  ]);
const dueNow = async (id = due) => (await run('select * from dues where id = $1', [id]))[0]!;
const receiptNow = async () => (await run('select * from receipts where id = $1', [receipt]))[0]!;

describe('counters are the sums of the entries', () => {
  test('of allocations, reversals and refunds', async () => {
    const first = await allocate(400);
    expect(await dueNow()).toMatchObject({ settled: 400, open: 600, parts: 1, state: 'due' });
    expect(await receiptNow()).toMatchObject({ used: 400, elsewhere: 0, free: 600, standing: 'received' });
    await allocate(600);
    expect(await dueNow()).toMatchObject({ settled: 1000, open: 0, parts: 2, state: 'settled' });
    await run(reversal, [first, 'refunded']);
    expect(await dueNow()).toMatchObject({ settled: 600, refunded: 400, open: 0, parts: 1, state: 'settled' });
    await run('update receipts set to_return = 400 where id = $1', [receipt]);
    await run(`insert into refunds (receipt_id, amount, refunded_on) values ($1, 300, '2026-11-25')`, [receipt]);
    expect(await receiptNow()).toMatchObject({
      used: 600,
      returned: 300,
      to_return: 100,
      free: 100,
      standing: 'received',
    });
    await run(reversal, [(await run('select id from allocations where amount = 600'))[0]!.id, 'refunded']);
    await run(`insert into refunds (receipt_id, amount, refunded_on) values ($1, 700, '2026-11-25')`, [receipt]);
    expect(await dueNow()).toMatchObject({ settled: 0, refunded: 1000, parts: 0, state: 'refunded' });
    expect(await receiptNow()).toMatchObject({ returned: 1000, to_return: 0, free: 0, standing: 'refunded' });
  });

  test('of several entries in one statement, and what is used elsewhere', async () => {
    const other = await makeDue({ purpose: 'annual', period: '2026-27', amount: 300 });
    await run(
      `insert into allocations (receipt_id, due_id, amount, day) values ($1, $2, 700, '2026-11-20'), ($1, $3, 200, '2026-11-20'), ($1, $3, 100, '2026-11-20')`,
      [receipt, due, other],
    );
    expect(await dueNow(other)).toMatchObject({ settled: 300, parts: 2, state: 'settled' });
    expect(await receiptNow()).toMatchObject({ used: 1000, elsewhere: 300, free: 0 });
  });

  test('of prices and ends, which say what a due is', async () => {
    await change('changed', 500);
    expect(await dueNow()).toMatchObject({ amount: 1000, changed: 500, open: 1500, state: 'due' });
    await change('waived', 1500);
    expect(await dueNow()).toMatchObject({ waived: 1500, open: 0, state: 'waived' });
    await change('waived', 1500, true);
    expect(await dueNow()).toMatchObject({ waived: 0, open: 1500, ended: '', state: 'due' });
    await allocate(400);
    await change('cancelled', 1100);
    expect(await dueNow()).toMatchObject({ settled: 400, cancelled: 1100, state: 'cancelled' });
    await change('cancelled', 1100, true);
    await change('changed', -1100);
    expect(await dueNow()).toMatchObject({ open: 0, state: 'settled' });
  });

  test('a due of nothing is due until it ends; a price that meets what was waived is waived', async () => {
    const free = await makeDue({ purpose: 'annual', period: '2026-27', amount: 0 });
    expect(await dueNow(free)).toMatchObject({ open: 0, state: 'due' });
    await run(`insert into due_changes (due_id, kind, amount, day) values ($1, 'waived', 0, '2026-11-21')`, [free]);
    expect(await dueNow(free)).toMatchObject({ state: 'waived' });
    await change('waived', 400);
    await change('changed', -600);
    expect(await dueNow()).toMatchObject({ open: 0, settled: 0, state: 'waived' });
  });

  test('claims say whether a due is claimed or refused, and are in no sum', async () => {
    await run('insert into claims (due_id, at, utr) values ($1, now(), $2)', [due, '123456789012']);
    expect(await dueNow()).toMatchObject({ claim: 'pending', state: 'claimed', open: 1000 });
    await run(`update claims set state = 'refused' where due_id = $1`, [due]);
    expect(await dueNow()).toMatchObject({ state: 'refused', open: 1000 });
    await run(`insert into claims (due_id, at, state) values ($1, now(), 'withdrawn')`, [due]);
    expect(await dueNow()).toMatchObject({ state: 'due' });
  });

  test('nobody else writes them', async () => {
    for (const counter of ['changed', 'waived', 'cancelled', 'refunded', 'settled', 'parts', 'ended', 'claim'])
      expect(await refused(`update dues set ${counter} = ${counter}`)).toBe('dues_counters');
    for (const counter of ['used', 'elsewhere', 'returned'])
      expect(await refused(`update receipts set ${counter} = ${counter}`)).toBe('receipts_counters');
  });
});

describe('sums that cannot be', () => {
  test('more than is open', async () => {
    await run(`insert into due_changes (due_id, kind, amount, day) values ($1, 'waived', 500, '2026-11-21')`, [due]);
    const text = `insert into allocations (receipt_id, due_id, amount, day) values ($1, $2, 501, '2026-11-20')`;
    expect(await refused(text, [receipt, due])).toBe('dues_open');
    for (const kind of ['waived', 'cancelled', 'refunded'])
      expect(
        await refused(`insert into due_changes (due_id, kind, amount, day) values ($1, $2, 501, '2026-11-21')`, [
          due,
          kind,
        ]),
      ).toBe('dues_open');
    expect(
      await refused(`insert into due_changes (due_id, kind, amount, day) values ($1, 'changed', -501, '2026-11-21')`, [
        due,
      ]),
    ).toBe('dues_open');
  });

  test('more than there is of a receipt, also beside what went back or is to return', async () => {
    const small = await makeReceipt({ rupees: 300 });
    const use = (amount: number) =>
      refused(`insert into allocations (receipt_id, due_id, amount, day) values ($1, $2, $3, '2026-11-20')`, [
        small,
        due,
        amount,
      ]);
    expect(await use(301)).toBe('receipts_counters');
    await run('update receipts set to_return = 100 where id = $1', [small]);
    expect(await use(201)).toBe('receipts_counters');
    await run(`insert into refunds (receipt_id, amount, refunded_on) values ($1, 150, '2026-11-25')`, [small]);
    expect(await use(151)).toBe('receipts_counters');
    expect(await use(150)).toBe('nothing refused it');
    expect(await refused('update receipts set to_return = 151 where id = $1', [small])).toBe('receipts_counters');
    expect(
      await refused(`insert into refunds (receipt_id, amount, refunded_on) values ($1, 151, '2026-11-25')`, [small]),
    ).toBe('receipts_counters');
    expect(
      await refused(`insert into refunds (receipt_id, amount, refunded_on) values ($1, 0, '2026-11-25')`, [small]),
    ).toBe('refunds_amount');
  });

  test('taking back what was never taken', async () => {
    for (const kind of ['waived', 'cancelled', 'refunded'])
      expect(
        await refused(
          `insert into due_changes (due_id, kind, amount, back, day) values ($1, $2, 1, true, '2026-11-21')`,
          [due, kind],
        ),
      ).toBe('dues_counters');
    for (const [kind, amount, back] of [
      ['changed', 1, true],
      ['waived', -1, false],
    ])
      expect(
        await refused(
          `insert into due_changes (due_id, kind, amount, back, day) values ($1, $2, $3, $4, '2026-11-21')`,
          [due, kind, amount, back],
        ),
      ).toBe('due_changes_amount');
  });

  test('an unwanted due is not open and not settled, a duplicate is unwanted', async () => {
    expect(await refused('update dues set unwanted = true where id = $1', [due])).toBe('dues_unwanted');
    await change('cancelled', 1000);
    await run('update dues set unwanted = true where id = $1', [due]);
    expect(
      await refused(
        `insert into due_changes (due_id, kind, amount, back, day) values ($1, 'cancelled', 1, true, '2026-11-21')`,
        [due],
      ),
    ).toBe('dues_unwanted');
    expect(
      await refused(`insert into allocations (receipt_id, due_id, amount, day) values ($1, $2, 1, '2026-11-20')`, [
        receipt,
        due,
      ]),
    ).toMatch(/dues_(open|unwanted)/);
    const other = await makeDue({ purpose: 'annual', period: '2026-27' });
    expect(await refused('update dues set duplicate_of = $2 where id = $1', [other, due])).toBe('dues_duplicate');
  });

  test('a cancelled receipt is used for nothing', async () => {
    const cancel = 'update receipts set cancelled_at = now() where id = $1';
    const id = await allocate(1000);
    expect(await refused(cancel, [receipt])).toBe('receipts_cancelled');
    await run(reversal, [id, 'open']);
    await run('update receipts set to_return = 5 where id = $1', [receipt]);
    expect(await refused(cancel, [receipt])).toBe('receipts_cancelled');
    await run('update receipts set to_return = 0 where id = $1', [receipt]);
    await run(cancel, [receipt]);
    expect(await receiptNow()).toMatchObject({ standing: 'cancelled', free: 0 });
    expect(
      await refused(`insert into allocations (receipt_id, due_id, amount, day) values ($1, $2, 1, '2026-11-20')`, [
        receipt,
        due,
      ]),
    ).toBe('receipts_cancelled');
    expect(
      await refused(`insert into refunds (receipt_id, amount, refunded_on) values ($1, 1, '2026-11-25')`, [receipt]),
    ).toBe('receipts_cancelled');
  });
});

describe('words that must fit', () => {
  test.each([
    [{ purpose: 'annual' }, 'dues_period'],
    [{ purpose: 'admission', period: '2026-27' }, 'dues_period'],
    [{ purpose: 'upgrade' }, 'dues_membership'],
    [{ purpose: 'conference' }, 'dues_participation'],
    [{ purpose: 'annual', period: '2026-27', participation_id: randomUUID() }, 'dues_participation'],
    [{ purpose: 'annual', period: '2026-27', amount: -1 }, /dues_(counters|open)/],
    [{ purpose: 'annual', period: '2026-27', member_id: null }, 'dues_person'],
    [{ purpose: 'annual', period: '2026-27', erased: '{}' }, 'dues_person'],
    [{ purpose: 'annual', period: '2026-27', reference: null }, 'dues_reference'],
    [{ purpose: 'annual', period: '2026-27', taken_back: true }, 'dues_taken_back'],
  ])('of a due: %j', async (values, constraint) => {
    serial += 1;
    const row = { member_id: member, reference: `D-${serial}`, amount: 1000, asked_on: '2026-11-01', ...values };
    expect(await refused(insertOf('dues', row), Object.values(row))).toMatch(constraint);
  });

  test.each([
    [{ office: 'PAO' }, 'receipts_payer'],
    [{ member_id: null }, 'receipts_payer'],
    [{ rupees: 0 }, 'receipts_counters'],
    [{ received_on: null }, 'receipts_counters'],
    [{ purpose: 'annual' }, 'receipts_counters'],
    [{ asked_at: null }, 'receipts_counters'],
    [{ number: 1_000_001, label: 'x' }, 'nothing refused it'],
  ])('of a receipt: %j', async (values, constraint) => {
    serial += 1;
    const row = {
      ...{
        payment_id: randomUUID(),
        member_id: member,
        purpose: 'excess',
        rupees: 1,
        received_on: '2026-11-20',
        asked_at: '2026-11-01',
        year: '2026-27',
      },
      ...{ number: serial, label: `L ${serial}`, code: `c ${serial}`, content: '{}', ...values },
    };
    expect(await refused(insertOf('receipts', row), Object.values(row))).toBe(constraint);
  });

  test('a confirmed claim has its receipt, and one claim of a due is pending', async () => {
    const claim = (state: string) =>
      refused('insert into claims (due_id, at, state) values ($1, now(), $2)', [due, state]);
    expect(await claim('confirmed')).toBe('claims_confirmed');
    await run('insert into claims (due_id, at) values ($1, now())', [due]);
    expect(await claim('pending')).toBe('claims_pending');
    expect(await claim('refused')).toBe('nothing refused it');
  });
});

describe('one due a key, duplicates aside', () => {
  const again = (values: Record<string, unknown>) => {
    serial += 1;
    const row = { member_id: member, reference: `D-${serial}`, amount: 1000, asked_on: '2026-11-01', ...values };
    return refused(insertOf('dues', row), Object.values(row));
  };

  test('admission, year, participation, and an upgrade that is still asked', async () => {
    expect(await again({ purpose: 'admission' })).toBe('dues_admission');
    await change('cancelled', 1000);
    expect(await again({ purpose: 'admission' })).toBe('dues_admission');
    await makeDue({ purpose: 'annual', period: '2026-27' });
    expect(await again({ purpose: 'annual', period: '2026-27' })).toBe('dues_annual');
    expect(await again({ purpose: 'annual', period: '2027-28' })).toBe('nothing refused it');
    const participation = randomUUID();
    await makeDue({ purpose: 'conference', participation_id: participation });
    expect(await again({ purpose: 'conference', participation_id: participation, member_id: null })).toBe(
      'dues_conference',
    );
    const upgrade = await makeDue({ purpose: 'upgrade', membership: 'lifetime member' });
    expect(await again({ purpose: 'upgrade', membership: 'Patron member' })).toBe('dues_upgrade');
    await run('update dues set reached = true where id = $1', [upgrade]);
    expect(await again({ purpose: 'upgrade', membership: 'Patron member' })).toBe('nothing refused it');
  });

  test('a duplicate leaves room', async () => {
    await change('waived', 1000);
    const annual = await makeDue({ purpose: 'annual', period: '2026-27' });
    await run('update dues set unwanted = true, duplicate_of = $2 where id = $1', [due, annual]);
    expect(await again({ purpose: 'admission' })).toBe('nothing refused it');
  });

  test('a reference leads to one due for ever', async () => {
    const [{ reference }] = (await run('select reference from dues where id = $1', [due])) as [{ reference: string }];
    expect(await run('select due_id from due_aliases where alias = $1', [reference])).toEqual([{ due_id: due }]);
    expect(await again({ purpose: 'annual', period: '2026-27', reference })).toBe('dues_reference_unique');
    await run('insert into due_aliases (alias, due_id) values ($1, $2)', ['AIP-OLD', due]);
    expect(await again({ purpose: 'annual', period: '2026-27', reference: 'AIP-OLD' })).toBe('due_aliases_pkey');
  });

  test('a number of a refund at the gateway is one refund', async () => {
    const text = `insert into refunds (receipt_id, amount, refunded_on, gateway_refund) values ($1, 1, '2026-11-25', 'rfnd_1')`;
    await run(text, [receipt]);
    expect(await refused(text, [receipt])).toBe('refunds_gateway');
  });
});

describe('entries', () => {
  test('are reversed once, and whole', async () => {
    const id = await allocate(400);
    const other = await makeDue({ purpose: 'annual', period: '2026-27' });
    const reverse = (receiptId: string, dueId: string, amount: number, becomes: string | null = 'open') =>
      refused(
        `insert into allocations (receipt_id, due_id, amount, day, reverses, becomes) values ($1, $2, $3, '2026-11-20', $4, $5)`,
        [...[receiptId, dueId, amount, id, becomes]],
      );
    expect(await reverse(receipt, due, -399)).toBe('allocations_whole');
    expect(await reverse(receipt, other, -400)).toMatch(/allocations_whole|dues_/);
    expect(await reverse(await makeReceipt(), due, -400)).toMatch(/allocations_whole|receipts_counters/);
    expect(await reverse(receipt, due, 400)).toBe('allocations_sign');
    expect(await reverse(receipt, due, -400, null)).toBe('allocations_sign');
    expect(
      await refused(`insert into allocations (receipt_id, due_id, amount, day) values ($1, $2, -5, '2026-11-20')`, [
        receipt,
        due,
      ]),
    ).toBe('allocations_sign');
    expect(
      await refused(
        `insert into allocations (receipt_id, due_id, amount, day, becomes) values ($1, $2, 5, '2026-11-20', 'open')`,
        [receipt, due],
      ),
    ).toBe('allocations_sign');
    await run(reversal, [id, 'open']);
    expect(await refused(reversal, [id, 'open'])).toMatch(/allocations_once|counters/);
    const [undo] = await run('select id from allocations where reverses = $1', [id]);
    expect(await refused(reversal, [undo!.id, 'open'])).toBe('allocations_sign');
  });

  test('are of one payer', async () => {
    const use = (from: string, into = due) =>
      refused(`insert into allocations (receipt_id, due_id, amount, day) values ($1, $2, 1, '2026-11-20')`, [
        from,
        into,
      ]);
    const other = await makeMember();
    expect(await use(await makeReceipt({ member_id: other }))).toBe('allocations_payer');
    expect(await use(await makeReceipt({ member_id: null, office: 'PAO' }))).toBe('allocations_payer');
    const [one, two] = [randomUUID(), randomUUID()];
    const guest = await makeDue({ purpose: 'conference', participation_id: one, member_id: null });
    expect(await use(await makeReceipt({ member_id: null, participation_id: two }), guest)).toBe('allocations_payer');
    expect(await use(await makeReceipt({ member_id: null, participation_id: one }), guest)).toBe('nothing refused it');
    expect(await use(await makeReceipt({ member_id: null, erased: '{}' }), guest)).toBe('allocations_payer');
    const own = await makeDue({ purpose: 'conference', participation_id: randomUUID() });
    expect(await use(receipt, own)).toBe('nothing refused it');
  });

  test('stay as they are; of an erased person their texts are emptied', async () => {
    await allocate(400);
    await change('waived', 600);
    await run(`insert into refunds (receipt_id, amount, refunded_on, note) values ($1, 1, '2026-11-25', 'why')`, [
      receipt,
    ]);
    for (const [table, text] of [
      ['allocations', 'reason'],
      ['due_changes', 'reason'],
      ['refunds', 'note'],
    ] as const) {
      const name = `${table}_keep`;
      expect(await refused(`update ${table} set amount = amount`)).toBe(name);
      expect(await refused(`update ${table} set ${text} = ''`)).toBe(name);
      expect(await refused(`delete from ${table}`)).toBe(name);
    }
    await run(`update dues set member_id = null, erased = '{}'`);
    await run(`update receipts set member_id = null, erased = '{}'`);
    for (const [table, text] of [
      ['allocations', 'reason'],
      ['due_changes', 'reason'],
      ['refunds', 'note'],
    ] as const) {
      const name = `${table}_keep`;
      expect(await refused(`update ${table} set ${text} = ''`)).toBe('nothing refused it');
      expect(await refused(`update ${table} set ${text} = 'another'`)).toBe(name);
      expect(await refused(`update ${table} set amount = amount + 1`)).toBe(name);
      expect(await refused(`delete from ${table}`)).toBe(name);
    }
  });

  test('a due stays what it was asked for, and a used one stays', async () => {
    for (const set of [
      `purpose = 'annual', period = '2026-27'`,
      'amount = 5',
      `asked_on = '2026-12-01'`,
      `reference = 'AIP-OTHER'`,
    ])
      expect(await refused(`update dues set ${set} where id = $1`, [due])).toBe('dues_keep');
    expect(await refused('delete from dues where id = $1', [due])).toBe('dues_keep');
    expect(await refused('delete from receipts where id = $1', [receipt])).toBe('nothing refused it');
    await allocate(5);
    expect(await refused('delete from receipts where id = $1', [receipt])).toBe(
      'allocations_receipt_id_receipts_id_fk',
    );
    expect(await refused('delete from members where id = $1', [member])).toMatch(/dues_person|receipts_payer/);
  });
});

test('a record repeats its admission', async () => {
  const said = async () =>
    (
      await run('select payment_status, utr, payment_sent_at is not null as sent from members where id = $1', [member])
    )[0];
  expect(await said()).toEqual({ payment_status: '', utr: '', sent: false });
  await run('insert into claims (due_id, at, utr) values ($1, now(), $2)', [due, '123456789012']);
  expect(await said()).toEqual({ payment_status: 'PAYMENT_INITIATED', utr: '123456789012', sent: true });
  await run(`update claims set state = 'refused'`);
  expect(await said()).toMatchObject({ payment_status: '' });
  const id = await allocate(400);
  expect(await said()).toMatchObject({ payment_status: 'PAYMENT_INITIATED' });
  await allocate(600);
  expect(await said()).toMatchObject({ payment_status: 'PAYMENT_SUCCESS' });
  await run(reversal, [id, 'open']);
  await change('waived', 400);
  expect(await said()).toMatchObject({ payment_status: 'PAYMENT_SUCCESS' });
});
