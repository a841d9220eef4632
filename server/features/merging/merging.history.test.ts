import { asc, eq, inArray, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { payingOffices, salaryAuthorisations } from '#server/features/checkoff/tables.ts';
import { letterRecipients, letters } from '#server/features/letters/tables.ts';
import { members } from '#server/features/members/tables.ts';
import { passkeyHandles, passkeys } from '#server/features/passkeys/tables.ts';
import { payments } from '#server/features/payments/tables.ts';
import { receipts } from '#server/features/receipts/tables.ts';
import { onlineLinks } from '#server/parts/gateway/tables.ts';
import { mergeRecords, unmergeRecords } from '#shared/contracts/merging.ts';
import { receivePayments } from '#shared/contracts/payments.ts';
import { reviewRegistration } from '#shared/contracts/registrations.ts';
import { startTestApp } from '#tests/app.ts';
import { dueFactory } from '#tests/factories/dues.ts';
import { memberFactory } from '#tests/factories/members.ts';
import { confirmedToken } from '#tests/logins.ts';
import { type Random, seededRandom } from '../../../scripts/sample/random.ts';

const site = await startTestApp();
const { database } = site;
let office: { token: string };
beforeAll(async () => {
  office = { token: await confirmedToken(site) };
});

/** @returns the code of a refusal, 'done' otherwise */
async function merge(keep: string, drop: string): Promise<string> {
  const rows = await database
    .select()
    .from(members)
    .where(inArray(members.id, [keep, drop]));
  const versionOf = (id: string) => rows.find((row) => row.id === id)?.version ?? 1;
  const body = { keep, drop, versions: [versionOf(keep), versionOf(drop)] };
  const answer = await site.call(mergeRecords, { body }, office);
  return 'code' in answer.body ? answer.body.code : 'done';
}
async function unmerge(keep: string): Promise<string> {
  const answer = await site.call(unmergeRecords, { body: { keep } }, office);
  return 'code' in answer.body ? answer.body.code : 'done';
}

async function dueOf(memberId: string, amount = 500): Promise<string> {
  return (await dueFactory({ database }, { memberId, purpose: 'annual', period: '2026-27', amount })).id;
}

describe('what a person has elsewhere', () => {
  async function authorised(memberId: string, officeId: string, employeeNumber: string) {
    const [row] = await database
      .insert(salaryAuthorisations)
      .values({
        memberId,
        state: 'confirmed',
        officeId,
        employeeNumber,
        employeeKey: employeeNumber,
        amount: 500,
        from: '2026-07',
        sparedUntil: '2026-07-01',
      })
      .returning();
    return row!.id;
  }
  const authorisationsOf = async (memberId: string) =>
    (
      await database
        .select()
        .from(salaryAuthorisations)
        .where(eq(salaryAuthorisations.memberId, memberId))
        .orderBy(asc(salaryAuthorisations.employeeNumber))
    ).map(({ id, state }) => ({ id, state }));

  it('follows: the authorisation of deductions, of which one goes on where both have one', async () => {
    const [paying] = await database.insert(payingOffices).values({ name: 'Treasury', state: 'Kerala' }).returning();
    const [keep, drop, third] = [await memberFactory(site), await memberFactory(site), await memberFactory(site)];
    const theirs = await authorised(drop.id, paying!.id, 'K1');
    expect(await merge(keep.id, drop.id)).toBe('done');
    expect(await authorisationsOf(keep.id)).toEqual([{ id: theirs, state: 'confirmed' }]);
    const second = await authorised(third.id, paying!.id, 'K2');
    expect(await merge(keep.id, third.id)).toBe('done');
    const both = await authorisationsOf(keep.id);
    expect(both.map(({ id }) => id)).toEqual([theirs, second]);
    expect(both[0]?.state).toBe('confirmed');
    expect(both[1]?.state).not.toBe('confirmed');
    expect(await unmerge(keep.id)).toBe('done');
    expect(await authorisationsOf(third.id)).toEqual([{ id: second, state: 'confirmed' }]);
    expect(await unmerge(keep.id)).toBe('done');
    expect([await authorisationsOf(keep.id), await authorisationsOf(drop.id)]).toEqual([
      [],
      [{ id: theirs, state: 'confirmed' }],
    ]);
  });

  it('follows: passkeys with the login that goes on, by which the phone recognizes the account', async () => {
    const [keep, drop] = [await memberFactory(site), await memberFactory(site)];
    const handle = `handle-${drop.id}`;
    await database.insert(passkeyHandles).values({ handle, memberId: drop.id });
    await database.insert(passkeys).values({
      memberId: drop.id,
      host: '127.0.0.1',
      credentialId: `credential-${drop.id}`,
      publicKey: Buffer.from('key'),
      counter: 0,
      mayBeSynced: false,
      synced: false,
      name: 'Phone',
    });
    const owners = async () => {
      const [key] = await database
        .select()
        .from(passkeys)
        .where(eq(passkeys.credentialId, `credential-${drop.id}`));
      const [handles] = await database.select().from(passkeyHandles).where(eq(passkeyHandles.handle, handle));
      return [key?.memberId, handles?.memberId];
    };
    expect(await merge(keep.id, drop.id)).toBe('done');
    expect(await owners()).toEqual([keep.id, keep.id]);
    expect(await unmerge(keep.id)).toBe('done');
    expect(await owners()).toEqual([drop.id, drop.id]);
  });

  it('follows: the gateway’s links with their payments, which are booked to the kept record', async () => {
    const [keep, drop] = [await memberFactory(site), await memberFactory(site)];
    const paymentId = await dueOf(drop.id);
    await database.insert(onlineLinks).values({
      paymentId,
      reference: paymentId,
      amount: 500,
      gatewayId: `plink_${paymentId}`,
      url: 'https://pay.example.org/1',
      state: 'open',
      expiresAt: new Date(Date.now() + 3_600_000),
    });
    const linked = async () =>
      (
        await database
          .select({ memberId: payments.memberId, state: onlineLinks.state })
          .from(onlineLinks)
          .innerJoin(payments, eq(payments.id, onlineLinks.paymentId))
          .where(eq(onlineLinks.reference, paymentId))
      )[0];
    expect(await merge(keep.id, drop.id)).toBe('done');
    expect(await linked()).toEqual({ memberId: keep.id, state: 'open' });
    expect(await unmerge(keep.id)).toBe('done');
    expect(await linked()).toEqual({ memberId: drop.id, state: 'open' });
  });
});

/** A payment as it should be: `open` is owed, `waived` is asked for twice, `double` is to be sent back. */
type Money = 'open' | 'waived' | 'received' | 'double';

interface Person {
  id: string;
  rank: number;
  /** Their payments and those of the records merged into theirs. */
  money: Map<string, Money>;
  /** The records merged into it, the last one at the end. */
  merges: { dropped: Person; before: Map<string, Money>; isChanged: boolean }[];
}

/** What should be so, by the rules and without the code that is tested. */
class Model {
  readonly alive = new Map<string, Person>();
  /** The record that has another one now. */
  readonly leads = new Map<string, string>();
  /** The payments in the order in which they were received. */
  readonly received: string[] = [];

  leader(id: string): string {
    const to = this.leads.get(id);
    return to === undefined ? id : this.leader(to);
  }

  merge(keep: Person, drop: Person): string {
    if (keep.rank < drop.rank) return 'WRONG_STATE';
    keep.merges.push({ dropped: drop, before: new Map(keep.money), isChanged: false });
    keep.money = new Map([...keep.money, ...drop.money]);
    this.alive.delete(drop.id);
    this.leads.set(drop.id, keep.id);
    const standing = this.received.filter((id) => keep.money.get(id) === 'received');
    for (const id of standing.slice(1)) keep.money.set(id, 'double');
    if (standing.length > 0) this.#leaveOpen(keep, 0);
    return 'done';
  }

  /** Of two that are owed one is left; which, only the database says. */
  #leaveOpen(person: Person, count: number, preferred?: string): void {
    const open = [...person.money].filter(([, state]) => state === 'open').map(([id]) => id);
    const stays = preferred && open.includes(preferred) ? [preferred] : open;
    for (const id of open) if (!stays.slice(0, count).includes(id)) person.money.set(id, 'waived');
  }
  settle(person: Person, stored: ReadonlyMap<string, Money>): void {
    const preferred = [...person.money.keys()].find((id) => stored.get(id) === 'open');
    this.#leaveOpen(person, 1, preferred);
  }

  unmerge(keep: Person): string {
    const last = keep.merges.at(-1);
    if (!last) return 'TOO_LATE';
    if (last.isChanged) return 'RECORD_CHANGED';
    keep.merges.pop();
    keep.money = last.before;
    this.alive.set(last.dropped.id, last.dropped);
    this.leads.delete(last.dropped.id);
    return 'done';
  }

  receive(person: Person, id: string): void {
    person.money.set(id, 'received');
    this.received.push(id);
    for (const each of person.merges) each.isChanged = true;
  }
}

