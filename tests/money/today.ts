import { inArray, or, sql } from 'drizzle-orm';
import { members } from '#server/features/members/tables.ts';
import { payments } from '#server/features/payments/tables.ts';
import { receipts } from '#server/features/receipts/tables.ts';
import { sumMoney } from '#server/features/reports/reports.queries.ts';
import { subscription } from '#server/features/subscription/tables.ts';
import { throttles } from '#server/platform/throttles/tables.ts';
import { clock } from '#shared/clock.ts';
import { mergeRecords, unmergeRecords } from '#shared/contracts/merging.ts';
import * as calls from '#shared/contracts/payments.ts';
import { decideRegistration, deleteRegistration, uploadPaymentScreenshot } from '#shared/contracts/registrations.ts';
import { reconcilePayments, uploadStatement } from '#shared/contracts/statements.ts';
import { requestUpgrade } from '#shared/contracts/subscription.ts';
import type { AnyEndpoint } from '#shared/endpoint.ts';
import type { TestApp } from '#tests/app.ts';
import { setAskedAt } from '#tests/factories/dues.ts';
import { memberFactory, pictureFile } from '#tests/factories/members.ts';
import { layouts } from '#tests/factories/statements.ts';
import { confirmedToken, memberToken, newAdministrator } from '#tests/logins.ts';
import { type Act, type Due, dueOf, expectedOf, type Name, settledOf, type Tier, type World, yearly } from './model.ts';
import { firstDay, type Observation, type Product, type Seen } from './product.ts';

const memberships = { Individual: 'Individual member', Life: 'lifetime member', Patron: 'Patron member' } as const;
const tierOf = (membership: string) =>
  (Object.keys(memberships) as Tier[]).find((tier) => memberships[tier] === membership)!;

/** Day 10 of the walks is 10 November 2026. */
const dateOf = (day: number) => `2026-11-${String(day).padStart(2, '0')}`;

/** Of transfers: each has another number. */
let count = 632_600_000_000;

type Payment = typeof payments.$inferSelect;
type Answer = { status: number; body: object; raw: Buffer };

