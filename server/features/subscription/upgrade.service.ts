import type { Core } from '#server/core.ts';
import { findTier, lockMember, type MemberRow } from '#server/features/members/members.queries.ts';
import { askUpgrade } from '#server/features/payments/ledger.ts';
import { paymentOf } from '#server/features/payments/payment-views.ts';
import {
  findPayment,
  lockPaymentsOf,
  type PaymentRow,
  updatePayments,
} from '#server/features/payments/payments.queries.ts';
import type { Transaction } from '#server/platform/database/client.ts';
import { serverMessages } from '#server/platform/server-messages.ts';
import type { Payment } from '#shared/contracts/payments.ts';
import { AppError, orNotFound } from '#shared/errors.ts';
import { type MembershipValue, membershipValues } from '#shared/memberships.ts';

const refused = (message: string) => new AppError('VALIDATION', message, { fields: { membership: message } });

/** A member's request for a higher membership. */
export function createUpgradeService({ database, config }: Pick<Core, 'database' | 'config'>) {
  /** The difference of the current fees. @throws VALIDATION */
  async function differenceOf(tx: Transaction, member: MemberRow, membership: MembershipValue): Promise<number> {
    if (membership === member.membership) throw refused('This is your membership already.');
    if (membershipValues.indexOf(membership) > membershipValues.indexOf(member.membership)) {
      throw refused('Please write to the office if you wish for a lower membership.');
    }
    const [to, from] = [await findTier(tx, membership), await findTier(tx, member.membership)];
    if (!to?.offered) throw refused(serverMessages.tierNotOffered);
    return Math.max(0, to.fee - (from?.fee ?? 0));
  }

  /**
   * Creates a payment of the difference of the fees. The same request again returns the existing payment; another one replaces it.
   * @throws VALIDATION for the same, a lower or a withdrawn membership, WRONG_STATE while the payment of another request is claimed
   */
  async function request(memberId: string, membership: MembershipValue): Promise<Payment> {
    const id = await database.transaction(async (tx) => {
      const member = orNotFound(await lockMember(tx, memberId, 'unrestricted'), 'This record');
      const amount = await differenceOf(tx, member, membership);
      const rows = await lockPaymentsOf(tx, memberId);
      const open = rows.find(
        ({ purpose, state, doubleOf }) =>
          purpose === 'upgrade' && !doubleOf && ['due', 'claimed', 'refused'].includes(state),
      );
      if (open?.membership === membership) return open.id;
      if (open?.state === 'claimed') {
        throw new AppError(
          'WRONG_STATE',
          'The office is checking your payment for another membership. Please wait for it.',
        );
      }
      const isPart = ({ id, partOf, purpose }: PaymentRow) =>
        open && purpose !== 'excess' && (partOf === open.id || open.partOf === id);
      if (rows.some(isPart)) {
        throw new AppError(
          'WRONG_STATE',
          'A part of your payment has come. Please pay the rest, or write to the office.',
        );
      }
      // Whose receipt was cancelled still owes for the membership that they have.
      const owed = open?.membership === member.membership ? open.amount : 0;
      if (open) await updatePayments(tx, [open.id], { state: 'cancelled', reason: serverMessages.otherWish });
      return (await askUpgrade(tx, member, membership, amount + owed)).id;
    });
    return paymentOf((await findPayment(database, id))!, config.publicUrl);
  }

  return { request };
}
