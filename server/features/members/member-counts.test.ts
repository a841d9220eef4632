import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { countByState, countStatuses, countTiers } from '#server/features/registrations/review.queries.ts';
import { settings } from '#server/features/settings/tables.ts';
import { migrationsFolder } from '#server/platform/database/migrate.ts';
import { Reach } from '#server/platform/database/reach.ts';
import { withClient } from '#server/platform/database/with-client.ts';
import { searchDirectory } from '#shared/contracts/directory.ts';
import { listRegistrations } from '#shared/contracts/registrations.ts';
import { limits } from '#shared/limits.ts';
import { membershipValues } from '#shared/memberships.ts';
import { specialisations } from '#shared/options.ts';
import { startTestApp } from '#tests/app.ts';
import { memberFactory } from '#tests/factories/members.ts';
import { adminToken, memberToken } from '#tests/logins.ts';
import { eventually } from '#tests/wait.ts';
import { addUpChanges, fewChanges, statuteLetter } from './member-counts.queries.ts';
import { members } from './tables.ts';

const many = 800;
const allIndia = Reach.ofAdministrator({ states: [] });

let asOffice: { token: string };
let asMember: { token: string };
let reader: string;

const site = await startTestApp();
beforeAll(async () => {
  const self = await memberFactory(site, { name: 'Reader' });
  reader = self.id;
  asOffice = { token: await adminToken(site) };
  await site.database.update(settings).set({ security: { officeRecordsPerHour: limits.officeRecords.max } });
  asMember = { token: await memberToken(site, self.id) };
  const { rows } = await site.database.execute<{ name: string }>(sql`select quote_ident(column_name) as name
    from information_schema.columns where table_name = 'members' and is_generated = 'NEVER' order by ordinal_position`);
  const columns = rows.map((row) => row.name);
  const result: Record<string, string> = {
    id: 'gen_random_uuid()',
    reference: `'COPY-' || n`,
    member_number: 'null',
    email: `n || '@example.org'`,
    name_search: `(array['ram kumar', 'rama devi', 'asha rao', 'émile ram', 'x'])[1 + n % 5] || ' ' || n % 17`,
    position_search: `(array['dist head', 'others' || chr(10) || 'public prosecutor', ''])[1 + n % 3]`,
    tier: `(array['Patron member', 'lifetime member', 'Individual member'])[1 + n % 3]`,
    state: `(array['Goa', 'Kerala', 'Assam', 'Sikkim'])[1 + n % 4]`,
    status: `case when n % 13 = 0 then 'New' when n % 29 = 0 then 'Rejected' else 'Approved' end`,
    payment_status: `case when n % 2 = 0 then 'PAYMENT_SUCCESS' else '' end`,
    specialisations: `array['${specialisations[0]}', (array['${specialisations[3]}', '${specialisations[64]}', 'A law of one''s own'])[1 + n % 3]]`,
    association_office: `case when n % 11 = 0 then 'Treasurer' else '' end`,
    hide_entry: 'n % 7 = 0',
  };
  await site.database.execute(
    sql.raw(`insert into members (${columns.join()})
    select ${columns.map((name) => result[name] ?? `members.${name}`).join()}
    from members, generate_series(1, ${many}) as n where id = '${self.id}'`),
  );
});

/** Compares all counts with the records themselves. */
async function expectTrueCounts(): Promise<void> {
  const { rows } = await site.database.execute<{ wrong: string }>(sql`
    with kept as (
      select level, subject, state, block, tier_rank, shown, whole from member_counts
      union all
      select level, subject, of_state, block, tier_rank, case when hide_entry then 0 else sign end, sign from member_count_changes,
        member_cells(status, state, name_search, position_search, statutes, association_office, payment_status, correction_state, created_at)
      union all
      select level, subject, of_state, block, tier_rank, case when hide_entry then 0 else -1 end, -1 from members,
        member_cells(status, members.state, name_search, position_search, statutes, association_office, payment_status, correction_state, created_at)
    )
    select level || subject || state as wrong from kept group by level, subject, state, block, tier_rank
    having sum(shown) <> 0 or sum(whole) <> 0`);
  expect(rows).toEqual([]);
}

