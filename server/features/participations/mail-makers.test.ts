import { eq } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import type { DueMail } from '#server/platform/mail/kinds.ts';
import { clock, startOfIndianDay } from '#shared/clock.ts';
import { startTestApp } from '#tests/app.ts';
import { guestFactory, openConferenceFactory } from '#tests/factories/participations.ts';
import { createParticipationMakers } from './mail-makers.ts';
import type { ParticipationMailKind } from './mails.ts';
import { participationLinks } from './tables.ts';

const site = await startTestApp();

/** The states of a participation in which each waiting mail is still sent; `*`: only once the conference has been cancelled. */
const leaves: Record<ParticipationMailKind, readonly string[]> = {
  'participation-confirmed': ['registered'],
  'participation-moved-up': ['registered'],
  'participation-waiting': ['waiting'],
  'participation-told': ['registered', 'waiting'],
  'conference-reminder': ['registered'],
  'participation-link': ['registered', 'waiting', 'cancelled'],
  'participation-cancelled': ['cancelled', 'cancelled*'],
  'conference-cancelled': ['registered*', 'waiting*', 'cancelled*'],
};

test('a waiting mail that is outdated is not sent', async () => {
  const { stillTrue, lateValues } = createParticipationMakers(site);
  const result: Record<string, string[]> = Object.fromEntries(Object.keys(leaves).map((kind) => [kind, []]));
  for (const mark of ['', '*']) {
    const cancelledAt = mark === '' ? null : new Date();
    const conference = await openConferenceFactory(site, { cancelledAt, meetingLink: 'https://meet.example.org/hall' });
    for (const state of ['registered', 'waiting', 'cancelled'] as const) {
      const { id, email } = await guestFactory(site, { conferenceId: conference.id, state });
      for (const kind of Object.keys(leaves) as ParticipationMailKind[]) {
        const mail = { kind, recipient: email, data: { participation: id, name: 'Farida Khan' } } as unknown as DueMail;
        if (!(await stillTrue[kind]!(site.database, mail))) continue;
        const secret = await lateValues[kind]!(mail);
        result[kind]!.push(state + mark);
        expect(secret?.joinLink).toBe(state === 'registered' && mark === '' ? 'https://meet.example.org/hall' : '');
      }
    }
  }
  expect(result).toEqual(leaves);
});

test('a mail about what is over, postponed, lapsed or erased is not sent, and a reminder says which day it is on then', async () => {
  const { stillTrue, lateValues } = createParticipationMakers(site);
  const make = async (kind: ParticipationMailKind, participation: string, reason = '') => {
    const data = { participation, name: 'Farida Khan', text: 'tomorrow', reason };
    const due = { kind, recipient: 'x', data } as unknown as DueMail;
    if (!(await stillTrue[kind]!(site.database, due))) return null;
    return (await lateValues[kind]!(due)) as { text?: string } | null;
  };
  const at = (hours: number) => new Date(clock.ms() + hours * 3_600_000);
  clock.set(new Date(startOfIndianDay(clock.today()).getTime() + 11 * 3_600_000));
  onTestFinished(() => clock.set(new Date()));
  const begun = await guestFactory(site, {
    conferenceId: (await openConferenceFactory(site, { startsAt: at(-1) })).id,
  });
  expect(await make('conference-reminder', begun.id)).toBeNull();
  expect(await make('participation-confirmed', begun.id)).not.toBeNull();
  const soon = await openConferenceFactory(site, { startsAt: at(2) });
  const today = await guestFactory(site, { conferenceId: soon.id });
  expect(await make('conference-reminder', today.id, soon.startsAt.toISOString())).toMatchObject({ text: 'today' });
  expect(await make('conference-reminder', today.id, at(-30).toISOString())).toBeNull();
  const earlier = { startsAt: at(-48).toISOString(), endsAt: null, meetingType: soon.meetingType };
  const { meetingAddress, meetingLink, meetingId, meetingPassword } = soon;
  const told = { ...earlier, meetingAddress: 'Hall 2', meetingLink, meetingId, meetingPassword };
  const moved = await guestFactory(site, { conferenceId: soon.id, told });
  const data = { participation: moved.id, changes: 'Place: Hall 1 → Hall 2' };
  const due = { kind: 'participation-told', recipient: 'x', data } as unknown as DueMail;
  expect((await lateValues['participation-told']!(due))?.changes?.split('\n')).toEqual([
    'Place: Hall 1 → Hall 2',
    expect.stringMatching(/^Time: /),
    `Place: Hall 2 → ${meetingAddress}`,
  ]);
  const over = await openConferenceFactory(site, { startsAt: at(-3) });
  for (const state of ['registered', 'waiting'] as const) {
    const { id } = await guestFactory(site, { conferenceId: over.id, state });
    for (const kind of ['participation-confirmed', 'participation-waiting', 'participation-told'] as const) {
      expect([kind, await make(kind, id)]).toEqual([kind, null]);
    }
  }
  const erased = await guestFactory(site, { conferenceId: soon.id, forgottenAt: new Date(), email: '' });
  expect(await make('participation-link', erased.id)).toBeNull();
  expect(await site.database.$count(participationLinks, eq(participationLinks.participationId, erased.id))).toBe(0);
  const held = { conferenceId: soon.id, state: 'unconfirmed', held: true, heldUntil: at(-0.1) } as const;
  const lapsed = await guestFactory(site, held);
  const asked = { kind: 'participation-asked', recipient: 'x', data: { participation: lapsed.id, wish: '1' } };
  expect(await stillTrue['participation-asked']!(site.database, asked as unknown as DueMail)).toBe(false);
});
