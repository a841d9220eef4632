import { type Core, serviceOf } from '#server/core.ts';
import { findMemberOrKept, type MemberRow } from '#server/features/members/members.queries.ts';
import { pictureAddresses } from '#server/features/members/picture-addresses.ts';
import { officeRecordOf } from '#server/features/members/records.ts';
import { findPersonMoney } from '#server/features/subscription/person-money.queries.ts';
import { findSubscriptionStatus } from '#server/features/subscription/status.queries.ts';
import { findSubscription } from '#server/features/subscription/subscription.queries.ts';
import type { ActingAdministrator } from '#server/platform/http/access.ts';
import type { eventKinds, PersonEvent, SeenPerson } from '#shared/contracts/timeline.ts';
import { orNotFound } from '#shared/errors.ts';
import { paginationOf } from '#shared/fields.ts';
import { formatRupees } from '#shared/money.ts';
import { type PaymentPurpose, purposeLabels } from '#shared/options.ts';
import { paths } from '#shared/paths.ts';
import { hasPower, type Power } from '#shared/powers.ts';
import { type EventRow, findEvents, type Source } from './timeline.queries.ts';

const { admin } = paths;

type Office = Pick<ActingAdministrator, 'powers' | 'states' | 'reach'>;

interface Shown {
  power: Power;
  kind: (row: EventRow) => (typeof eventKinds)[number];
  text: (row: EventRow) => string;
  path: (row: EventRow, member: MemberRow) => string;
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const reviewOf = (_row: EventRow, member: MemberRow) => admin.review(member.id, member.status);
const participantsOf = ({ id }: EventRow) => admin.participants(id);

/** What a payment is for: `Rs 1,000: Annual subscription 2026-27`. */
function paymentText({ more }: EventRow): string {
  const [amount = '0', purpose = '', detail = ''] = more.split('|');
  return `${formatRupees(Number(amount))}: ${[purposeLabels[purpose as PaymentPurpose], detail].filter(Boolean).join(' ')}`;
}
const ofPayment = (text: string): Shown => ({
  power: 'money',
  kind: () => 'payment',
  text: (row) => `${text}: ${paymentText(row)}`,
  path: ({ id, subject }) => admin.receipt(id, subject),
});

const participationTexts: Record<string, string> = {
  registered: 'Takes part in',
  waiting: 'On the waiting list of',
  cancelled: 'Had registered for',
};

/** How the rows of each source are shown, and to whom. */
const shown: Record<Source, Shown> = {
  registered: {
    power: 'members',
    kind: () => 'registered',
    text: ({ subject }) => `Registered as ${subject}`,
    path: reviewOf,
  },
  log: {
    power: 'members',
    kind: ({ id }) => (id === 'decision' ? 'decision' : 'change'),
    text({ subject, detail, more }) {
      const [from = '', to = ''] = detail.split('|');
      const before = from === '' ? '' : `${from} → `;
      const change = from === to ? '' : `: ${before}${to || 'nothing'}`;
      return `${capitalized(subject)}${change}${more && ` (${more})`}`;
    },
    path: reviewOf,
  },
  paymentAsked: ofPayment('Asked for'),
  paymentClaimed: ofPayment('Proof of payment sent'),
  paymentReceived: ofPayment('Received'),
  receipt: {
    power: 'money',
    kind: () => 'receipt',
    text: ({ subject, detail }) => `Receipt ${subject}${detail && `, ${detail}`}`,
    path: ({ id, subject }) => admin.receipt(id, subject),
  },
  letter: {
    power: 'letters',
    kind: () => 'letter',
    text: ({ subject, detail, more }) => `${[capitalized(detail), more].filter(Boolean).join(' ')}: ${subject}`,
    path: ({ id }) => admin.letter(id),
  },
  conference: {
    power: 'members',
    kind: () => 'conference',
    text: ({ subject, detail }) => `${participationTexts[detail] ?? 'Registered for'} ${subject}`,
    path: participantsOf,
  },
  attended: {
    power: 'members',
    kind: () => 'conference',
    text: ({ subject }) => `Came to ${subject}`,
    path: participantsOf,
  },
  message: {
    power: 'members',
    kind: () => 'message',
    text: ({ detail }) => `Wrote to the office (${detail})`,
    path: ({ id }) => admin.opened(admin.contacts, id),
  },
  roll: {
    power: 'votes',
    kind: () => 'roll',
    text: ({ subject }) => `On the roll of ${subject}`,
    path: ({ id }) => admin.vote(id),
  },
  office: {
    power: 'content',
    kind: () => 'office',
    text: ({ subject, detail }) => `${subject}${detail && `, until ${detail}`}`,
    path: () => admin.officeBearers,
  },
};

/** One person for the office, with their time, as far as the reader's powers go. */
export function createTimelineService(core: Core) {
  const { reader } = core.database;
  const { address } = serviceOf(core, pictureAddresses);

  async function personOf(member: MemberRow, office: Office): Promise<SeenPerson> {
    const { id: personId, name, memberNumber, membership, reference, status, state } = member;
    const summary = { id: personId, name, memberNumber, membership };
    if (hasPower(office, 'members')) {
      const standing = await findSubscriptionStatus(reader, await findSubscription(reader), member.id);
      return officeRecordOf(member, address, standing);
    }
    if (hasPower(office, 'money')) return { ...summary, reference, status };
    return hasPower(office, 'letters') ? { ...summary, state, email: member.email } : summary;
  }

  return {
    /** @throws NOT_FOUND also for somebody beyond the reader's States */
    async get(id: string, page: number, office: Office) {
      const member = orNotFound(await findMemberOrKept(reader, id, office.reach), 'This record');
      const isUnbound = office.states.length === 0;
      const sources = (Object.keys(shown) as Source[]).filter(
        (source) => hasPower(office, shown[source].power) && (isUnbound || source !== 'message'),
      );
      const { rows, total } = await findEvents(reader, sources, { member, states: office.states }, page);
      const timeline = rows.map((row): PersonEvent => {
        const { kind, text, path } = shown[row.source];
        return { at: row.at.toISOString(), kind: kind(row), text: text(row), by: row.by, path: path(row, member) };
      });
      const money = hasPower(office, 'money') ? (await findPersonMoney(reader, [member.id])).get(member.id)! : null;
      return { person: await personOf(member, office), money, timeline, pagination: paginationOf(page, total) };
    },
  };
}
