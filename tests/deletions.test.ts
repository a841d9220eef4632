import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { createCore } from '#server/core.ts';
import { createReadings } from '#server/features/access-audit/reading.service.ts';
import { uses } from '#server/features/imports/people.queries.ts';
import { importRows } from '#server/features/imports/tables.ts';
import { letters } from '#server/features/letters/tables.ts';
import { members } from '#server/features/members/tables.ts';
import { createRetentionService } from '#server/features/registrations/retention.service.ts';
import { withClient } from '#server/platform/database/with-client.ts';
import { log } from '#server/platform/log/tables.ts';
import { openStorage } from '#server/platform/storage/open-storage.ts';
import { commitImport, getImport, undoImport, uploadImport } from '#shared/contracts/imports.ts';
import { deleteRegistration, reviewRegistration } from '#shared/contracts/registrations.ts';
import { opened } from '#shared/endpoint.ts';
import { startTestApp } from './app.ts';
import { conferenceFactory } from './factories/content.ts';
import { csvFile, listRow } from './factories/lists.ts';
import { memberFactory } from './factories/members.ts';
import { confirmedToken, newAdministrator } from './logins.ts';
import { eventually } from './wait.ts';

// Every way in which a record is deleted, with everything in the database that can point to it, and what refuses.

const site = await startTestApp();
let office: { id: string; email: string; token: string };
beforeAll(async () => {
  const { id, email } = await newAdministrator(site);
  office = { id, email, token: await confirmedToken(site, id) };
  fitting.participations!.conference_id = (await conferenceFactory(site)).id;
  const letter = { kind: 'circular' as const, title: 'To all', text: 'x', by: email, states: [] };
  fitting.circular_recipients!.circular_id = (await site.database.insert(letters).values(letter).returning())[0]!.id;
});

const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await withClient(site.ownerConnection, (client) => client.query<Row>(text, values))).rows;

/** Values that a table's own checks ask for. */
const fitting: Record<string, Record<string, unknown>> = {
  payments: { state: 'waived', purpose: 'annual', period: '2026-27' },
  participations: { state: 'registered' },
  circular_recipients: {},
  log: { kind: 'member' },
};
const ofType: Record<string, unknown> = {
  uuid: '00000000-0000-4000-8000-000000000000',
  integer: 1,
  bigint: 1,
  boolean: false,
  date: '2026-11-20',
  'timestamp with time zone': '2026-11-20T10:00:00Z',
  'text[]': [],
  bytea: Buffer.from('x'),
  jsonb: '{}',
};

/** Adds a row of every table that points to people, now and in later versions. @returns the tables */
async function fillIn(memberId: string): Promise<string[]> {
  const pointing = await query<{ table: string; column: string }>(`
    select conrelid::regclass::text as table, attname as column from pg_constraint
    join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confrelid = 'members'::regclass order by 1, 2`);
  for (const { table, column } of pointing) {
    const needed = await query<{ name: string; type: string }>(
      `select attname as name, format_type(atttypid, null) as type from pg_attribute where attrelid = $1::regclass
        and attnum > 0 and not attisdropped and attnotnull and not atthasdef and attidentity = ''`,
      [table],
    );
    const values: Record<string, unknown> = Object.fromEntries(
      needed.map(({ name, type }) => [name, type === 'text' ? `${table} ${memberId}` : ofType[type]]),
    );
    Object.assign(values, fitting[table], { [column]: memberId });
    const names = Object.keys(values);
    await withClient(site.ownerConnection, async (client) => {
      // Without what these rows point to in their turn.
      await client.query(`set session_replication_role = replica`);
      await client.query(
        `insert into ${table} (${names.map((name) => `"${name}"`)}) values (${names.map((_, index) => `$${index + 1}`)})
         on conflict do nothing`,
        Object.values(values),
      );
    });
  }
  return [...new Set(pointing.map(({ table }) => table))];
}

async function retention() {
  const { config, database } = site;
  const log = { info() {}, warn() {}, error() {} };
  return createRetentionService(await createCore({ config, database, storage: await openStorage(config), log }));
}

