import type { OfficeRecord } from '#shared/contracts/members.ts';
import type { AgreeingCredit } from '#shared/contracts/payments.ts';
import { formatExactRupees, formatRupees } from '#shared/money.ts';
import { person } from '#shared/person.ts';
import { CreditNotice } from '#web/features/payments/CreditNotice.tsx';
import { methodOf } from '#web/features/payments/office-wording.ts';
import { formatDate, formatDay } from '#web/lib/languages/format.ts';
import { KeyHint } from '#web/ui/dialogs/KeyHint.tsx';
import { Button } from '#web/ui/page/Button.tsx';
import { CopyButton } from '#web/ui/page/CopyButton.tsx';
import styles from './PaymentDetails.module.css';
import type { Review } from './RecordHistory.tsx';
import { paymentOf } from './wording.ts';

interface Props {
  record: OfficeRecord;
  /** Whole rupees. */
  fee: number;
  /** The matching line of a bank statement. */
  credit?: AgreeingCredit | null;
  /** The gateway's payment, of one that was paid online. */
  online?: Review['online'];
  /** Mails a link to the payment step; absent if no payment is needed. */
  onAsk?: (() => void) | undefined;
  busy?: boolean;
}

/** The amount due and the details of the payment, for comparison with the screenshot. */
export function PaymentDetails({ record, fee, credit, online, onAsk, busy }: Props) {
  const { utr, paymentStatus: status, paymentSentAt } = record;
  return (
    <div className="grid gap-1 justify-items-start mb-1">
      <dl className="m-0 w-full grid grid-cols-2 gap-1-2">
        <Fact label="Fee" strong>
          {formatRupees(fee)}
        </Fact>
        <Fact label="Payment">
          {status ? (
            <>
              {paymentOf(status).label} <span className="text-14 text-muted whitespace-nowrap">({status})</span>
            </>
          ) : (
            'Payment Not Initiated'
          )}
        </Fact>
        <Fact label="UTR">
          {utr === '' ? (
            '–'
          ) : (
            <>
              {utr.slice(0, -1)}
              {/* Keeps the copy button on the line of the last character. */}
              <span className={`whitespace-nowrap ${styles.whole}`}>
                {utr.slice(-1)}
                <CopyButton label={person.utr.label} value={utr} />
              </span>
            </>
          )}
        </Fact>
        {paymentSentAt && (
          <Fact label="Screenshot sent">
            <span className={`whitespace-nowrap ${styles.whole}`}>{formatDate(paymentSentAt)}</span>
          </Fact>
        )}
      </dl>
      {online && (
        <p className="m-0 text-good">
          Paid online on {formatDay(online.on)}: {formatRupees(fee)} by {methodOf(online.method)}, fee{' '}
          {formatExactRupees(online.fee)}
        </p>
      )}
      {credit && <CreditNotice credit={credit} />}
      {onAsk && (
        <Button small look="outlined" busy={busy} aria-keyshortcuts="M" onClick={onAsk}>
          Ask for the payment
          <KeyHint keys="M" />
        </Button>
      )}
    </div>
  );
}

function Fact(props: { label: string; strong?: boolean; children: React.ReactNode }) {
  return (
    <div>
      <dt className="text-14">{props.label}</dt>
      <dd className={props.strong ? 'text-18 font-bold' : undefined}>{props.children}</dd>
    </div>
  );
}
