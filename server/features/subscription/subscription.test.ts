import { and, asc, eq } from 'drizzle-orm';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { members } from '#server/features/members/tables.ts';
import { payments } from '#server/features/payments/tables.ts';
import { tiers } from '#server/features/tiers/tables.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { inLanguage } from '#server/platform/languages/catalogue.ts';
import { log } from '#server/platform/log/tables.ts';
import { mail } from '#server/platform/mail/tables.ts';
import { clock } from '#shared/clock.ts';
import { exportDirectory, searchDirectory } from '#shared/contracts/directory.ts';
import * as paymentCalls from '#shared/contracts/payments.ts';
import { decideRegistration } from '#shared/contracts/registrations.ts';
import * as calls from '#shared/contracts/subscription.ts';
import { getMemberships } from '#shared/contracts/tiers.ts';
import { laterSentence, owedFromText, owedSentence } from '#shared/owed.ts';
import { startTestApp } from '#tests/app.ts';
import { clearMoney, moneyRows, setNotice } from '#tests/factories/dues.ts';
import { pictureFile } from '#tests/factories/members.ts';
import { adminToken, confirmedToken, memberToken, newMember } from '#tests/logins.ts';
import { waitForMail } from '#tests/mail.ts';
import { databaseBefore } from '#tests/old-migrations.ts';
import { askAll } from './dues.ts';
import { lockNotices } from './notices.queries.ts';
import { sendNotices } from './notices.ts';
import { findSubscription } from './subscription.queries.ts';

const site = await startTestApp();
const others = [1, 2, 3].map(() => openDatabase({ ...site.ownerConnection }));
afterAll(async () => {
  await Promise.all(others.map((other) => other.close()));
});
afterEach(async () => {
  clock.set(new Date());
  await clearMoney(site);
  await site.database.pool.query(`delete from members; delete from mail;
    delete from subscription; insert into subscription default values`);
  // Others cache the settings until they are notified.
  await site.database.pool.query(`notify content`);
});

/** A time in India. */
const goTo = (time: string) => clock.set(new Date(`${time.length > 10 ? time : `${time}T08:00:00`}+05:30`));
/** Sessions expire when the clock is set ahead. */
const office = async () => ({ token: await adminToken(site) });
const as = async (id: string) => ({ token: await memberToken(site, id) });
const round = async () => {
  await askAll(site.database);
  await sendNotices(site);
};
const change = async (body: object) => (await site.ok(calls.updateSubscription, { body }, await office())).data;
const extra = { yearOfApproval: 'extra' };
const approvedOn = (day: string, values: Parameters<typeof newMember>[1] = {}) =>
  newMember(site, { approvedAt: new Date(`${day}T10:00:00+05:30`), ...values });
const annualOf = (memberId: string) =>
  site.database
    .select()
    .from(payments)
    .where(and(eq(payments.memberId, memberId), eq(payments.purpose, 'annual')))
    .orderBy(asc(payments.period));
const periodsOf = async (memberId: string) =>
  (await annualOf(memberId)).map(({ period, amount, state }) => `${period} ${amount} ${state}`);
const statusOf = async (memberId: string) =>
  (await site.ok(paymentCalls.listOwnPayments, {}, await as(memberId))).standing;
const noticesTo = async (memberId: string) =>
  (await site.database.select().from(mail).where(eq(mail.memberId, memberId)).orderBy(asc(mail.createdAt)))
    .filter(({ kind }) => kind.startsWith('subscription-'))
    .map(({ kind, createdAt }) => `${kind.slice(13)} ${createdAt.toISOString().slice(0, 10)}`);
const receive = async (id: string) => site.ok(paymentCalls.receivePayments, { body: { ids: [id] } }, await office());
const decide = async (body: object) => site.ok(decideRegistration, { body }, await office());