const filters = [
  {},
  { state: 'Goa' },
  { membership: 'lifetime member' },
  { state: 'Kerala', membership: 'Patron member' },
  { specialisations: specialisations[3] },
  { specialisations: specialisations[64], state: 'Assam' },
  { specialisations: "A law of one's own" },
  { specialisations: specialisations[0], name: 'ra' },
  { specialisations: specialisations[3], name: 'ram', membership: 'Patron member' },
  { specialisations: specialisations[0], name: 'A', membership: 'Patron member' },
  { name: 'ram kumar' },
  { name: 'Kuma', membership: 'Patron member' },
  { name: 'kumar 1', state: 'Goa' },
  { name: 'ramu nair' },
  { name: 'nobody at all' },
  { name: '%' },
  { associationOffice: 'any' },
  { associationOffice: 'Treasurer', state: 'Goa' },
  { associationOffice: 'Treasurer', specialisations: specialisations[3] },
  { associationOffice: 'any', name: 'rao' },
  { associationOffice: 'President' },
  { name: 'R' },
  { name: 'am' },
  { name: 'm k' },
  { name: 'É' },
  { name: 'pub' },
  { name: 'hea' },
  { name: 'u' },
  { name: 'ram ', state: 'Goa', membership: 'Individual member' },
  { associationOffice: 'any', specialisations: specialisations[3] },
];

interface FoundRow extends Record<string, unknown> {
  id: string;
  state: string;
  tier: string;
  name: string;
  position: string;
  specialisations: string[];
  office: string;
  hidden: boolean;
}

/** The server may be adding them at the same time: then one leaves it to the other. */
const allAddedUp = () =>
  eventually(async () => {
    await addUpChanges(site.database);
    return (await site.database.execute(sql`select from member_count_changes`)).rowCount === 0;
  }, 'all changes are added up');

/** Totals and last rows of a search must match the records. */
async function expectTruePages(): Promise<void> {
  const { rows: all } = await site.database.execute<FoundRow>(sql`select id, state, tier, name_search as name,
    position_search as position, specialisations, association_office as office, hide_entry as hidden
    from members where status = 'Approved' order by tier_rank, name_search, id`);
  for (const as of [asMember, asOffice]) {
    for (const filter of filters as Record<string, string>[]) {
      const text = (filter.name ?? '').toLowerCase().trim();
      const matches = all.filter(
        (row) =>
          (as === asOffice || !row.hidden) &&
          (!filter.state || row.state === filter.state) &&
          (!filter.membership || row.tier === filter.membership) &&
          (!filter.specialisations || row.specialisations.includes(filter.specialisations)) &&
          (!filter.associationOffice ||
            (filter.associationOffice === 'any' ? row.office !== '' : row.office === filter.associationOffice)) &&
          [row.name, as === asOffice ? row.position : ''].some((value) => value.includes(text)),
      );
      const pages = Math.ceil(matches.length / 10);
      for (const page of new Set([1, 51, pages].filter((each) => each > 0))) {
        const { data, pagination } = await site.ok(searchDirectory, { query: { ...filter, page } }, as);
        const text = `${JSON.stringify(filter)} page ${page}`;
        expect([text, pagination.totalCount]).toEqual([text, matches.length]);
        expect([text, data.map((row) => row.id)]).toEqual([
          text,
          matches.slice((page - 1) * 10, page * 10).map((row) => row.id),
        ]);
      }
    }
  }
}

it('has a letter for every statute of the list', async () => {
  for (const statute of specialisations) {
    const { rows } = await site.database.execute<{ letter: string }>(
      sql`select statute_letters(array[${statute}, 'Something else']) as letter`,
    );
    expect(rows[0]!.letter).toBe(statuteLetter(statute));
  }
});

it('counts, and near and far pages, match the records: pending, added, and changed since', async () => {
  // More pages than a member may open in a quarter of an hour.
  const withBudget = () =>
    site.database.execute(sql`insert into directory_budgets (member_id, quarter_ends_at, quarter_pages, day, day_pages)
      values (${reader}, now() + interval '1 day', -1000, (now() at time zone 'Asia/Kolkata')::date, 0)
      on conflict (member_id) do update set quarter_pages = -1000, day_pages = 0`);
  await expectTrueCounts();
  await withBudget();
  await expectTruePages();

  await allAddedUp();
  await expectTrueCounts();

  await site.database.execute(
    sql`update members set name_search = 'ramu nair', state = 'Goa' where reference like 'COPY-%5'`,
  );
  await site.database.execute(
    sql`update members set hide_entry = not hide_entry, tier = 'Patron member' where reference like 'COPY-%3'`,
  );
  await site.database.execute(sql`update members set status = 'Rejected' where reference like 'COPY-%19'`);
  await site.database.execute(sql`delete from members where reference like 'COPY-%21'`);
  await site.database.execute(sql`select pg_notify('members', '')`);
  await expectTrueCounts();
  await withBudget();
  await expectTruePages();

  await allAddedUp();
  await expectTrueCounts();
  await withBudget();
  await expectTruePages();
  await site.database.execute(sql`update members set court = 'Another court' where reference like 'COPY-%'`);
  expect(await site.database.execute(sql`select from member_count_changes`)).toMatchObject({ rowCount: 0 });
});

