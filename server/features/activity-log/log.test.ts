import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { members } from '#server/features/members/tables.ts';
import { deleteOldLogins, writeLog } from '#server/platform/log/log.queries.ts';
import { createSecurityLog } from '#server/platform/log/security-log.ts';
import { log } from '#server/platform/log/tables.ts';
import { mail } from '#server/platform/mail/tables.ts';
import { networkOf } from '#server/platform/throttles/network.ts';
import { searchLog } from '#shared/contracts/activity-log.ts';
import * as auth from '#shared/contracts/auth.ts';
import { getCorrection } from '#shared/contracts/corrections.ts';
import { downloadOwnData } from '#shared/contracts/members.ts';
import { deleteRegistration } from '#shared/contracts/registrations.ts';
import * as sessionCalls from '#shared/contracts/sessions.ts';
import { verifyCode } from '#shared/contracts/verification.ts';
import { emptyLog, startTestApp } from '#tests/app.ts';
import { newsFactory } from '#tests/factories/content.ts';
import {
  adminToken,
  giveSecondFactor,
  hashOfPassword,
  memberToken,
  newAdministrator,
  newMember,
  password,
} from '#tests/logins.ts';
import { eventually } from '#tests/wait.ts';

const site = await startTestApp();
const token = await adminToken(site);
beforeEach(async () => {
  await emptyLog(site);
  await site.database.delete(mail);
});

const find = (query: object = {}) => site.ok(searchLog, { query }, { token });
const newPasswords = { newPassword: 'eleven quiet rivers', confirmPassword: 'eleven quiet rivers' };
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

/** A past mail; sent, so that no worker claims it. */
async function addMail(values: Partial<typeof mail.$inferInsert> = {}) {
  await site.database
    .insert(mail)
    .values({ kind: 'credentials', recipient: 'someone@example.org', state: 'sent', ...values });
}

test('an empty log is empty', async () => {
  expect(await find()).toEqual({
    success: true,
    data: [],
    pagination: { currentPage: 1, totalPages: 0, totalCount: 0, pageSize: 10 },
  });
});

test('lines and mails are in one list, newest first', async () => {
  const member = await newMember(site);
  const colleague = await newAdministrator(site);
  await site.database.insert(log).values([
    { kind: 'login', by: 'office@example.org', action: 'logged in', at: minutesAgo(1) },
    {
      kind: 'decision',
      by: 'office@example.org',
      subject: member.reference,
      action: 'changed the status',
      from: 'New',
      to: 'Approved',
      note: 'Payment seen',
      memberId: member.id,
      at: minutesAgo(3),
    },
  ]);
  await addMail({ recipient: member.email, memberId: member.id, createdAt: minutesAgo(2), toFile: true });
  await addMail({
    kind: 'administrator-invitation',
    recipient: colleague.email,
    administratorId: colleague.id,
    createdAt: minutesAgo(4),
    state: 'failed',
    error: 'The mail server refused the address.',
  });
  const { data, pagination } = await find();
  expect(pagination.totalCount).toBe(4);
  expect(data.map(({ id, at, ...rest }) => rest)).toEqual([
    { kind: 'login', by: 'office@example.org', subject: '', name: '', link: '', text: 'Logged in', mail: null },
    {
      kind: 'mail',
      by: 'website',
      subject: member.reference,
      name: member.name,
      link: `/admin/Registrations?tab=Approved&search=${member.reference}`,
      text: `Credentials to ${member.email}`,
      mail: { state: 'sent', error: '', toFile: true },
    },
    {
      kind: 'decision',
      by: 'office@example.org',
      subject: member.reference,
      name: member.name,
      link: `/admin/Registrations?tab=Approved&search=${member.reference}`,
      text: 'Changed the status: New → Approved (Payment seen)',
      mail: null,
    },
    {
      kind: 'mail',
      by: 'website',
      subject: colleague.email,
      name: '',
      link: '/admin/Administrators',
      text: `Invitation as administrator to ${colleague.email}`,
      mail: { state: 'failed', error: 'The mail server refused the address.', toFile: false },
    },
  ]);
  for (const { at } of data) expect(new Date(at).toISOString()).toBe(at);
});

