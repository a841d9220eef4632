import type { Config } from '#server/config.ts';
import { findTier, type MemberRow, tierTitle, updateWithoutVersion } from '#server/features/members/members.queries.ts';
import { isAllowed, wrongState } from '#server/features/payments/payment-states.ts';
import { findAdmission } from '#server/features/payments/payments.queries.ts';
import { owedInWords } from '#server/features/subscription/owed.ts';
import type { Transaction } from '#server/platform/database/client.ts';
import { writeLog } from '#server/platform/log/log.queries.ts';
import { enqueueMail } from '#server/platform/mail/outbox.ts';
import { clock, indianDay } from '#shared/clock.ts';
import { AppError } from '#shared/errors.ts';
import { formatRupees } from '#shared/money.ts';
import type { PaymentState } from '#shared/options.ts';
import { paths } from '#shared/paths.ts';

/** The absolute address of a registration's payment step. */
export const paymentLink = (
  { publicUrl }: Pick<Config, 'publicUrl'>,
  { id, membership }: Pick<MemberRow, 'id' | 'membership'>,
) => `${publicUrl}${paths.membership}?${new URLSearchParams({ isRegistered: 'true', id, membership })}`;

/**
 * Why a New record's payment cannot be asked for now; null when it can.
 * @param admission the state of its payment
 */
export function refusePaymentRequest(row: Pick<MemberRow, 'paymentAskedAt'>, admission: PaymentState): AppError | null {
  if (!isAllowed('claim', admission)) return wrongState(admission);
  // Of a payment in parts this is the state of the open one.
  if (admission === 'claimed') return new AppError('WRONG_STATE', 'A payment has already been sent.');
  const askedToday = row.paymentAskedAt !== null && indianDay(row.paymentAskedAt) === clock.today();
  return askedToday ? new AppError('ALREADY_ASKED', 'The payment has already been asked for today.') : null;
}

/**
 * Mails the payment link to the applicant of a locked New record.
 * @throws WRONG_STATE once a payment was claimed, ALREADY_ASKED for the second time in a day (India)
 */
export async function askForPayment(tx: Transaction, row: MemberRow, publicUrl: string, by: string): Promise<void> {
  const { id: memberId, reference, name } = row;
  const { amount, state } = await findAdmission(tx, memberId);
  const refused = refusePaymentRequest(row, state);
  if (refused) throw refused;
  const tier = await findTier(tx, row.membership);
  await updateWithoutVersion(tx, memberId, { paymentAskedAt: clock.now() });
  await writeLog(tx, { kind: 'decision', by, subject: reference, action: 'asked for the payment', memberId });
  const link = paymentLink({ publicUrl }, row);
  const data = {
    name,
    reference,
    tier: tier ? tierTitle(tier, row.language) : row.membership,
    fee: formatRupees(amount),
    owed: await owedInWords(tx, amount),
    link,
  };
  await enqueueMail(tx, { kind: 'payment-asked', to: row.email, data, memberId });
}