async function storedMoney(ids: string[]) {
  const rows = await database.select().from(payments).where(inArray(payments.id, ids));
  const stateOf = ({ state, refundDue }: (typeof rows)[number]): Money => {
    if (state === 'received') return refundDue ? 'double' : 'received';
    return state === 'waived' ? 'waived' : 'open';
  };
  return {
    owners: new Map(rows.map((row) => [row.id, row.memberId])),
    states: new Map(rows.map((row) => [row.id, stateOf(row)])),
    sum: rows.filter(({ state }) => state === 'received').reduce((sum, { amount }) => sum + amount, 0),
  };
}

const people = 9;
/** A short history in every run; `MERGES=2000` for a long one, `SEED` for another one. */
const steps = Number(process.env.MERGES ?? 60);
const seed = Number(process.env.SEED ?? 47);

it(`a history of merges, undoing and payments loses nothing (seed ${seed})`, {
  timeout: 60_000 + steps * 1_000,
}, async () => {
  const random: Random = seededRandom(seed);
  const model = new Model();
  const amounts = new Map<string, number>();
  for (let count = 0; count < people; count += 1) {
    const row = await memberFactory(site, { status: count % 3 === 0 ? 'New' : 'Approved' });
    const amount = 100 + count;
    const due = await dueOf(row.id, amount);
    amounts.set(due, amount);
    const rank = row.status === 'New' ? 1 : 2;
    model.alive.set(row.id, { id: row.id, rank, money: new Map([[due, 'open']]), merges: [] });
  }
  const all = [...model.alive.keys()];
  const sent = { kind: 'circular', number: '2026/777', title: 'To all', text: 'Text', by: 'office' } as const;
  const [letter] = await database
    .insert(letters)
    .values({ ...sent, state: 'sent', startedAt: new Date() })
    .returning();
  await database.insert(letterRecipients).values(
    all.map((memberId, position) => ({
      letterId: letter!.id,
      memberId,
      name: 'Somebody',
      memberNumber: null,
      state: 'Kerala',
      position,
    })),
  );

  const done: string[] = [];
  for (let step = 0; step < steps; step += 1) {
    const alive = [...model.alive.values()];
    const one = random.pick(alive);
    const other = random.pick(alive.filter(({ id }) => id !== one.id).concat(alive.length === 1 ? [one] : []));
    const act = random.weighted([
      ['merge', 5],
      ['unmerge', 4],
      ['receive', 1],
    ] as const);
    const open = [...one.money].find(([, state]) => state === 'open')?.[0];
    if (act === 'merge' && other !== one) {
      const expected = model.merge(one, other);
      expect([step, await merge(one.id, other.id)]).toEqual([step, expected]);
      if (expected === 'done') model.settle(one, (await storedMoney([...amounts.keys()])).states);
      done.push(expected);
    } else if (act === 'unmerge') {
      const expected = model.unmerge(one);
      expect([step, await unmerge(one.id)]).toEqual([step, expected]);
      done.push(`undone: ${expected}`);
    } else if (act === 'receive' && open) {
      const receivedOn = new Date(Date.UTC(2026, 3, 1 + model.received.length)).toISOString().slice(0, 10);
      await site.ok(receivePayments, { body: { ids: [open], receivedOn } }, office);
      model.receive(one, open);
      done.push('received');
    }

    const stored = await storedMoney([...amounts.keys()]);
    const expected = { owners: new Map<string, string>(), states: new Map<string, Money>() };
    for (const person of model.alive.values()) {
      for (const [id, state] of person.money) {
        expected.owners.set(id, person.id);
        expected.states.set(id, state);
      }
    }
    const sorted = (map: ReadonlyMap<string, unknown>) => [...map].sort();
    expect([step, sorted(stored.owners)]).toEqual([step, sorted(expected.owners)]);
    expect([step, sorted(stored.states)]).toEqual([step, sorted(expected.states)]);
    expect(stored.sum).toBe(model.received.reduce((sum, id) => sum + amounts.get(id)!, 0));
    const there = await database.select({ id: members.id }).from(members).where(inArray(members.id, all));
    expect(there.map(({ id }) => id).sort()).toEqual([...model.alive.keys()].sort());
    // Each of the received ones has one receipt, and each letter that was sent stands in its list.
    expect(await database.$count(receipts, inArray(receipts.paymentId, [...amounts.keys()]))).toBe(
      model.received.length,
    );
    expect(await database.$count(letterRecipients, eq(letterRecipients.letterId, letter!.id))).toBe(people);
    const ofPeople = sql`${letterRecipients.letterId} = ${letter!.id} and ${letterRecipients.memberId} is not null`;
    expect(await database.$count(letterRecipients, ofPeople)).toBe(model.alive.size);
    const id = random.pick(all);
    expect((await site.ok(reviewRegistration, { params: { id } }, office)).data.id).toBe(model.leader(id));
  }
  expect(done).toEqual(expect.arrayContaining(['done', 'undone: done', 'received']));
});
