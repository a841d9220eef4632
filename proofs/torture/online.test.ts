import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { payments } from '#server/features/payments/tables.ts';
import { receipts } from '#server/features/receipts/tables.ts';
import { onlineLinks, onlinePayments } from '#server/parts/gateway/tables.ts';
import { memberFactory } from '#tests/factories/members.ts';
import { type DoublePayment, type GatewayDouble, startGatewayDouble } from '#tests/gateway-double.ts';
import { adminToken } from '#tests/logins.ts';
import { eventually } from '#tests/wait.ts';
import { seededRandom } from '../../scripts/sample/random.ts';
import { type OneServer, startOneServer } from './servers.ts';
import { figure, isLong, seed, size } from './size.ts';

// People pay online while the gateway fails, its notices are lost, doubled, late and forged, the office decides about the same
// payments, and server and database are killed: each rupee at the gateway is one receipt or one line to look at.

const people = size(40, 1_500);
const kills = { server: isLong ? 20 : 2, database: isLong ? 5 : 1 };
const atOnce = 8;

let gateway: GatewayDouble;
let site: OneServer;

beforeAll(async () => {
  gateway = await startGatewayDouble();
  site = await startOneServer(gateway.env);
}, 120_000);
afterAll(async () => {
  await site?.close();
  await gateway?.close();
});

/** Asks the site; null when it was not there. */
const ask = (path: string, init: RequestInit = {}) =>
  fetch(`${site.address()}${path}`, { redirect: 'manual', signal: AbortSignal.timeout(20_000), ...init }).catch(
    () => null,
  );

