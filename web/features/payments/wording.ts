import type { Credit, Payment } from '#shared/contracts/payments.ts';
import { membershipLabels } from '#shared/memberships.ts';
import { formatRupees } from '#shared/money.ts';
import type { PaymentPurpose } from '#shared/options.ts';
import { formatDay } from '#web/lib/languages/format.ts';
import { msg, t } from '#web/lib/languages/text.ts';

export const purposeLabels: Record<PaymentPurpose, string> = {
  admission: msg('Admission fee'),
  annual: msg('Annual subscription'),
  upgrade: msg('Change of membership'),
  excess: msg('More than was owed'),
};

/** A payment's purpose: `Annual subscription 2026-27`. */
export function purposeOf({ purpose, period, membership }: Pick<Payment, 'purpose' | 'period' | 'membership'>): string {
  if (period === null && membership) return t(`Change of membership to ${t(membershipLabels[membership])}`);
  return [t(purposeLabels[purpose]), period ?? ''].filter((part) => part !== '').join(' ');
}

/** Of a payment of which something is open: what has come for it before. */
export const receivedBefore = ({ state, asked, open }: Pick<Payment, 'state' | 'asked' | 'open'>): number =>
  open && (state === 'due' || state === 'claimed' || state === 'refused') ? (asked ?? 0) - open : 0;

/** What there is to say of a payment's rupees besides its amount. */
export function moneyNotes(payment: Payment): string[] {
  const { asked, state, toReturn, refundDue, refunded, usedOn } = payment;
  const before = receivedBefore(payment);
  return [
    before > 0 && asked !== null && t(`${formatRupees(before)} of ${formatRupees(asked)} received`),
    usedOn && t(`Used on ${formatDay(usedOn)}, of money that came before`),
    refunded > 0 && state !== 'refunded' && t(`${formatRupees(refunded)} returned`),
    toReturn > 0 ? t(`${formatRupees(toReturn)} to be returned`) : refundDue && t('To be returned when it comes'),
  ].filter((note) => typeof note === 'string');
}

/** A person's credit; nothing without any. */
export const creditNotes = ({ kept, toReturn }: Credit): string[] =>
  [
    kept > 0 && t(`${formatRupees(kept)} kept by the association`),
    toReturn > 0 && t(`${formatRupees(toReturn)} to be returned`),
  ].filter((note) => note !== false);
