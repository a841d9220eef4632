import type { Core } from '#server/core.ts';
import { lockMember, nextReference } from '#server/features/members/members.queries.ts';
import { paymentOf } from '#server/features/payments/payment-views.ts';
import { findPayment, insertPayment, updatePayments } from '#server/features/payments/payments.queries.ts';
import { clock } from '#shared/clock.ts';
import type { Payment } from '#shared/contracts/payments.ts';
import { AppError, notFound } from '#shared/errors.ts';
import { findAnnual } from './dues.queries.ts';
import { yearPayableEarly } from './rules.ts';
import { holdSubscription } from './subscription.queries.ts';

/** The next year's subscription, for members who wish to pay it before that year begins. */
export function createNextYearService({ database, config }: Pick<Core, 'database' | 'config'>) {
  /**
   * Creates its payment, or returns the existing one, also after the year has begun.
   * @throws NOT_YET while the office does not accept it
   */
  async function request(memberId: string): Promise<Payment> {
    const id = await database.transaction(async (tx) => {
      // Locked against the round of 1 April, which skips members with a payment for the year.
      const member = await lockMember(tx, memberId, 'unrestricted');
      if (member?.status !== 'Approved') throw notFound('This record');
      const settings = await holdSubscription(tx);
      const period = yearPayableEarly(settings, clock.today());
      if (period === null) {
        throw new AppError('NOT_YET', 'The subscription of the next year cannot be paid yet.');
      }
      const payment = await findAnnual(tx, memberId, period);
      if (payment?.state === 'cancelled') await updatePayments(tx, [payment.id], { state: 'due', reason: '' });
      if (payment) return payment.id;
      const reference = await nextReference(tx);
      const { amount } = settings;
      return (await insertPayment(tx, { memberId, reference, purpose: 'annual', period, amount })).id;
    });
    return paymentOf((await findPayment(database, id))!, config.publicUrl);
  }

  return { request };
}
