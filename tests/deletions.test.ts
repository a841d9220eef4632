import { createHash, randomUUID } from 'node:crypto';
import { globSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { eq, getTableColumns, getTableName, inArray, is } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import { PgTable } from 'drizzle-orm/pg-core';
import { unzipSync } from 'fflate';
import { beforeAll, expect, test } from 'vitest';
import { createCore } from '#server/core.ts';
import { createReadings } from '#server/features/access-audit/reading.service.ts';
import { uses } from '#server/features/imports/people.queries.ts';
import { importRows } from '#server/features/imports/tables.ts';
import { letters } from '#server/features/letters/tables.ts';
import { addUpChanges, deleteEmptyCounts } from '#server/features/members/member-counts.queries.ts';
import { members } from '#server/features/members/tables.ts';
import { createRetentionService } from '#server/features/registrations/retention.service.ts';
import { peopleOfTables } from '#server/platform/database/people.ts';
import { withClient } from '#server/platform/database/with-client.ts';
import { log } from '#server/platform/log/tables.ts';
import { findDeleted } from '#server/platform/mail/mail.queries.ts';
import { mail } from '#server/platform/mail/tables.ts';
import { removeWritten } from '#server/platform/mail/transport.ts';
import { openStorage } from '#server/platform/storage/open-storage.ts';
import { commitImport, getImport, undoImport, uploadImport } from '#shared/contracts/imports.ts';
import { requestErasure } from '#shared/contracts/members.ts';
import { mergeRecords, unmergeRecords } from '#shared/contracts/merging.ts';
import { eraseParticipant } from '#shared/contracts/participations.ts';
import { decideRegistration, deleteRegistration, reviewRegistration } from '#shared/contracts/registrations.ts';
import { opened } from '#shared/endpoint.ts';
import { clearMoney, setToReturn } from '#tests/factories/dues.ts';
import { startTestApp } from './app.ts';
import { conferenceFactory } from './factories/content.ts';
import { csvFile, listRow } from './factories/lists.ts';
import { memberFactory } from './factories/members.ts';
import { guestFactory } from './factories/participations.ts';
import { confirmedToken, memberToken, newAdministrator } from './logins.ts';
import { eventually } from './wait.ts';

// Every way in which a person is deleted, with something in every table that can hold people, what refuses, and what is left of them.

const site = await startTestApp();
const quiet = { info() {}, warn() {}, error() {} };
const newCore = async () => {
  const { config, database } = site;
  return createCore({ config, database, storage: await openStorage(config), log: quiet });
};
let office: { id: string; email: string; token: string };
let colleague: { token: string };
let conferenceId: string;
beforeAll(async () => {
  const { id, email } = await newAdministrator(site);
  office = { id, email, token: await confirmedToken(site, id) };
  colleague = { token: await memberToken(site) };
  conferenceId = (await conferenceFactory(site)).id;
  elsewhere = (await memberFactory(site)).id;
  const letter = { kind: 'circular' as const, title: 'To all', text: 'x', by: email, states: [] };
  const letterId = (await site.database.insert(letters).values(letter).returning())[0]!.id;
  const one = async (text: string, values: unknown[] = []) =>
    (await query<{ id: string }>(`${text} returning id`, values))[0]!.id;
  voteId = await one(
    `insert into votes (title, questions, opens_at, closes_at, by, state) values ('Election', '[]', now() + interval '1 day', now() + interval '2 days', 'x', 'draft')`,
  );
  officeId = await one(`insert into paying_offices (name, state) values ('Treasury', 'Kerala')`);
  scheduleId = await one(
    `insert into salary_schedules (office_id, month, rows_hash, row_count, sum, by) values ($1, '2026-07', 'x', 1, 1, 'x')`,
    [officeId],
  );
  importId = await one(
    `insert into imports (state, file_name, sheet, sheets, header_row, columns, constants, by) values ('done', 'list.csv', '', '{}', 1, '[]', '{}', 'x')`,
  );
  Object.assign(fitting, {
    participations: { state: 'registered', conference_id: conferenceId, guest: false, ...ofGuests },
    circular_recipients: { circular_id: letterId },
    vote_roll: { vote_id: voteId },
    vote_objections: { vote_id: voteId },
    salary_authorisations: { office_id: officeId, state: 'ended', from: '2026-07' },
    import_rows: { import_id: importId },
  });
});
let elsewhere: string;
let voteId: string;
let officeId: string;
let scheduleId: string;
let importId: string;

const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await withClient(site.ownerConnection, (client) => client.query<Row>(text, values))).rows;