it('many changes are added up by the server, soon after they are notified', async () => {
  await site.database.execute(sql`update members set state = 'Punjab' where reference like 'COPY-%'`);
  const { rowCount } = await site.database.execute(sql`select from member_count_changes`);
  expect(rowCount).toBeGreaterThan(fewChanges);
  await site.database.execute(sql`select pg_notify('members', '')`);
  await eventually(
    async () => (await site.database.execute(sql`select from member_count_changes`)).rowCount === 0,
    'all changes are added up',
  );
  await expectTrueCounts();
});

it('the initial count matches the records, also over earlier counts', async () => {
  const file = (await readdir(migrationsFolder)).find((name) => name.endsWith('_counted_names.sql'));
  const counting = await readFile(join(migrationsFolder, file!), 'utf8');
  await withClient(site.ownerConnection, async (client) => {
    await client.query('truncate member_counts, member_count_changes');
    for (const statement of counting.split('--> statement-breakpoint')) {
      if (statement.includes('INSERT INTO "member_counts"')) await client.query(statement);
    }
  });
  await expectTrueCounts();
});

it('the office’s numbers match the records', async () => {
  const { rows } = await site.database.execute<{ status: string; tier: string; state: string; payment: string }>(
    sql`select status, tier, state, payment_status as payment from ${members}`,
  );
  const approved = rows.filter((row) => row.status === 'Approved');
  for (const tier of membershipValues) {
    expect((await countTiers(site.database, allIndia))[tier]).toBe(approved.filter((row) => row.tier === tier).length);
  }
  for (const { state, count } of await countByState(site.database, allIndia)) {
    expect(count).toBe(approved.filter((row) => row.state === state).length);
  }
  const statuses = await countStatuses(site.database, {
    reach: allIndia,
    ...{ search: '', correction: '', state: 'Goa', membership: 'lifetime member', payment: 'none' },
  });
  for (const status of ['New', 'Approved', 'Rejected'] as const) {
    expect(statuses[status]).toBe(
      rows.filter(
        (row) => row.status === status && row.state === 'Goa' && row.tier === 'lifetime member' && row.payment === '',
      ).length,
    );
  }
});

it.each(['Approved', 'Rejected'] as const)('lists of %s records are the same from either end', async (status) => {
  const { rows } = await site.database.execute<{ id: string }>(
    sql`select id from members where status = ${status} order by created_at desc, id`,
  );
  const ids = rows.map((row) => row.id);
  const pages = Math.ceil(ids.length / 10);
  for (const [sort, all] of [
    ['newest', ids],
    ['oldest', ids.toReversed()],
  ] as const) {
    for (const page of new Set([1, 2, Math.ceil(pages / 2), Math.ceil(pages / 2) + 1, pages - 1, pages, pages + 1])) {
      if (page < 1) continue;
      const { data } = await site.ok(listRegistrations, { query: { status, sort, page } }, asOffice);
      expect(data.map((row) => row.id)).toEqual(all.slice((page - 1) * 10, page * 10));
    }
  }
});

it('a list by membership or payment has one order across its pages', async () => {
  const ranks = {
    membership: 'tier_rank',
    '-membership': '-tier_rank',
    payment: `array_position(array['', 'PAYMENT_INITIATED', 'PAYMENT_SUCCESS'], payment_status)`,
    '-payment': `-array_position(array['', 'PAYMENT_INITIATED', 'PAYMENT_SUCCESS'], payment_status)`,
  };
  for (const [sort, rank] of Object.entries(ranks)) {
    for (const state of ['', 'Goa']) {
      const { rows } = await site.database.execute<{ id: string }>(
        sql`select id from members where status = 'Approved' and ${state} in ('', state)
          order by ${sql.raw(rank)}, created_at desc, id`,
      );
      for (let page = 1; page <= Math.ceil(rows.length / 10) + 1; page += 1) {
        const query = { status: 'Approved', sort: sort as 'membership', state, page };
        const { data } = await site.ok(listRegistrations, { query }, asOffice);
        const ids = rows.slice((page - 1) * 10, page * 10).map((row) => row.id);
        expect([sort, state, page, data.map((row) => row.id)]).toEqual([sort, state, page, ids]);
      }
    }
  }
});
