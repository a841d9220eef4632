import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Connections } from '#server/platform/database/embedded.ts';
import { migrationsFolder } from '#server/platform/database/migrate.ts';
import { withClient } from '#server/platform/database/with-client.ts';

/** The number of members seeded one by one; SQL multiplies them for more. */
export const seededMembers = 10_000;

/**
 * Makes a million members out of ten thousand in minutes: each copy has the same place and post, the name of another member of
 * the same State, and its own number, e-mail address, mobile number and ledger. The frequencies of names, places, statutes and
 * tiers do not change.
 * @param times the final number of each
 */
export async function multiplyMembers({ ownerConnection }: Connections, times: number): Promise<void> {
  await withClient(ownerConnection as string, async (client) => {
    const list = async (statement: string) =>
      (await client.query<{ text: string }>(statement)).rows.map((row) => row.text);
    // Without triggers and constraints, and with indexes rebuilt afterwards, as the rows are valid.
    await client.query(`set session_replication_role = replica; set statement_timeout = 0;
      set maintenance_work_mem = '512MB'; set work_mem = '256MB'; set synchronous_commit = off`);
    const indexes = await client.query<{
      name: string;
      text: string;
    }>(`select indexname as name, indexdef as text from pg_indexes
      where tablename = 'members' and schemaname = 'public'
      and indexname not in (select conname from pg_constraint where conrelid = 'members'::regclass)`);
    const columns = await list(`select quote_ident(column_name) as text from information_schema.columns
      where table_name = 'members' and table_schema = 'public' and is_generated = 'NEVER' order by ordinal_position`);
    for (const { name } of indexes.rows) await client.query(`drop index ${client.escapeIdentifier(name)}`);
    await client.query(`create temporary table names as select state, name, name_search, gender,
      row_number() over (partition by state order by id) - 1 as place, count(*) over (partition by state) as people from members`);
    await client.query('create index on names (state, place); analyze names');
    await client.query(`create temporary table originals as select members.*,
      row_number() over (order by id) as number, row_number() over (partition by state order by id) - 1 as place,
      count(*) over (partition by state) as people from members`);
    const changed: Record<string, string> = {
      id: 'gen_random_uuid()',
      name: 'names.name',
      name_search: 'names.name_search',
      gender: 'names.gender',
      email: `replace(lower(names.name), ' ', '.') || '.' || (originals.number + copy * 10000000) || '@example.org'`,
      mobile: `'5' || lpad(((originals.number + copy * 10000000) * 387420489 % 1000000000)::text, 9, '0')`,
      // Beyond the assigned numbers, with seven digits.
      reference: `left(reference, 9) || (1000000 + originals.number + copy * people_in_all)`,
      member_number: `regexp_replace(member_number, '[0-9]+$', '') || (1000000 + originals.number + copy * people_in_all)`,
      document_file: 'null',
      picture_file: 'null',
      screenshot_file: 'null',
      submission_hash: 'null',
      created_at: `created_at - copy * interval '97 seconds'`,
    };
    await client.query(`insert into members (${columns.join(', ')})
      select ${columns.map((name) => changed[name] ?? `originals.${name}`).join(', ')}
      from generate_series(1, ${times - 1}) as copy
      cross join (select count(*) as people_in_all from originals) as sizes
      cross join originals
      join names on names.state = originals.state and names.place = (originals.place + copy * 7919) % originals.people`);
    for (const { text } of indexes.rows) await client.query(text);
    // Counted as in the migration, because no trigger has counted these rows.
    await client.query('truncate member_counts, member_count_changes');
    const counting = (await readdir(migrationsFolder)).find((name) => name.endsWith('_counted_names.sql'));
    const migration = await readFile(join(migrationsFolder, counting!), 'utf8');
    for (const statement of migration.split('--> statement-breakpoint')) {
      if (statement.includes('INSERT INTO "member_counts"')) await client.query(statement);
    }
    await client.query(`select setval('registration_numbers', (select count(*) + 1000000 from members)),
      setval('member_numbers', (select count(*) + 1000000 from members))`);
    await client.query(`insert into payments (member_id, reference, purpose, amount, state, utr, claimed_at, received_at,
        received_on, refund_due, reason, created_at)
      select members.id, members.reference, 'admission', tiers.fee_rupees,
        case when payment_status = 'PAYMENT_SUCCESS' then 'received' when payment_status = 'PAYMENT_INITIATED' then 'claimed'
          when status = 'Rejected' then 'cancelled' else 'due' end,
        utr, payment_sent_at, seen.at, (seen.at at time zone 'Asia/Kolkata')::date,
        status = 'Rejected' and payment_status = 'PAYMENT_INITIATED', rejection_reason, members.created_at
      from members join tiers on tiers.membership = members.tier
      cross join lateral (select case when payment_status = 'PAYMENT_SUCCESS'
        then coalesce(approved_at, decided_at, payment_sent_at, members.created_at) end as at) as seen
      where not exists (select from payments other where other.member_id = members.id)`);
    await client.query('vacuum analyze');
  });
}