interface Marks {
  name: string;
  email: string;
  mobile: string;
  memberNumber: string;
}
let people = 0;
/** A person like nobody else. */
function newMarks(): Marks {
  people += 1;
  // Letters, as in names: no part of another word, nor of another person's.
  const mark = `${String.fromCharCode(96 + people)}qzx`;
  return {
    name: `Vexo${mark} Kwim${mark}`,
    email: `kwim${mark}@mark.example.org`,
    mobile: `98765432${10 + people}`,
    memberNumber: `AIP-M-77${10 + people}77`,
  };
}
/** What may be left of nobody, in lower case. */
const wordsIn = (text: string) => text.toLowerCase().split(' ');
const wordsOf = ({ name, email, mobile, memberNumber }: Marks) => [name, email, mobile, memberNumber].flatMap(wordsIn);

/** Values that a table's own checks ask for. */
const fitting: Record<string, Record<string, unknown>> = {};
const ofGuests = { name: '', email: '', mobile: '', name_search: '' };
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

/** The words of columns that take no others, by table and column. */
const choices = new Map<string, readonly string[]>();
for (const path of globSync('server/*/*/{,*.}tables.ts')) {
  for (const table of Object.values((await import(resolve(path))) as object)) {
    if (!is(table, PgTable)) continue;
    for (const { name, keyAsName, enumValues } of Object.values(getTableColumns(table)))
      if (enumValues?.length) choices.set(`${getTableName(table)}.${keyAsName ? toSnakeCase(name) : name}`, enumValues);
  }
}
const declared = peopleOfTables().filter(({ nobody }) => nobody === '');
/** What erasing does with a column; undefined where its row goes. */
const erasedOf = (table: string, column: string) => {
  const { erased = 'deleted' } = declared.find((each) => each.table === table) ?? {};
  return erased === 'deleted' ? undefined : erased[column];
};

interface Column {
  name: string;
  type: string;
  needed: boolean;
}
const columnsOf = (table: string) =>
  query<Column>(
    `select attname as name, format_type(atttypid, null) as type, attnotnull and not atthasdef and attidentity = '' as needed
      from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''
      and not exists (select from pg_constraint where contype = 'f' and conrelid = attrelid and conkey[1] = attnum and confrelid = 'files'::regclass)`,
    [table],
  );

let count = 0;
/** Adds a row whose every column with room for something of a person has it. */
async function addRow(table: string, marks: Marks, more: Record<string, unknown>): Promise<void> {
  count += 1;
  const words = `${wordsOf(marks).join(' ')} ${count}`;
  const values: Record<string, unknown> = {};
  for (const { name, type, needed } of await columnsOf(table)) {
    const choice = choices.get(`${table}.${name}`);
    if (choice) {
      if (needed) values[name] = choice[0];
    } else if (/^(text|jsonb)/.test(type)) {
      const erased = erasedOf(table, name);
      if (erased === 'nobody' || !declared.some((each) => each.table === table)) {
        if (needed) values[name] = type === 'text' ? `none ${count}` : ofType[type];
      } else values[name] = type === 'text' ? words : type === 'jsonb' ? JSON.stringify({ words }) : [words];
    } else if (needed) values[name] = type === 'integer' ? count : ofType[type];
  }
  Object.assign(values, fitting[table], more);
  const columns = Object.keys(values);
  await withClient(site.ownerConnection, async (client) => {
    // Without what these rows point to in their turn.
    await client.query(`set session_replication_role = replica`);
    await client.query(
      `insert into ${table} (${columns.map((name) => `"${name}"`)}) values (${columns.map((_, index) => `$${index + 1}`)})
       on conflict do nothing`,
      Object.values(values),
    );
  });
}

