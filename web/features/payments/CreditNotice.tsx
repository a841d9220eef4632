import type { AgreeingCredit } from '#shared/contracts/payments.ts';
import { formatExactRupees } from '#shared/money.ts';
import { formatDay } from '#web/lib/format.ts';

/** Says which line of a bank statement contains the payment. */
export function CreditNotice({ credit }: { credit: AgreeingCredit }) {
  return (
    <div className="wide mark-good grid paper pad-1-2">
      <strong>
        In the bank statement: {formatExactRupees(credit.amount)} on {formatDay(credit.date)}
      </strong>
      <span className="muted small breaks">{credit.narration}</span>
    </div>
  );
}