test('ten a page, over both lines and mails', async () => {
  for (let minute = 0; minute < 24; minute += 1) {
    if (minute % 2 === 0) {
      await site.database
        .insert(log)
        .values({ kind: 'content', by: 'website', action: `Line ${minute}`, at: minutesAgo(minute) });
    } else {
      await addMail({ recipient: `m${minute}@example.org`, createdAt: minutesAgo(minute) });
    }
  }
  const pages = await Promise.all([1, 2, 3, 4].map((page) => find({ page })));
  expect(pages.map(({ data }) => data.length)).toEqual([10, 10, 4, 0]);
  for (const { pagination } of pages) expect(pagination).toMatchObject({ totalCount: 24, totalPages: 3, pageSize: 10 });
  const texts = pages.flatMap(({ data }) => data.map(({ text }) => text));
  expect(texts).toEqual(
    Array.from({ length: 24 }, (_, minute) =>
      minute % 2 === 0 ? `Line ${minute}` : `Credentials to m${minute}@example.org`,
    ),
  );
  expect((await find({ kind: 'mail', page: 2 })).data).toHaveLength(2);
  expect((await find({ kind: 'content' })).pagination.totalCount).toBe(12);
  expect((await find({ kind: 'export' })).pagination.totalCount).toBe(0);
});

test('a search is literal, in any case, anywhere in a line', async () => {
  await writeLog(site.database, { kind: 'export', by: 'asha@example.org', action: 'Exported 100% of the list' });
  await writeLog(site.database, { kind: 'export', by: 'asha@example.org', action: 'Exported 100 of the list' });
  await writeLog(site.database, {
    kind: 'decision',
    by: 'ravi@example.org',
    subject: 'AIP-2026-000123',
    action: 'A\\B_C',
  });
  await addMail({ kind: 'otp', recipient: 'Meera@example.org' });
  const texts = async (search: string) => (await find({ search })).data.map(({ text }) => text).sort();
  expect(await texts('100%')).toEqual(['Exported 100% of the list']);
  expect(await texts('aip-2026-000123')).toEqual(['A\\B_C']);
  expect(await texts('ASHA@')).toEqual(['Exported 100 of the list', 'Exported 100% of the list']);
  expect(await texts('\\b_')).toEqual(['A\\B_C']);
  expect(await texts('a_b')).toEqual([]);
  expect(await texts('meera')).toEqual(['One-time code to Meera@example.org']);
  // By the displayed name, not by the stored one.
  expect(await texts('one-time')).toEqual(['One-time code to Meera@example.org']);
  expect(await texts("' or 1=1 --")).toEqual([]);
  expect((await find({ search: '100%', kind: 'decision' })).data).toEqual([]);
});

test('the person of a line is found by name, e-mail and reference, while the record exists', async () => {
  const member = await newMember(site, { name: 'Ḻakshmi Ö Nair', nameSearch: 'ḻakshmi ö nair' });
  await writeLog(site.database, {
    kind: 'member',
    by: 'member',
    subject: member.reference,
    action: 'changed the record',
    memberId: member.id,
  });
  await addMail({ kind: 'otp', recipient: 'earlier@example.org', memberId: member.id });
  await addMail({ kind: 'otp', recipient: 'somebody-else@example.org' });
  const found = async (search: string) => (await find({ search })).data.map(({ text }) => text).sort();
  const both = ['Changed the record', 'One-time code to earlier@example.org'];
  expect(await found('LAKSHMI ö nair'.replace('L', 'ḻ'))).toEqual(both);
  expect(await found(member.email)).toEqual(both);
  expect(await found(member.reference)).toEqual(both);
  expect((await find({ search: 'ö nair', kind: 'member' })).pagination.totalCount).toBe(1);
  // More people than the limit for looking them up separately.
  await site.database.execute(sql`
    insert into members (reference, status, tier, name, name_search, gender, email, mobile, date_of_birth, court, id_number,
      years_of_experience, years_of_recruitment, interest, contribution, specialisations, international, state, district,
      sub_district, terms_version, consent_at, consent_to)
    select reference || n, status, tier, name, name_search, gender, n || email, mobile, date_of_birth, court, id_number,
      years_of_experience, years_of_recruitment, interest, contribution, specialisations, international, state, district,
      sub_district, terms_version, consent_at, consent_to
    from members, generate_series(1, 1001) n where id = ${member.id}`);
  expect(await found('ö nair')).toEqual(both);
  await site.database.update(members).set({ status: 'Rejected' }).where(eq(members.id, member.id));
  await site.ok(deleteRegistration, { params: { id: member.id } }, { token });
  expect(await found(member.reference)).toEqual(['Changed the record', 'Deleted the record']);
  expect((await find()).data.find(({ kind }) => kind === 'member')).toMatchObject({ name: '', link: '' });
});

