import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { afterEach, describe, expect, test } from 'vitest';
import { maintenance } from '#server/features/administrators/administrators.service.ts';
import { administrators } from '#server/features/administrators/tables.ts';
import { makeOneTimeCode } from '#server/features/auth/mailed-secrets.ts';
import { loginDevices, oneTimeCodes, sessions } from '#server/features/auth/tables.ts';
import { letters } from '#server/features/letters/tables.ts';
import { makeEmailLink } from '#server/features/members/own-email.ts';
import { emailLinks, members, mergedRecords } from '#server/features/members/tables.ts';
import { memberCalendars } from '#server/features/participations/tables.ts';
import { passkeys } from '#server/features/passkeys/tables.ts';
import { secondFactors } from '#server/features/second-factor/tables.ts';
import { features } from '#server/features.ts';
import { proposals } from '#server/parts/proposals/tables.ts';
import { jobs } from '#server/platform/jobs/tables.ts';
import { mail } from '#server/platform/mail/tables.ts';
import * as admin from '#shared/contracts/administrators.ts';
import { changeMemberPassword, loginAdmin, loginMember, resetPassword } from '#shared/contracts/auth.ts';
import { createLetter, sendLetter } from '#shared/contracts/letters.ts';
import { askEmail, confirmEmail, requestErasure, updateMember } from '#shared/contracts/members.ts';
import { myConferences, replaceCalendar } from '#shared/contracts/participations.ts';
import { addPasskey, beginAddingPasskey, notMe } from '#shared/contracts/passkeys.ts';
import { decideRegistration, resendCredentials } from '#shared/contracts/registrations.ts';
import { beginSecondFactor, confirmSecondFactor, liftSecondFactor } from '#shared/contracts/second-factor.ts';
import * as session from '#shared/contracts/sessions.ts';
import { startLoginApp } from '#tests/app.ts';
import { newAuthenticator } from '#tests/authenticator.ts';
import { memberFactory, registrationBody } from '#tests/factories/members.ts';
import {
  adminToken,
  confirmedToken,
  hashOfPassword,
  memberToken,
  newAdministrator,
  newMember,
  nextPassword,
  password,
} from '#tests/logins.ts';
import { mailsOf, waitForMail } from '#tests/mail.ts';
import { addPasskeyTo, logInWith } from '#tests/passkeys.ts';

// A thief knows the password. What they have begun must end with every act by which the owner, or the office, takes the account back.

const site = await startLoginApp();
const { database } = site;

const linkIn = (text: string, kind: string) => new RegExp(`#(${kind}_\\S+)$`, 'm').exec(text)?.[1] ?? '';
const login = async (email: string, more: object = {}) =>
  site.call(loginMember, { body: { email, password, ...more } });
const tokenOf = (answer: { body: unknown }) => (answer.body as { token: string }).token;
const deviceOf = (answer: { body: unknown }) => (answer.body as { device: string }).device;
const setOwnPassword = (id: string) =>
  hashOfPassword().then((passwordHash) =>
    database
      .update(members)
      .set({ passwordHash, mustChangePassword: false, temporaryPasswordUntil: null })
      .where(eq(members.id, id)),
  );

/** A member whose password somebody else knows, and what that one has begun. */
async function stolenMember() {
  const member = await newMember(site, { passwordHash: await hashOfPassword() });
  const { id, email } = member;
  const own = tokenOf(await login(email));
  const thief = await login(email);
  const token = tokenOf(thief);
  const box = `thief-${randomUUID()}@example.org`;
  await site.ok(askEmail, { body: { email: box, password } }, { token });
  const link = linkIn((await waitForMail(site, { to: box, kind: 'email-asked' })).text, 'email');
  await site.ok(requestErasure, { body: { withdraw: false } }, { token });
  await site.ok(beginSecondFactor, { body: { password } }, { token });
  const { calendar } = await site.ok(myConferences, {}, { token });
  const merged = randomUUID();
  await database.insert(mergedRecords).values({
    droppedId: randomUUID(),
    keptId: id,
    reference: merged,
    calendarSecret: merged,
    by: 'office@example.org',
  });
  await makeOneTimeCode(database, id, email);
  const [code] = await database.select().from(oneTimeCodes).where(eq(oneTimeCodes.memberId, id));
  // Mails that failed: trying them again must not make their secrets again.
  const failed = await database
    .insert(mail)
    .values(
      (['email-asked', 'credentials'] as const).map((kind) => ({
        kind,
        recipient: box,
        memberId: id,
        state: 'failed' as const,
        data: { name: '', taken: '' },
      })),
    )
    .returning({ id: mail.id });
  return {
    member,
    id,
    email,
    own,
    token,
    device: deviceOf(thief),
    link,
    calendars: [calendar, `/calendar/${merged}.ics`],
    box,
    failed,
    codeHash: code!.codeHash,
  };
}
type Stolen = Awaited<ReturnType<typeof stolenMember>>;

