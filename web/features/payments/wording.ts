import type { OfficePayment, Payment } from '#shared/contracts/payments.ts';
import { membershipLabels } from '#shared/memberships.ts';
import { type PaymentPurpose, type PaymentState, paymentModeLabels } from '#shared/options.ts';
import { msg, t } from '#web/lib/text.ts';
import type { Tone } from '#web/ui/tables/StatusDot.tsx';

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

export const stateLabels: Record<PaymentState, string> = {
  due: msg('Due'),
  claimed: msg('Claimed'),
  received: msg('Received'),
  refused: msg('Refused'),
  waived: msg('Waived'),
  refunded: msg('Refunded'),
  cancelled: msg('Cancelled'),
};

export const stateTones: Record<PaymentState, Tone> = {
  due: 'neutral',
  claimed: 'warn',
  received: 'good',
  refused: 'bad',
  waived: 'good',
  refunded: 'neutral',
  cancelled: 'neutral',
};

export const warningLabels = {
  utr: msg('This UTR was used before'),
  screenshot: msg('This screenshot was used before'),
} as const;

/** The gateway's words for how somebody has paid; others are shown as they are. */
const methodLabels: Record<string, string> = {
  upi: 'UPI',
  card: 'card',
  netbanking: 'net banking',
  wallet: 'wallet',
  emi: 'EMI',
};

export const methodOf = (method: string): string => methodLabels[method] ?? method;

/** How a payment was made: `NEFT`, `Online · UPI`; '' while unknown. */
export function modeOf({ mode, gateway }: Pick<Payment, 'mode' | 'gateway'>): string {
  if (mode === null) return '';
  return gateway ? `${paymentModeLabels[mode]} · ${methodOf(gateway.method)}` : paymentModeLabels[mode];
}

/** Whose payment it is: also of a paying office, which has no record. */
export const payerOf = ({ directory }: Pick<OfficePayment, 'directory'>): NonNullable<OfficePayment['directory']> =>
  directory ?? { id: null, reference: '', memberNumber: null, name: t('Paying office'), membership: '' };