describe('the settings', () => {
  it('are off at first, for the next year, and with the default amount', async () => {
    goTo('2026-11-22');
    const { data } = await site.ok(calls.getSubscription, {}, await office());
    expect(data).toEqual({
      enabled: false,
      amount: 1_000,
      firstYear: '2027-28',
      yearOfApproval: 'included',
      freeFromMonth: 1,
      payableFrom: null,
      reminders: { first: true, after30: true, after60: true, after90: true },
      lapseAfterDays: null,
      lapsedKeeps: 'everything',
      version: 1,
    });
    const member = await approvedOn('2020-05-01');
    await round();
    expect(await annualOf(member.id)).toEqual([]);
    expect(await statusOf(member.id)).toEqual({ state: 'none', period: null, until: null, amount: 0 });
  });

  it('change only the given fields, with the right version; the public pages show the amount', async () => {
    const first = await change({ amount: '1500', reminders: { after60: false }, version: 1 });
    expect(first).toMatchObject({
      enabled: false,
      amount: 1_500,
      reminders: { first: true, after30: true, after60: false, after90: true },
      version: 2,
    });
    expect(await change({ lapseAfterDays: '', freeFromMonth: null })).toMatchObject({
      lapseAfterDays: null,
      freeFromMonth: null,
      amount: 1_500,
      version: 3,
    });
    expect((await site.ok(getMemberships, {})).annualSubscription).toBe(1_500);
    const late = await site.fails(calls.updateSubscription, { body: { amount: 9, version: 2 } }, await office());
    expect([late.status, late.body.code]).toEqual([409, 'RECORD_CHANGED']);
    const [line] = await site.database.select().from(log).where(eq(log.subject, 'Annual subscription'));
    expect(line?.note).toContain('amount: 1000 → 1500');
  });

  it.each([
    [{}, undefined],
    [{ amount: 0 }, 'amount'],
    [{ amount: 1.5 }, 'amount'],
    [{ firstYear: '2027-29' }, 'firstYear'],
    [{ firstYear: '2019-20' }, 'firstYear'],
    [{ freeFromMonth: 13 }, 'freeFromMonth'],
    [{ lapseAfterDays: -1 }, 'lapseAfterDays'],
    [{ lapsedKeeps: 'nothing' }, 'lapsedKeeps'],
    [{ reminders: { first: 'maybe' } }, 'reminders.first'],
  ])('refuse %j', async (body, field) => {
    const answer = await site.fails(calls.updateSubscription, { body }, await office());
    expect(answer.status).toBe(400);
    if (field) expect(Object.keys(answer.body.fields ?? {})).toEqual([field]);
  });

  it('preview the payments before they are turned on, without existing ones', async () => {
    goTo('2026-11-22');
    await change(extra);
    await approvedOn('2020-05-01');
    await approvedOn('2026-10-10');
    await newMember(site, { status: 'New' });
    const preview = async (query: object) => (await site.ok(calls.previewSubscription, { query }, await office())).data;
    expect(await preview({})).toEqual({ members: 2, amount: 2_000 });
    expect(await preview({ firstYear: '2026-27', amount: '700' })).toEqual({ members: 2, amount: 1_400 });
    expect(await preview({ firstYear: '2026-27', freeFromMonth: '9' })).toEqual({ members: 1, amount: 1_000 });
    expect(await preview({ firstYear: '2026-27', freeFromMonth: '' })).toEqual({ members: 2, amount: 2_000 });
    const included = { firstYear: '2026-27', freeFromMonth: '', yearOfApproval: 'included' };
    expect(await preview(included)).toEqual({ members: 1, amount: 1_000 });
    await change({ enabled: true, firstYear: '2026-27', freeFromMonth: 9 });
    expect(await preview({ firstYear: '2026-27', freeFromMonth: null })).toEqual({ members: 1, amount: 1_000 });
    const wrong = await site.fails(calls.previewSubscription, { query: { firstYear: 'soon' } }, await office());
    expect(wrong.body.fields).toHaveProperty('firstYear');
  });
});