test('each rupee at the gateway is one receipt or one line to look at, whatever fails', async () => {
  figure(`seed ${seed}`);
  const random = seededRandom(seed);
  const chance = (share: number) => random.chance(share);
  const token = await site.withDatabase((database) => adminToken({ database }));
  const asOffice = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const due = await site.withDatabase(async (database) => {
    for (let count = 0; count < people; count++) await memberFactory({ database }, { status: 'New' });
    return database.select({ id: payments.id }).from(payments).where(eq(payments.state, 'due'));
  });
  expect(due).toHaveLength(people);

  gateway.trouble = () => {
    if (chance(0.06)) return 'lost';
    if (chance(0.06)) return 500;
    if (chance(0.03)) return 'cut';
    if (chance(0.02)) return 'garbage';
    return chance(0.004) ? 'stall' : null;
  };
  const tell = ({ body, headers }: { body: string; headers: Record<string, string> }) =>
    ask('/payments/razorpay', { method: 'POST', body, headers });
  const decide = (call: string, body: object) =>
    ask(`/api/Payments/${call}`, { method: 'PATCH', headers: asOffice, body: JSON.stringify(body) });

  async function press(id: string): Promise<string | null> {
    for (let tries = 0; tries < 12; ) {
      const answer = await ask(`/api/Payments/online/${id}`, { method: 'POST' });
      if (answer?.ok) return ((await answer.json()) as { url: string }).url.split('/').at(-1)!;
      if (answer && answer.status !== 503) return null;
      // While the site is away they come again; a refusal of the gateway's is a try.
      if (answer) tries += 1;
      await sleep(100);
    }
    return null;
  }

  /** One person's way, with whatever happens on it. */
  async function wayOf(id: string): Promise<void> {
    const link = await press(id);
    if (link === null) return;
    const decision = random.next();
    if (decision < 0.1) await decide('receive', { ids: [id] });
    else if (decision < 0.2) await decide('waive', { id, note: 'Torture' });
    const paid: DoublePayment[] = [];
    const state = () => gateway.links.get(link)?.status;
    if (state() === 'created') {
      const isLate = chance(0.1);
      paid.push(gateway.pay(link, { authorizedOnly: isLate, ...(chance(0.05) ? { amount: 100 } : {}) }));
      if (isLate) setTimeout(() => gateway.capture(paid[0]!.id), 500);
    }
    // Somebody who had begun before pays a second time.
    if (chance(0.1)) paid.push(gateway.pay(link, { again: true }));
    for (const each of paid) {
      const notice = gateway.notice('payment_link.paid', { link, payment: each.id });
      if (chance(0.7)) await tell(notice);
      if (chance(0.3)) await Promise.all([tell(notice), tell(notice)]);
      if (chance(0.1))
        await tell({ ...notice, headers: { ...notice.headers, 'x-razorpay-signature': '0'.repeat(64) } });
      const back = gateway.returnOf(link, each.id).replace(/^[a-z]+:\/\/[^/]+/, '');
      if (chance(0.6)) await ask(back);
      if (chance(0.2)) await Promise.all([ask(back), ask(back)]);
    }
    if (!chance(0.25)) return;
    // Mostly it is received within a moment; one whose notices were lost stays due.
    for (let tries = 0; tries < 5; tries++) {
      const answer = await decide('refund', { id, online: true, note: '' });
      if (answer?.ok) return;
      await sleep(200);
    }
  }

  const waiting = due.map(({ id }) => id);
  const result = { count: 0 };
  const workers = Array.from({ length: atOnce }, async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      result.count += 1;
      await wayOf(id);
    }
  });
  const plan = [
    ...Array.from({ length: kills.server }, () => 'server' as const),
    ...Array.from({ length: kills.database }, () => 'database' as const),
  ];
  for (const [index, what] of plan.entries()) {
    const until = Math.floor((people * (index + 0.5)) / (plan.length + 1));
    await eventually(() => result.count >= until, `${until} have begun`, 600_000);
    await site.kill(what);
  }
  await Promise.all(workers);

  // The gateway is well again; what was lost is asked for by itself, here sooner than after ten minutes.
  gateway.trouble = null;
  const come = () =>
    [...gateway.payments.values()].filter(({ status }) => status === 'captured' || status === 'refunded');
  await site.withDatabase(async (database) => {
    const isLeft = sql`${onlineLinks.gatewayId} is not null and ${onlineLinks.state} <> 'lost'`;
    const isRefunding = sql`${onlinePayments.refundingSince} is not null`;
    /** Lets everything be asked about now, once nothing is due any more, until it is as it shall be. */
    const settle = (isSo: () => Promise<boolean>, what: string) =>
      eventually(
        async () => {
          if (await isSo()) return true;
          const isDue = and(isLeft, sql`${onlineLinks.askAt} <= now()`);
          if ((await database.$count(onlineLinks, isDue)) === 0) {
            await database.update(onlineLinks).set({ askAt: sql`now()` }).where(isLeft);
            await database.update(onlinePayments).set({ refundAskAt: sql`now()` }).where(isRefunding);
            await database.execute(sql`select pg_notify('online', '')`);
          }
          await sleep(200);
          return false;
        },
        what,
        240_000,
      );
    const linksIn = async (...states: (typeof onlineLinks.$inferSelect.state)[]) =>
      database.select().from(onlineLinks).where(inArray(onlineLinks.state, states));
    await settle(
      async () =>
        (await database.$count(onlinePayments, isRefunding)) === 0 &&
        (await database.$count(onlinePayments)) >= come().length,
      'everything is known',
    );
    // The gateway cancels no link of which a part was paid: such a one ends with its time.
    await settle(
      async () =>
        (await linksIn('cancelling')).every(
          ({ gatewayId }) => gateway.links.get(gatewayId!)?.status === 'partially_paid',
        ),
      'what is not wanted any more is cancelled',
    );
    const dayMs = 24 * 60 * 60_000;
    gateway.now = () => new Date(Date.now() + dayMs);
    await settle(async () => (await linksIn('open', 'cancelling')).length === 0, 'no link can be paid any more');
    expect(come().length).toBeGreaterThan(people / 2);
    if (isLong) expect(gateway.refunds.size).toBeGreaterThan(0);
    const rows = await database.select().from(onlinePayments);
    const received = await database.select().from(payments).where(eq(payments.mode, 'online'));
    const valid = await database.select().from(receipts).where(isNull(receipts.cancelledAt));
    expect(new Set(rows.map(({ gatewayId }) => gatewayId))).toEqual(new Set(come().map(({ id }) => id)));
    expect(rows).toHaveLength(come().length);
    for (const row of rows) {
      const atGateway = gateway.payments.get(row.gatewayId)!;
      expect(row.amount).toBe(atGateway.amount);
      const matches = valid.filter(({ content }) => content.utr === row.gatewayId);
      if (row.booked) {
        expect(matches.map(({ paymentId, content }) => [paymentId, content.amount * 100])).toEqual([
          [row.paymentId, row.amount],
        ]);
      } else {
        expect(matches).toEqual([]);
        expect(row.reason).not.toBeNull();
      }
      // What we have sent back, the gateway has; once.
      expect(atGateway.amount_refunded).toBe(row.refunded);
    }
    expect(received).toHaveLength(rows.filter(({ booked }) => booked).length);
    for (const { id, mode } of received) {
      expect(mode).toBe('online');
      expect(rows.filter(({ booked, paymentId }) => booked && paymentId === id)).toHaveLength(1);
    }
    const numbers = (
      await database.select({ number: receipts.number }).from(receipts).where(isNull(receipts.cancelledAt))
    ).map(({ number }) => number);
    expect(numbers.toSorted((one, other) => one - other)).toEqual(numbers.map((_, index) => index + 1));
    figure(
      `${people} people, ${come().length} payments at the gateway: ${received.length} receipts, ${rows.length - received.length} to look at`,
    );
    figure(
      `${[...gateway.refunds.values()].length} refunds; ${gateway.requests.length} questions, ${gateway.maxOpen} at once`,
    );
    expect(gateway.maxOpen).toBeLessThanOrEqual(8 * 2);
  });
}, 1_200_000);