/** A stored file with somebody's name in it and on it. @returns its key */
async function addFile(marks: Marks): Promise<string> {
  const { files, database, config } = await newCore();
  const bytes = Buffer.from(`%PDF-1.4\n% ${wordsOf(marks).join(' ')}\n%%EOF\n`);
  const path = join(config.dataDir, `upload-${++count}`);
  await writeFile(path, bytes);
  const upload = {
    path,
    name: `${marks.name}.pdf`,
    bytes: bytes.length,
    hash: createHash('sha256').update(bytes).digest('hex'),
  };
  const stored = await files.store(upload as never, 'document');
  await database.transaction((tx) => files.attach(tx, stored));
  await rm(path);
  return stored.key;
}

/** Gives a record something in every table that can hold people. @returns the tables that refer to records */
async function fillIn(memberId: string, marks: Marks, linked = true): Promise<string[]> {
  const pointing = await query<{ table: string; column: string }>(`
    select conrelid::regclass::text as table, attname as column from pg_constraint
    join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confrelid = 'members'::regclass order by 1, 2`);
  await addRow('statement_lines', marks, {
    utr: `BANK${count}`,
    id: randomUUID(),
    ordinal: 1,
    amount: 100,
    booked: 100,
  });
  const [line] = await query<{ id: string }>(
    `select id from statement_lines order by created_at desc, id desc limit 1`,
  );
  const [proof, signed, id] = [await addFile(marks), await addFile(marks), await addFile(marks)];
  fitting.payments = {
    state: 'received',
    purpose: 'upgrade',
    period: null,
    tier: 'x',
    received_on: '2026-11-20',
    line_id: line!.id,
    erased: null,
    proof_file: proof,
    reference: `REF-${count}`,
    refund_utr: `UTR${count}`,
    utr: `UTR${count}`,
  };
  fitting.dues = { purpose: 'annual', period: `P${count}`, reference: `DUE-${count}`, erased: null, membership: null };
  fitting.office_bearers = { name: marks.name, address: '', occupation: '', member_number: marks.memberNumber };
  fitting.mail = { state: 'sent', kind: 'otp', sent_at: new Date() };
  fitting.log = { kind: linked ? 'decision' : 'login', subject: `REF-${count}` };
  fitting.corrections = { ended_at: new Date() };
  for (const table of ['vote_roll', 'vote_objections', 'circular_recipients'])
    fitting[table] = { ...fitting[table], member_number: marks.memberNumber };
  const others: Record<string, Record<string, unknown>> = {
    different_people: { one: elsewhere, other: elsewhere },
    likely_doubles: { one: elsewhere, other: elsewhere },
    salary_authorisations: { signed_file: signed },
    merged_records: { dropped_id: randomUUID() },
    receipts: moneyOf(marks),
  };
  for (const { table, column } of pointing) {
    await addRow(table, marks, { ...others[table], [column]: memberId });
  }
  await query(`update members set document_file = $2 where id = $1`, [memberId, id]);
  if (linked) await fillInLinked(memberId, marks);
  return [...new Set(pointing.map(({ table }) => table))];
}

/** A question with somebody as its candidate. */
const candidates = ({ name, memberNumber }: Marks) => {
  const options = [{ id: 'a', name, memberNumber, statement: '' }];
  return { id: 'q', kind: 'office', title: 'President', text: '', seats: 1, none: false, majority: null, options };
};

/** A certificate of somebody's participation. */
function certificateOf({ name, memberNumber }: Marks, participation: string): Record<string, unknown> {
  count += 1;
  const day = '2026-11-20';
  const content = {
    association: 'A',
    address: 'B',
    name,
    memberNumber,
    title: 'C',
    from: day,
    until: day,
    place: '',
    signers: [],
  };
  const names = { label: `2026/C/${count}`, code: `certificate-${count}`, content: JSON.stringify(content) };
  return { ...names, participation_id: participation, conference_id: conferenceId, year: 2026, number: count };
}