const rejected = () => memberFactory(site, { status: 'Rejected', decidedAt: new Date('2020-01-01') });

const ways: Record<string, { make(): Promise<string>; remove(id: string): Promise<unknown> }> = {
  'the office deletes a rejected record': {
    make: async () => (await rejected()).id,
    remove: (id) => site.ok(deleteRegistration, { params: { id } }, office),
  },
  'retention ends': {
    make: async () => (await rejected()).id,
    async remove(id) {
      // Not before: the server's own clean-up would delete it while it is made.
      await query(`update members set removal_at = '2021-01-01' where id = $1`, [id]);
      await (await retention()).run();
    },
  },
  'an import is undone': {
    async make() {
      const upload = await site.ok(uploadImport, { body: {}, files: { file: csvFile([listRow()]) } }, office);
      const params = { id: upload.import.id };
      const reached = (text: string) =>
        eventually(
          async () => (await site.ok(getImport, { params }, office)).import.state === text,
          `the list to be ${text}`,
        );
      await reached('ready');
      await site.ok(commitImport, { params, body: { credentials: 'later' } }, office);
      await reached('done');
      const [row] = await site.database.select().from(importRows).where(eq(importRows.importId, params.id));
      return row!.memberId!;
    },
    async remove(id) {
      // A login, or what the record was used for, would keep it.
      for (const table of ['sessions', 'login_devices', 'passkeys'] as const) {
        await query(`delete from ${table} where member_id = $1`, [id]);
      }
      await query(`delete from payments where member_id = $1 and purpose <> 'admission'`, [id]);
      await query('delete from import_rows where member_id = $1 and import_id not in (select id from imports)', [id]);
      const cleared = ['payments', 'import_rows', 'log'];
      for (const [place, { says }] of Object.entries(uses)) {
        const [table, column] = place.split('.');
        if (says === '' || cleared.includes(table!)) continue;
        await query(`delete from ${table} where ${column} = $1`, [id]);
      }
      const [row] = await site.database.select().from(importRows).where(eq(importRows.memberId, id));
      await site.ok(undoImport, { params: { id: row!.importId } }, office);
      await eventually(
        async () => (await site.database.$count(members, eq(members.id, id))) === 0,
        'the record to be deleted',
      );
    },
  },
};

test('triggers that refuse are known here', async () => {
  const refusing = await query<{ name: string }>(`
    select tgname as name from pg_trigger join pg_proc on pg_proc.oid = tgfoid
    where not tgisinternal and prosrc ~* '\\mraise\\M' order by 1`);
  // All of the log. It is written after each deletion below: about the deletion, and when the office opens the next record.
  expect(refusing.map(({ name }) => name)).toEqual(['guard_log', 'guard_log_dates', 'guard_log_text']);
});

test('no table holds on to a deleted record', async () => {
  const holding = await query<{ table: string }>(`
    select conrelid::regclass::text as table from pg_constraint
    where contype = 'f' and confrelid = 'members'::regclass and confdeltype in ('a', 'r')`);
  expect(holding).toEqual([]);
});

test.each(Object.entries(ways))('%s, and the office goes on reading', async (_way, { make, remove }) => {
  const [id, next] = [await make(), (await memberFactory(site)).id];
  const readings = createReadings(site);
  const open = async (record: string) => {
    await site.ok(reviewRegistration, { params: { id: record } }, office);
    for (const opens of opened)
      await readings.note({ opens }, { id: record, answer: {} }, { ...office, administratorId: office.id });
  };
  const openedToday = async () => {
    const rows = await site.database.select().from(log).where(eq(log.by, office.email));
    return Number(
      /^opened (\d+) records?, \1 IDs?, \1 proofs?$/.exec(rows.find(({ kind }) => kind === 'reading')!.action)?.[1],
    );
  };
  await open(id);
  const before = await openedToday();
  expect((await fillIn(id)).length).toBeGreaterThan(15);
  await remove(id);
  expect(await site.database.$count(members, eq(members.id, id))).toBe(0);
  // What was opened of the deleted record counts on.
  await open(next);
  expect(await openedToday()).toBe(before + 1);
});