async function expectEnded(
  { id, email, token, device, link, calendars, failed, codeHash }: Stolen,
  { keepsOwn }: { keepsOwn: boolean },
) {
  expect((await site.call(session.getSession, {}, { token })).status).toBe(401);
  expect(await database.$count(sessions, eq(sessions.memberId, id))).toBe(keepsOwn ? 1 : 0);
  expect((await site.fails(confirmEmail, {}, { token: link })).body.code).toBe('LINK_REPLACED');
  expect(await database.$count(emailLinks, and(eq(emailLinks.memberId, id), isNull(emailLinks.replacedAt)))).toBe(0);
  const [row] = await database.select().from(members).where(eq(members.id, id));
  expect(row!.erasureRequestedAt).toBeNull();
  expect(await database.$count(secondFactors, eq(secondFactors.memberId, id))).toBe(0);
  // The owner may have been mailed another one meanwhile.
  expect(await database.$count(oneTimeCodes, eq(oneTimeCodes.codeHash, codeHash))).toBe(0);
  expect(await database.$count(memberCalendars, eq(memberCalendars.memberId, id))).toBe(0);
  for (const each of calendars)
    expect((await site.app.inject(new URL(each, site.config.publicUrl).pathname)).statusCode).toBe(404);
  for (const { id: one } of failed) {
    expect((await database.select().from(mail).where(eq(mail.id, one)))[0]!.state).toBe('dropped');
  }
  expect(await database.$count(loginDevices, eq(loginDevices.memberId, id))).toBe(keepsOwn ? 1 : 0);
  // The thief's browser is news again.
  await setOwnPassword(id);
  // By the queue: mails of before may still be on their way.
  const isNews = and(eq(mail.memberId, id), eq(mail.kind, 'new-device'));
  const told = await database.$count(mail, isNews);
  expect((await login(row!.email, { device })).status).toBe(200);
  expect(await database.$count(mail, isNews)).toBe(told + 1);
  expect(row!.email).not.toBe('');
  expect(email).not.toBe('');
}

const memberActs: Record<string, { keepsOwn?: true; act: (stolen: Stolen) => Promise<unknown> }> = {
  'a reset by code': {
    act: async ({ id, email }) => {
      const otp = await makeOneTimeCode(database, id, email);
      return site.ok(resetPassword, {
        body: { email, otp: otp!, newPassword: nextPassword, confirmPassword: nextPassword },
      });
    },
  },
  'another password': {
    keepsOwn: true,
    act: ({ own: token }) => {
      const body = { currentPassword: password, newPassword: nextPassword, confirmPassword: nextPassword };
      return site.ok(changeMemberPassword, { body }, { token });
    },
  },
  'the end of all other logins': {
    keepsOwn: true,
    act: ({ own: token }) => site.ok(session.endOtherSessions, {}, { token }),
  },
  'the end of the one login that is not theirs': {
    keepsOwn: true,
    act: async ({ own: token }) => {
      const { data } = await site.ok(session.listSessions, {}, { token });
      const { id } = data.find(({ current }) => !current)!;
      return site.ok(session.endSession, { params: { id } }, { token });
    },
  },
  'a rejection, though the member is approved again': {
    act: async ({ id, member: { membership } }) => {
      const token = await confirmedToken(site);
      for (const status of ['Rejected', 'Approved'] as const)
        await site.ok(decideRegistration, { body: { id, status, membership } }, { token });
    },
  },
  'the link of the mail about a wish': {
    act: async ({ email }) => {
      const { text } = await waitForMail(site, { to: email, kind: 'wish-made' });
      return site.ok(notMe, {}, { token: linkIn(text, 'notme') });
    },
  },
  'the end of logins by the office': {
    act: async ({ id }) =>
      site.ok(session.endMemberSessions, { params: { id } }, { token: await confirmedToken(site) }),
  },
  'new credentials': {
    act: async ({ id, email }) => {
      await site.ok(resendCredentials, { params: { id } }, { token: await confirmedToken(site) });
      await waitForMail(site, { to: email, kind: 'credentials' });
    },
  },
  'another e-mail by the office': {
    act: async ({ id }) => {
      const [row] = await database.select().from(members).where(eq(members.id, id));
      const body = { ...registrationBody(), email: `owner-${randomUUID()}@example.org`, version: row!.version };
      return site.ok(updateMember, { params: { id }, body }, { token: await confirmedToken(site) });
    },
  },
  'the second factor lifted': {
    act: async ({ id, own }) => {
      await addPasskeyTo(site, own);
      return site.ok(liftSecondFactor, { params: { id } }, { token: await confirmedToken(site) });
    },
  },
};

