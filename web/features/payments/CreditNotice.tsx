import type { AgreeingCredit } from '#shared/contracts/payments.ts';
import { formatExactRupees } from '#shared/money.ts';
import { formatDay } from '#web/lib/languages/format.ts';

/** Says which line of a bank statement contains the payment. */
export function CreditNotice({ credit }: { credit: AgreeingCredit }) {
  return (
    <div className="w-full border-l-good grid bg-paper px-2 py-1">
      <strong>
        In the bank statement: {formatExactRupees(credit.amount)} on {formatDay(credit.date)}
      </strong>
      <span className="text-muted text-14 break-anywhere">{credit.narration}</span>
    </div>
  );
}