function receiptOf({ name, memberNumber }: Marks): Record<string, unknown> {
  count += 1;
  const content = {
    association: { name: 'A', address: '', phone: '', email: '' },
    receivedFrom: name,
    memberNumber,
    reference: 'R',
    purpose: 'annual',
    period: '2026-27',
    membership: 'Individual member',
    amount: 1,
    utr: '',
    receivedOn: '2026-11-20',
    replaces: '',
  };
  const label = `2026-27/${10_000 + count}`;
  const numbered = { year: '2026-27', number: 10_000 + count, label, code: `r${count}` };
  return { ...numbered, content: JSON.stringify(content), replaces: null, erased: null };
}

/** A receipt of the ledger. */
const moneyOf = (marks: Marks) => ({
  ...receiptOf(marks),
  payment_id: randomUUID(),
  purpose: 'excess',
  rupees: 1,
  received_on: '2026-11-20',
  asked_at: '2026-11-20',
});

/** What belongs to a person by another row. */
async function fillInLinked(memberId: string, marks: Marks): Promise<void> {
  const idOf = async (table: string, which = '') =>
    (await query<{ id: string }>(`select id from ${table} where member_id = $1 ${which} limit 1`, [memberId]))[0]?.id;
  const participation = await idOf('participations');
  const caseId = await idOf('cases');
  await addRow('case_entries', marks, { case_id: caseId });
  await addRow('case_steps', marks, { case_id: caseId });
  await addRow('case_files', marks, { case_id: caseId, file: await addFile(marks) });
  const payment = await idOf('payments', `and purpose = 'upgrade'`);
  const authorisation = await idOf('salary_authorisations');
  await addRow('certificates', marks, certificateOf(marks, participation!));
  await addRow('participation_links', marks, { participation_id: participation });
  await addRow('claimed_numbers', marks, { payment_id: payment, number: `4${count}` });
  await addRow('receipts', marks, { ...receiptOf(marks), payment_id: payment });
  const [due, money] = [await idOf('dues'), await idOf('receipts')];
  await addRow('due_changes', marks, { due_id: due, kind: 'waived', amount: 0 });
  await addRow('claims', marks, { due_id: due, state: 'refused', receipt_id: null });
  await addRow('allocations', marks, { due_id: due, receipt_id: money, amount: 1, reverses: null, becomes: null });
  await addRow('refunds', marks, { receipt_id: money, amount: 1 });
  await addRow('online_links', marks, { payment_id: payment });
  await addRow('online_payments', marks, {
    payment_id: payment,
    booked: true,
    currency: 'INR',
    gateway_id: `pay_${count}`,
    method: 'upi',
  });
  await addRow('salary_schedule_rows', marks, {
    name: marks.name,
    schedule_id: scheduleId,
    row: count,
    authorisation_id: authorisation,
    payment_id: payment,
  });
  const listed = { row: 1, name: marks.name, reason: 'ended' };
  const unread = { row: 2, text: `${marks.name}; ?`, reason: 'amount' };
  await query(
    `update salary_schedules set dropped = dropped || $2::jsonb, unread = unread || $3::jsonb where id = $1`,
    [scheduleId, JSON.stringify([listed]), JSON.stringify([unread])],
  );
  const column = { index: 0, title: 'Name', field: 'name', sample: marks.name };
  await query(`update imports set columns = columns || $2::jsonb where id = $1`, [importId, JSON.stringify([column])]);
  await query(`update votes set questions = $2 where id = $1`, [voteId, JSON.stringify([candidates(marks)])]);
  await query('delete from proposals');
  await addRow('proposals', marks, {
    subject: 'vote',
    subject_id: voteId,
    what: 'cancel',
    text: marks.name,
    details: JSON.stringify({ add: [marks.memberNumber] }),
    by: 'x',
    at: new Date(),
    administrator_id: office.id,
  });
  await addRow('spent_member_numbers', marks, { number: marks.memberNumber });
  const messageId = randomUUID();
  await addRow('contact_messages', marks, {
    id: messageId,
    name: marks.name,
    email: marks.email,
    mobile: marks.mobile,
  });
  await addRow('contact_replies', marks, { message_id: messageId });
  const jobId = randomUUID();
  await addRow('jobs', marks, { id: jobId, kind: 'decide', state: 'done', total: 1, ended_at: new Date() });
  await addRow('job_items', marks, { job_id: jobId, position: 1, item: JSON.stringify({ id: memberId }) });
  await addRow('job_left', marks, { job_id: jobId, position: 1, record: memberId, reference: 'REF' });
  const mails = await query<{ id: string }>('select id from mail where member_id = $1', [memberId]);
  await writeOutbox(
    mails.map(({ id }) => id),
    marks,
  );
}