describe('a member’s account', () => {
  test.each(Object.entries(memberActs))('by %s', async (_name, { act, keepsOwn = false }) => {
    const stolen = await stolenMember();
    await act(stolen);
    await expectEnded(stolen, { keepsOwn });
  });

  test('every wish is told to its owner at once, at the address they have', async () => {
    const { email, box } = await stolenMember();
    const told = [
      await waitForMail(site, { to: email, kind: 'wish-made' }),
      await waitForMail(site, { to: email, kind: 'wish-made' }),
    ];
    expect(told.map(({ subject }) => subject).sort()).toEqual([
      'Another e-mail address was asked for',
      'The erasure of your data was asked for',
    ]);
    for (const { text } of told) {
      expect(text).toMatch(/^This was not me: \S+#notme_/m);
      // The address asked for may be the thief's, or a misspelt one.
      expect(text).not.toContain(box);
    }
  });

  test('a mail that a try has claimed makes no link once the wish has ended', async () => {
    const { id, own, box } = await stolenMember();
    const due = {
      kind: 'email-asked',
      recipient: box,
      data: {},
      memberId: id,
      administratorId: null,
      createdAt: new Date(),
      attempts: 1,
      bulk: false,
    };
    const [claimed] = await database.insert(mail).values({ kind: due.kind, recipient: box, memberId: id }).returning();
    await site.ok(session.endOtherSessions, {}, { token: own });
    expect(await makeEmailLink(database, site.config.publicUrl, { ...due, id: claimed!.id })).toBeNull();
    expect(await database.$count(emailLinks, and(eq(emailLinks.memberId, id), isNull(emailLinks.replacedAt)))).toBe(0);
  });

  test('a passkey that is being added during a reset does not stay', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { id, email } = await newMember(site, { passwordHash: await hashOfPassword() });
      const token = await memberToken(site, id);
      await site.ok(session.confirmSession, { body: { password } }, { token });
      const { options, ceremony } = await site.ok(beginAddingPasskey, {}, { token });
      const response = newAuthenticator(site.config.publicUrl).create(options);
      const otp = await makeOneTimeCode(database, id, email);
      const body = { email, otp: otp!, newPassword: nextPassword, confirmPassword: nextPassword, removePasskeys: true };
      const [, added] = await Promise.all([
        site.ok(resetPassword, { body }),
        new Promise((done) => setTimeout(done, round * 12)).then(() =>
          site.call(addPasskey, { body: { ceremony, response } }, { token }),
        ),
      ]);
      expect([200, 401]).toContain(added.status);
      expect(await database.$count(passkeys, eq(passkeys.memberId, id))).toBe(0);
      // The session that asked is gone too, whichever came first.
      expect((await site.call(session.getSession, {}, { token })).status).toBe(401);
    }
  });

  test('the link about a login takes the passkey that opened it, though it was added days before', async () => {
    const { id, email } = await newMember(site, { passwordHash: await hashOfPassword() });
    await login(email);
    const { device, passkey } = await addPasskeyTo(site, await memberToken(site, id));
    const daysAgo = (days: number) => sql`now() - make_interval(days => ${days})`;
    await database
      .update(passkeys)
      .set({ addedAt: daysAgo(5) })
      .where(eq(passkeys.id, passkey.id));
    // The owner has proved who they are since.
    await database.execute(sql`insert into log (kind, "by", action, subject, member_id, at)
      values ('member', 'member', 'set a new password with a one-time code', '', ${id}, now() - interval '2 days')`);
    expect((await logInWith(site, 'member', device)).status).toBe(200);
    const { text } = await waitForMail(site, { to: email, kind: 'new-device' });
    expect(await site.ok(notMe, {}, { token: linkIn(text, 'notme') })).toMatchObject({
      passkeysRemoved: 1,
      secondFactorSince: null,
    });
    expect((await logInWith(site, 'member', device)).body).toMatchObject({ code: 'PASSKEY_REFUSED' });
  });

  test('a second factor that somebody else turned on goes with the code, and only then', async () => {
    const { id, email } = await newMember(site, { passwordHash: await hashOfPassword() });
    const token = await memberToken(site, id);
    const { secret } = await site.ok(beginSecondFactor, { body: { password } }, { token });
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
    await site.ok(confirmSecondFactor, { body: { code } }, { token });
    const reset = async (more: object) => {
      const otp = await makeOneTimeCode(database, id, email);
      const body = { email, otp: otp!, newPassword: nextPassword, confirmPassword: nextPassword, ...more };
      return site.ok(resetPassword, { body });
    };
    const isOn = async () => (await database.$count(secondFactors, eq(secondFactors.memberId, id))) > 0;
    // The mailbox alone lifts none.
    expect((await reset({ removeSecondFactor: true })).message).toContain('A second factor stays');
    expect(await isOn()).toBe(true);
    const { text } = await waitForMail(site, { to: email, kind: 'second-factor-changed' });
    const answer = await site.ok(notMe, {}, { token: linkIn(text, 'notme') });
    expect(answer).toMatchObject({ next: 'code', secondFactorSince: expect.any(String) });
    await waitForMail(site, { to: email, kind: 'otp' });
    await reset({});
    expect(await isOn()).toBe(true);
    expect((await reset({ removeSecondFactor: true })).message).toContain('the second factor is off');
    expect(await isOn()).toBe(false);
    expect((await site.call(loginMember, { body: { email, password: nextPassword } })).status).toBe(200);
  });

  test('the second factor that was on before what the mail tells of stays', async () => {
    const { id, email } = await newMember(site, { passwordHash: await hashOfPassword() });
    await database.insert(secondFactors).values({ memberId: id, secret: 'x', onSince: new Date(Date.now() - 60_000) });
    const token = await memberToken(site, id);
    await site.ok(requestErasure, { body: { withdraw: false } }, { token });
    const { text } = await waitForMail(site, { to: email, kind: 'wish-made' });
    expect(await site.ok(notMe, {}, { token: linkIn(text, 'notme') })).toMatchObject({ secondFactorSince: null });
    await waitForMail(site, { to: email, kind: 'otp' });
    const otp = await makeOneTimeCode(database, id, email);
    const body = {
      email,
      otp: otp!,
      newPassword: nextPassword,
      confirmPassword: nextPassword,
      removeSecondFactor: true,
    };
    await site.ok(resetPassword, { body });
    expect(await database.$count(secondFactors, eq(secondFactors.memberId, id))).toBe(1);
  });

  test('another calendar address ends those of merged records too', async () => {
    const { id } = await memberFactory(site);
    const secret = randomUUID();
    await database
      .insert(mergedRecords)
      .values({ droppedId: randomUUID(), keptId: id, reference: secret, calendarSecret: secret, by: 'x' });
    const feed = () => site.app.inject(`/calendar/${secret}.ics`);
    expect((await feed()).statusCode).toBe(200);
    await site.ok(replaceCalendar, {}, { token: await memberToken(site, id) });
    expect((await feed()).statusCode).toBe(404);
  });
});

