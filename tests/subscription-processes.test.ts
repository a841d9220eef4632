import { count, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { payments } from '#server/features/payments/tables.ts';
import { withClient } from '#server/platform/database/with-client.ts';
import { mail } from '#server/platform/mail/tables.ts';
import { clock } from '#shared/clock.ts';
import { memberFactory } from './factories/members.ts';
import { adminToken } from './logins.ts';
import { type Processes, setUpProcesses } from './processes.ts';
import { eventually } from './wait.ts';

// The first day of a financial year with three servers, two of which are killed meanwhile and started again.

const many = 6_000;
/** The key of an otherwise unused advisory lock. */
const halfWay = 20_270_401;
const firstDay = '2027-04-01T08:00:00+05:30';
let site: Processes;

beforeAll(async () => {
  clock.set(new Date(firstDay));
  site = await setUpProcesses({ NODE_ENV: 'test', TEST_CLOCK: firstDay });
  const { id } = await memberFactory(site, { approvedAt: new Date('2026-05-01T10:00:00+05:30') });
  const { rows } = await site.database.pool.query<{ columns: string }>(`
    select string_agg(quote_ident(column_name), ',') as columns from information_schema.columns
    where table_name = 'members' and is_generated = 'NEVER'
      and column_name not in ('id', 'reference', 'member_number', 'email', 'submission_hash')`);
  const columns = rows[0]!.columns;
  await site.database.pool.query(
    `insert into members (id, reference, member_number, email, ${columns})
      select gen_random_uuid(), 'COPY-' || number, 'COPY-' || number, 'copy' || number || '@example.org', ${columns}
      from members cross join generate_series(2, $2::int) as number where id = $1`,
    [id, many],
  );
  // Half of the notices are written; the others wait for the test, so that a server is killed in between.
  await withClient(site.ownerConnection, (client) =>
    client.query(`
      create function wait_half_way() returns trigger language plpgsql as $$
      begin
        if (select count(*) from mail where kind = 'subscription-due') > ${many / 2} then
          perform pg_advisory_xact_lock_shared(${halfWay});
        end if;
        return null;
      end $$;
      create trigger wait_half_way after insert on mail for each statement execute function wait_half_way()`),
  );
});
afterAll(async () => {
  await site.close();
  clock.set(new Date());
});

const asked = async () =>
  (await site.database.select({ id: payments.memberId }).from(payments).where(eq(payments.period, '2027-28'))).length;
const notices = eq(mail.kind, 'subscription-due');
const noticed = () => site.database.$count(mail, notices);

test('each member is charged once and gets one notice', async () => {
  const authorization = `Bearer ${await adminToken(site)}`;
  /** Starts a round on this server, independently of the others. */
  async function turnOn(address: string, lapseAfterDays: number): Promise<void> {
    const answer = await fetch(`${address}/api/Payments/subscription`, {
      method: 'PATCH',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ enabled: true, firstYear: '2027-28', lapseAfterDays }),
    });
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  }
  const third = await withClient(site.ownerConnection, async (client) => {
    await client.query('select pg_advisory_lock($1)', [halfWay]);
    const [first, second, ...others] = await Promise.all([site.start(), site.start(), site.start()]);
    await Promise.all([first, second, ...others].map(({ address }, index) => turnOn(address, 200 + index)));
    await eventually(async () => (await asked()) > 0, 'some of them asked', 30_000);
    await first.kill();
    await eventually(async () => (await noticed()) > 0, 'some of the notices', 60_000);
    await second.kill();
    expect(await noticed()).toBeLessThan(many);
    return others[0];
  });
  const again = await Promise.all([site.start(), site.start()]);
  await Promise.all([...again, third].map(({ address }, index) => turnOn(address, 300 + index)));
  await eventually(async () => (await noticed()) >= many, 'all notices', 90_000);
  // Another round has nobody left to notify.
  await turnOn(third.address, 400);
  await turnOn(again[0].address, 401);

  const perMember = await site.database
    .select({ id: mail.memberId, mails: count() })
    .from(mail)
    .where(notices)
    .groupBy(mail.memberId);
  expect(perMember).toHaveLength(many);
  expect(perMember.filter(({ mails }) => mails !== 1)).toEqual([]);
  expect(await site.database.$count(mail, eq(mail.kind, 'subscription-reminder'))).toBe(0);
  expect(await asked()).toBe(many);
});
