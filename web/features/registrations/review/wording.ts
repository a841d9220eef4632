import type { Language } from '#shared/languages.ts';
import { type MembershipValue, membershipLabels } from '#shared/memberships.ts';
import { type PaymentStatus, type RegistrationStatus, registrationStatuses } from '#shared/options.ts';
import type { Tone } from '#web/ui/tables/StatusDot.tsx';

/** The office's labels for records. */

export const tabLabels: Record<RegistrationStatus, string> = {
  New: 'New Registrations',
  Approved: 'Approved',
  Rejected: 'Rejected',
};

const statusTones: Record<RegistrationStatus, Tone> = { New: 'warn', Approved: 'good', Rejected: 'bad' };

export function isStatus(text: string): text is RegistrationStatus {
  return (registrationStatuses as readonly string[]).includes(text);
}

export function statusTone(status: string): Tone {
  return isStatus(status) ? statusTones[status] : 'neutral';
}

const payments: Record<PaymentStatus, { label: string; tone: Tone }> = {
  PAYMENT_SUCCESS: { label: 'Paid', tone: 'good' },
  PAYMENT_INITIATED: { label: 'Initiated', tone: 'warn' },
};

/** A payment's status in a table; any value but the two known ones means no payment yet. */
export function paymentOf(value: string): { label: string; tone: Tone } {
  return Object.hasOwn(payments, value)
    ? payments[value as PaymentStatus]
    : { label: 'Not Initiated', tone: 'neutral' };
}

export function tierLabel(membership: string): string {
  return Object.hasOwn(membershipLabels, membership) ? membershipLabels[membership as MembershipValue] : membership;
}

/** In which somebody is written to. */
export const mailLanguages: readonly { value: Language; label: string }[] = [
  { value: 'en', label: 'English' },
  { value: 'hi', label: 'Hindi' },
];