test('a title is a link while the content exists', async () => {
  const by = 'office@example.org';
  const content = (feature: string, action: string, subject: string) =>
    writeLog(site.database, { kind: 'content', feature, by, action, subject });
  await newsFactory(site, { title: 'Bail & remand' });
  await content('news', 'News added', 'Bail & remand');
  await content('news', 'News deleted', 'Gone for good');
  // Its feature says whose it is, not what it begins with.
  await content('letters', 'News in a letter drafted', 'Bail & remand');
  await content('conferences', 'Conference added', 'Bail & remand');
  await content('settings', 'Settings changed', 'Payment details');
  await content('settings', 'Important update added', 'Fees');
  // From before features were noted.
  await site.database.insert(log).values([
    { kind: 'content', by, action: 'News changed', subject: 'Bail & remand' },
    { kind: 'content', by, action: 'Notice drafted', subject: 'Bail & remand' },
  ]);
  const links = (await find()).data.map(({ text, link }) => `${text} ${link}`).sort();
  expect(links).toEqual([
    'Conference added ',
    'Important update added /admin/Settings?tab=updates',
    'News added /admin/News?q=Bail%20%26%20remand',
    'News changed /admin/News?q=Bail%20%26%20remand',
    'News deleted ',
    'News in a letter drafted ',
    'Notice drafted ',
    'Settings changed /admin/Settings?tab=payment',
  ]);
});

test('days are those of India, and both are included', async () => {
  // Half past midnight and five to midnight in India.
  const moments = ['2026-03-04T18:55:00Z', '2026-03-05T18:25:00Z', '2026-03-05T18:35:00Z'];
  for (const at of moments) {
    await site.database.insert(log).values({ kind: 'login', by: at, action: 'logged in', at: new Date(at) });
    await addMail({ recipient: `m@${at}`, createdAt: new Date(at) });
  }
  const of = async (query: object) => (await find(query)).data.map(({ at }) => at.slice(0, 19)).sort();
  const twice = (...list: string[]) => list.flatMap((at) => [at.slice(0, 19), at.slice(0, 19)]);
  expect(await of({ from: '2026-03-05', to: '2026-03-05' })).toEqual(twice(moments[0]!, moments[1]!));
  expect(await of({ from: '2026-03-06' })).toEqual(twice(moments[2]!));
  expect(await of({ to: '2026-03-04' })).toEqual([]);
  expect((await find({ from: '2026-03-05', kind: 'mail' })).pagination.totalCount).toBe(3);
  for (const query of [{ from: '5 March' }, { to: '2026-02-30' }]) {
    expect((await site.fails(searchLog, { query }, { token })).status).toBe(400);
  }
});

test('a kind that does not exist is refused', async () => {
  expect((await site.fails(searchLog, { query: { kind: 'secrets' } }, { token })).status).toBe(400);
  expect((await site.fails(searchLog, { query: { page: 0 } }, { token })).status).toBe(400);
});

