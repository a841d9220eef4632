import { eq } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { payingOffices, salaryAuthorisations } from '#server/features/checkoff/tables.ts';
import { conferences } from '#server/features/conferences/tables.ts';
import { letterRecipients, letters } from '#server/features/letters/tables.ts';
import { participations } from '#server/features/participations/tables.ts';
import { askAll } from '#server/features/subscription/dues.ts';
import { subscription } from '#server/features/subscription/tables.ts';
import { voteRoll, votes } from '#server/features/votes/tables.ts';
import { clock } from '#shared/clock.ts';
import { ownCard } from '#shared/contracts/card.ts';
import { getHome } from '#shared/contracts/home.ts';
import { listOwnPayments } from '#shared/contracts/payments.ts';
import { startTestApp } from '#tests/app.ts';
import { conferenceFactory } from '#tests/factories/content.ts';
import { memberFactory } from '#tests/factories/members.ts';
import { adminToken, memberToken } from '#tests/logins.ts';

const now = new Date('2026-11-27T12:00:00+05:30');
const hours = (ahead: number) => new Date(now.getTime() + ahead * 3_600_000);

const site = await startTestApp({ TEST_CLOCK: now.toISOString() });
const realStart = Date.now();
beforeEach(async () => {
  clock.set(now);
  await site.database.delete(participations);
  await site.database.delete(conferences);
});
afterAll(() => clock.set(new Date(realStart)));

async function person(values: Parameters<typeof memberFactory>[1] = {}) {
  const member = await memberFactory(site, { paymentStatus: 'PAYMENT_SUCCESS', ...values });
  const as = { token: await memberToken(site, member.id) };
  const home = async () => (await site.ok(getHome, {}, as)).data;
  return { ...member, as, home };
}
type Person = Awaited<ReturnType<typeof person>>;

async function openVote(title: string, closesAt: Date, people: Person[]) {
  const values = {
    title,
    state: 'open' as const,
    questions: [],
    opensAt: hours(-2),
    closesAt,
    frozenAt: hours(-3),
    by: 'office',
  };
  const [vote] = await site.database
    .insert(votes)
    .values(values as typeof votes.$inferInsert)
    .returning();
  const rows = people.map(({ id, memberNumber, name, state }) => ({
    voteId: vote!.id,
    memberId: id,
    memberNumber: memberNumber!,
    name,
    state,
  }));
  if (rows.length > 0) await site.database.insert(voteRoll).values(rows);
  return vote!;
}

let letterNumber = 0;
async function sentLetter(title: string, to: Person, read = false) {
  const [letter] = await site.database
    .insert(letters)
    .values({
      kind: 'circular',
      title,
      text: 'Text',
      state: 'sent',
      startedAt: hours(-1),
      by: 'office',
      number: `2026/${++letterNumber}`,
    })
    .returning();
  const { id: memberId, name, state } = to;
  await site.database
    .insert(letterRecipients)
    .values({ letterId: letter!.id, position: 1, memberId, name, state, readAt: read ? now : null });
}