describe('who owes', () => {
  it('a current first year is billed at once, with the current amount', async () => {
    goTo('2026-11-22');
    const old = await approvedOn('2020-05-01');
    const recent = await approvedOn('2026-11-01');
    const applicant = await newMember(site, { status: 'New' });
    await change({ ...extra, enabled: true, firstYear: '2026-27' });
    for (const { id } of [old, recent]) expect(await periodsOf(id)).toEqual(['2026-27 1000 due']);
    expect(await annualOf(applicant.id)).toEqual([]);
    expect((await annualOf(old.id))[0]!.reference).toMatch(/^AIP-2026-\d{6}$/);
    await change({ amount: 2_000 });
    expect(await periodsOf(old.id)).toEqual(['2026-27 1000 due']);
    expect(await statusOf(old.id)).toEqual({ state: 'due', period: '2026-27', until: null, amount: 1_000 });
  });

  it('the next year is billed on its first day in India and not before', async () => {
    goTo('2026-11-22');
    const member = await approvedOn('2020-05-01');
    await change({ enabled: true });
    goTo('2027-03-31T23:59:00');
    await round();
    expect(await annualOf(member.id)).toEqual([]);
    expect((await statusOf(member.id)).state).toBe('none');
    goTo('2027-04-01T00:01:00');
    await round();
    await round();
    expect(await periodsOf(member.id)).toEqual(['2027-28 1000 due']);
    expect((await annualOf(member.id))[0]!.reference).toMatch(/^AIP-2027-/);
  });

  it('a member approved later in a current year owes from then on, unless the month is free', async () => {
    goTo('2026-11-22');
    await change({ ...extra, enabled: true, firstYear: '2026-27' });
    const soon = await newMember(site, { status: 'New' });
    const late = await newMember(site, { status: 'New' });
    await decide({ id: soon.id, status: 'Approved' });
    expect(await periodsOf(soon.id)).toEqual(['2026-27 1000 due']);
    goTo('2027-01-05');
    await decide({ id: late.id, status: 'Approved' });
    await round();
    expect(await annualOf(late.id)).toEqual([]);
    expect(await statusOf(late.id)).toEqual({ state: 'none', period: '2026-27', until: '2027-03-31', amount: 0 });
    await change({ freeFromMonth: 2 });
    expect(await periodsOf(late.id)).toEqual(['2026-27 1000 due']);
    goTo('2027-04-01');
    await round();
    expect(await periodsOf(late.id)).toEqual(['2026-27 1000 due', '2027-28 1000 due']);
  });

  it('the admission pays the year of the approval, and what is said of today and later agrees with what is asked for', async () => {
    goTo('2026-11-22');
    await change({ enabled: true, firstYear: '2026-27' });
    const ahead = async () => (await site.ok(getMemberships, {})).subscription;
    expect(await ahead()).toEqual({ withApproval: null, from: '2027-04-01', amount: 1_000 });
    const member = await newMember(site, { status: 'New' });
    await decide({ id: member.id, status: 'Approved' });
    await round();
    expect(await annualOf(member.id)).toEqual([]);
    expect(await statusOf(member.id)).toEqual({ state: 'none', period: '2026-27', until: '2027-03-31', amount: 0 });
    goTo('2027-04-01');
    await round();
    expect(await periodsOf(member.id)).toEqual(['2027-28 1000 due']);

    goTo('2027-05-02');
    // By either name.
    expect(await change({ firstYear: 'extra' })).toMatchObject({ yearOfApproval: 'extra', firstYear: '2026-27' });
    const beside = { withApproval: '2027-28', from: '2028-04-01', amount: 1_000 };
    expect(await ahead()).toEqual(beside);
    expect(laterSentence(beside).toString()).toBe(
      'with the approval Rs 1,000 for 2027-28; from 1 April 2028 Rs 1,000 a year',
    );
    const words = owedSentence(25_000, beside).toString();
    expect(inLanguage(owedFromText(words)!, 'en')).toBe(words);
    expect(inLanguage(owedFromText(words)!, 'hi')).toBe(
      'आज Rs 25,000; स्वीकृति पर 2027-28 के लिए Rs 1,000; 1 अप्रैल 2028 से Rs 1,000 प्रति वर्ष',
    );
    const other = await newMember(site, { status: 'New' });
    await decide({ id: other.id, status: 'Approved' });
    expect(await periodsOf(other.id)).toEqual(['2027-28 1000 due']);
    goTo('2028-01-02');
    expect(await ahead()).toMatchObject({ withApproval: null });
  });

  it('a former member owes nothing, a returned one the same, and the years in between are not owed', async () => {
    goTo('2026-11-22');
    const member = await approvedOn('2020-05-01');
    await change({ enabled: true, firstYear: '2026-27' });
    const [due] = await annualOf(member.id);
    for (const left of ['Rejected', 'New'] as const) {
      await decide({ id: member.id, status: left, reason: 'As asked' });
      expect(await periodsOf(member.id)).toEqual(['2026-27 1000 cancelled']);
      await round();
      await decide({ id: member.id, status: 'Approved' });
      expect((await annualOf(member.id)).map(({ id, state }) => [id, state])).toEqual([[due!.id, 'due']]);
    }
    await receive(due!.id);
    await decide({ id: member.id, status: 'Rejected', reason: 'As asked', money: 'keep' });
    goTo('2027-05-01');
    await round();
    goTo('2028-05-01');
    await round();
    await decide({ id: member.id, status: 'Approved' });
    expect(await periodsOf(member.id)).toEqual(['2026-27 1000 received', '2028-29 1000 due']);
  });

  it('several processes bill everybody once, during decisions and changes of the settings', async () => {
    goTo('2027-03-01');
    const people = await Promise.all(Array.from({ length: 40 }, () => approvedOn('2020-05-01')));
    const leaving = people.slice(0, 5);
    await change({ enabled: true });
    goTo('2027-04-01T00:05:00');
    const token = await office();
    await Promise.all([
      ...[...others, site.database].map((database) => askAll(database)),
      ...leaving.map(({ id }) =>
        site.ok(decideRegistration, { body: { id, status: 'Rejected', reason: 'Retired' } }, token),
      ),
      site.ok(calls.updateSubscription, { body: { lapseAfterDays: 100 } }, token),
    ]);
    for (const [index, { id }] of people.entries()) {
      const states = (await annualOf(id)).map(({ state }) => state);
      expect(index < 5 ? ['', 'cancelled'] : ['due']).toContain(states.join());
    }
    const { rows } = await site.database.pool.query('select count(distinct reference)::int as n from payments');
    expect(rows[0].n).toBe(await site.database.$count(payments));
  });
});