test('refused attempts have one line an hour, with their author, as far as the log may name one, and network', async () => {
  const member = await newMember(site);
  const colleague = await newAdministrator(site);
  const asMember = await memberToken(site, member.id);
  const ended = await memberToken(site);
  await site.ok(auth.logout, {}, { token: ended });
  const from = '203.0.113.7';
  const login = (email: string, sender = from) =>
    site.call(auth.loginMember, { body: { email, password: 'not this one' } }, { from: sender });
  for (let tries = 0; tries < 3; tries += 1) await login(member.email);
  await login(member.email, '2001:db8:1:2::9');
  await login('Kavita.Rao@example.org');
  await login('my secret passw0rd');
  for (let tries = 0; tries < 12; tries += 1) {
    await site.call(auth.loginAdmin, { body: { email: colleague.email, password: 'x' } }, { from });
  }
  await site.call(auth.resetPassword, { body: { ...newPasswords, email: member.email, otp: '123456' } }, { from });
  await site.call(searchLog, {}, { token: asMember, from });
  await site.call(searchLog, {}, { from });
  // An ended session is not an attack.
  await site.call(searchLog, {}, { token: ended, from });

  const { data, pagination } = await find({ kind: 'security' });
  expect(data.map(({ by, subject, text }) => [by, subject, text]).sort()).toEqual(
    [
      ['member', member.reference, 'Refused, not allowed (Log/get from 203.0.113.7)'],
      ['visitor', '', 'Refused without a login (Log/get from 203.0.113.7)'],
      ['visitor', 'k…@example.org', 'Failed login (Directory/Login from 203.0.113.7)'],
      ['visitor', 'no e-mail', 'Failed login (Directory/Login from 203.0.113.7)'],
      ['visitor', colleague.email, 'Failed login (Admin/Login from 203.0.113.7, 10 times)'],
      ['visitor', colleague.email, 'Refused, too often (Admin/Login from 203.0.113.7, 2 times)'],
      ['visitor', member.reference, 'Failed login (Directory/Login from 2001:db8:1:2::/64)'],
      ['visitor', member.reference, 'Failed login (Directory/Login from 203.0.113.7, 3 times)'],
      ['visitor', member.reference, 'Wrong code (Directory/verifyOTP from 203.0.113.7)'],
    ].sort(),
  );
  expect(pagination.totalCount).toBe(9);
  expect((await find({ search: '2001:db8' })).pagination.totalCount).toBe(1);
  const stored = JSON.stringify(await site.database.select().from(log));
  for (const secret of [member.email, 'avita', 'passw0rd', '123456']) expect(stored).not.toContain(secret);
});

test('unknown codes and links and wrong second factors are logged; a step of the login is not', async () => {
  const from = '203.0.113.8';
  const passwordHash = await hashOfPassword();
  const member = await newMember(site, { passwordHash });
  const { codeAt } = await giveSecondFactor(site, { memberId: member.id });
  const login = (code: string) =>
    site.call(auth.loginMember, { body: { email: member.email, password, code } }, { from });
  await login('');
  await login(codeAt(20));
  const code = 'x'.repeat(22);
  await site.call(verifyCode, { params: { code } }, { from });
  await site.app.inject({ url: `/verify/${code}`, remoteAddress: from });
  await site.call(getCorrection, {}, { token: `correction_${'x'.repeat(43)}`, from });
  const colleague = await newAdministrator(site, { passwordHash });
  const theirs = await adminToken(site, colleague.id);
  await giveSecondFactor(site, { administratorId: colleague.id });
  const confirm = (body: object) => site.call(sessionCalls.confirmSession, { body }, { token: theirs, from });
  await confirm({ password, code: '' });
  await confirm({ password, code: '12345' });
  await site.ok(downloadOwnData, {}, { token: await memberToken(site, member.id) });

  const { data } = await find({ kind: 'security' });
  expect(data.map(({ by, subject, text }) => [by, subject, text]).sort()).toEqual(
    [
      ['visitor', member.reference, 'Wrong second factor (Directory/Login from 203.0.113.8)'],
      ['visitor', '', 'Refused, unknown code (Verify/:code from 203.0.113.8)'],
      ['visitor', '', 'Refused, unknown code (verify/:code from 203.0.113.8)'],
      ['visitor', '', 'Refused, unknown link (Application/correction from 203.0.113.8)'],
      [colleague.email, colleague.email, 'Wrong code (Session/confirm from 203.0.113.8)'],
    ].sort(),
  );
  expect((await find({ kind: 'export' })).data).toMatchObject([{ by: 'member', subject: member.reference }]);
  expect(JSON.stringify(await site.database.select().from(log))).not.toContain(code);
});

