import type { Payment } from '#shared/contracts/payments.ts';
import { membershipLabels } from '#shared/memberships.ts';
import type { PaymentPurpose } from '#shared/options.ts';
import { msg, t } from '#web/lib/languages/text.ts';

export const purposeLabels: Record<PaymentPurpose, string> = {
  admission: msg('Admission fee'),
  annual: msg('Annual subscription'),
  upgrade: msg('Change of membership'),
  excess: msg('Amount paid in excess'),
};

/** A payment's purpose: `Annual subscription 2026-27`. */
export function purposeOf({ purpose, period, membership }: Pick<Payment, 'purpose' | 'period' | 'membership'>): string {
  if (period === null && membership) return t(`Change of membership to ${t(membershipLabels[membership])}`);
  return [t(purposeLabels[purpose]), period ?? ''].filter((part) => part !== '').join(' ');
}