describe('the next year', () => {
  const ask = async (id: string) => site.call(calls.payNextYear, {}, await as(id));
  const asked = async (id: string) => (await site.ok(calls.payNextYear, {}, await as(id))).payment;
  const own = async (id: string) => site.ok(paymentCalls.listOwnPayments, {}, await as(id));

  it.each([
    ['off', { enabled: false, payableFrom: 1 }, '2027-03-01'],
    ['from 1 April alone', { enabled: true, payableFrom: null }, '2027-03-01'],
    ['too early, in the year before', { enabled: true, payableFrom: 12 }, '2026-11-30'],
    ['too early, before that April', { enabled: true, payableFrom: 2 }, '2027-01-31'],
    ['of a year that is not asked for', { enabled: true, payableFrom: 1, firstYear: '2028-29' }, '2027-03-01'],
  ])('is not taken: %s', async (_what, settings, day) => {
    goTo(day);
    const member = await approvedOn('2020-05-01');
    await change(settings);
    const { status, body } = await ask(member.id);
    expect([status, body]).toMatchObject([409, { code: 'NOT_YET' }]);
    expect((await own(member.id)).nextYear).toBeNull();
    expect(await annualOf(member.id)).toEqual([]);
  });

  it('is paid once, does not change the status of this year, and is not billed again on 1 April', async () => {
    goTo('2026-12-01');
    const member = await approvedOn('2020-05-01');
    await change({ enabled: true, firstYear: '2026-27', payableFrom: 12, lapseAfterDays: 90 });
    await round();
    const [running] = await annualOf(member.id);
    await receive(running!.id);
    expect((await own(member.id)).nextYear).toEqual({ period: '2027-28', amount: 1_000 });
    const payment = await asked(member.id);
    expect(payment).toMatchObject({ purpose: 'annual', period: '2027-28', state: 'due', amount: 1_000 });
    const answer = await own(member.id);
    expect(answer.nextYear).toBeNull();
    expect(answer.standing).toMatchObject({ state: 'paid', period: '2026-27', until: '2027-03-31' });
    await round();
    expect(await noticesTo(member.id)).toEqual(['due 2026-12-01']);
    await receive(payment.id);
    expect((await asked(member.id)).id).toBe(payment.id);
    expect((await own(member.id)).standing).toMatchObject({ state: 'paid', until: '2028-03-31' });
    goTo('2027-04-01T00:05:00');
    await round();
    expect(await periodsOf(member.id)).toEqual(['2026-27 1000 received', '2027-28 1000 received']);
  });

  it('is billed once, despite 1 April and repeated presses', async () => {
    goTo('2027-03-31T23:59:30');
    const member = await approvedOn('2020-05-01');
    await change({ enabled: true, payableFrom: 1 });
    const token = await as(member.id);
    const presses = Array.from({ length: 6 }, () => site.ok(calls.payNextYear, {}, token));
    const ids = await Promise.all(presses).then((all) => all.map(({ payment }) => payment.id));
    expect(new Set(ids).size).toBe(1);
    goTo('2027-04-01T00:00:30');
    await Promise.all([...others.map((other) => askAll(other)), askAll(site.database)]);
    expect(await periodsOf(member.id)).toEqual(['2027-28 1000 due']);
  });

  it('of a returned member is the same payment', async () => {
    goTo('2027-01-10');
    const member = await approvedOn('2020-05-01');
    await change({ enabled: true, payableFrom: 1 });
    const payment = await asked(member.id);
    await decide({ id: member.id, status: 'Rejected', reason: 'Left' });
    expect(await periodsOf(member.id)).toEqual(['2027-28 1000 cancelled']);
    await decide({ id: member.id, status: 'Approved' });
    expect((await asked(member.id)).id).toBe(payment.id);
    expect(await periodsOf(member.id)).toEqual(['2027-28 1000 due']);
  });
});

