import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createReadings } from '#server/features/access-audit/reading.service.ts';
import { deleteMembers } from '#server/features/members/members.queries.ts';
import { withClient } from '#server/platform/database/with-client.ts';
import { clock } from '#shared/clock.ts';
import { opened } from '#shared/endpoint.ts';
import { emptyLog, startTestApp } from '#tests/app.ts';
import { clearMoney } from '#tests/factories/dues.ts';
import { memberFactory } from '#tests/factories/members.ts';
import { clearHistoryNotes } from './log.queries.ts';
import { log } from './tables.ts';

// The server's database role may add to the log, but change existing lines only in few ways.

const site = await startTestApp();
beforeEach(() => emptyLog(site));
const clockIs = (time: 'now()' | 'null::timestamptz') =>
  withClient(site.ownerConnection, (client) =>
    client.query(`create or replace function log_clock() returns timestamptz language sql stable as 'select ${time}'`),
  );
beforeAll(() => clockIs('now()'));

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
async function line(values: Partial<typeof log.$inferInsert> = {}) {
  const [row] = await site.database
    .insert(log)
    .values({ kind: 'decision', by: 'office@example.org', action: 'approved', reason: 'r', note: 'n', ...values })
    .returning();
  return row!;
}
const change = (id: string, values: Partial<typeof log.$inferInsert>) =>
  site.database.update(log).set(values).where(eq(log.id, id));
const remove = (id: string) => site.database.delete(log).where(eq(log.id, id));
const refused = async (statement: Promise<unknown>) => {
  await expect(statement).rejects.toMatchObject({ cause: { code: '42501' } });
};

test('no statement changes or removes a line, column by column', async () => {
  const member = await memberFactory(site);
  const row = await line({ memberId: member.id });
  const others = {
    at: daysAgo(1),
    kind: 'content',
    by: 'somebody@example.org',
    subject: 'AIP-1',
    action: 'rejected',
    from: 'New',
    to: 'New',
    reason: '',
    note: '',
    memberId: null,
    times: 2,
    countKey: 'key',
  } as const;
  for (const [name, value] of Object.entries(others)) await refused(change(row.id, { [name]: value }));
  await refused(remove(row.id));
  await refused(
    site.database.transaction((tx) =>
      tx
        .insert(log)
        .values({ ...row, action: 'x' })
        .onConflictDoUpdate({
          target: log.id,
          set: { action: 'x' },
        }),
    ),
  );
  await refused(site.database.execute(sql`truncate log`));
  await refused(site.database.execute(sql`alter table log disable trigger guard_log`));
  await refused(
    site.database.execute(
      sql`create or replace function log_clock() returns timestamptz language sql as 'select null'`,
    ),
  );
  await refused(site.database.execute(sql`set session_replication_role = replica`));
  expect(await site.database.select().from(log)).toEqual([row]);
});

test('only logins, security events and readings can be deleted, and only after a year', async () => {
  for (const kind of ['login', 'security', 'reading'] as const) {
    await refused(remove((await line({ kind, at: daysAgo(364) })).id));
    await remove((await line({ kind, at: daysAgo(366) })).id);
  }
  for (const kind of ['decision', 'export', 'content', 'administrator', 'member'] as const) {
    await refused(remove((await line({ kind, at: daysAgo(4_000) })).id));
  }
});

test('the counter of a line only increases, and its time never goes back', async () => {
  const row = await line({ kind: 'security', countKey: 'a', times: 5 });
  await change(row.id, { times: 6, at: new Date(row.at.getTime() + 1_000) });
  await refused(change(row.id, { times: 5 }));
  await refused(change(row.id, { times: 7, at: daysAgo(400) }));
  await refused(change(row.id, { times: 7, by: 'somebody@example.org' }));
  await refused(change(row.id, { action: 'opened 9 records' }));
});

test('the line of a day’s readings only grows, in the words of the program, and stays as it is after that day', async () => {
  const row = await line({ kind: 'reading', countKey: 'b', action: 'opened 12 records, 3 IDs' });
  await change(row.id, { action: 'opened 12 records, 4 IDs, 1 proof' });
  const wrong = [
    'opened 1 record',
    'opened 17 records',
    'opened 12 records, 17 IDs',
    'opened 12 records, 4 IDs, 1 proof, 4 IDs',
    'opened 12 record, 4 IDs, 1 proof',
    'looked at 12 records, 4 IDs, 1 proof',
    'opened nothing; 12 records, 4 IDs, 1 proof are not true',
    'opened ',
  ];
  for (const action of wrong) await refused(change(row.id, { action }));
  const old = await line({ kind: 'reading', countKey: 'c', action: 'opened 1 record', at: daysAgo(2) });
  await refused(change(old.id, { action: 'opened 2 records' }));
  // As the program does it, for everything that it says of readings.
  const member = await memberFactory(site);
  const readings = createReadings(site);
  const who = { administratorId: randomUUID(), email: 'office@example.org' };
  for (const opens of opened) await readings.note({ opens }, { id: member.id, answer: {} }, who);
  const written = await site.database.select().from(log).where(eq(log.by, who.email));
  expect(written.map(({ action }) => action)).toContain('opened 1 record, 1 ID, 1 proof');
});

test('no line is dated ahead, neither a new one nor a counted one', async () => {
  const ahead = daysAgo(-1);
  await refused(line({ at: ahead }));
  const row = await line({ kind: 'reading', countKey: 'd', action: 'opened 1 record' });
  await refused(change(row.id, { at: ahead }));
  await refused(change(row.id, { at: ahead, action: 'opened 2 records' }));
  const counted = await line({ kind: 'security', countKey: 'e' });
  await refused(change(counted.id, { times: 2, at: ahead }));
  // The server's clock may be a little ahead of the database's.
  await change(counted.id, { times: 2, at: new Date(Date.now() + 60_000) });
});

test('free text can be deleted only with the record that it is about', async () => {
  const member = await memberFactory(site);
  const row = await line({ memberId: member.id });
  await refused(site.database.transaction((tx) => clearHistoryNotes(tx, [member.id])));
  await site.database.transaction(async (tx) => {
    await clearHistoryNotes(tx, [member.id]);
    await clearMoney({ database: tx }, { memberId: member.id });
    await deleteMembers(tx, [member.id]);
  });
  const [after] = await site.database.select().from(log).where(eq(log.id, row.id));
  expect(after).toEqual({ ...row, reason: '', note: '', memberId: null });
});

test('the owner of the tables may, for restoring; and can say that the clock is set', async () => {
  const row = await line({ kind: 'login', at: clock.now() });
  await clockIs('null::timestamptz');
  await withClient(site.ownerConnection, (client) => client.query(`update log set action = 'x'`));
  await remove(row.id);
  await clockIs('now()');
  expect(await site.database.$count(log)).toBe(0);
});