/** An administrator whose password somebody else knows, and what that one has set going. */
async function stolenOffice() {
  const { id, email } = await newAdministrator(site, {
    powers: ['letters', 'votes', 'members'],
    passwordHash: await hashOfPassword(),
    lastLoginAt: new Date(),
  });
  const own = await confirmedToken(site, id);
  const token = await confirmedToken(site, id);
  await newMember(site);
  const draft = { kind: 'circular' as const, title: 'Phishing', text: 'Please pay here.', filter: '{}' };
  const { circular } = await site.ok(createLetter, { body: draft }, { token });
  const at = new Date(Date.now() + 86_400_000).toISOString();
  await site.ok(sendLetter, { params: { id: circular.id }, body: { at, version: circular.version } }, { token });
  await database.insert(proposals).values({
    subject: 'vote',
    subjectId: randomUUID(),
    what: 'cancel',
    text: '',
    details: {},
    power: 'votes',
    by: email,
    administratorId: id,
    at: new Date(),
  });
  const [job] = await database
    .insert(jobs)
    .values({ kind: 'none of these', data: {}, by: email, total: 9 })
    .returning();
  return { id, email, own, token, letter: circular.id, job: job!.id };
}
type Office = Awaited<ReturnType<typeof stolenOffice>>;

const officeActs: Record<string, (office: Office) => Promise<unknown>> = {
  'another password': ({ own: token }) => {
    const body = { oldPassword: password, newPassword: nextPassword, confirmPassword: nextPassword };
    return site.ok(admin.changeAdminPassword, { body }, { token });
  },
  'the end of all other logins': ({ own: token }) => site.ok(session.endOtherSessions, {}, { token }),
  'the end of logins by a colleague': async ({ id }) =>
    site.ok(session.endAdministratorSessions, { params: { id } }, { token: await confirmedToken(site) }),
  'the command': ({ email }) => maintenance.resetPassword(database, site.takeBack, email),
  'the link of the mail about a passkey': async ({ token, email }) => {
    await addPasskeyTo(site, token);
    const { text } = await waitForMail(site, { to: email, kind: 'passkey-added' });
    return site.ok(notMe, {}, { token: linkIn(text, 'notme') });
  },
};