describe('a year', () => {
  it('brings notices, reminders, the lapse, the payment, and the next year', async () => {
    goTo('2027-03-20');
    const unpaid = await approvedOn('2020-05-01');
    const paying = await approvedOn('2021-05-01');
    const waived = await approvedOn('2022-05-01');
    await change({ enabled: true, lapseAfterDays: 120 });
    for (
      let day = new Date('2027-03-28T20:00:00Z');
      day < new Date('2027-07-12');
      day.setUTCHours(day.getUTCHours() + 12)
    ) {
      clock.set(new Date(day));
      await round();
      if (day.toISOString().startsWith('2027-04-02T08')) {
        const [due] = await annualOf(waived.id);
        await site.ok(paymentCalls.waivePayment, { body: { id: due!.id, note: 'Founder' } }, await office());
      }
      if (day.toISOString().startsWith('2027-05-05T08')) {
        const [due] = await annualOf(paying.id);
        const claim = { params: { id: due!.id }, body: { utr: '412345678901' } };
        await site.ok(paymentCalls.claimPayment, claim, await as(paying.id));
      }
    }
    const first = 'due 2027-03-31';
    expect(await noticesTo(unpaid.id)).toEqual([
      first,
      'reminder 2027-04-30',
      'reminder 2027-05-30',
      'reminder 2027-06-29',
    ]);
    expect(await noticesTo(paying.id)).toEqual([first, 'reminder 2027-04-30']);
    expect(await noticesTo(waived.id)).toEqual([first]);
    expect(await statusOf(unpaid.id)).toMatchObject({ state: 'due', amount: 1_000 });
    expect(await statusOf(paying.id)).toEqual({ state: 'claimed', period: '2027-28', until: null, amount: 1_000 });
    expect(await statusOf(waived.id)).toEqual({ state: 'paid', period: '2027-28', until: '2028-03-31', amount: 0 });

    goTo('2027-07-29');
    expect((await statusOf(unpaid.id)).state).toBe('due');
    goTo('2027-07-30');
    expect(await statusOf(unpaid.id)).toEqual({ state: 'lapsed', period: '2027-28', until: null, amount: 1_000 });
    const letter = await waitForMail(site, { to: unpaid.email, kind: 'subscription-due' });
    expect(letter.text).toContain('Annual subscription 2027-28');
    expect(letter.text).toContain('Rs 1,000');
    expect(letter.text).toContain('/Membership-status');

    await receive((await annualOf(paying.id))[0]!.id);
    expect(await statusOf(paying.id)).toMatchObject({ state: 'paid', until: '2028-03-31' });
    await change({ amount: 1_200 });
    goTo('2028-04-01');
    await round();
    expect(await statusOf(paying.id)).toEqual({
      state: 'due',
      period: '2028-29',
      until: '2028-03-31',
      amount: 1_200,
    });
    // Last year's unpaid subscription is still owed, and a lapsed member stays lapsed.
    expect(await statusOf(unpaid.id)).toEqual({ state: 'lapsed', period: '2028-29', until: null, amount: 2_200 });
    expect((await noticesTo(unpaid.id)).at(-1)).toBe('due 2028-04-01');
    await receive((await annualOf(unpaid.id))[0]!.id);
    expect(await statusOf(unpaid.id)).toEqual({
      state: 'due',
      period: '2028-29',
      until: '2028-03-31',
      amount: 1_200,
    });
  });

  it('sends one mail after a long pause, none that is disabled, and none to members who have paid meanwhile', async () => {
    goTo('2027-03-20');
    const member = await approvedOn('2020-05-01');
    await change({ ...extra, enabled: true, reminders: { after90: false } });
    goTo('2027-04-01');
    await askAll(site.database);
    goTo('2027-08-01');
    await round();
    await round();
    expect(await noticesTo(member.id)).toEqual(['reminder 2027-08-01']);
    // Also for a process that had found it before another one sent it.
    const [value] = await annualOf(member.id);
    const subscription = await findSubscription(site.database);
    expect(await site.database.transaction((tx) => lockNotices(tx, subscription, [value!.id]))).toEqual([]);
    goTo('2027-08-02');
    await round();
    expect(await noticesTo(member.id)).toHaveLength(1);

    const quick = await newMember(site, { status: 'New' });
    const dueMail = () =>
      site.database
        .select()
        .from(mail)
        .where(and(eq(mail.memberId, quick.id), eq(mail.kind, 'subscription-due')));
    await decide({ id: quick.id, status: 'Approved' });
    const [due] = await annualOf(quick.id);
    // As with a long queue: it is paid before the mail is sent.
    await setNotice(site, due!, 0);
    await receive(due!.id);
    await site.database.insert(mail).values({
      kind: 'subscription-due',
      recipient: quick.email,
      data: { payment: due!.id, name: 'x', reference: 'x', purpose: 'x', amount: 'x', link: 'x' },
      memberId: quick.id,
      bulk: true,
    });
    await site.database.pool.query('notify mail');
    await vi.waitFor(async () => expect((await dueMail()).map(({ state }) => state)).toEqual(['dropped']), 20_000);
  });
});

