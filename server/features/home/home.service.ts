import { type Core, serviceOf } from '#server/core.ts';
import { cardState, createCardService } from '#server/features/card/card.service.ts';
import { endOf } from '#server/features/conferences/conference.ts';
import { nextConference } from '#server/features/conferences/conferences.service.ts';
import { findMember, type MemberRow } from '#server/features/members/members.queries.ts';
import { ownRecordOf } from '#server/features/members/records.ts';
import { ownParticipations } from '#server/features/participations/conference-parts.ts';
import { subscriptionAhead, yearAskedFor } from '#server/features/subscription/rules.ts';
import { findSalary } from '#server/features/subscription/status.queries.ts';
import { findSubscription } from '#server/features/subscription/subscription.queries.ts';
import type { Readable } from '#server/platform/database/client.ts';
import { saidLater } from '#server/platform/languages/catalogue.ts';
import { dayInShort, timeSentence } from '#server/platform/languages/dates.ts';
import { clock, indianDay } from '#shared/clock.ts';
import { type MemberHome, type Wait, waitKinds } from '#shared/contracts/home.ts';
import { notFound } from '#shared/errors.ts';
import { daysOfFinancialYear, financialYearOf } from '#shared/financial-year.ts';
import { membershipLabels } from '#shared/memberships.ts';
import { formatRupees } from '#shared/money.ts';
import { owedSentence } from '#shared/owed.ts';
import { paths } from '#shared/paths.ts';
import { missingNames, needOf } from '#shared/person-fields.ts';
import { Sentence, sentence } from '#shared/sentence.ts';
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
        const owed = await owedOf(db, member);
        return {
          name: member.name,
          memberNumber: member.memberNumber ?? '',
          membership: member.membership,
          waits: waits.sort(byUrgency),
          owed: owed && saidLater(owed),
          conference: await nextConference(db, config.publicUrl, memberId, ownParticipations),
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
function whenInWords(time: Date): Sentence {
  const day = indianDay(time);
  const isToday = day === clock.today();
  if (!isToday && day !== indianDay(new Date(clock.ms() + 86_400_000))) {
    const [date = '', month = ''] = dayInShort(time).split(' ');
    return sentence`${date} ${new Sentence(month)}`;
  }
  return isToday ? sentence`today ${timeSentence(time)}` : sentence`tomorrow ${timeSentence(time)}`;
}

const word = (text: string) => saidLater(new Sentence(text));

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
              ? sentence`the upgrade to ${new Sentence(membershipLabels[membership])} member`
              : new Sentence('the membership');
        return {
          kind: 'payment' as const,
          title: saidLater(sentence`${formatRupees(amount)} due for ${subject ?? ''}`),
          until: null,
          label: word('Pay'),
          path: paths.membershipStatus,
        };
      })
  );
}

async function owedOf(db: Readable, { id }: MemberRow): Promise<Sentence | null> {
  const settings = await findSubscription(db);
  const today = clock.today();
  if (!settings.enabled || (await findSalary(db, id))) return null;
  const owed = (await queries.findOwed(db, id)).filter(({ period }) => (period ?? '') <= financialYearOf(today));
  const last = await queries.findLastYear(db, id);
  const day = last && last > financialYearOf(today) ? daysOfFinancialYear(last).first : today;
  // The running year is among what is owed, if it is.
  const ahead = { ...subscriptionAhead(settings, day), withApproval: null };
  return owedSentence(
    owed.reduce((sum, { amount }) => sum + amount, 0),
    ahead,
  );
}

async function votesOf(db: Readable, { id }: MemberRow): Promise<Wait[]> {
  return (await queries.findOpenVotes(db, id)).map((vote) => ({
    kind: 'vote',
    title: saidLater(sentence`${vote.title} closes ${whenInWords(vote.closesAt)}`),
    until: vote.closesAt.toISOString(),
    // A text apart from the page's name, which is a noun.
    label: saidLater(new Sentence('Vote{now}', { now: '' })),
    path: paths.vote(vote.id),
  }));
}

async function circularsOf(db: Readable, { id }: MemberRow): Promise<Wait[]> {
  const unread = await queries.findUnread(db, id);
  if (!unread) return [];
  const title = unread.count === 1 ? sentence`New circular: ${unread.newest}` : sentence`${unread.count} new circulars`;
  return [{ kind: 'circular', title: saidLater(title), until: null, label: word('Read'), path: paths.circulars }];
}

async function conferencesOf(db: Readable, { id }: MemberRow): Promise<Wait[]> {
  return (await queries.findSoon(db, id)).map((conference) => ({
    kind: 'conference',
    title: saidLater(sentence`${conference.title}, ${whenInWords(conference.startsAt)}`),
    until: endOf(conference).toISOString(),
    label: word('Join'),
    path: paths.conference(conference.id),
  }));
}

async function profileOf(_db: Readable, member: MemberRow): Promise<Wait[]> {
  // What only the office can fill in is not asked for.
  const missing = missingNames(ownRecordOf(member, () => null, null)).filter((name) => needOf(name, 'selfEdit'));
  if (missing.length === 0) return [];
  return [
    {
      kind: 'profile',
      title: saidLater(
        new Sentence('Please complete your profile · {count, plural, one {# field} other {# fields}}', {
          count: missing.length,
        }),
      ),
      until: null,
      label: word('Complete'),
      path: paths.profile,
    },
  ];
}
