import type { Payment, SubscriptionStatus } from '#shared/contracts/payments.ts';
import { formatRupees } from '#shared/money.ts';
import { formatLongDay, formatMonth } from '#web/lib/languages/format.ts';
import { t } from '#web/lib/languages/text.ts';
import type { Tone } from '#web/ui/tables/StatusDot.tsx';

type State = SubscriptionStatus['state'];

export const subscriptionTones: Record<State, Tone> = {
  paid: 'good',
  due: 'warn',
  claimed: 'neutral',
  lapsed: 'bad',
  none: 'neutral',
};

/** Whether a member can pay it now. */
export const isPayable = ({ state }: Payment) => state === 'due' || state === 'refused';

/** Whether a deduction from the salary is to pay it, so that nobody is asked for it. */
export const isFromSalary = ({ salary }: SubscriptionStatus, { id }: Payment) => salary?.covers.includes(id) ?? false;

export const salaryText = ({ month }: NonNullable<SubscriptionStatus['salary']>) =>
  t(`This comes from your salary, from ${formatMonth(month)} on`);

/** The subscriptions that a member is asked for, newest first; one for a future year is not yet. */
export const askedFor = (standing: SubscriptionStatus, payments: readonly Payment[]) =>
  payments.filter(
    (payment) =>
      payment.purpose === 'annual' &&
      isPayable(payment) &&
      (payment.period ?? '') <= (standing.period ?? '') &&
      !isFromSalary(standing, payment),
  );

const isLeftToSalary = (standing: SubscriptionStatus, payments: readonly Payment[]) =>
  (standing.state === 'due' || standing.state === 'lapsed') && askedFor(standing, payments).length === 0;

export const subscriptionTone = (standing: SubscriptionStatus, payments: readonly Payment[]): Tone =>
  isLeftToSalary(standing, payments) ? 'neutral' : subscriptionTones[standing.state];

/** A member's subscription status as text: `Rs 1,000 due for 2026-27`. @param payments the member's, newest first */
export function subscriptionText(standing: SubscriptionStatus, payments: readonly Payment[]): string {
  const { state, until, salary } = standing;
  const asked = askedFor(standing, payments);
  if (salary && isLeftToSalary(standing, payments)) return salaryText(salary);
  const forYears = asked
    .map(({ period }) => period)
    .reverse()
    .join(` ${t('and')} `);
  const amount = asked.reduce((sum, payment) => sum + payment.amount, 0);
  const due = t(`${formatRupees(amount)} due for ${forYears}`);
  switch (state) {
    case 'paid':
      return until ? t(`Subscription paid until ${formatLongDay(until)}`) : t('Subscription paid');
    case 'due':
      return due;
    case 'lapsed':
      return t(`Membership lapsed: ${due}`);
    case 'claimed':
      return t(`The office is checking your payment of ${formatRupees(standing.amount)}`);
    case 'none':
      return until ? t(`No subscription is due until ${formatLongDay(until)}`) : t('No subscription is due at present');
  }
}