/** The files of mails, as a site without a mail server has them. */
async function writeOutbox(mailIds: readonly string[], { name, email }: Marks): Promise<void> {
  const folder = join(site.config.dataDir, 'outbox');
  await mkdir(folder, { recursive: true });
  for (const id of mailIds)
    await writeFile(join(folder, `2026-11-20T10-00-00-000Z-${id}.eml`), `To: ${email}\r\n\r\nDear ${name}`);
}

/** Tables that hold people, and nothing of this one. */
async function emptyTables(marks: Marks, memberId: string): Promise<string[]> {
  const ids = await query<{ id: string }>(
    ['cases', 'participations', 'payments', 'salary_authorisations']
      .map((table) => `select id from ${table} where member_id = $1`)
      .join(' union all '),
    [memberId],
  );
  const own = [...wordsOf(marks), memberId, ...ids.map(({ id }) => id)].map((word) => `%${word}%`);
  const full = await query<{ name: string }>(
    declared
      .map(
        ({ table }) =>
          `select '${table}' as name where exists (select from "${table}" own where lower(to_jsonb(own)::text) like any($1))`,
      )
      .join(' union all '),
    [own],
  );
  return declared.map(({ table }) => table).filter((table) => !full.some(({ name }) => name === table));
}

/** Where in the database one of these words stands: table.column. */
async function columnsWith(words: readonly string[]): Promise<string[]> {
  const tables = await query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  );
  const rows = await query<{ at: string }>(
    tables
      .map(
        ({ name }) =>
          `select distinct '${name}.' || each.key as at from "${name}" own, jsonb_each_text(to_jsonb(own)) each where lower(each.value) like any($1)`,
      )
      .join(' union all '),
    [words.map((word) => `%${word}%`)],
  );
  return rows.map(({ at }) => at).sort();
}

async function filesWith(words: readonly string[]): Promise<string[]> {
  const all = await readdir(site.config.dataDir, { recursive: true, withFileTypes: true });
  const has = await Promise.all(
    all
      .filter((each) => each.isFile())
      .map(async (each) => {
        const path = join(each.parentPath, each.name);
        const text = `${path} ${await readFile(path, 'latin1')}`.toLowerCase();
        return words.some((word) => text.includes(word)) ? [path] : [];
      }),
  );
  return has.flat();
}

/** The reading calls that show what stays, and which words of it: contracts name them, as the tables do. */
const showing: Record<string, readonly (keyof Marks)[]> = {
  // Who has held an office is the association's history.
  '/Bearers/list': ['name'],
  '/Bearers/all': ['name'],
  '/Bearers/annualList': ['name'],
  // Who stood for election, and, for a week, what a second administrator is to agree to.
  '/Votes/list': ['name', 'memberNumber'],
  '/Votes/get/{id}': ['name', 'memberNumber'],
  // A vote's roll keeps the number alone.
  '/Votes/roll/{id}': ['memberNumber'],
  '/Votes/objections/{id}': ['memberNumber'],
};

