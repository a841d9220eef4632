import { createHash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { type Core, createCore } from '#server/core.ts';
import { administrators } from '#server/features/administrators/tables.ts';
import { contactMessages } from '#server/features/contact/tables.ts';
import { members } from '#server/features/members/tables.ts';
import { payments } from '#server/features/payments/tables.ts';
import { receipts } from '#server/features/receipts/tables.ts';
import { resourceLinks } from '#server/features/resources/tables.ts';
import { settings } from '#server/features/settings/tables.ts';
import { createVoteKeys } from '#server/features/votes/keys.ts';
import { createPurge } from '#server/features/votes/purge.ts';
import { voteRoll as voteRolls } from '#server/features/votes/tables.ts';
import { log } from '#server/platform/log/tables.ts';
import { mail } from '#server/platform/mail/tables.ts';
import { openStorage } from '#server/platform/storage/open-storage.ts';
import { files } from '#server/platform/storage/tables.ts';
import { indianDay, indianWallClock } from '#shared/clock.ts';
import { loginAdmin, loginMember } from '#shared/contracts/auth.ts';
import { searchDirectory } from '#shared/contracts/directory.ts';
import { getOwnRecord } from '#shared/contracts/members.ts';
import { listRegistrations } from '#shared/contracts/registrations.ts';
import { listObjections, listVotes, voteResults, voteRoll } from '#shared/contracts/votes.ts';
import { policiesEffectiveOn } from '#shared/legal.ts';
import { startTestApp } from '#tests/app.ts';
import { clearMoney } from '#tests/factories/dues.ts';
import { memberFactory } from '#tests/factories/members.ts';
import { adminToken } from '#tests/logins.ts';
import { runScript } from '#tests/run-script.ts';
import { seedAdministrator } from './administrator.ts';
import { seedContent } from './content.ts';
import { seedMembers } from './members.ts';
import { contentKinds, filledTables, tidyTables } from './tables.ts';
import { seedVotes } from './votes.ts';

let core: Core;
const today = new Date('2026-06-01T06:00:00Z');
const silent = () => {};

const site = await startTestApp();
beforeAll(async () => {
  const base = {
    config: site.config,
    database: site.database,
    storage: await openStorage(site.config),
    log: { info: silent, warn: silent, error: silent },
  };
  core = await createCore(base);
});

it('finds existing content', async () => {
  expect(await filledTables(site.database)).toEqual([]);
  const { id } = await memberFactory(site);
  expect(await filledTables(site.database)).toEqual(['members']);
  await clearMoney(site, { memberId: id });
  await site.database.delete(members).where(eq(members.id, id));
});

const password = 'Banyan-tree-court-41';
const count = 1_000;
const withPapers = 6;
const startOfDay = (time: Date) => new Date(time.toISOString().slice(0, 10));

it('adds members of every status who can be found, reviewed and logged in', async () => {
  const administrator = await seedAdministrator(site.database, today);
  const email = await seedMembers(core, { count, today, password, administrator, withPapers }, silent);
  await tidyTables(site);
  const rows = await site.database.select().from(members);
  expect(new Set(rows.map((row) => row.status))).toEqual(new Set(['New', 'Approved', 'Rejected']));
  const login = await site.ok(loginMember, { body: { email: email!, password } });
  const result = await site.ok(searchDirectory, { query: {} }, { token: login.token });
  expect(result.pagination.totalCount).toBe(rows.filter((row) => row.status === 'Approved' && !row.hideEntry).length);
  const own = await site.ok(getOwnRecord, {}, { token: login.token });
  expect((await site.app.inject(own.data.picture!)).statusCode).toBe(200);
  const office = { token: await adminToken(site) };
  const rejected = await site.ok(listRegistrations, { query: { status: 'Rejected' } }, office);
  expect(rejected.data[0]?.rejectionReason).not.toBe('');
  await site.fails(loginAdmin, { body: { email: administrator, password } });
});

it('adds consistent records', async () => {
  const rows = await site.database.select().from(members).orderBy(members.reference);
  const lines = await site.database.select().from(log).orderBy(log.at);
  const office = await site.database.select().from(administrators);
  const ledger = new Map((await site.database.select().from(payments)).map((payment) => [payment.memberId, payment]));
  const receiptOf = new Map(
    (await site.database.select().from(receipts)).map((receipt) => [receipt.paymentId, receipt]),
  );
  expect(rows).toHaveLength(count);
  expect(rows.some(({ email }) => email === '')).toBe(true);
  const linesOf = Map.groupBy(lines, (line) => line.memberId);
  const ascending = (times: (Date | null)[]) => {
    const rows = times.filter((time) => time !== null).map((time) => time.getTime());
    expect(rows).toEqual(rows.toSorted((a, b) => a - b));
  };
  for (const row of rows) {
    const rows = linesOf.get(row.id) ?? [];
    const line = (action: string) => rows.find((each) => each.action === action);
    ascending([row.createdAt, row.paymentSentAt, row.decidedAt, today, row.removalAt]);
    expect(row.termsVersion <= indianDay(row.consentAt!) || row.termsVersion === policiesEffectiveOn).toBe(true);
    expect(row).toMatchObject({ consentAt: row.createdAt, paymentAwaitedSince: row.createdAt });
    // A registration on the website has files; a proof of payment has a screenshot, and a UTR only comes with a proof.
    const online = row.consentTo === 'website';
    expect([row.documentFile !== null, row.pictureFile !== null]).toEqual([online, online]);
    expect([row.screenshotFile !== null, row.utr !== '']).toEqual([
      row.paymentSentAt !== null,
      row.paymentSentAt !== null,
    ]);
    expect(line('added the registration')?.at).toEqual(online ? undefined : row.createdAt);
    // A payment was claimed with its proof, or seen by the administrator who approved.
    if (row.paymentStatus === 'PAYMENT_INITIATED') expect(row.paymentSentAt).not.toBeNull();
    if (row.paymentStatus === '') expect(row.paymentSentAt).toBeNull();
    const result = line('saw the payment in the bank account');
    expect(result?.at).toEqual(row.paymentStatus === 'PAYMENT_SUCCESS' ? row.decidedAt : undefined);
    const payment = ledger.get(row.id)!;
    expect([payment.createdAt, payment.claimedAt, payment.utr]).toEqual([row.createdAt, row.paymentSentAt, row.utr]);
    expect(payment.receivedAt).toEqual(result?.at ?? null);
    expect(receiptOf.get(payment.id)?.label).toBe(result?.to);
    // Decided by an administrator who existed then, and logged with the record's values.
    const isApproved = row.status === 'Approved';
    const decision = rows.find((each) => each.from === 'New');
    expect(decision?.at ?? null).toEqual(row.decidedAt);
    expect(decision?.to ?? 'New').toBe(row.status);
    expect(decision?.reason ?? '').toBe(row.rejectionReason);
    expect(row.rejectionReason !== '').toBe(row.status === 'Rejected');
    expect(row.removalAt !== null).toBe(row.status === 'Rejected');
    expect(row.approvedAt).toEqual(isApproved ? row.decidedAt : null);
    expect([row.memberNumber !== null, row.passwordHash !== null]).toEqual([
      isApproved,
      isApproved && row.email !== '',
    ]);
    for (const { by, at } of rows.filter(({ kind }) => kind !== 'login')) {
      const administrator = office.find((each) => each.email === by);
      ascending([administrator!.createdAt, at, administrator!.lastLoginAt]);
    }
  }
  ascending(rows.map((row) => row.createdAt));
  const issued = [...receiptOf.values()].sort((a, b) => (a.label < b.label ? -1 : 1));
  expect(issued.map(({ label }) => label)).toEqual([...new Set(issued.map(({ label }) => label))]);
  ascending(issued.map(({ issuedAt }) => indianWallClock(issuedAt)).map(startOfDay));
  const numbered = rows.filter((row) => row.memberNumber !== null);
  ascending(numbered.sort((a, b) => (a.memberNumber! < b.memberNumber! ? -1 : 1)).map((row) => row.approvedAt));
});

it('attaches every file to its record, and sends no mail', async () => {
  const rows = await site.database.select().from(members);
  const named = rows.flatMap((row) => [row.documentFile, row.pictureFile, row.screenshotFile]).filter((key) => key);
  const values = await site.database.select().from(files);
  expect(values.every((file) => file.state === 'attached')).toBe(true);
  expect(values.map((file) => file.key).sort()).toEqual(named.sort());
  expect(await site.database.select().from(mail)).toEqual([]);
});

it('adds others the next time', async () => {
  const later = new Date(today.getTime() + 86_400_000);
  const administrator = await seedAdministrator(site.database, later);
  await seedMembers(core, { count: 3, today: later, password, administrator }, silent);
  const after = await site.database.select().from(members);
  expect(after).toHaveLength(count + 3);
  for (const key of ['email', 'mobile', 'reference'] as const) {
    const values = after.map((row) => row[key]).filter((value) => value !== '');
    expect(new Set(values).size).toBe(values.length);
  }
  const lines = await site.database
    .select()
    .from(log)
    .where(and(eq(log.subject, administrator), eq(log.kind, 'administrator')))
    .orderBy(log.at, log.action);
  expect(lines.map(({ at, action }) => [at, action]).slice(1)).toEqual([
    [today, 'disabled the administrator'],
    [today, 'enabled the administrator'],
    [later, 'disabled the administrator'],
  ]);
});

it('adds missing content, and keeps the office’s', async () => {
  const [row] = await site.database.select().from(settings);
  const result = { ...row!.association, phone: '+91 11 5550 0000' };
  await site.database.update(settings).set({ association: result });
  await seedContent(core, ['links', 'messages'], today, silent);
  expect(await site.database.$count(resourceLinks)).toBeGreaterThan(3);
  expect(await site.database.$count(contactMessages)).toBeGreaterThan(3);
  const [after] = await site.database.select().from(settings);
  expect(after?.association).toEqual(result);
  expect(after?.payment.upiId).not.toBe('');
  const filled = await filledTables(site.database);
  expect(contentKinds.filter((kind) => !filled.includes(kind))).toEqual([
    'news',
    'conferences',
    'gallery',
    'documents',
  ]);
});

it('adds a past election that can be counted again, an open vote that the sample member has yet to vote in, and a roll with an objection', async () => {
  const [login] = await site.database.select().from(members).where(eq(members.status, 'Approved')).limit(1);
  // A site that runs meanwhile does not take their keys for those of votes that have ended.
  let isSeeding = true;
  const seed = async () => {
    await seedVotes(site, new Date(), login!.email);
    isSeeding = false;
  };
  const { sweepKeys } = createPurge(core);
  const sweep = async () => {
    while (isSeeding) await sweepKeys();
  };
  await Promise.all([seed(), sweep()]);
  const office = { token: await adminToken(site) };
  const { data } = await site.ok(listVotes, { query: {} }, office);
  const of = (state: string) => data.find((vote) => vote.state === state)!;
  const past = of('declared');
  const offices = past.questions.filter(({ kind }) => kind === 'office');
  expect(offices.map(({ options }) => options.length)).toEqual([4, 4, 4]);
  expect(past.questions.some(({ kind }) => kind === 'resolution')).toBe(true);
  const params = { id: past.id };
  const result = await site.ok(voteResults, { params });
  const [one, two] = result.data.questions[1]!.options;
  expect(one!.votes).toBe(two!.votes);
  expect(result.data.questions[1]).toMatchObject({ outcome: 'elected', elected: [two!.id] });
  const box = await site.app.inject(`/api/Votes/box/${past.id}`);
  const lines = box.body.trimEnd().split('\n');
  expect(lines).toHaveLength(result.data.ballots + 1);
  expect(createHash('sha256').update(box.body).digest('hex')).toBe(past.boxHash);

  const keys = await createVoteKeys(site.config).files.list();
  expect(keys).toEqual(expect.arrayContaining([of('open').id, of('roll').id]));

  const open = { params: { id: of('open').id }, query: { search: login!.memberNumber! } };
  const { totals } = await site.ok(voteRoll, open, office);
  expect(totals.papers).toBeGreaterThan(10);
  const [value] = await site.database
    .select()
    .from(voteRolls)
    .where(and(eq(voteRolls.voteId, open.params.id), eq(voteRolls.memberId, login!.id)));
  expect(value!.paperOn).toBeNull();
  const objections = await site.ok(listObjections, { params: { id: of('roll').id } }, office);
  expect(objections.data).toHaveLength(1);
});

it('refuses a database that is not empty, and invalid arguments', async () => {
  const env = { DATA_DIR: site.config.dataDir, ...site.databaseEnv };
  const seed = async (...words: string[]) => {
    const { code, output } = await runScript('seed', words, env);
    return code === 0 ? '' : output;
  };
  const before = await site.database.$count(members);
  expect(await seed()).toContain('The database is not empty (members');
  expect(await seed('--members', 'many')).toContain('--members takes a whole number');
  expect(await site.database.$count(members)).toBe(before);
});