/** The site as it is called from outside. @param withDays also what was open on past days */
export async function siteByCalls(site: TestApp, withDays: boolean): Promise<Product> {
  const { database } = site;
  await database
    .update(subscription)
    .set({ enabled: true, amount: yearly, firstYear: '2026-27', askedOn: '2026-11-01', yearOfApproval: 'extra' });
  const administrator = (await newAdministrator(site)).id;
  const picture = await pictureFile(80);
  let office = { token: '' };
  let people: Record<Name, string> = { A: '', B: '' };
  /** The first payment of each due, and the payment of each receipt. */
  let dues = new Map<string, string>();
  let receiptsOf = new Map<string, string>();
  let rowsBefore: Payment[] = [];
  let baseline: number[] = [];

  const goTo = async (day: number) => {
    clock.set(new Date(`${dateOf(day)}T10:00:00+05:30`));
    office = { token: await confirmedToken(site, administrator) };
  };

  /** All payments of the two, also of who is gone. */
  const rows = async (): Promise<Payment[]> => {
    const ids = [...dues.values(), ...receiptsOf.values()];
    return database
      .select()
      .from(payments)
      .where(
        or(inArray(payments.memberId, Object.values(people)), ids.length > 0 ? inArray(payments.id, ids) : undefined),
      )
      .orderBy(payments.createdAt, payments.id);
  };

  async function outstanding(world: World): Promise<number[]> {
    const days = Array.from({ length: world.day - firstDay + 1 }, (_, index) => dateOf(firstDay + index));
    return Promise.all(
      days.map(async (day) => {
        const sums = await sumMoney(database, { from: '2026-04-01', until: '2027-03-31', asOf: day });
        return sums.find(({ dimension }) => dimension === 'all')?.outstanding ?? 0;
      }),
    );
  }

  const call = async <E extends AnyEndpoint>(endpoint: E, input: object, as = office): Promise<Answer> =>
    (await site.call(endpoint, input, as)) as never;
  const outcomeOf = ({ status, body }: Answer) => {
    const { code = '', left = [] } = (body ?? {}) as { code?: string; left?: { code: string }[] };
    if (status >= 500) return String(status);
    return status === 200 ? (left[0]?.code ?? 'done') : code;
  };

  /** The payment of a due that is not settled, else its last one. */
  async function partOf(due: Due): Promise<string> {
    const root = dues.get(due.id)!;
    const roots = new Set(dues.values());
    const parts = (await rows()).filter(({ id, partOf: whole }) => id === root || (whole === root && !roots.has(id)));
    const open = parts.find(({ state }) => ['due', 'claimed', 'refused'].includes(state));
    return (open ?? parts.at(-1))?.id ?? root;
  }

  async function bank(due: Due, amount: number, open: number, day: number): Promise<string> {
    count += 1;
    const line = { date: dateOf(day), narration: `UPI/CR/${count}/SOMEBODY`, credit: amount };
    const answer = (await call(uploadStatement, { body: {}, files: { file: layouts.hdfc([line]) } })) as never as {
      status: number;
      body: Record<'sure' | 'agrees' | 'toLook' | 'unknown', { id: string; narration: string }[]> & {
        statement: { id: string };
      };
    };
    const { sure, agrees, toLook, unknown, statement } = answer.body;
    const lineId = [...sure, ...agrees, ...toLook, ...unknown].find(({ narration }) =>
      narration.includes(String(count)),
    )?.id;
    const pair = { lineId, paymentId: await partOf(due), seen: true, part: amount < open, excess: amount > open };
    return outcomeOf(await call(reconcilePayments, { body: { statementId: statement.id, accept: [pair] } }));
  }

  async function act(act: Act, before: World): Promise<string> {
    switch (act.do) {
      case 'claim': {
        const due = dueOf(before, act.due);
        const id = people[due.person];
        if (before.people[due.person].status === 'Approved') {
          const as = { token: await memberToken(site, id) };
          const input = { params: { id: await partOf(due) }, body: { utr: String(++count) } };
          return outcomeOf(await call(calls.claimPayment, input, as));
        }
        const input = { params: { id }, body: { utr: String(++count) }, files: { screenshot: picture } };
        return outcomeOf(await call(uploadPaymentScreenshot, input));
      }
      case 'refuse':
        return outcomeOf(
          await call(calls.refusePayment, { body: { id: await partOf(dueOf(before, act.due)), reason: 'x' } }),
        );
      case 'waive':
        return outcomeOf(
          await call(calls.waivePayment, { body: { id: await partOf(dueOf(before, act.due)), note: 'x' } }),
        );
      case 'receive':
        return outcomeOf(await call(calls.receivePayments, { body: { ids: [await partOf(dueOf(before, act.due))] } }));
      case 'bank': {
        const due = dueOf(before, act.due);
        const asked = before.entries.find((entry) => entry.due === due.id)!.day;
        return bank(due, act.amount, expectedOf(due), Math.max(asked, before.day - 2));
      }
      case 'cancel':
        return outcomeOf(await call(calls.cancelReceipt, { body: { id: receiptsOf.get(act.receipt)!, reason: 'x' } }));
      case 'refund': {
        const body = { id: receiptsOf.get(act.receipt)!, refundedOn: clock.today(), utr: String(++count) };
        return outcomeOf(await call(calls.refundPayment, { body }));
      }
      case 'tier': {
        const { status } = before.people[act.person];
        const body = { id: people[act.person], status, membership: memberships[act.tier] };
        return outcomeOf(await call(decideRegistration, { body }));
      }
      case 'upgrade': {
        const as = { token: await memberToken(site, people[act.person]) };
        return outcomeOf(await call(requestUpgrade, { body: { membership: memberships[act.tier] } }, as));
      }
      case 'reject':
      case 'reopen':
      case 'approve': {
        const status = act.do === 'reject' ? 'Rejected' : act.do === 'reopen' ? 'New' : 'Approved';
        const money = act.do === 'reject' ? { money: act.money, reason: 'x' } : {};
        return outcomeOf(await call(decideRegistration, { body: { id: people[act.person], status, ...money } }));
      }
      case 'erase':
        return outcomeOf(await call(deleteRegistration, { params: { id: people[act.person] } }));
      case 'merge': {
        const records = await database
          .select()
          .from(members)
          .where(inArray(members.id, Object.values(people)));
        const versions = [people.A, people.B].map((id) => records.find((row) => row.id === id)?.version ?? 1);
        return outcomeOf(await call(mergeRecords, { body: { keep: people.A, drop: people.B, versions } }));
      }
      case 'unmerge':
        return outcomeOf(await call(unmergeRecords, { body: { keep: people.A } }));
      case 'travel':
        await goTo(before.day + 1);
        return 'done';
      default:
        throw new Error(`no call for ${act.do}`);
    }
  }

  /** Which payments the new dues and receipts of the model are. */
  async function follow(before: World, after: World): Promise<void> {
    let now = await rows();
    // The database has its own clock.
    for (const { id, createdAt } of now)
      if (createdAt > clock.now() || !rowsBefore.some((row) => row.id === id))
        await setAskedAt(site, { id }, clock.now());
    now = await rows();
    const valid = await database
      .select()
      .from(receipts)
      .where(
        inArray(
          receipts.paymentId,
          now.map(({ id }) => id),
        ),
      );
    const taken = () => new Set([...dues.values()]);
    for (const due of after.dues.filter(({ id }) => !dues.has(id))) {
      const match = now.find(
        (row) =>
          !taken().has(row.id) &&
          row.partOf === null &&
          row.purpose === due.purpose &&
          (row.period ?? '') === due.period &&
          row.membership === (due.target ? memberships[due.target] : null),
      );
      if (match) dues.set(due.id, match.id);
    }
    const mapped = new Set(receiptsOf.values());
    for (const receipt of after.receipts.filter((each) => !before.receipts.some(({ id }) => id === each.id))) {
      const root = receipt.due ? dues.get(receipt.due) : undefined;
      const match = now.find(
        (row) =>
          row.state === 'received' &&
          row.amount === receipt.amount &&
          valid.some((each) => each.paymentId === row.id && each.cancelledAt === null) &&
          (root ? row.id === root || row.partOf === root : row.purpose === 'excess') &&
          rowsBefore.find(({ id }) => id === row.id)?.state !== 'received' &&
          !mapped.has(row.id),
      );
      const again = now.find((row) => root === row.id || (root && row.partOf === root && row.state === 'received'));
      const id = match?.id ?? again?.id;
      if (id) receiptsOf.set(receipt.id, id);
    }
    rowsBefore = now;
  }

  return {
    async begin(world) {
      await database.delete(throttles);
      await goTo(firstDay);
      dues = new Map();
      receiptsOf = new Map();
      const [a, b] = [await memberFactory(site, { status: 'New' }), await memberFactory(site, { status: 'New' })];
      people = { A: a.id, B: b.id };
      for (const memberId of [a.id, b.id]) await setAskedAt(site, { memberId }, clock.now());
      rowsBefore = await rows();
      for (const due of world.dues) {
        const row = rowsBefore.find(({ memberId }) => memberId === people[due.person])!;
        dues.set(due.id, row.id);
      }
      await goTo(world.day);
      const open = world.dues.reduce((sum, { asked }) => sum + asked, 0);
      if (withDays) baseline = (await outstanding({ ...world, day: 20 })).map((sum) => sum - open);
    },
    can(next, world) {
      if (['keep', 'use', 'undoUse', 'askNext'].includes(next.do)) return false;
      if (next.do === 'refund' && next.amount !== null) return false;
      // A record that has the wanted status is left as it is.
      if (next.do === 'approve' && world.people[next.person].status === 'Approved') return false;
      if (next.do === 'reopen' && world.people[next.person].status === 'New') return false;
      if (next.do === 'reject' && world.people[next.person].status === 'Rejected') return false;
      if (next.do === 'claim') {
        const due = dueOf(world, next.due);
        const { status } = world.people[due.person];
        // Before the approval only the admission can be claimed, and only as long as nothing of it has come.
        return (
          status === 'Approved' || (status === 'New' && due.purpose === 'admission' && settledOf(world, due) === 0)
        );
      }
      return true;
    },
    async perform(next, before, after) {
      const outcome = await act(next, before);
      await follow(before, after);
      return outcome;
    },
    async observe(world) {
      const all = await rows();
      const records = await database
        .select()
        .from(members)
        .where(inArray(members.id, Object.values(people)));
      const valid = await database
        .select({ id: receipts.paymentId })
        .from(receipts)
        .where(
          sql`${receipts.cancelledAt} is null and ${inArray(receipts.paymentId, [...all.map(({ id }) => id), people.A])}`,
        );
      const hasReceipt = new Set(valid.map(({ id }) => id));
      const seen = (name: Name): Seen => {
        const row = records.find(({ id }) => id === people[name]);
        const erased = (payment: Payment) => payment.memberId === null && worldPersonOf(world, payment.id) === name;
        const own = all.filter((payment) => payment.memberId === people[name] || erased(payment));
        const sum = (test: (payment: Payment) => boolean) =>
          own.filter(test).reduce((total, { amount }) => total + amount, 0);
        const isPromised = ({ state, refundDue }: Payment) => state === 'claimed' && refundDue;
        return {
          status: row ? row.status : 'gone',
          tier: tierOf(row?.membership ?? memberships[world.people[name].tier]),
          owed: sum((each) => ['due', 'claimed', 'refused'].includes(each.state) && !isPromised(each)),
          received: sum(({ id, state }) => hasReceipt.has(id) && ['received', 'refunded'].includes(state)),
          returned: sum(({ state }) => state === 'refunded'),
          toReturn: sum(({ state, refundDue }) => state === 'received' && refundDue),
          promised: sum(isPromised),
          kept: null,
          dues: null,
        };
      };
      const days = withDays ? await outstanding(world) : [];
      const observation: Observation = {
        people: { A: seen('A'), B: seen('B') },
        outstanding: withDays ? days.map((sum, index) => sum - baseline[index]!) : null,
        shared: null,
      };
      return observation;
    },
  };

  function worldPersonOf(world: World, payment: string): Name | undefined {
    const due = [...dues].find(([, id]) => id === payment)?.[0];
    const receipt = [...receiptsOf].find(([, id]) => id === payment)?.[0];
    return world.dues.find(({ id }) => id === due)?.person ?? world.receipts.find(({ id }) => id === receipt)?.person;
  }
}
