import type { Payment } from '#shared/contracts/payments.ts';
import { statementOfYear } from '#shared/contracts/receipts.ts';
import { financialYearOf } from '#shared/financial-year.ts';
import { formatRupees } from '#shared/money.ts';
import { ReceiptButton } from '#web/features/payments/ReceiptButton.tsx';
import { moneyNotes, purposeOf } from '#web/features/payments/wording.ts';
import { api } from '#web/lib/calls/api.ts';
import { formatDay } from '#web/lib/languages/format.ts';
import { T } from '#web/lib/languages/T.ts';
import { t } from '#web/lib/languages/text.ts';
import { DownloadButton } from '#web/ui/page/DownloadButton.tsx';
import styles from './PaymentHistory.module.css';

/** A payment's status with its day. */
function stateText(payment: Payment): string {
  const { state, receivedOn, refundedOn, claimedAt, createdAt, refundUtr } = payment;
  const day = formatDay(refundedOn ?? receivedOn ?? createdAt);
  switch (state) {
    case 'due':
      return t(`Due since ${formatDay(createdAt)}`);
    case 'claimed':
      return t(`Proof sent on ${formatDay(claimedAt ?? createdAt)}`);
    case 'received':
      return t(`Received on ${day}`);
    case 'refused':
      return t('Not found by the office');
    case 'waived':
      return t('Waived by the office');
    case 'refunded':
      return t(`Returned on ${day}, UTR ${refundUtr}`);
    case 'cancelled':
      return t('No longer asked for');
  }
}

/** The financial years with several receipts, newest first. */
function addedYears(payments: readonly Payment[]): string[] {
  const days = payments.flatMap(({ receiptNumber, receivedOn }) => (receiptNumber && receivedOn ? [receivedOn] : []));
  const years = [...Map.groupBy(days, financialYearOf)].filter(([, of]) => of.length > 1).map(([year]) => year);
  return years.sort().reverse();
}

/** A member's payments, newest first. */
export function PaymentHistory({ payments }: { payments: readonly Payment[] }) {
  if (payments.length === 0) return <p className="text-muted m-0">{t('There are no payments yet.')}</p>;
  return (
    <div className="grid gap-3">
      <ul className="card divide-y">
        {payments.map((payment) => (
          <li key={payment.id} className={`grid grid-cols-1fr-auto px-2 py-12px gap-4px-2 ${styles.row}`}>
            <div className="break-anywhere grid">
              <strong>{purposeOf(payment)}</strong>
              <span className="text-muted text-14">{payment.reference}</span>
            </div>
            <span className={`tabular-nums whitespace-nowrap ${styles.amount}`}>{formatRupees(payment.amount)}</span>
            <div className={`break-anywhere justify-items-start col-span-full grid ${styles.state}`}>
              <span>{stateText(payment)}</span>
              {moneyNotes(payment).map((note) => (
                <span key={note}>{note}</span>
              ))}
              {payment.receiptNumber && <ReceiptButton paymentId={payment.id} number={payment.receiptNumber} />}
            </div>
          </li>
        ))}
      </ul>
      {addedYears(payments).map((year) => (
        <div key={year}>
          <DownloadButton name={`statement-${year}.pdf`} load={() => api(statementOfYear, { query: { year } })}>
            <T>All receipts of {year}, with their sum</T>
          </DownloadButton>
        </div>
      ))}
    </div>
  );
}