describe('lapsed members', () => {
  it('keep what the office leaves them, and are found by their status', async () => {
    goTo('2027-03-20');
    const lapsed = await approvedOn('2020-05-01', { name: 'Lapsed Member' });
    const paid = await approvedOn('2020-05-01', { name: 'Paid Member' });
    await change({ enabled: true, lapseAfterDays: 60, freeFromMonth: 5 });
    goTo('2027-04-01');
    await round();
    await receive((await annualOf(paid.id))[0]!.id);
    await approvedOn('2027-05-20', { name: 'New Member' });
    goTo('2027-06-01');
    const search = async (id: string) => site.call(searchDirectory, {}, await as(id));
    expect((await search(lapsed.id)).status).toBe(200);
    await change({ lapsedKeeps: 'noDirectory' });
    await vi.waitFor(async () => expect((await search(lapsed.id)).status).toBe(403), 20_000);
    expect((await search(lapsed.id)).body).toMatchObject({
      code: 'LAPSED',
      message: expect.stringContaining('lapsed'),
    });
    expect((await search(paid.id)).status).toBe(200);

    const found = async (standing: string) => {
      const { data } = await site.ok(searchDirectory, { query: { standing } }, await office());
      return data.map((each) => [each.name, 'standing' in each && each.standing.state]);
    };
    expect(await found('lapsed')).toEqual([['Lapsed Member', 'lapsed']]);
    expect(await found('paid')).toEqual([['Paid Member', 'paid']]);
    expect(await found('none')).toEqual([['New Member', 'none']]);
    expect([...(await found('due')), ...(await found('claimed'))]).toEqual([]);
    expect(await found('')).toHaveLength(3);
    expect((await site.call(searchDirectory, { query: { standing: 'rich' } }, await office())).status).toBe(400);
    const file = await site.call(
      exportDirectory,
      { query: { format: 'csv', standing: 'paid' } },
      { token: await confirmedToken(site) },
    );
    const [head, row, ...more] = file.raw
      .toString('utf8')
      .trim()
      .split('\r\n')
      .map((line) => line.slice(1, -1).split('","'));
    const column = head!.indexOf('Subscription');
    expect(row!.slice(column, column + 2)).toEqual(['paid', '2028-03-31']);
    expect(more).toEqual([]);

    await change({ enabled: false });
    await vi.waitFor(async () => expect((await search(lapsed.id)).status).toBe(200), 20_000);
    expect(await found('none')).toHaveLength(3);
  });
});

