import type { Page } from '@playwright/test';
import { votes } from '#server/features/votes/tables.ts';
import { openConferenceFactory, participantFactory } from '#tests/factories/participations.ts';
import { memberToken, newMember } from '#tests/logins.ts';
import { seedVotes } from '../../scripts/seed/votes.ts';
import { colleagues, enter } from './member.ts';
import { fillSite } from './public-content.ts';
import { payment, registerByCall, setPayment } from './registration.ts';
import type { Site } from './site.ts';

/** The sample votes: a declared one, an open one, one with its roll, and a cancelled one. @param login who has yet to vote @returns their ids */
export async function someVotes(site: Site, login?: string, cancelReason = 'A candidate was left out.') {
  await seedVotes({ database: site.database, config: { dataDir: site.dataDir } }, new Date(), login);
  const rows = await site.database.select().from(votes);
  const { id: openId, ...open } = rows.find(({ state }) => state === 'open')!;
  const cancelled = { ...open, state: 'cancelled' as const, cancelReason };
  rows.push(...(await site.database.insert(votes).values(cancelled).returning()));
  return Object.fromEntries(rows.map(({ id, state }) => [state, id]));
}

/** What visitors can see of a site in use. @returns its content, and the addresses of a payment step and of votes */
export async function fillForVisitors(site: Site) {
  const content = await fillSite(site);
  await setPayment(site.database, payment);
  const { id: applicantId, path: paymentStep } = await registerByCall(site);
  await newMember(site);
  const { declared } = await someVotes(site);
  return { content, applicantId, paymentStep, declared: declared! };
}

/** A member who has logged in, with colleagues, a conference and votes. @param path the first page */
export async function fillForMember(page: Page, site: Site, count: number, path: string, cancelReason?: string) {
  const me = await newMember(site);
  await colleagues(site, count);
  const { id: conferenceId } = await openConferenceFactory(site);
  await participantFactory(site, { conferenceId, memberId: me.id });
  await enter(page, await memberToken(site, me.id), path);
  return { me, votes: await someVotes(site, me.email, cancelReason) };
}