test('an attack from many networks fills a hundred lines an hour, and the rest is counted', async () => {
  const security = createSecurityLog(site.database, { warn: () => {} });
  const attack = (first: number, count: number) => {
    for (let index = first; index < first + count; index += 1) {
      const network = networkOf(`10.0.${index >> 8}.${index & 255}`);
      security.note({
        action: 'failed login',
        call: 'Directory/Login',
        network,
        who: { typed: `x${index}@example.org` },
      });
    }
  };
  attack(0, 60);
  await security.flush();
  attack(60, 500);
  await security.flush();
  security.note({ action: 'refused, not allowed', call: 'Log/get', network: networkOf('10.0.0.1') });
  await security.flush();
  const rows = await site.database.select().from(log);
  expect(rows.reduce((sum, { times }) => sum + times, 0)).toBe(561);
  // A new hour may have begun meanwhile.
  expect(rows.length).toBeLessThanOrEqual(2 * 102);
  expect(rows).toContainEqual(expect.objectContaining({ action: 'refused, not allowed', times: 1 }));
  expect(rows).toContainEqual(expect.objectContaining({ note: 'others, too many to list' }));
});

test('refused attempts are written soon, together, and the last ones when the server stops', async () => {
  const lines: object[] = [];
  const security = createSecurityLog(site.database, { warn: (fields) => lines.push(fields) });
  const event = { action: 'refused, not allowed', call: 'Log/get', network: networkOf('10.0.0.1') };
  for (let time = 0; time < 3; time++) security.note(event);
  await eventually(async () => (await site.database.select().from(log))[0]?.times === 3, 'the attempts are written');
  expect(lines).toEqual([{ times: { 'refused, not allowed': 3 } }]);
  security.note(event);
  await security.close();
  const rows = await site.database.select().from(log);
  expect(rows.reduce((sum, { times }) => sum + times, 0)).toBe(4);
});

test('logins are deleted after a year; decisions and changes are not', async () => {
  const daysAgo = (days: number) => minutesAgo(days * 24 * 60);
  const kinds = ['decision', 'login', 'security', 'export', 'content', 'administrator', 'member'] as const;
  for (const kind of kinds) await site.database.insert(log).values({ kind, by: 'x', action: 'old', at: daysAgo(367) });
  await site.database.insert(log).values({ kind: 'login', by: 'x', action: 'young', at: daysAgo(365) });
  await deleteOldLogins(site.database, 366);
  const left = await site.database.select().from(log);
  expect(left.map(({ kind, action }) => `${kind} ${action}`).sort()).toEqual(
    [
      ...kinds.filter((kind) => !['login', 'security'].includes(kind)).map((kind) => `${kind} old`),
      'login young',
    ].sort(),
  );
});

test('the running server deletes them by itself', async () => {
  const at = minutesAgo(367 * 24 * 60);
  await site.database.insert(log).values([
    { kind: 'login', by: 'x', action: 'logged in', at },
    { kind: 'decision', by: 'x', action: 'approved', at },
  ]);
  await addMail({ createdAt: at });
  const app = await createApp({ config: site.config, database: site.database, pages: false });
  try {
    await app.ready();
    await eventually(
      async () => (await site.database.$count(log)) === 1 && (await site.database.$count(mail)) === 0,
      'the clean-up done',
    );
    expect(await site.database.select().from(log)).toMatchObject([{ kind: 'decision' }]);
  } finally {
    await app.close();
  }
});
