import { eq, inArray, sql } from 'drizzle-orm';
import { ask, end as endDues, reprice } from '#server/features/ledger/asking.ts';
import { claim, refuse } from '#server/features/ledger/claiming.ts';
import { keep, refund, undoUse, use } from '#server/features/ledger/credit.ts';
import { follow, forget, merge } from '#server/features/ledger/decisions.ts';
import { dues as dueTable } from '#server/features/ledger/dues.tables.ts';
import { sumOutstanding } from '#server/features/ledger/ledger.queries.ts';
import { cancelReceipts, receive } from '#server/features/ledger/receiving.ts';
import { restore, type Snapshot, snapshot } from '#server/features/ledger/snapshots.ts';
import { allocations } from '#server/features/ledger/tables.ts';
import { members } from '#server/features/members/tables.ts';
import { receipts as receiptTable } from '#server/features/receipts/tables.ts';
import type { Transaction } from '#server/platform/database/client.ts';
import { clock } from '#shared/clock.ts';
import { AppError } from '#shared/errors.ts';
import type { TestApp } from '#tests/app.ts';
import { clearMoney } from '#tests/factories/dues.ts';
import { memberFactory } from '#tests/factories/members.ts';
import { type Act, dueOf, expectedOf, fees, type Name, stateOf, type Tier, type World, yearly } from './model.ts';
import { firstDay, type Product, type Seen } from './product.ts';

const memberships = { Individual: 'Individual member', Life: 'lifetime member', Patron: 'Patron member' } as const;
const tierOf = (membership: string) =>
  (Object.keys(memberships) as Tier[]).find((tier) => memberships[tier] === membership)!;

/** Day 10 of the walks is 10 November 2026. */
const dateOf = (day: number) => `2026-11-${String(day).padStart(2, '0')}`;
const by = 'oracle@example.org';

interface Names {
  people: Record<Name, string>;
  /** By the model's names. */
  dues: ReadonlyMap<string, string>;
  receipts: ReadonlyMap<string, string>;
  uses: ReadonlyMap<string, string>;
  /** Of the last merge: what was the second record's. */
  merge: { before: Snapshot; after: Snapshot; dues: string[]; receipts: string[] } | null;
}

export interface Writer extends Product {
  /** Does work of which nothing stays. */
  within<T>(work: () => Promise<T>): Promise<T>;
}

class TakenBack extends Error {}