/** The reading calls that answer one of these words to the office, or to another member. */
async function callsWith(people: readonly Marks[], ids: readonly string[]): Promise<string[]> {
  await query('delete from throttles');
  const faults = new Set<string>();
  const words = people.flatMap(wordsOf);
  for (const { method, path } of site.app.endpoints) {
    if (method !== 'GET') continue;
    const shown = people.flatMap((marks) => (showing[path] ?? []).flatMap((kind) => wordsIn(marks[kind])));
    const hidden = words.filter((word) => !shown.includes(word));
    const addresses = path.includes('{')
      ? ids.map((id) => path.replace(/\{\w+\}/g, id))
      : [path, `${path}?q=${words[0]}`];
    for (const { token } of [office, colleague]) {
      for (const address of addresses) {
        const { statusCode, rawPayload } = await site.app.inject({
          url: `/api${address}`,
          headers: { authorization: `Bearer ${token}` },
        });
        if (statusCode >= 500) faults.add(`${path}: ${statusCode}`);
        const isZip = rawPayload.subarray(0, 2).toString() === 'PK';
        const text = (
          isZip
            ? Object.values(unzipSync(rawPayload))
                .map((part) => Buffer.from(part).toString())
                .join()
            : rawPayload.toString()
        ).toLowerCase();
        // The first is what was searched for.
        const named = hidden.filter((word) => text.includes(word) && !(word === words[0] && address.includes('?q=')));
        if (named.length > 0) faults.add(`${path}: ${named}`);
      }
    }
  }
  return [...faults];
}

/** Waits for what follows a deletion, and looks for what is left. */
async function expectGone(people: readonly Marks[], ids: readonly string[]): Promise<void> {
  const words = people.flatMap(wordsOf);
  await addUpChanges(site.database, 1);
  await deleteEmptyCounts(site.database);
  await (await newCore()).files.cleanUp();
  const stays = (at: string) => {
    const [table = '', column = ''] = at.split('.');
    return typeof erasedOf(table, column) === 'object';
  };
  expect.soft((await columnsWith(words)).filter((at) => !stays(at))).toEqual([]);
  await removeWritten(site.config, (written) => findDeleted(site.database, written));
  expect.soft(await filesWith(words)).toEqual([]);
  const seen = await query<{ id: string }>(
    [
      'conferences',
      'participations',
      'circulars',
      'votes',
      'imports',
      'payments',
      'salary_schedules',
      'paying_offices',
      'contact_messages',
      'certificates',
      'receipts',
      'statements',
      'jobs',
    ]
      .map((table) => `(select id from ${table} order by ctid desc limit 2)`)
      .join(' union all '),
  );
  expect(await callsWith(people, [...ids, ...seen.map(({ id }) => id)])).toEqual([]);
}

