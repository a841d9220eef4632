import { verify } from '@node-rs/argon2';
import { and, eq, sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { members } from '#server/features/members/tables.ts';
import { log } from '#server/platform/log/tables.ts';
import { mail } from '#server/platform/mail/tables.ts';
import { throttles } from '#server/platform/throttles/tables.ts';
import { clock } from '#shared/clock.ts';
import { changeMemberPassword, loginMember, logout, resetPassword, sendOtp } from '#shared/contracts/auth.ts';
import { getSession } from '#shared/contracts/sessions.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { startLoginApp } from '#tests/app.ts';
import { hashOfPassword, memberToken, newMember, nextPassword, password } from '#tests/logins.ts';
import { mailsOf, waitForMail } from '#tests/mail.ts';
import { cleanUpLogins } from './feature.ts';
import { makeOneTimeCode, makeTemporaryPassword } from './mailed-secrets.ts';
import { hashPassword } from './password-hashing.ts';
import { loginDevices, oneTimeCodes, sessions } from './tables.ts';

// The number of hash comparisons determines an answer's duration.
vi.mock('@node-rs/argon2', () => import('#tests/cheap-argon2.ts'));

const site = await startLoginApp();

async function memberWithPassword(values: Parameters<typeof newMember>[1] = {}) {
  return newMember(site, { passwordHash: await hashOfPassword(), ...values });
}

const login = (email: string, text = password) => site.call(loginMember, { body: { email, password: text } });

const memberRow = async (id: string) => (await site.database.select().from(members).where(eq(members.id, id)))[0]!;

/** A new code, as in the mail. */
async function codeFor(member: { id: string; email: string }): Promise<string> {
  return (await makeOneTimeCode(site.database, member.id, member.email))!;
}

const reset = (email: string, otp: string, newPassword = nextPassword) =>
  site.call(resetPassword, { body: { email, otp, newPassword, confirmPassword: newPassword } });

/** This number of wrong codes. */
const wrongCodes = (right: string, count: number) =>
  Array.from({ length: count }, (_, index) => String((Number(right) + index + 1) % 1_000_000).padStart(6, '0'));

test('a member logs in with the e-mail in any case and gets a token that works at once', async () => {
  const member = await memberWithPassword();
  const answer = await site.ok(loginMember, { body: { email: member.email.toUpperCase(), password } });
  expect(answer).toEqual({
    success: true,
    token: expect.stringMatching(/^member_/),
    device: expect.any(String),
    message: 'Login successful',
    mustChangePassword: false,
  });
  expect(await site.ok(getSession, {}, { token: answer.token })).toEqual({
    success: true,
    role: 'member',
    email: member.email,
    mustChangePassword: false,
  });
  const [line] = await site.database.select().from(log).where(eq(log.memberId, member.id));
  expect(line).toMatchObject({ kind: 'login', by: 'member', subject: member.reference, action: 'logged in' });
  expect(JSON.stringify(line)).not.toContain(member.email);
  await site.database.update(members).set({ language: 'hi' }).where(eq(members.id, member.id));
  const hindi = await site.ok(loginMember, { body: { email: member.email, password } });
  expect(hindi.language).toBe('hi');
});

test('both login fields are asked for at once, in the exact words', async () => {
  const { status, body } = await site.fails(loginMember, { body: {} });
  expect(status).toBe(400);
  expect(body.fields).toEqual({ email: messages.login.email, password: messages.login.password });
});

test('every failing login gets the same answer after the same work', async () => {
  const reasons = {
    'wrong password': { email: (await memberWithPassword()).email, password: 'not this one' },
    'unknown e-mail': { email: 'nobody-at-all@example.org', password },
    'not yet approved': { email: (await memberWithPassword({ status: 'New', memberNumber: null })).email, password },
    rejected: { email: (await memberWithPassword({ status: 'Rejected', memberNumber: null })).email, password },
    'no password yet': { email: (await newMember(site)).email, password },
    'temporary password too old': {
      email: (await memberWithPassword({ temporaryPasswordUntil: new Date(Date.now() - 1_000) })).email,
      password,
    },
  };
  for (const [reason, body] of Object.entries(reasons)) {
    vi.mocked(verify).mockClear();
    const answer = await site.fails(loginMember, { body });
    expect(answer.status, reason).toBe(401);
    expect(answer.body, reason).toEqual({
      success: false,
      code: 'LOGIN_FAILED',
      message: 'The e-mail or the password is incorrect, or the membership has not been approved yet.',
    });
    expect(vi.mocked(verify), reason).toHaveBeenCalledTimes(1);
    // The dummy hash has the cost of a real one.
    expect(String(vi.mocked(verify).mock.calls[0]![0]), reason).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  }
});

test('the temporary password is not asked again for the first change, while its login is fresh', async () => {
  const member = await newMember(site);
  const logIn = async () => {
    const temporary = (await makeTemporaryPassword(site, member.id))!;
    return site.ok(loginMember, { body: { email: member.email, password: temporary } });
  };
  const body = { first: true, newPassword: nextPassword, confirmPassword: nextPassword };
  const old = await logIn();
  clock.set(new Date(clock.ms() + limits.firstPasswordMinutes * 60_000));
  const late = await site.fails(changeMemberPassword, { body }, { token: old.token });
  expect([late.status, late.body.fields]).toEqual([400, { currentPassword: messages.password.old }]);
  clock.set(new Date());
  const { token } = await logIn();
  const refused = await site.fails(
    changeMemberPassword,
    { body: { ...body, newPassword: 'password1', confirmPassword: 'password1' } },
    { token },
  );
  expect(refused.body.fields).toEqual({ newPassword: expect.stringContaining('easy') });
  await site.ok(changeMemberPassword, { body }, { token });
  await site.ok(loginMember, { body: { email: member.email, password: nextPassword } });
  // From now on the current one is asked for.
  const again = { first: true, newPassword: 'nineteen small boats', confirmPassword: 'nineteen small boats' };
  const second = await site.fails(changeMemberPassword, { body: again }, { token });
  expect([second.status, second.body.fields]).toEqual([400, { currentPassword: messages.password.old }]);
});

test('a temporary password works for its days and asks to be changed', async () => {
  const member = await newMember(site);
  const temporary = (await makeTemporaryPassword(site, member.id))!;
  expect(temporary).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/);
  const row = await memberRow(member.id);
  expect(row.mustChangePassword).toBe(true);
  const days = (row.temporaryPasswordUntil!.getTime() - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(limits.temporaryPasswordDays - 0.01);
  expect(days).toBeLessThanOrEqual(limits.temporaryPasswordDays);
  const { token, mustChangePassword } = await site.ok(loginMember, {
    body: { email: member.email, password: temporary },
  });
  expect(mustChangePassword).toBe(true);
  expect((await site.ok(getSession, {}, { token })).mustChangePassword).toBe(true);
  await site.ok(
    changeMemberPassword,
    { body: { currentPassword: temporary, newPassword: nextPassword, confirmPassword: nextPassword } },
    { token },
  );
  expect((await site.ok(getSession, {}, { token })).mustChangePassword).toBe(false);
  expect((await memberRow(member.id)).temporaryPasswordUntil).toBeNull();
  expect(
    (await site.ok(loginMember, { body: { email: member.email, password: nextPassword } })).mustChangePassword,
  ).toBe(false);
});

test('a temporary password is made only for an Approved member', async () => {
  const applicant = await newMember(site, { status: 'New', memberNumber: null });
  expect(await makeTemporaryPassword(site, applicant.id)).toBeNull();
  expect(await makeOneTimeCode(site.database, applicant.id, applicant.email)).toBeNull();
  expect((await memberRow(applicant.id)).passwordHash).toBeNull();
});

test('tries for one account are limited, existing or not, and a right one resets them', async () => {
  const member = await memberWithPassword();
  for (const email of [member.email, 'never-heard-of@example.org']) {
    // Concurrently: the count must not depend on one answer coming after the other.
    const answers = await Promise.all(Array.from({ length: 14 }, () => login(email, 'wrong one')));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(4);
    expect(Number(refused[0]!.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused[0]!.headers['retry-after'])).toBeLessThanOrEqual(15 * 60);
    expect(refused[0]!.body).toMatchObject({ code: 'TOO_MANY', message: 'Too many tries. Please wait 15 minutes.' });
  }
  // The right password has to wait as well.
  expect((await login(member.email)).status).toBe(429);
  await site.database.update(throttles).set({ resetAt: sql`now()` });
  expect((await login(member.email)).status).toBe(200);
  for (let round = 0; round < 3; round += 1) {
    for (let tries = 0; tries < 6; tries += 1) await login(member.email, 'wrong one');
    expect((await login(member.email)).status).toBe(200);
  }
});

const loginFrom = (from: string, email: string, text: string, device?: string) =>
  site.call(loginMember, { body: { email, password: text, ...(device === undefined ? {} : { device }) } }, { from });

/** This number of wrong tries, from several networks in turn. */
const wrongTries = (email: string, count: number, networks: number) =>
  Promise.all(
    Array.from({ length: count }, (_, index) => loginFrom(`10.1.1.${index % networks}`, email, 'a wrong one')),
  );

const deviceOf = ({ body }: { body: object }) => (body as { device: string }).device;

test('a stranger’s wrong tries lock out the stranger, and nobody else', async () => {
  const member = await memberWithPassword();
  for (const email of [member.email, 'nobody-of-us@example.org']) {
    const answers = await wrongTries(email, 12, 1);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    expect((await loginFrom('10.1.1.0', email, password)).status).toBe(429);
    expect((await loginFrom('10.1.2.0', email, 'a wrong one')).status).toBe(401);
  }
  expect((await loginFrom('10.1.2.0', member.email, password)).status).toBe(200);
});

test('an account takes fifty wrong tries in all; those of a known browser do not count', async () => {
  const member = await memberWithPassword();
  const text = deviceOf(await loginFrom('10.9.9.9', member.email, password));
  expect(text).toMatch(/^[\w-]{32}$/);
  expect(JSON.stringify(await site.database.select().from(loginDevices))).not.toContain(text);
  for (const email of [member.email, 'also-nobody@example.org']) {
    const answers = await wrongTries(email, 60, 12);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
    expect((await loginFrom('10.7.7.7', email, password)).status).toBe(429);
  }
  // Its own token is kept; a made-up one, and one of another account, are ignored.
  const somebody = await memberWithPassword();
  const other = deviceOf(await loginFrom('10.9.9.9', somebody.email, password));
  for (const device of ['made-up', other, '', 'x'.repeat(5_000)]) {
    expect((await loginFrom('10.7.7.7', member.email, password, device)).status).toBe(429);
  }
  expect(deviceOf(await loginFrom('10.9.9.9', somebody.email, password, 'made-up'))).toMatch(/^[\w-]{32}$/);
  const back = await loginFrom('10.1.1.0', member.email, password, text);
  expect([back.status, deviceOf(back)]).toEqual([200, text]);
  // One browser may know two accounts.
  const second = await memberWithPassword();
  expect(deviceOf(await loginFrom('10.9.9.9', second.email, password, text))).toBe(text);
  expect((await loginFrom('10.1.1.0', member.email, password, text)).status).toBe(200);

  // A stolen one gives ten tries, and takes none from others.
  const own = await Promise.all(
    Array.from({ length: 12 }, () => loginFrom('10.6.6.6', second.email, 'a wrong one', text)),
  );
  expect(own.filter(({ status }) => status === 429)).toHaveLength(2);
  expect((await loginFrom('10.6.6.6', second.email, password)).status).toBe(200);

  const longAgo = sql`now() - interval '181 days'`;
  await site.database.update(loginDevices).set({ usedAt: longAgo }).where(eq(loginDevices.memberId, member.id));
  expect((await loginFrom('10.1.1.0', member.email, password, text)).status).toBe(429);
  await cleanUpLogins(site.database);
  expect(await site.database.$count(loginDevices, eq(loginDevices.memberId, member.id))).toBe(0);
});

test('a reset by mail, and new credentials, unlock an account with too many tries', async () => {
  const member = await memberWithPassword();
  const ways = [
    async () => {
      expect((await reset(member.email, await codeFor(member))).status).toBe(200);
      return nextPassword;
    },
    async () => (await makeTemporaryPassword(site, member.id))!,
  ];
  for (const way of ways) {
    await wrongTries(member.email, 60, 12);
    expect((await loginFrom('10.1.1.0', member.email, password)).status).toBe(429);
    const text = await way();
    for (const from of ['10.1.1.0', '10.7.7.7']) {
      expect((await loginFrom(from, member.email, text)).status).toBe(200);
    }
  }
});

test('concurrent right logins from one network all succeed, and a wrong one among them still counts', async () => {
  const member = await memberWithPassword();
  const device = deviceOf(await loginFrom('10.5.5.5', member.email, password));
  for (const text of [undefined, device]) {
    const right = () => loginFrom('10.5.5.5', member.email, password, text);
    const wrong = () => loginFrom('10.5.5.5', 'somebody-else@example.org', 'a wrong one');
    const answers = await Promise.all([...Array.from({ length: 19 }, right), wrong()]);
    expect(answers.map(({ status }) => status)).toEqual([...Array(19).fill(200), 401]);
  }
  const counts = await site.database.select({ count: throttles.count, underWay: throttles.underWay }).from(throttles);
  expect(counts.filter(({ count }) => count > 0).map(({ count }) => count)).toEqual([2, 2, 2]);
  expect(counts.every(({ underWay }) => underWay === 0)).toBe(true);
});

test('a browser stays known for the last twenty logins', async () => {
  const member = await memberWithPassword();
  for (let login = 0; login < 22; login += 1) {
    expect((await loginFrom('10.9.9.9', member.email, password)).status).toBe(200);
  }
  expect(await site.database.$count(loginDevices, eq(loginDevices.memberId, member.id))).toBe(20);
});

test('tries per network are many but limited, and right ones do not count', async () => {
  const member = await memberWithPassword();
  for (let batch = 0; batch < 9; batch += 1) {
    const tries = Array.from({ length: 11 }, (_, index) => login(`guess-${batch}-${index}@example.org`));
    for (const { status } of await Promise.all(tries)) expect(status).toBe(401);
  }
  for (let round = 0; round < 3; round += 1) expect((await login(member.email)).status).toBe(200);
  await login('guess-once-more@example.org');
  expect((await login(member.email)).status).toBe(429);
});

test('logins beyond the hashing queue are refused for a moment, and the rest succeeds', async () => {
  const member = await memberWithPassword();
  const refused: unknown[] = [];
  const { promise: isFull, resolve: full } = Promise.withResolvers<boolean>();
  // No hash ends before the others have been refused.
  for (let hashes = 0; hashes < 2; hashes += 1)
    vi.mocked(verify).mockImplementationOnce(() => isFull.then(() => false));
  const answers = Array.from({ length: 90 }, async (_, index) => {
    const answer = await loginFrom(`10.3.3.${index}`, `crowd-${index}@example.org`, 'whatever');
    if (answer.status === 503 && refused.push(answer.headers['retry-after']) === 24) full(true);
    return answer.status;
  });
  const statuses = await Promise.all(answers);
  expect(refused).toEqual(Array(24).fill('3'));
  expect(statuses.filter((status) => status === 401)).toHaveLength(66);
  expect((await login(member.email)).status).toBe(200);
});

test('a session created while the password changes does not survive the change', async () => {
  const member = await memberWithPassword();
  const token = await memberToken(site, member.id);
  const change = site.call(
    changeMemberPassword,
    { body: { currentPassword: password, newPassword: nextPassword, confirmPassword: nextPassword } },
    { token },
  );
  const logins = await Promise.all(Array.from({ length: 6 }, () => login(member.email)));
  expect((await change).status).toBe(200);
  for (const answer of logins) {
    if (answer.status !== 200) continue;
    const text = (answer.body as { token: string }).token;
    expect((await site.call(getSession, {}, { token: text })).status).toBe(401);
  }
  expect(await site.database.$count(sessions, eq(sessions.memberId, member.id))).toBe(1);
});

test('logout ends this session and no other', async () => {
  const member = await newMember(site);
  const [one, two] = await Promise.all([memberToken(site, member.id), memberToken(site, member.id)]);
  await site.ok(logout, {}, { token: one });
  expect((await site.fails(getSession, {}, { token: one })).body.code).toBe('NOT_LOGGED_IN');
  expect((await site.call(getSession, {}, { token: two })).status).toBe(200);
});

test('an OTP comes by mail, resets the password, ends all sessions and creates none', async () => {
  const member = await memberWithPassword();
  const token = await memberToken(site, member.id);
  await login(member.email, 'wrong one');
  await site.ok(sendOtp, { body: { email: member.email } });
  const { text } = await waitForMail(site, { to: member.email, kind: 'otp' });
  const otp = /^OTP: (\d{6})$/m.exec(text)![1]!;

  const [queued] = await site.database.select().from(mail).where(eq(mail.memberId, member.id));
  expect(JSON.stringify(queued)).not.toContain(otp);
  const [stored] = await site.database.select().from(oneTimeCodes).where(eq(oneTimeCodes.memberId, member.id));
  expect(stored!.codeHash).toMatch(/^\$argon2id\$/);

  // As on a Hindi keyboard.
  const [left, right] = [otp.slice(0, 3), otp.slice(3)].map((half) =>
    half.replace(/\d/g, (digit) => '०१२३४५६७८९'[Number(digit)]!),
  );
  const answer = await reset(member.email.toUpperCase(), ` ${left} ${right}`);
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({
    success: true,
    message: 'Your password has been reset. Please log in with the new one.',
  });
  expect((await site.call(getSession, {}, { token })).status).toBe(401);
  expect((await login(member.email)).status).toBe(401);
  expect((await login(member.email, nextPassword)).status).toBe(200);
  expect((await waitForMail(site, { to: member.email, kind: 'password-changed' })).text).not.toContain(nextPassword);
  // Used already.
  expect((await reset(member.email, otp, password)).body).toMatchObject({ code: 'WRONG_CODE' });
});

test('sendOtp answers everybody alike, and mails only members', async () => {
  const applicant = await newMember(site, { status: 'New', memberNumber: null });
  const answers = [];
  for (const email of [(await newMember(site)).email, applicant.email, 'unknown-person@example.org']) {
    answers.push(await site.call(sendOtp, { body: { email } }));
  }
  expect(new Set(answers.map(({ status, raw }) => `${status} ${raw}`)).size).toBe(1);
  expect(await site.database.$count(mail, eq(mail.recipient, applicant.email))).toBe(0);
  expect(await site.database.$count(mail, eq(mail.recipient, 'unknown-person@example.org'))).toBe(0);
});

test('three codes an hour, for known and unknown e-mails alike', async () => {
  for (const email of [(await newMember(site)).email, 'unknown-too@example.org']) {
    const answers = await Promise.all(Array.from({ length: 6 }, () => site.call(sendOtp, { body: { email } })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(limits.otpSendsPerHour);
    const refused = answers.find(({ status }) => status === 429)!;
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_500);
  }
});

test('only the newest code is valid', async () => {
  const member = await memberWithPassword();
  const first = await codeFor(member);
  const second = await codeFor(member);
  if (first !== second) expect((await reset(member.email, first)).body).toMatchObject({ code: 'WRONG_CODE' });
  expect((await reset(member.email, second)).status).toBe(200);
});

test('a stranger’s wrong tries of a code leave its owner’s, and their total is limited', async () => {
  const member = await memberWithPassword();
  const right = await codeFor(member);
  const from = (otp: string, network: number) =>
    site.call(
      resetPassword,
      { body: { email: member.email, otp, newPassword: nextPassword, confirmPassword: nextPassword } },
      { from: `198.51.100.${network}` },
    );
  // Together, as each takes a least duration.
  const strangers = await Promise.all(wrongCodes(right, 8).map((otp) => from(otp, 1)));
  for (const { body } of strangers) expect(body).toMatchObject({ code: 'WRONG_CODE' });
  // The stranger has used up their tries, and is not told so.
  expect((await from(right, 1)).body).toMatchObject({ code: 'WRONG_CODE' });
  expect((await from(right, 2)).status).toBe(200);

  const next = await codeFor(member);
  for (const network of [3, 4, 5, 6]) {
    const answers = await Promise.all(wrongCodes(next, 5).map((otp) => from(otp, network)));
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(400));
  }
  expect((await from(next, 7)).body).toMatchObject({ code: 'WRONG_CODE' });
});

test('five tries per code, also concurrent ones', async () => {
  const member = await memberWithPassword();
  const right = await codeFor(member);
  const before = (await memberRow(member.id)).passwordHash;
  const answers = await Promise.all(wrongCodes(right, 12).map((otp) => reset(member.email, otp)));
  expect(answers.every(({ status }) => status === 400)).toBe(true);
  const [stored] = await site.database.select().from(oneTimeCodes).where(eq(oneTimeCodes.memberId, member.id));
  expect(stored!.triesLeft).toBe(limits.otpTriesInAll - limits.otpTries);
  expect((await reset(member.email, right)).body).toMatchObject({ code: 'WRONG_CODE' });
  expect((await memberRow(member.id)).passwordHash).toBe(before);
});

test('a right code is accepted after four wrong ones', async () => {
  const member = await memberWithPassword();
  const right = await codeFor(member);
  const answers = await Promise.all(wrongCodes(right, 4).map((otp) => reset(member.email, otp)));
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
  expect((await reset(member.email, right)).status).toBe(200);
});

test('the clean-up removes expired codes only', async () => {
  const [old, spent, live] = [await newMember(site), await newMember(site), await newMember(site)];
  for (const member of [old, spent, live]) await codeFor(member);
  const gone = sql`now() - interval '1 second'`;
  await site.database.update(oneTimeCodes).set({ expiresAt: gone }).where(eq(oneTimeCodes.memberId, old.id));
  await site.database.update(oneTimeCodes).set({ triesLeft: 0 }).where(eq(oneTimeCodes.memberId, spent.id));
  await cleanUpLogins(site.database);
  const left = (await site.database.select().from(oneTimeCodes)).map(({ memberId }) => memberId);
  expect(left).toContain(live.id);
  expect(left).not.toContain(old.id);
  expect(left).not.toContain(spent.id);
});

test('a right code used twice at once works once', async () => {
  const member = await memberWithPassword();
  const right = await codeFor(member);
  const answers = await Promise.all([reset(member.email, right), reset(member.email, right, password)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
});

test('a right code used twenty times at once from different networks is accepted once', async () => {
  const member = await memberWithPassword();
  const otp = await codeFor(member);
  await wrongTries(member.email, 5, 5);
  const body = { email: member.email, otp, newPassword: nextPassword, confirmPassword: nextPassword };
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => site.call(resetPassword, { body }, { from: `10.8.8.${index}` })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(400)]);
  for (const { status, body } of answers) if (status !== 200) expect(body).toMatchObject({ code: 'WRONG_CODE' });
});

test('wrong, expired, used, missing and unknown codes get the same answer after the same work', async () => {
  const wrong = await memberWithPassword();
  const wrongCode = wrongCodes(await codeFor(wrong), 1)[0]!;
  const old = await memberWithPassword();
  const oldCode = await codeFor(old);
  await site.database.update(oneTimeCodes).set({ expiresAt: sql`now()` }).where(eq(oneTimeCodes.memberId, old.id));
  const cases = [
    [wrong.email, wrongCode],
    [old.email, oldCode],
    [(await memberWithPassword()).email, '123456'],
    ['no-such-member@example.org', '123456'],
    [wrong.email, 'abcdef'],
  ] as const;
  const answers = new Set<string>();
  for (const [email, otp] of cases) {
    vi.mocked(verify).mockClear();
    const { status, body } = await site.fails(resetPassword, {
      body: { email, otp, newPassword: nextPassword, confirmPassword: nextPassword },
    });
    answers.add(`${status} ${JSON.stringify(body)}`);
    expect(vi.mocked(verify)).toHaveBeenCalledTimes(1);
  }
  expect([...answers]).toHaveLength(1);
  expect([...answers][0]).toContain('WRONG_CODE');
});

test('a new password that is too easy costs no try of the code', async () => {
  const member = await memberWithPassword();
  const otp = await codeFor(member);
  const cases = {
    short: ['kurz7x', 'Please use at least 8 characters'],
    long: ['x1'.repeat(65), 'Please use at most 128 characters'],
    common: [
      'Password@123',
      'This password is too easy to guess. Please choose another one, for example several words',
    ],
    email: [
      `XX-${member.email.split('@')[0]}-99`,
      'Please choose a password that contains no part of your name or e-mail',
    ],
    name: ['deshmukh family', 'Please choose a password that contains no part of your name or e-mail'],
  } as const;
  for (const [name, [newPassword, message]] of Object.entries(cases)) {
    const answer = await reset(member.email, otp, newPassword);
    expect(answer.status, name).toBe(400);
    expect(answer.body, name).toMatchObject({ code: 'VALIDATION', fields: { newPassword: message } });
  }
  const [stored] = await site.database.select().from(oneTimeCodes).where(eq(oneTimeCodes.memberId, member.id));
  expect(stored!.triesLeft).toBe(limits.otpTriesInAll);
  expect((await reset(member.email, otp)).status).toBe(200);
});

test('a changed password keeps this session, ends the others and is announced by mail', async () => {
  const member = await memberWithPassword();
  const [here, there] = [await memberToken(site, member.id), await memberToken(site, member.id)];
  const body = { currentPassword: password, newPassword: nextPassword, confirmPassword: nextPassword };
  await site.ok(changeMemberPassword, { body }, { token: here });
  expect((await site.call(getSession, {}, { token: here })).status).toBe(200);
  expect((await site.call(getSession, {}, { token: there })).status).toBe(401);
  expect((await login(member.email, nextPassword)).status).toBe(200);
  await waitForMail(site, { to: member.email, kind: 'password-changed' });
});

test('delayed credentials do not replace a password chosen meanwhile', async () => {
  const member = await memberWithPassword();
  const waiting = { kind: 'credentials', recipient: member.email, nextAttemptAt: new Date(Date.now() + 3_600_000) };
  await site.database.insert(mail).values({ ...waiting, memberId: member.id });
  expect((await reset(member.email, await codeFor(member))).status).toBe(200);
  const [row] = await site.database
    .select()
    .from(mail)
    .where(and(eq(mail.memberId, member.id), eq(mail.kind, 'credentials')));
  expect(row!.state).toBe('dropped');
});

test('a wrong current password is a 400 at its field, and tries are limited', async () => {
  const member = await memberWithPassword();
  const token = await memberToken(site, member.id);
  const body = { currentPassword: 'not mine', newPassword: 'password1', confirmPassword: 'password1' };
  const { status, body: failure } = await site.fails(changeMemberPassword, { body }, { token });
  expect(status).toBe(400);
  expect(failure).toMatchObject({
    code: 'WRONG_PASSWORD',
    fields: { currentPassword: 'The current password is incorrect', newPassword: expect.stringContaining('easy') },
  });
  for (let tries = 1; tries < 10; tries += 1) await site.fails(changeMemberPassword, { body }, { token });
  expect((await site.fails(changeMemberPassword, { body }, { token })).status).toBe(429);
});

test('the fields of a password change are checked in the exact words', async () => {
  const token = await memberToken(site);
  const empty = await site.fails(changeMemberPassword, { body: {} }, { token });
  expect(empty.body.fields).toEqual({
    currentPassword: messages.password.old,
    newPassword: messages.password.new,
    confirmPassword: messages.password.confirm,
  });
  const differing = { currentPassword: 'x', newPassword: nextPassword, confirmPassword: password };
  expect((await site.fails(changeMemberPassword, { body: differing }, { token })).body.fields).toEqual({
    confirmPassword: messages.password.differ,
  });
});

test('the same password again is refused', async () => {
  const member = await memberWithPassword();
  const body = { currentPassword: password, newPassword: password, confirmPassword: password };
  const token = await memberToken(site, member.id);
  expect((await site.fails(changeMemberPassword, { body }, { token })).body.fields).toEqual({
    newPassword: 'Please choose a password other than the current one',
  });
});

test('of two concurrent changes one succeeds', async () => {
  const member = await memberWithPassword();
  const token = await memberToken(site, member.id);
  const change = (newPassword: string) =>
    site.call(
      changeMemberPassword,
      { body: { currentPassword: password, newPassword, confirmPassword: newPassword } },
      { token },
    );
  const answers = await Promise.all([change(nextPassword), change('nine orange kettles')]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
});

test('new credentials end the sessions made with the old ones', async () => {
  const member = await memberWithPassword();
  const token = await memberToken(site, member.id);
  await makeTemporaryPassword(site, member.id);
  expect((await site.call(getSession, {}, { token })).status).toBe(401);
});

test('equivalent Unicode spellings of a password are the same password', async () => {
  const member = await memberWithPassword({ passwordHash: await hashPassword('caf\u00e9 au lait \u0928\u093f') });
  expect((await login(member.email, 'cafe\u0301 au lait \u0928\u093f')).status).toBe(200);
});

test('no mail contains a password that somebody chose', async () => {
  for (const { text, html } of await mailsOf(site)) {
    for (const secret of [password, nextPassword]) expect(text + html).not.toContain(secret);
  }
});
