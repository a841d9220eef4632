import { type MembershipValue, membershipLabels } from '#shared/memberships.ts';
import type { PaymentPurpose } from '#shared/options.ts';

const purposeNames: Record<PaymentPurpose, string> = {
  admission: 'Admission fee',
  annual: 'Annual subscription',
  upgrade: 'Change of membership',
  excess: 'Amount paid in excess',
};

interface Purpose {
  purpose: PaymentPurpose;
  period: string | null;
  /** Of a change of membership: the new one. */
  membership: MembershipValue | null;
}

/** A payment's purpose as text: `Annual subscription 2026-27`. */
export function purposeText({ purpose, period, membership }: Purpose) {
  const detail = period ?? (membership ? `to ${membershipLabels[membership]}` : '');
  return [purposeNames[purpose], detail].filter((part) => part !== '').join(' ');
}
