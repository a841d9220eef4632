import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';
import { afterEach, expect, inject, test } from 'vitest';
import { hashPassword } from '#server/features/auth/password-hashing.ts';
import { dumpDatabase, loadDatabase } from '#server/platform/database/dump.ts';
import { addressOf } from '#server/platform/database/embedded.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { withClient } from '#server/platform/database/with-client.ts';
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
  const found: Record<string, unknown[]> = {};
  for (const [table, columns] of Object.entries(tables)) {
    const list = columns.map((column) => `"${column}"::text`).join(', ');
    found[table] = (await client.query(`select ${list} from "${table}" order by 1`)).rows;
  }
  return found;
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
