import { expect, test } from 'vitest';
import type { DueMail } from '#server/platform/mail/kinds.ts';
import { startTestApp } from '#tests/app.ts';
import { guestFactory, openConferenceFactory } from '#tests/factories/participations.ts';
import { createParticipationMakers } from './mail-makers.ts';
import type { ParticipationMailKind } from './mails.ts';

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
  const { lateValues } = createParticipationMakers(site);
  const result: Record<string, string[]> = Object.fromEntries(Object.keys(leaves).map((kind) => [kind, []]));
  for (const mark of ['', '*']) {
    const cancelledAt = mark === '' ? null : new Date();
    const conference = await openConferenceFactory(site, { cancelledAt, meetingLink: 'https://meet.example.org/hall' });
    for (const state of ['registered', 'waiting', 'cancelled'] as const) {
      const { id, email } = await guestFactory(site, { conferenceId: conference.id, state });
      for (const kind of Object.keys(leaves) as ParticipationMailKind[]) {
        const mail = { kind, recipient: email, data: { participation: id, name: 'Farida Khan' } } as unknown as DueMail;
        const secret = await lateValues[kind]!(mail);
        if (!secret) continue;
        result[kind]!.push(state + mark);
        expect(secret.joinLink).toBe(state === 'registered' && mark === '' ? 'https://meet.example.org/hall' : '');
      }
    }
  }
  expect(result).toEqual(leaves);
});
