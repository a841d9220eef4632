import type { OfficePayment, Payment } from '#shared/contracts/payments.ts';
import { type PaymentState, paymentModeLabels } from '#shared/options.ts';
import type { Tone } from '#web/ui/tables/StatusDot.tsx';

export const stateLabels: Record<PaymentState, string> = {
  due: 'Due',
  claimed: 'Claimed',
  received: 'Received',
  refused: 'Refused',
  waived: 'Waived',
  refunded: 'Returned',
  cancelled: 'Cancelled',
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
  utr: 'This UTR was used before',
  screenshot: 'This screenshot was used before',
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
  directory ?? { id: null, reference: '', memberNumber: null, name: 'Paying office', membership: '' };