describe('a member’s home', () => {
  it('says who it is of and how the card is verified, and that nothing waits', async () => {
    const member = await person({ membership: 'lifetime member' });
    const answer = await site.call(getHome, {}, member.as);
    const { data: card } = await site.ok(ownCard, {}, member.as);
    expect(answer.headers['cache-control']).toBe('private, no-store');
    expect(answer.body).toEqual({
      success: true,
      data: {
        name: member.name,
        memberNumber: member.memberNumber,
        membership: 'lifetime member',
        waits: [],
        owed: null,
        conference: null,
        verify: card.verify,
      },
    });
  });

  it('lists what waits by when it ends, with a button for each', async () => {
    const member = await person({ paymentStatus: '' });
    const other = await person();
    const later = await openVote('Welfare fund', hours(24 * 5), [member]);
    const sooner = await openVote('President', hours(5), [member, other]);
    await openVote('Over', hours(-1), [member]);
    await openVote('Of others', hours(5), [other]);
    await sentLetter('Court hours', member);
    await sentLetter('Holidays', member);
    await sentLetter('Read already', member, true);
    const conference = await conferenceFactory(site, {
      title: 'Electronic evidence',
      startsAt: hours(6),
      participation: 'members',
    });
    expect((await member.home()).waits.map(({ kind }) => kind)).not.toContain('conference');
    const place = {
      conferenceId: conference.id,
      memberId: member.id,
      guest: false,
      state: 'registered',
      code: 'c1',
    } as const;
    await site.database.insert(participations).values(place);

    const home = await member.home();
    expect(home.waits).toEqual([
      {
        kind: 'vote',
        title: 'President closes today 5:00 pm',
        until: hours(5).toISOString(),
        label: 'Vote',
        path: `/Votes/${sooner.id}`,
      },
      {
        kind: 'conference',
        title: 'Electronic evidence, today 6:00 pm',
        until: hours(8).toISOString(),
        label: 'Join',
        path: `/ConferencesDetails/${conference.id}`,
      },
      {
        kind: 'vote',
        title: 'Welfare fund closes 2 Dec',
        until: hours(24 * 5).toISOString(),
        label: 'Vote',
        path: `/Votes/${later.id}`,
      },
      expect.objectContaining({ kind: 'payment', until: null, label: 'Pay', path: '/Membership-status' }),
      { kind: 'circular', title: '2 new circulars', until: null, label: 'Read', path: '/Circulars' },
    ]);
    expect(home.waits[3]!.title).toMatch(/^Rs [\d,]+ due for the membership$/);
    expect(home.conference).toMatchObject({ id: conference.id, mine: { state: 'registered' } });
    // Somebody without a place sees the same conference without a participation.
    const theirs = await other.home();
    expect(theirs.waits.map(({ title }) => title)).toEqual([
      'President closes today 5:00 pm',
      'Of others closes today 5:00 pm',
    ]);
    expect(theirs.conference).toMatchObject({ id: conference.id, mine: null });
  });

  it('has a vote until it closes, a conference until it ends, and no cancelled or hidden conference', async () => {
    const member = await person();
    await openVote('Rules', hours(2), [member]);
    const open = await conferenceFactory(site, { title: 'Open to all', startsAt: hours(1), participation: 'off' });
    await conferenceFactory(site, { title: 'Cancelled', startsAt: hours(1), participation: 'off', cancelledAt: now });
    await conferenceFactory(site, { title: 'Hidden', startsAt: hours(1), participation: 'off', active: false });
    await conferenceFactory(site, { title: 'Next week', startsAt: hours(24 * 7), participation: 'off' });
    const titles = async () => (await member.home()).waits.map(({ title }) => title);
    expect(await titles()).toEqual(['Rules closes today 2:00 pm', 'Open to all, today 1:00 pm']);
    expect((await member.home()).conference?.id).toBe(open.id);
    clock.set(hours(2.5));
    expect(await titles()).toEqual(['Open to all, today 1:00 pm']);
    clock.set(hours(3.5));
    expect((await member.home()).waits).toEqual([]);
  });

  it('names the year of a subscription, and hides the card once the membership has lapsed', async () => {
    await site.database
      .update(subscription)
      .set({ enabled: true, amount: 1_200, firstYear: '2026-27', lapseAfterDays: 90, freeFromMonth: null });
    const member = await person();
    await askAll(site.database, () => false);
    expect(await member.home()).toMatchObject({
      waits: [{ kind: 'payment', title: 'Rs 1,200 due for 2026-27', label: 'Pay' }],
      owed: 'Rs 1,200 today; from 1 April 2027 Rs 1,200 a year',
      verify: expect.stringMatching(/\/verify\//),
    });
    clock.set(hours(24 * 100));
    const late = { token: await memberToken(site, member.id) };
    expect((await site.ok(getHome, {}, late)).data.verify).toBeNull();
    await site.database.update(subscription).set({ enabled: false });
    // What was asked for earlier does not wait while nothing is charged.
    expect((await site.ok(getHome, {}, late)).data.waits.filter(({ kind }) => kind === 'payment')).toEqual([]);
  });

  it('does not ask for what a confirmed deduction from the salary is to pay', async () => {
    await site.database.update(subscription).set({
      enabled: true,
      amount: 1_200,
      firstYear: '2026-27',
      lapseAfterDays: null,
      freeFromMonth: null,
      askedOn: null,
    });
    const member = await person();
    await askAll(site.database, () => false);
    const [office] = await site.database
      .insert(payingOffices)
      .values({ name: 'Treasury', state: 'Kerala' })
      .returning();
    const consent = {
      memberId: member.id,
      officeId: office!.id,
      state: 'confirmed' as const,
      employeeNumber: '7',
      employeeKey: '7',
      amount: 1_200,
      sparedUntil: '2026-12-31',
    };
    const withConsent = async (values: Partial<typeof consent> & { from: string }) => {
      await site.database.delete(salaryAuthorisations);
      await site.database.insert(salaryAuthorisations).values({ ...consent, ...values });
      const { standing, data } = await site.ok(listOwnPayments, {}, member.as);
      const annual = data.find(({ purpose }) => purpose === 'annual')!;
      return {
        isAsked: (await member.home()).waits.some(({ kind }) => kind === 'payment'),
        salary: { ...standing.salary, covers: standing.salary?.covers.map((id) => id === annual.id) },
      };
    };
    const covered = { isAsked: false, salary: { office: 'Treasury', month: '2026-07', covers: [true] } };
    expect(await withConsent({ from: '2026-07' })).toEqual(covered);
    // A deduction that begins next year pays for next year; one of which no list came is waited for 60 days.
    const later = { isAsked: true, salary: { office: 'Treasury', month: '2027-07', covers: [] } };
    expect(await withConsent({ from: '2027-07' })).toEqual(later);
    const overdue = { isAsked: true, salary: { ...covered.salary, covers: [] } };
    expect(await withConsent({ from: '2026-07', sparedUntil: '2026-10-09' })).toEqual(overdue);
    await site.database.update(subscription).set({ enabled: false });
  });

  it('no longer asks for a vote whose paper was taken', async () => {
    const member = await person();
    const vote = await openVote('Secretary', hours(5), [member]);
    const titles = async () => (await member.home()).waits.map(({ title }) => title);
    expect(await titles()).toEqual(['Secretary closes today 5:00 pm']);
    await site.database.update(voteRoll).set({ paperOn: '2026-11-27' }).where(eq(voteRoll.voteId, vote.id));
    expect(await titles()).toEqual([]);
  });

  it('asks for the fields that are empty', async () => {
    const member = await person({ court: '', idNumber: '', specialisations: [] });
    expect((await member.home()).waits).toContainEqual({
      kind: 'profile',
      title: 'Please complete your profile · 3 fields',
      until: null,
      label: 'Complete',
      path: '/Profile',
    });
  });

  it('is for members alone', async () => {
    expect((await site.fails(getHome, {})).status).toBe(401);
    expect((await site.fails(getHome, {}, { token: await adminToken(site) })).status).toBe(403);
  });
});