describe('claiming', () => {
  it('is for one’s own open payment, with a picture or a reference', async () => {
    goTo('2026-11-22');
    const member = await approvedOn('2020-05-01');
    const other = await approvedOn('2020-05-01');
    await change({ enabled: true, firstYear: '2026-27' });
    const [due] = await annualOf(member.id);
    const claim = async (
      body: object,
      files: { screenshot?: Awaited<ReturnType<typeof pictureFile>> },
      by = member.id,
    ) => site.call(paymentCalls.claimPayment, { params: { id: due!.id }, body, files }, await as(by));
    expect((await claim({ utr: '1' }, {}, other.id)).status).toBe(404);
    expect((await claim({ utr: ' ' }, {})).body).toMatchObject({ fields: { screenshot: 'Please Upload Screenshot' } });
    expect((await claim({}, { screenshot: await pictureFile() })).body).toMatchObject({
      payment: { state: 'claimed' },
    });
    expect((await claim({ utr: '4123 4567 8901' }, {})).body).toMatchObject({ payment: { utr: '412345678901' } });
    await site.ok(paymentCalls.refusePayment, { body: { id: due!.id, reason: 'Not there' } }, await office());
    expect(await statusOf(member.id)).toMatchObject({ state: 'due', amount: 1_000 });
    expect((await claim({ utr: '55' }, {})).status).toBe(200);
    await receive(due!.id);
    expect((await claim({ utr: '66' }, {})).body).toMatchObject({ code: 'WRONG_STATE' });
  });
});