const retention = async () => createRetentionService(await newCore());

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
      await clearMoney(site, { memberId: id, except: 'admission' });
      await query('delete from import_rows where import_id = $1', [importId]);
      for (const [place, { says }] of Object.entries(uses)) {
        const [table, column] = place.split('.');
        if (says !== '' && !['payments', 'dues', 'import_rows', 'log'].includes(table!))
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

type Person = Marks & { id: string };
/** Somebody with something in every table. */
async function newPerson(values: Parameters<typeof memberFactory>[1] = {}): Promise<Person> {
  const marks = newMarks();
  const { id } = await memberFactory(site, { ...marks, ...values });
  await fillIn(id, marks);
  expect(await emptyTables(marks, id)).toEqual([]);
  // They are counted before they are erased.
  await addUpChanges(site.database);
  return { ...marks, id };
}
const reject = (id: string) =>
  query(`update members set status = 'Rejected', decided_at = '2020-01-01' where id = $1`, [id]);
const remove = (id: string) => site.ok(deleteRegistration, { params: { id } }, office);
const versionOf = async (id: string) =>
  (await query<{ version: number }>('select version from members where id = $1', [id]))[0]!.version;
/** Makes one record of two people in every table. @returns both, the kept one first */
async function merged(): Promise<[Person, Person]> {
  const [keep, drop] = [await newPerson(), await newPerson()];
  // Nobody has logged in with the dropped one.
  for (const table of ['sessions', 'login_devices', 'passkeys'])
    await query(`delete from ${table} where member_id = $1`, [drop.id]);
  const body = {
    keep: keep.id,
    drop: drop.id,
    versions: [await versionOf(keep.id), await versionOf(drop.id)] as [number, number],
  };
  await site.ok(mergeRecords, { body }, office);
  return [keep, drop];
}

/** Ways of erasing people of whom something is in every table. @returns them */
const erasures: Record<string, () => Promise<Person[]>> = {
  async 'the office deletes the record of a member who has asked for it'() {
    const person = await newPerson();
    await site.ok(requestErasure, { body: {} }, { token: await memberToken(site, person.id) });
    const reason = `As you asked, ${person.name}`;
    const decision = { id: person.id, status: 'Rejected', reason, note: person.mobile, money: 'keep' } as const;
    await site.ok(decideRegistration, { body: decision }, office);
    await remove(person.id);
    return [person];
  },
  async 'retention ends'() {
    const person = await newPerson();
    await reject(person.id);
    await query(`update members set removal_at = '2021-01-01' where id = $1`, [person.id]);
    await (await retention()).run();
    return [person];
  },
  async 'two records that became one are erased'() {
    const people = await merged();
    // Both have paid for their admission.
    await setToReturn(site, { memberId: people[0].id }, false);
    await reject(people[0].id);
    await remove(people[0].id);
    return people;
  },
  async 'two records that became one, and two again, are erased'() {
    const people = await merged();
    await site.ok(unmergeRecords, { body: { keep: people[0].id } }, office);
    for (const { id } of people) {
      await reject(id);
      await remove(id);
    }
    return people;
  },
};

test('a guest whose data the office deletes: nothing names them any more', async () => {
  const marks = newMarks();
  const guest = await guestFactory(site, {
    ...marks,
    conferenceId,
    nameSearch: marks.name.toLowerCase(),
    answers: { q: marks.name },
  });
  await addRow('certificates', marks, certificateOf(marks, guest.id));
  await addRow('participation_links', marks, { participation_id: guest.id });
  const mailed = {
    recipient: marks.email,
    kind: 'participation-confirmed',
    data: { participation: guest.id, name: marks.name },
  };
  const [row] = await site.database
    .insert(mail)
    .values({ ...mailed, state: 'sent' })
    .returning();
  await writeOutbox([row!.id], marks);
  await site.ok(eraseParticipant, { params: { participationId: guest.id } }, office);
  await expectGone([marks], [guest.id]);
});

test.each(Object.entries(erasures))('%s: nothing names them any more', async (_way, erase) => {
  const people = await erase();
  const ids = people.map(({ id }) => id);
  expect(await site.database.$count(members, inArray(members.id, ids))).toBe(0);
  await expectGone(people, ids);
});

test('triggers that refuse are known here', async () => {
  const refusing = await query<{ name: string }>(`
    select tgname as name from pg_trigger join pg_proc on pg_proc.oid = tgfoid
    where not tgisinternal and prosrc ~* '\\mraise\\M' order by 1`);
  // Of the log, which is written after each deletion below: about the deletion, and when the office opens the next record; and of the ledger, whose rows stay.
  const ofLedger = [
    'allocations_count',
    'allocations_keep',
    'due_changes_keep',
    'dues_counters',
    'dues_keep',
    'receipts_counters',
    'refunds_keep',
  ];
  // Its own row alone.
  const ofRehearsal = ['rehearsal_guarded'];
  expect(refusing.map(({ name }) => name)).toEqual(
    [...ofLedger, ...ofRehearsal, 'guard_log', 'guard_log_dates', 'guard_log_text'].sort(),
  );
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
  expect((await fillIn(id, newMarks(), false)).length).toBeGreaterThan(15);
  await remove(id);
  expect(await site.database.$count(members, eq(members.id, id))).toBe(0);
  // What was opened of the deleted record counts on.
  await open(next);
  expect(await openedToday()).toBe(before + 1);
});