/** The ledger's own functions, each act in a transaction that is never committed. */
export async function ledgerWriter(site: TestApp): Promise<Writer> {
  let tx = site.database as unknown as Transaction;
  let names: Names = { people: { A: '', B: '' }, dues: new Map(), receipts: new Map(), uses: new Map(), merge: null };

  const goTo = (day: number) => clock.set(new Date(`${dateOf(day)}T10:00:00+05:30`));
  const rowsOf = (ids: string[]) => tx.select().from(dueTable).where(inArray(dueTable.id, ids));
  const personOf = async (name: Name) => {
    const [row] = await tx.select().from(members).where(eq(members.id, names.people[name]));
    return row!;
  };

  async function perform(act: Act, before: World): Promise<void> {
    const due = (id: string) => names.dues.get(id)!;
    const today = clock.today();
    switch (act.do) {
      case 'claim':
        await claim(tx, due(act.due), { utr: 'U1' });
        return;
      case 'refuse':
        return refuse(tx, due(act.due), 'x', by);
      case 'waive':
        return endDues(tx, [due(act.due)], 'waived', 'x', by);
      case 'receive':
      case 'bank': {
        const one = dueOf(before, act.due);
        const open = expectedOf(one);
        const asked = before.entries.find((entry) => entry.due === one.id)!.day;
        const isBank = act.do === 'bank';
        const amount = isBank ? act.amount : open;
        const isReceivable = ['due', 'claimed'].includes(stateOf(before, one));
        const over = isReceivable && amount > open ? { over: 'return' as const } : {};
        const day = isBank ? dateOf(Math.max(asked, before.day - 2)) : today;
        await receive(tx, [{ due: due(act.due), amount, ...over }], { day, by });
        return;
      }
      case 'cancel': {
        const one = before.receipts.find(({ id }) => id === act.receipt)!;
        const same = before.receipts.filter(
          (each) => each === one || (one.credit !== null && each.credit === one.credit && !each.isCancelled),
        );
        return cancelReceipts(
          tx,
          same.map(({ id }) => names.receipts.get(id)!),
          'x',
          by,
        );
      }
      case 'keep':
        return keep(tx, names.receipts.get(act.receipt)!, 'x', by);
      case 'refund':
        await refund(
          tx,
          names.receipts.get(act.receipt)!,
          { amount: act.amount ?? undefined, refundedOn: today, utr: 'R1', note: '' },
          by,
        );
        return;
      case 'use':
        await use(tx, names.receipts.get(act.receipt)!, due(act.due), by);
        return;
      case 'undoUse':
        return undoUse(tx, names.uses.get(act.use)!, by);
      case 'tier':
        await tx
          .update(members)
          .set({ membership: memberships[act.tier] })
          .where(eq(members.id, names.people[act.person]));
        return reprice(tx, names.people[act.person], memberships[act.tier], by);
      case 'upgrade': {
        const { tier } = before.people[act.person];
        await ask(tx, [
          {
            purpose: 'upgrade',
            memberId: names.people[act.person],
            membership: memberships[act.tier],
            amount: fees[act.tier] - fees[tier],
          },
        ]);
        return;
      }
      case 'reject':
      case 'reopen':
      case 'approve': {
        const to = act.do === 'reject' ? 'Rejected' : act.do === 'reopen' ? 'New' : 'Approved';
        const money = act.do === 'reject' ? act.money : 'refund';
        await follow(tx, await personOf(act.person), { to, money, reason: 'x', by });
        await tx.update(members).set({ status: to }).where(eq(members.id, names.people[act.person]));
        if (to === 'Approved') await askYear(act.person, '2026-27');
        return;
      }
      case 'askNext':
        return askYear(act.person, '2027-28');
      case 'erase':
        await forget(tx, await personOf(act.person));
        return;
      case 'merge': {
        const { A, B } = names.people;
        const ids = [A, B].sort();
        const copy = await snapshot(tx, ids);
        const mine = await tx.select({ id: dueTable.id }).from(dueTable).where(eq(dueTable.memberId, B));
        const came = await tx.select({ id: receiptTable.id }).from(receiptTable).where(eq(receiptTable.memberId, B));
        await merge(tx, A, B, (await personOf('A')).membership, by);
        await give(mine, came, A);
        const after = await snapshot(tx, ids);
        const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);
        names = { ...names, merge: { before: copy, after, dues: idsOf(mine), receipts: idsOf(came) } };
        return;
      }
      case 'unmerge': {
        const { before: copy, after, dues: mine, receipts: came } = names.merge!;
        await give(
          mine.map((id) => ({ id })),
          came.map((id) => ({ id })),
          names.people.B,
        );
        await restore(tx, copy, after, by);
        return;
      }
      default:
        goTo(before.day + 1);
    }
  }

  async function askYear(name: Name, period: string): Promise<void> {
    await ask(tx, [{ purpose: 'annual', memberId: names.people[name], period, amount: yearly }], by);
  }

  /** As a merge moves all rows of a record to the other one. */
  async function give(mine: { id: string }[], came: { id: string }[], to: string): Promise<void> {
    for (const { id } of mine) await tx.update(dueTable).set({ memberId: to }).where(eq(dueTable.id, id));
    for (const { id } of came) await tx.update(receiptTable).set({ memberId: to }).where(eq(receiptTable.id, id));
  }

  /** Which rows the new dues, receipts and uses of the model are. */
  async function learn(after: World): Promise<void> {
    const { A, B } = names.people;
    const dues = new Map(names.dues);
    for (const due of after.dues.filter(({ id }) => !dues.has(id))) {
      const rows = await tx
        .select()
        .from(dueTable)
        .where(inArray(dueTable.memberId, [A, B]));
      const taken = new Set(dues.values());
      const row = rows.find(
        ({ id, purpose, period, membership }) =>
          !taken.has(id) &&
          purpose === due.purpose &&
          (period ?? '') === due.period &&
          membership === (due.target ? memberships[due.target] : null),
      );
      if (row) dues.set(due.id, row.id);
    }
    const receipts = new Map(names.receipts);
    for (const receipt of after.receipts.filter(({ id }) => !receipts.has(id))) {
      const rows = await tx
        .select()
        .from(receiptTable)
        .where(inArray(receiptTable.memberId, [A, B]));
      const taken = new Set(receipts.values());
      const due = receipt.due === null ? null : dues.get(receipt.due);
      const row = rows.find(({ id, dueId, amount }) => !taken.has(id) && dueId === due && amount === receipt.amount);
      if (row) receipts.set(receipt.id, row.id);
    }
    const uses = new Map(names.uses);
    for (const one of after.allocations.filter(({ id, isUse }) => isUse && !uses.has(id))) {
      const rows = await tx
        .select()
        .from(allocations)
        .where(eq(allocations.receiptId, receipts.get(one.receipt)!));
      const taken = new Set(uses.values());
      const row = rows.find(
        ({ id, dueId, amount }) => !taken.has(id) && dueId === dues.get(one.due) && amount === one.amount,
      );
      if (row) uses.set(one.id, row.id);
    }
    names = { ...names, dues, receipts, uses };
  }

  const writer: Writer = {
    async within(work) {
      const [outer, before, time] = [tx, names, clock.ms()];
      let result: { value: Awaited<ReturnType<typeof work>> } | undefined;
      try {
        await outer.transaction(async (savepoint) => {
          tx = savepoint as Transaction;
          result = { value: await work() };
          throw new TakenBack();
        });
      } catch (error) {
        if (!(error instanceof TakenBack)) throw error;
      } finally {
        tx = outer;
        names = before;
        clock.set(new Date(time));
      }
      return result!.value;
    },
    async begin(world) {
      goTo(firstDay);
      const here = { database: tx as unknown as TestApp['database'] };
      const [a, b] = [await memberFactory(here, { status: 'New' }), await memberFactory(here, { status: 'New' })];
      names = { people: { A: a.id, B: b.id }, dues: new Map(), receipts: new Map(), uses: new Map(), merge: null };
      for (const { id } of [a, b]) await clearMoney(here, { memberId: id });
      await ask(
        tx,
        [a, b].map(({ id, reference }) => ({
          purpose: 'admission' as const,
          memberId: id,
          reference,
          amount: fees.Individual,
        })),
        by,
      );
      const rows = await tx
        .select()
        .from(dueTable)
        .where(inArray(dueTable.memberId, [a.id, b.id]));
      const dues = new Map<string, string>();
      for (const due of world.dues)
        dues.set(due.id, rows.find(({ memberId }) => memberId === names.people[due.person])!.id);
      names = { ...names, dues };
      goTo(world.day);
    },
    can(act, world) {
      // The ledger asks no applicant again for what went back before an approval; the oracle does.
      const isOpenQuestion = world.dues.some(({ at }) => at.refunded.applicant > 0);
      if (isOpenQuestion && ['approve', 'reopen', 'merge'].includes(act.do)) return false;
      // The callers of the writer say so.
      if (act.do === 'approve' || act.do === 'reopen' || act.do === 'reject') {
        const to = act.do === 'reject' ? 'Rejected' : act.do === 'reopen' ? 'New' : 'Approved';
        return world.people[act.person].status !== to;
      }
      const ranks = ['Rejected', 'New', 'Approved'];
      const { A, B } = world.people;
      if (act.do === 'merge') return ranks.indexOf(A.status) >= ranks.indexOf(B.status);
      if (act.do === 'unmerge') return world.before !== null;
      if (act.do === 'erase') return world.people[act.person].status === 'Rejected';
      if (act.do === 'upgrade')
        return fees[act.tier] > fees[world.people[act.person].tier] && world.people[act.person].status === 'Approved';
      // Asked again, the same answers.
      if (act.do === 'askNext')
        return !world.dues.some(
          ({ person, period, unwanted }) => person === act.person && period === '2027-28' && unwanted === 'no',
        );
      return true;
    },
    async perform(act, before, after) {
      try {
        await tx.transaction(async (savepoint) => {
          const outer = tx;
          tx = savepoint as Transaction;
          try {
            await perform(act, before);
          } finally {
            tx = outer;
          }
        });
      } catch (error) {
        if (error instanceof AppError) return error.code;
        const reason = error instanceof Error ? (error.cause ?? error) : error;
        return `500 ${reason instanceof Error ? reason.message : String(reason)}`;
      }
      await learn(after);
      return 'done';
    },
    async observe(world) {
      const { A, B } = names.people;
      const people = await tx
        .select()
        .from(members)
        .where(inArray(members.id, [A, B]));
      const due = await rowsOf([...names.dues.values()]);
      const came = names.receipts.size
        ? await tx
            .select()
            .from(receiptTable)
            .where(inArray(receiptTable.id, [...names.receipts.values()]))
        : [];
      const promised = await tx.execute<{ id: string; amount: number }>(sql`
        select due_id as id, expected as amount from claims where state = 'pending' and expected is not null`);
      const shared = await tx.execute<{ amount: number }>(sql`
        select coalesce(sum(amount), 0)::float8 as amount from share_entries`);
      const total = (amounts: (number | null)[]) => amounts.reduce<number>((sum, amount) => sum + (amount ?? 0), 0);
      const rowOf = (id: string) => due.find((row) => row.id === names.dues.get(id));
      const seen = (name: Name): Seen => {
        const row = people.find(({ id }) => id === names.people[name])!;
        // Of who is gone only the model knows whose it was; whose it is now is the product's.
        const isGone = world.people[name].isGone === 'erased';
        const duesOfModel = world.dues.filter(({ person }) => person === name).map(({ id }) => id);
        const own = isGone
          ? duesOfModel.flatMap((id) => rowOf(id) ?? [])
          : due.filter(({ memberId }) => memberId === names.people[name]);
        const receiptNames = world.receipts
          .filter(({ person }) => person === name)
          .map(({ id }) => names.receipts.get(id));
        const receipts = came.filter(
          ({ id, memberId, cancelledAt }) =>
            cancelledAt === null && (isGone ? receiptNames.includes(id) : memberId === names.people[name]),
        );
        return {
          status: world.people[name].isGone ? 'gone' : row.status,
          tier: tierOf(row.membership),
          owed: total(own.map(({ open }) => open)),
          received: total(receipts.map(({ amount }) => amount)),
          returned: total(receipts.map(({ returned }) => returned)),
          toReturn: total(receipts.map(({ toReturn }) => toReturn)),
          promised: total(promised.rows.map(({ id, amount }) => (own.some((each) => each.id === id) ? amount : 0))),
          kept: total(receipts.map(({ free, toReturn }) => (free ?? 0) - toReturn)),
          dues: own.map(({ purpose, state, open, settled }) => `${purpose} ${state} ${open} ${settled}`).sort(),
        };
      };
      const days = Array.from({ length: world.day - firstDay + 1 }, (_, index) => dateOf(firstDay + index));
      const outstanding: number[] = [];
      for (const day of days) outstanding.push(await sumOutstanding(tx, day));
      return { people: { A: seen('A'), B: seen('B') }, outstanding, shared: shared.rows[0]!.amount / 40 };
    },
  };
  return writer;
}
