import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { brotliDecompressSync } from 'node:zlib';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';
import { afterEach, expect, inject, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { hashPassword } from '#server/features/auth/password-hashing.ts';
import { writeArchive } from '#server/platform/backup/archive.ts';
import { restore } from '#server/platform/backup/restore.ts';
import { tablesAfter } from '#server/platform/database/checksums.ts';
import { dumpDatabase, loadDatabase } from '#server/platform/database/dump.ts';
import { addressOf } from '#server/platform/database/embedded.ts';
import { listMigrations, migrate, migrationsFolder } from '#server/platform/database/migrate.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { withClient } from '#server/platform/database/with-client.ts';
import type { UpgradeSample } from '../scripts/upgrade-sample.ts';
import { createTestDatabase } from '../tests/app.ts';
import { migrationsBefore } from '../tests/old-migrations.ts';
import { startServerProcess } from '../tests/server-process.ts';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function emptyDatabase() {
  const postgres = inject('postgres');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const statement = (sql: string) => withClient(postgres.ownerConnection, (client) => client.query(sql));
  await statement(`create database ${name}`);
  cleanUps.push(() => statement(`drop database ${name} with (force)`));
  return {
    connection: { ...postgres.connection, database: name },
    ownerConnection: { ...postgres.ownerConnection, database: name },
  };
}

/** Columns whose content was moved to a table. */
const moved = new Set(
  ['totp_secret', 'second_factor', 'totp_step', 'recovery_codes'].map((column) => `administrators.${column}`),
);

const password = 'seven green parrots';
const email = 'meera@example.org';

/** A database of the first version, with a row in every table that people fill. */
async function firstVersion() {
  const before = await migrationsBefore('_registration_search');
  cleanUps.push(() => rmSync(before, { recursive: true, force: true }));
  const connections = await emptyDatabase();
  const hash = await hashPassword(password);
  await withClient(connections.ownerConnection, async (client) => {
    await runMigrations(drizzle(client), { migrationsFolder: before });
    await client.query(`
      insert into settings (home_text, about_text, association, payment)
        values ('Welcome', 'About', '{"name": "Association", "shortName": "", "phone": "", "supportEmail": "", "officeEmail": "", "address": "", "socialLinks": []}',
          '{"upiId": "", "payeeName": "", "bankName": "", "accountName": "", "accountNumber": "", "ifsc": "", "branch": ""}');
      insert into tiers (membership, rank, title, heading, fee_rupees, benefits) values
        ('Patron member', 1, 'Patron', '', 25000, '{}'), ('lifetime member', 2, 'Lifetime', '', 10000, '{}'),
        ('Individual member', 3, 'Individual', '', 1000, '{}');
      insert into administrators (email, totp_secret, second_factor, totp_step, recovery_codes)
        values ('office@example.org', 'JBSWY3DPEHPK3PXP', true, 7, '{one,two}'), ('begun@example.org', 'KBSWY3DPEHPK3PXP', false, null, '{}');
      insert into secrets values ('pictures', 'kept');
      insert into files (key, state, writer, type, bytes, hash) values ('0123456789abcdef', 'attached', 1, 'application/pdf', 3, 'x');
      insert into news (title, location, description, picture) values ('An old notice', 'Pune', 'It stays.',
        '{"hash": "0123456789abcdef0123456789abcdef", "width": 400, "height": 300, "widths": [400]}'), ('Another', 'Pune', 'It stays.', null);
      insert into conferences (title, meeting_type, meeting_address, starts_at, description)
        values ('A conference', 'Offline', 'Pune', '2026-01-01T10:00Z', 'It was.');
      insert into gallery_images (picture) values ('{"hash": "0123456789abcdef0123456789abcdef", "width": 400, "height": 300, "widths": [400]}');
      insert into contact_messages (name, email, mobile, message) values ('Ravi', 'ravi@example.org', '9800000000', E'Two\\nlines\\tand \\\\');
      insert into important_updates (title, description, position) values ('Update', 'Text', 1);
      insert into resource_links (link) values ('https://example.org/');
      insert into location_cache values ('states', '{Kerala}');`);
    await client.query(
      `insert into members (reference, member_number, status, tier, name, name_search, gender, email, mobile, date_of_birth, court, id_number,
        years_of_experience, years_of_recruitment, interest, contribution, specialisations, international, state, district, sub_district,
        terms_version, consent_at, consent_to, payment_status, payment_sent_at, approved_at, password_hash, document_file)
      values ('AIP-2025-000007', 'M-7', 'Approved', 'lifetime member', 'मीरा Rao', 'meera rao', 'Female', $1, '9800000000', '1975-01-01', 'Pune', '1',
        '1', '1', 'Webinars', 'Lectures', '{"a,b",c}', 'No', 'Kerala', 'Kollam', 'Kollam', '2025-01-01', '2025-01-01Z', 'website',
        'PAYMENT_SUCCESS', '2025-02-01Z', '2025-02-02Z', $2, '0123456789abcdef')`,
      [email, hash],
    );
    await client.query(`insert into log (kind, by, action, member_id) select 'decision', 'office@example.org', 'approved', id from members;
      insert into mail (kind, recipient, state, member_id) select 'approved', email, 'sent', id from members;
      select setval('registration_numbers', 7), setval('member_numbers', 7)`);
  });
  return connections;
}

/** The original content, without later columns. */
async function kept(client: pg.ClientBase, tables: Record<string, string[]>) {
  const result: Record<string, unknown[]> = {};
  for (const [table, columns] of Object.entries(tables)) {
    const list = columns.map((column) => `"${column}"::text`).join(', ');
    result[table] = (await client.query(`select ${list} from "${table}" order by 1`)).rows;
  }
  return result;
}

type Connections = Awaited<ReturnType<typeof emptyDatabase>>;

/** Expects that the site starts, shows the content, and accepts the member's login. */
async function works(connections: Connections): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'association-upgrade-'));
  cleanUps.push(() => rmSync(dataDir, { recursive: true, force: true }));
  const env = {
    DATABASE_URL: addressOf(connections.connection),
    DATABASE_OWNER_URL: addressOf(connections.ownerConnection),
  };
  const server = await startServerProcess({ dataDir, env });
  cleanUps.push(async () => {
    server.child.kill('SIGTERM');
    await server.ended();
  });
  await server.ready();
  expect(await (await fetch(`${server.address}/api/News/getNews`)).text()).toContain('An old notice');
  const login = await fetch(`${server.address}/api/Directory/Login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  expect([login.status, await login.json()]).toEqual([200, expect.objectContaining({ success: true })]);
}

test('a database of the first version is upgraded with all of its content, in place or from a backup', async () => {
  const old = await firstVersion();
  const tables: Record<string, string[]> = {};
  const texts = new Map<string, string>();
  const dump = await withClient(old.ownerConnection, (client) =>
    dumpDatabase(client, async (table, stream) => {
      texts.set(table, await text(stream));
    }),
  );
  expect(dump.migrations).toHaveLength(1);
  for (const { name, columns, rows } of dump.tables) {
    if (rows > 0) tables[name] = columns.filter((column) => !moved.has(`${name}.${column}`));
  }
  expect(Object.keys(tables).length).toBeGreaterThan(13);
  const before = await withClient(old.ownerConnection, (client) => kept(client, tables));

  const restored = await emptyDatabase();
  await withClient(restored.ownerConnection, (client) =>
    loadDatabase(client, dump, (table) => Readable.from([Buffer.from(texts.get(table)!)]), { replace: false }),
  );
  for (const connections of [old, restored]) {
    await migrate(connections);
    expect(await withClient(connections.ownerConnection, (client) => kept(client, tables))).toEqual(before);
    const factors = await withClient(connections.ownerConnection, (client) =>
      client.query(`select email, secret, on_since is not null as on, step, recovery_codes from second_factors
        join administrators on administrators.id = administrator_id order by email`),
    );
    expect(factors.rows).toEqual([
      { email: 'begun@example.org', secret: 'KBSWY3DPEHPK3PXP', on: false, step: null, recovery_codes: [] },
      { email: 'office@example.org', secret: 'JBSWY3DPEHPK3PXP', on: true, step: 7, recovery_codes: ['one', 'two'] },
    ]);
    const numbers = await withClient(connections.ownerConnection, (client) =>
      client.query(
        `select nextval('registration_numbers')::int as registration, nextval('member_numbers')::int as member`,
      ),
    );
    expect(numbers.rows).toEqual([{ registration: 8, member: 8 }]);
    await works(connections);
  }
});

test('a backup of a newer or another program is refused, and nothing is changed', async () => {
  const old = await firstVersion();
  const dump = await withClient(old.ownerConnection, (client) =>
    dumpDatabase(client, async (_table, stream) => void stream.resume()),
  );
  const target = await emptyDatabase();
  const attempt = (migrations: typeof dump.migrations) =>
    withClient(target.ownerConnection, (client) =>
      loadDatabase(client, { ...dump, migrations }, () => Readable.from([]), { replace: false }),
    );
  await expect(attempt([{ hash: 'another', createdAt: '1' }])).rejects.toThrow('another program');
  const withAll = await emptyDatabase();
  await migrate(withAll);
  const all = await withClient(withAll.ownerConnection, (client) =>
    dumpDatabase(client, async (_table, stream) => void stream.resume()),
  );
  await expect(attempt([...all.migrations, { hash: 'next', createdAt: '9' }])).rejects.toThrow('newer version');
  const { rows } = await withClient(target.ownerConnection, (client) =>
    client.query(`select from pg_class where relnamespace = 'public'::regnamespace`),
  );
  expect(rows).toEqual([]);
});

const samples = readdirSync('proofs/upgrades').sort();

test('the newest migration is noted and has a backup: npm run upgrade-sample', () => {
  const all = listMigrations(migrationsFolder);
  expect(tablesAfter(all.length)).toBeDefined();
  expect(samples).toContain(`${all.at(-1)!.number}.json.br`);
});

/** The rows of a dumped table, by its columns; none when that version had no such table. */
function rowsOf({ dump, texts }: UpgradeSample, table: string): Record<string, string>[] {
  const columns = dump.tables.find(({ name }) => name === table)?.columns ?? [];
  const lines = (texts[table] ?? '').split('\n').slice(0, -1);
  return lines.map((line) => {
    const values = line.split('\t');
    return Object.fromEntries(columns.map((column, at) => [column, values[at]!]));
  });
}

/** The sample restored into a database of its own, as an operator would; for one test. */
async function restoreSample({ dump, texts }: UpgradeSample) {
  const { env, connection, drop } = await createTestDatabase('template1');
  cleanUps.push(drop);
  const folder = mkdtempSync(join(tmpdir(), 'association-upgrade-'));
  cleanUps.push(() => rmSync(folder, { recursive: true, force: true }));
  const backup = join(folder, 'backup');
  mkdirSync(backup);
  const archive = await writeArchive(backup, undefined);
  for (const [table, rows] of Object.entries(texts)) {
    await archive.add(`database/${table}.copy`, Readable.from([Buffer.from(rows)]));
  }
  await archive.finish({ takenAt: new Date().toISOString(), database: dump, missing: [] });
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: join(folder, 'data'), ...env });
  await restore(config, backup, { replace: false, passphrase: undefined, log: () => {} });
  const database = openDatabase(connection);
  cleanUps.push(() => database.close());
  await database.ready();
  const app = await createApp({ config, database, pages: false });
  cleanUps.push(() => app.close());
  return { app, query: async (statement: string) => (await database.pool.query(statement)).rows };
}

test.each(samples)('the backup of a site as of %s is upgraded: logins, receipts and numbers', async (name) => {
  const packed = readFileSync(join('proofs/upgrades', name));
  expect(packed.length).toBeLessThan(100_000);
  const sample = JSON.parse(brotliDecompressSync(packed).toString('utf8')) as UpgradeSample;
  const { app, query } = await restoreSample(sample);

  const tokens: Record<string, string> = {};
  for (const [who, path] of [
    ['member', '/api/Directory/Login'],
    ['administrator', '/api/Admin/Login'],
  ] as const) {
    const { email, password } = sample.logins[who];
    const logIn = (typed: string) => app.inject({ method: 'POST', url: path, payload: { email, password: typed } });
    expect((await logIn(`${password}!`)).statusCode).toBe(401);
    const answer = await logIn(password);
    expect([answer.statusCode, answer.body]).toEqual([200, expect.stringContaining('token')]);
    tokens[who] = answer.json().token;
  }

  const paid = rowsOf(sample, 'members').filter((row) => row.payment_status === 'PAYMENT_SUCCESS');
  expect(paid.length).toBeGreaterThan(0);
  const before = rowsOf(sample, 'receipts');
  const after: { payment_id: string; label: string; code: string }[] = await query(
    'select payment_id, label, code from receipts order by label',
  );
  if (before.length > 0) {
    expect(after.map(({ label, code }) => [label, code])).toEqual(
      before.map(({ label, code }) => [label, code]).sort(),
    );
  } else expect(after).toHaveLength(paid.length);
  for (const { code, label } of after.slice(0, 5)) {
    const answer = await app.inject({ url: `/api/Verify/${code}` });
    expect([answer.statusCode, answer.body]).toEqual([200, expect.stringContaining(label)]);
  }
  const headers = { authorization: `Bearer ${tokens.administrator}` };
  const receipt = await app.inject({ url: `/api/Payments/receipt/${after.at(-1)!.payment_id}`, headers });
  expect([receipt.statusCode, receipt.rawPayload.subarray(0, 4).toString()]).toEqual([200, '%PDF']);
  const received = await query(
    `select from payments where state = 'received' and not exists (select from receipts where payment_id = payments.id and cancelled_at is null)`,
  );
  expect(received).toEqual([]);

  // Each number is given once, and the next one follows.
  expect(
    await query(
      'select year from receipt_years where last <> (select max(number) from receipts where receipts.year = receipt_years.year)',
    ),
  ).toEqual([]);
  for (const { name: sequence, last, called } of sample.dump.sequences) {
    const [row] = await query(`select nextval('"${sequence}"') as next`);
    expect([sequence, Number(row.next)]).toEqual([sequence, Number(last) + (called ? 1 : 0)]);
  }
});