describe('another membership', () => {
  const ask = async (id: string, membership: string) =>
    site.call(calls.requestUpgrade, { body: { membership } }, await as(id));
  const asked = async (id: string, membership: string) =>
    (await site.ok(calls.requestUpgrade, { body: { membership } }, await as(id))).payment;

  it('costs the difference of the fees, and is granted with the receipt', async () => {
    const member = await newMember(site, { membership: 'Individual member' });
    const payment = await asked(member.id, 'lifetime member');
    expect(payment).toMatchObject({
      purpose: 'upgrade',
      amount: 9_000,
      state: 'due',
      period: null,
      membership: 'lifetime member',
    });
    expect((await asked(member.id, 'lifetime member')).id).toBe(payment.id);
    const higher = await asked(member.id, 'Patron member');
    expect(higher).toMatchObject({ amount: 24_000, state: 'due' });
    expect(higher.reference).not.toBe(payment.reference);
    const { data, standing } = await site.ok(paymentCalls.listOwnPayments, {}, await as(member.id));
    expect(data.find(({ id }) => id === payment.id)?.state).toBe('cancelled');
    expect(standing.state).toBe('none');
    const claim = { params: { id: higher.id }, body: { utr: '412345678902' } };
    await site.ok(paymentCalls.claimPayment, claim, await as(member.id));
    expect((await ask(member.id, 'lifetime member')).status).toBe(409);
    expect((await asked(member.id, 'Patron member')).id).toBe(higher.id);
    await receive(higher.id);
    const [row] = await site.database.select().from(members).where(eq(members.id, member.id));
    expect(row?.membership).toBe('Patron member');
    const letter = await waitForMail(site, { to: member.email, kind: 'membership-changed' });
    expect(letter.subject).toBe('Your membership is now Patron');
    const lines = await site.database.select().from(log).where(eq(log.memberId, member.id));
    expect(lines).toContainEqual(
      expect.objectContaining({ action: 'changed the membership', from: 'Individual member', to: 'Patron member' }),
    );
    expect((await ask(member.id, 'Patron member')).status).toBe(400);
  });

  it('is refused when it is the same, a lower, a withdrawn or an unknown one', async () => {
    const member = await newMember(site, { membership: 'lifetime member' });
    await site.database.update(tiers).set({ offered: false }).where(eq(tiers.membership, 'Patron member'));
    for (const membership of ['lifetime member', 'Individual member', 'Patron member', 'Gold member']) {
      const answer = await ask(member.id, membership);
      expect([answer.status, Object.keys((answer.body as { fields: object }).fields)]).toEqual([400, ['membership']]);
    }
    await site.database.update(tiers).set({ offered: true });
  });

  it('follows the office’s changes: the new difference, or nothing once it is reached; never down again', async () => {
    const member = await newMember(site, { membership: 'Individual member' });
    const wish = await asked(member.id, 'Patron member');
    const stateOf = async (id: string) => {
      const [row] = await moneyRows(site, { id });
      return `${row?.amount} ${row?.state}`;
    };
    await decide({ id: member.id, status: 'Approved', membership: 'lifetime member' });
    expect(await stateOf(wish.id)).toBe('15000 due');
    await decide({ id: member.id, status: 'Rejected', reason: 'Left' });
    expect(await stateOf(wish.id)).toBe('15000 cancelled');
    await decide({ id: member.id, status: 'Approved' });
    expect(await stateOf(wish.id)).toBe('15000 due');
    await decide({ id: member.id, status: 'Approved', membership: 'Patron member' });
    expect(await stateOf(wish.id)).toBe('15000 cancelled');

    const other = await newMember(site, { membership: 'Individual member' });
    const small = await asked(other.id, 'lifetime member');
    await site.ok(paymentCalls.claimPayment, { params: { id: small.id }, body: { utr: '77' } }, await as(other.id));
    await decide({ id: other.id, status: 'Approved', membership: 'Patron member' });
    await receive(small.id);
    const [row] = await site.database.select().from(members).where(eq(members.id, other.id));
    expect(row?.membership).toBe('Patron member');
  });
});

it('the overview adds up received, claimed and due payments', async () => {
  goTo('2026-11-22');
  const people = await Promise.all([1, 2, 3].map(() => approvedOn('2020-05-01')));
  await clearMoney(site, { purpose: 'admission' });
  await change({ enabled: true, firstYear: '2026-27' });
  const ids = await Promise.all(people.map(async ({ id }) => (await annualOf(id))[0]!.id));
  await site.ok(paymentCalls.receivePayments, { body: { ids: [ids[0]], receivedOn: '2026-10-30' } }, await office());
  await site.ok(paymentCalls.claimPayment, { params: { id: ids[1] }, body: { utr: '88' } }, await as(people[1]!.id));
  expect((await site.ok(calls.moneyOverview, {}, await office())).data).toEqual({
    year: '2026-27',
    receivedThisMonth: { count: 0, amount: 0 },
    receivedThisYear: { count: 1, amount: 1_000 },
    claimed: { count: 1, amount: 1_000 },
    due: { count: 1, amount: 1_000 },
    toReturn: { count: 0, amount: 0 },
  });
});

it.each([
  ['has never asked', '', 'included'],
  ['asks', 'update subscription set enabled = true', 'extra'],
])('a site that %s keeps its rule for the year of the approval', async (_which, before, after) => {
  const { pool, update } = await databaseBefore('_includes_the_first_year');
  if (before) await pool.query(before);
  await update();
  const { rows } = await pool.query<{ year_of_approval: string }>('select year_of_approval from subscription');
  expect(rows).toEqual([{ year_of_approval: after }]);
});
