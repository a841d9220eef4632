import { indianDay } from '#shared/clock.ts';
import type { Letter, LetterFilter, LetterKind, LetterMailState, LetterState } from '#shared/contracts/letters.ts';
import { membershipLabels } from '#shared/memberships.ts';
import { formatNumber } from '#shared/money.ts';
import { anyAssociationOffice } from '#shared/options.ts';
import type { Tone } from '#web/ui/tables/StatusDot.tsx';

export const kindLabels: Record<LetterKind, string> = { circular: 'Circular', notice: 'Notice' };

export const stateLabels: Record<LetterState, string> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  sending: 'Being sent',
  stopped: 'Stopped',
  sent: 'Sent',
};
export const stateTones: Record<LetterState, Tone> = {
  draft: 'neutral',
  scheduled: 'warn',
  sending: 'warn',
  stopped: 'bad',
  sent: 'good',
};

export const mailLabels: Record<LetterMailState | 'read', string> = {
  waiting: 'Waiting',
  sent: 'Sent',
  failed: 'Failed',
  bounced: 'Bounced',
  leftOut: 'Left out',
  read: 'Read',
};
export const mailTones: Record<LetterMailState, Tone> = {
  waiting: 'neutral',
  sent: 'good',
  failed: 'bad',
  bounced: 'bad',
  leftOut: 'neutral',
};

export const subscriptionLabels = {
  paid: 'Paid',
  due: 'Due',
  claimed: 'With the office',
  lapsed: 'Lapsed',
  none: 'None',
};

/** A letter's recipients, such as 'Kerala, Ernakulam · Patron'. */
export function selectionText({ filter, states }: { filter: LetterFilter; states: readonly string[] }): string {
  const { state, district, membership, specialisations, standing, associationOffice } = filter;
  const place = [state || states.join(', '), district].filter(Boolean).join(', ') || 'All India';
  const parts = [
    place,
    membership && membershipLabels[membership],
    specialisations,
    standing && `Subscription: ${subscriptionLabels[standing]}`,
    associationOffice && (associationOffice === anyAssociationOffice ? 'Holders of an office' : associationOffice),
  ];
  return parts.filter(Boolean).join(' · ');
}

/** The progress of sending a letter: '1,200 of 4,000'. */
export const progressText = ({ people, waiting }: Letter['counts']) =>
  `${formatNumber(people - waiting)} of ${formatNumber(people)}`;

const dayMs = 24 * 60 * 60 * 1_000;

/** The days between the day of sending and that of the meeting, neither counted. */
export const clearDays = (meetingOn: string, sentAt: Date): number =>
  Math.round((Date.parse(meetingOn) - Date.parse(indianDay(sentAt))) / dayMs) - 1;
