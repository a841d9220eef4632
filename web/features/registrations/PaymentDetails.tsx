import type { OfficeRecord } from '#shared/contracts/members.ts';
import { formatDate, formatRupees } from '#web/lib/format.ts';
import { Line, Section } from './RecordDetails.tsx';
import { tierLabel } from './wording.ts';

/** What was to be paid, and what is known of the payment. */
export function PaymentDetails({ record, fee }: { record: OfficeRecord; fee: number }) {
  return (
    <Section title="Payment">
      <Line label="Membership">{tierLabel(record.membership)}</Line>
      <Line label="Fee">
        <strong>{formatRupees(fee)}</strong>
      </Line>
      <Line label="Payment">{record.payment_status || 'Payment Not Initiated'}</Line>
      <Line label="Reference (UTR)">{record.utr}</Line>
      <Line label="Screenshot sent">{record.paymentSentAt && formatDate(record.paymentSentAt)}</Line>
    </Section>
  );
}