describe('an administrator’s account', () => {
  test.each(Object.entries(officeActs))('by %s', async (_name, act) => {
    const colleague = await newAdministrator(site, { powers: ['letters'] });
    const office = await stolenOffice();
    await act(office);
    expect((await site.call(session.getSession, {}, { token: office.token })).status).toBe(401);
    const [letter] = await database.select().from(letters).where(eq(letters.id, office.letter));
    expect(letter).toMatchObject({ state: 'draft', at: null, senderId: null });
    expect((await waitForMail(site, { to: colleague.email, kind: 'letter-returned' })).text).toContain(
      'was taken back',
    );
    expect(await database.$count(proposals, eq(proposals.administratorId, office.id))).toBe(0);
    expect((await database.select().from(jobs).where(eq(jobs.id, office.job)))[0]).toMatchObject({ revoked: true });
    await database.delete(jobs).where(eq(jobs.id, office.job));
    await database.update(administrators).set({ disabled: true }).where(eq(administrators.id, colleague.id));
  });

  test('a letter that is being sent stops', async () => {
    const office = await stolenOffice();
    await database
      .update(letters)
      .set({ state: 'sending', number: randomUUID(), startedAt: new Date(), resumedAt: new Date() })
      .where(eq(letters.id, office.letter));
    await site.ok(
      session.endAdministratorSessions,
      { params: { id: office.id } },
      { token: await confirmedToken(site) },
    );
    expect((await database.select().from(letters).where(eq(letters.id, office.letter)))[0]!.state).toBe('stopped');
    expect(await adminToken(site, office.id)).toBeTruthy();
  });
});

