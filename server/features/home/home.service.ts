import { type Core, serviceOf } from '#server/core.ts';
import { cardState, createCardService } from '#server/features/card/card.service.ts';
import { nextConference } from '#server/features/conferences/conferences.service.ts';
import { findMember, type MemberRow } from '#server/features/members/members.queries.ts';
import { ownRecordOf } from '#server/features/members/records.ts';
import { endOf } from '#server/features/participations/presentation.ts';
import { yearAskedFor } from '#server/features/subscription/rules.ts';
import { findSubscription } from '#server/features/subscription/subscription.queries.ts';
import type { Readable } from '#server/platform/database/client.ts';
import { dayInShort } from '#server/platform/mail/markup.ts';
import { clock, indianDay, indianWallClock } from '#shared/clock.ts';
import { type MemberHome, type Wait, waitKinds } from '#shared/contracts/home.ts';
import { notFound } from '#shared/errors.ts';
import { membershipLabels } from '#shared/memberships.ts';
import { formatRupees } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import { missingNames, needOf } from '#shared/person-fields.ts';
import * as queries from './home.queries.ts';

type Waits = (db: Readable, member: MemberRow) => Promise<Wait[]>;

/** What waits of each kind; each asks for its own rows in the page's snapshot. */
const waitsOf: readonly Waits[] = [paymentsOf, votesOf, circularsOf, conferencesOf, profileOf];

/** A member's start page: what waits for them, their card, and the next conference. */
export function createHomeService(core: Core) {
  const { database, config } = core;
  const cards = serviceOf(core, createCardService);

  return {
    /** @throws NOT_FOUND */
    async get(memberId: string): Promise<MemberHome> {
      const { isValid, ...shown } = await database.snapshot(async (db) => {
        const member = await findMember(db, memberId, 'unrestricted');
        if (!member) throw notFound('This record');
        const waits: Wait[] = [];
        for (const waiting of waitsOf) waits.push(...(await waiting(db, member)));
        return {
          name: member.name,
          memberNumber: member.memberNumber ?? '',
          membership: member.tier,
          waits: waits.sort(byUrgency),
          conference: await nextConference(db, config.publicUrl, memberId),
          isValid: (await cardState(db, member)).state === 'valid',
        };
      });
      return { ...shown, verify: isValid ? await cards.verifyAddress(memberId) : null };
    },
  };
}

const moment = ({ until }: Wait) => (until === null ? Number.POSITIVE_INFINITY : Date.parse(until));
const byUrgency = (one: Wait, other: Wait) =>
  moment(one) === moment(other)
    ? waitKinds.indexOf(one.kind) - waitKinds.indexOf(other.kind)
    : moment(one) - moment(other);

/** `today 6:00 pm`, `tomorrow 9:30 am` or `2 Dec`. */
function whenInWords(time: Date): string {
  const day = indianDay(time);
  const isToday = day === clock.today();
  if (!isToday && day !== indianDay(new Date(clock.ms() + 86_400_000))) {
    return dayInShort(time).replace(/ \d{4}$/, '');
  }
  const local = indianWallClock(time);
  const hours = local.getUTCHours();
  const minutes = String(local.getUTCMinutes()).padStart(2, '0');
  return `${isToday ? 'today' : 'tomorrow'} ${hours % 12 || 12}:${minutes} ${hours < 12 ? 'am' : 'pm'}`;
}

async function paymentsOf(db: Readable, { id }: MemberRow): Promise<Wait[]> {
  const year = yearAskedFor(await findSubscription(db), clock.today());
  const owed = await queries.findOwed(db, id);
  return (
    owed
      // An old request for a subscription is not reminded of while none is charged.
      .filter(({ purpose, period }) => purpose !== 'annual' || (year !== null && (period ?? '') <= year))
      .map(({ purpose, period, membership, amount }) => {
        const subject =
          purpose === 'annual'
            ? period
            : purpose === 'upgrade' && membership
              ? `the upgrade to ${membershipLabels[membership]} member`
              : 'the membership';
        return {
          kind: 'payment' as const,
          title: `${formatRupees(amount)} due for ${subject}`,
          until: null,
          label: 'Pay',
          path: paths.membershipStatus,
        };
      })
  );
}

async function votesOf(db: Readable, { id }: MemberRow): Promise<Wait[]> {
  return (await queries.findOpenVotes(db, id)).map((vote) => ({
    kind: 'vote',
    title: `${vote.title} closes ${whenInWords(vote.closesAt)}`,
    until: vote.closesAt.toISOString(),
    label: 'Vote',
    path: paths.vote(vote.id),
  }));
}

async function circularsOf(db: Readable, { id }: MemberRow): Promise<Wait[]> {
  const unread = await queries.findUnread(db, id);
  if (!unread) return [];
  const title = unread.count === 1 ? `New circular: ${unread.newest}` : `${unread.count} new circulars`;
  return [{ kind: 'circular', title, until: null, label: 'Read', path: paths.circulars }];
}

async function conferencesOf(db: Readable, { id }: MemberRow): Promise<Wait[]> {
  return (await queries.findSoon(db, id)).map((conference) => ({
    kind: 'conference',
    title: `${conference.title}, ${whenInWords(conference.startsAt)}`,
    until: endOf(conference).toISOString(),
    label: 'Join',
    path: paths.conference(conference.id),
  }));
}

async function profileOf(_db: Readable, member: MemberRow): Promise<Wait[]> {
  // What only the office can fill in is not asked for.
  const missing = missingNames(ownRecordOf(member, () => null, null)).filter((name) => needOf(name, 'selfEdit'));
  if (missing.length === 0) return [];
  const fields = missing.length === 1 ? '1 field' : `${missing.length} fields`;
  return [
    {
      kind: 'profile',
      title: `Please complete your profile · ${fields}`,
      until: null,
      label: 'Complete',
      path: paths.profile,
    },
  ];
}
