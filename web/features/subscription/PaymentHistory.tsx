import type { Payment } from '#shared/contracts/payments.ts';
import { formatRupees } from '#shared/money.ts';
import { ReceiptButton } from '#web/features/payments/ReceiptButton.tsx';
import { purposeOf } from '#web/features/payments/wording.ts';
import { formatDay } from '#web/lib/format.ts';
import styles from './PaymentHistory.module.css';

/** A payment's status with its day. */
function stateText(payment: Payment): string {
  const { state, receivedOn, refundedOn, claimedAt, createdAt, refundUtr } = payment;
  switch (state) {
    case 'due':
      return `Due since ${formatDay(createdAt)}`;
    case 'claimed':
      return `Proof sent on ${formatDay(claimedAt ?? createdAt)}`;
    case 'received':
      return `Received on ${formatDay(receivedOn ?? createdAt)}${payment.refundDue ? ', to be refunded' : ''}`;
    case 'refused':
      return 'Not found by the office';
    case 'waived':
      return 'Waived by the office';
    case 'refunded':
      return `Refunded on ${formatDay(refundedOn ?? createdAt)}, UTR ${refundUtr}`;
    case 'cancelled':
      return 'No longer asked for';
  }
}

/** A member's payments, newest first. */
export function PaymentHistory({ payments }: { payments: readonly Payment[] }) {
  if (payments.length === 0) return <p className="muted flush">There are no payments yet.</p>;
  return (
    <ul className="card ruled">
      {payments.map((payment) => (
        <li key={payment._id} className={`grid last-narrow pad-line gap-half-2 ${styles.row}`}>
          <div className="breaks grid">
            <strong>{purposeOf(payment)}</strong>
            <span className="muted small">{payment.reference}</span>
          </div>
          <span className={`numbers nowrap ${styles.amount}`}>{formatRupees(payment.amount)}</span>
          <div className={`breaks starts whole-row grid ${styles.state}`}>
            <span>{stateText(payment)}</span>
            {payment.receiptNumber && <ReceiptButton paymentId={payment._id} number={payment.receiptNumber} />}
          </div>
        </li>
      ))}
    </ul>
  );
}