describe('whom a stolen administrator account has invited', () => {
  // Each of them would be mailed.
  afterEach(() => database.update(administrators).set({ disabled: true }));
  const rowOf = async (email: string) =>
    (await database.select().from(administrators).where(eq(administrators.email, email)))[0]!;

  /** A thief in a full account who has invited two: one has logged in and invited another, the other has not. */
  async function stolenFull() {
    const office = await newAdministrator(site, { passwordHash: await hashOfPassword(), lastLoginAt: new Date() });
    const { id, email } = office;
    const [own, token] = [await confirmedToken(site, id), await confirmedToken(site, id)];
    const invite = async (by: string) => {
      const invited = `accomplice-${randomUUID()}@example.org`;
      await site.ok(admin.inviteAdministrator, { body: { email: invited } }, { token: by });
      return invited;
    };
    const logIn = async (invited: string) => {
      const { text } = await waitForMail(site, { to: invited, kind: 'administrator-invitation' });
      const temporary = /^Temporary password: (\S+)$/m.exec(text)![1]!;
      return site.ok(loginAdmin, { body: { email: invited, password: temporary } });
    };
    const accepted = await invite(token);
    await logIn(accepted);
    const theirs = await confirmedToken(site, (await rowOf(accepted)).id);
    const second = await invite(theirs);
    const pending = await invite(token);
    await waitForMail(site, { to: pending, kind: 'administrator-invitation' });
    const colleague = await newAdministrator(site, { lastLoginAt: new Date() });
    return { id, email, own, token, accepted, theirs, second, pending, colleague };
  }

  test.each(Object.entries(officeActs).filter(([name]) => !name.startsWith('the link')))(
    'by %s: who has not logged in is disabled, the others are named to all',
    async (name, act) => {
      const { id, email, own, token, accepted, pending, colleague } = await stolenFull();
      const answer = await act({ id, email, own, token, letter: '', job: '' });
      expect(await rowOf(pending)).toMatchObject({ disabled: true, passwordHash: null });
      expect(await rowOf(accepted)).toMatchObject({ disabled: false });
      const { text } = await waitForMail(site, { to: colleague.email, kind: 'invitations-ended' });
      expect(text).toMatch(new RegExp(`Disabled[^\n]+${pending}`));
      expect(text).toMatch(new RegExp(`still able to log in: ${accepted}`));
      if (name.includes('colleague')) expect(JSON.stringify(answer)).toContain(accepted);
    },
  );

  test('is told to everybody with full powers at once, to the owner with the link that shuts them all out', async () => {
    const colleague = await newAdministrator(site, { lastLoginAt: new Date() });
    const { email, accepted, theirs, second, pending } = await stolenFull();
    const told = async (to: string, who: string) =>
      (await mailsOf(site, { to, kind: 'administrator-changed' })).find(({ subject }) => subject.includes(who));
    await expect.poll(() => told(colleague.email, pending)).toBeTruthy();
    expect((await told(colleague.email, pending))!.text).not.toContain('#notme');
    await expect.poll(() => told(email, accepted)).toBeTruthy();
    const link = linkIn((await told(email, accepted))!.text, 'notme');
    await site.ok(notMe, {}, { token: link });
    for (const each of [accepted, second, pending]) expect(await rowOf(each)).toMatchObject({ disabled: true });
    expect((await site.call(session.getSession, {}, { token: theirs })).status).toBe(401);
    // Another one with full powers has made sure who they are.
    const token = await confirmedToken(site, colleague.id);
    await site.ok(
      admin.setAdministratorDisabled,
      { params: { id: (await rowOf(accepted)).id }, body: { disabled: false } },
      { token },
    );
    await site.ok(admin.inviteAdministrator, { body: { email: pending } }, { token });
    expect(await rowOf(pending)).toMatchObject({ disabled: false, invitedBy: colleague.id });
  });

  test('whom the owner had invited long before stays', async () => {
    const { email, accepted, second } = await stolenFull();
    await database
      .update(administrators)
      .set({ invitedAt: sql`now() - interval '40 days'` })
      .where(eq(administrators.email, accepted));
    const [mailed] = await mailsOf(site, { to: email, kind: 'administrator-changed' });
    await site.ok(notMe, {}, { token: linkIn(mailed!.text, 'notme') });
    for (const each of [accepted, second]) expect(await rowOf(each)).toMatchObject({ disabled: false });
  });
});

/** What belongs to people and opens nothing, or opens what the contracts leave open. */
const records =
  'backups case_links cases certificates circular_recipients conferences corrections decision_undos different_people directory_budgets dues email_bounces files import_rows invitation_links invitations job_left library_stars likely_doubles log logos mail mail_codes mail_servers member_cards office_bearers office_budgets participations payments paying_offices readings receipt_pictures receipts salary_authorisations salary_schedules statement_lines statements vote_objections vote_roll vote_roll_hashes votes';

test('every table of secrets, or of what somebody begins, says how it ends, in the program and in the documents', async () => {
  const { rows } = await database.execute<{ name: string }>(sql`
    select distinct t.relname as name from pg_class t
    join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
    left join pg_constraint k on k.conrelid = t.oid and k.contype = 'f' and a.attnum = any(k.conkey)
      and k.confrelid in ('public.members'::regclass, 'public.administrators'::regclass)
    where t.relkind = 'r' and t.relnamespace = 'public'::regnamespace
      and (k.oid is not null or a.attname ~ '(hash|secret|token|code|handle|password|sealed|public_key)') order by 1`);
  const ended = features.flatMap(({ accountParts = {} }) =>
    Object.values(accountParts).flatMap(({ tables }) => tables),
  );
  const text = await readFile('docs/security/sessions-and-passwords.md', 'utf8');
  const [, table = '', stay = ''] = /\n## Taking an account back\n(.*?)\nThese stay: (.*?)\n\n/s.exec(text) ?? [];
  const namesIn = (part: string) => [...part.matchAll(/`([a-z_]+)`/g)].map(([, name]) => name!);
  expect(namesIn(table).sort()).toEqual([...new Set(ended)].sort());
  const known = new Set([...ended, ...namesIn(stay), ...records.split(' ')]);
  expect(rows.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([]);
  expect([...namesIn(stay), ...records.split(' ')].filter((name) => !rows.some((row) => row.name === name))).toEqual(
    [],
  );
});
