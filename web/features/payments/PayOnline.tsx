import { useState } from 'react';
import { payOnline } from '#shared/contracts/online.ts';
import { AppError } from '#shared/errors.ts';
import { messages } from '#shared/messages.ts';
import { formatNumber } from '#shared/money.ts';
import { api } from '#web/lib/calls/api.ts';
import { useSingleRun } from '#web/lib/calls/useSingleRun.ts';
import { T } from '#web/lib/languages/T.ts';
import { t } from '#web/lib/languages/text.ts';

interface Props {
  paymentId: string;
  /** Whole rupees. */
  amount: number;
  /** The secret of a mailed link, where that is the only proof of who pays; '' where none is needed. */
  link?: string;
  /** Leaves for the gateway; tests stay. */
  leave?: (url: string) => void;
}

/** Leads to the gateway's own page, where the payment is made. */
export function PayOnline({ paymentId, amount, link, leave = (url) => window.location.assign(url) }: Props) {
  const { busy, run } = useSingleRun();
  const [leaving, setLeaving] = useState(false);
  const [failed, setFailed] = useState('');
  const press = () =>
    run(async () => {
      setFailed('');
      try {
        const { url } = await api(payOnline, { params: { paymentId } }, link === undefined ? {} : { link });
        setLeaving(true);
        leave(url);
        // Somebody who comes back by the browser's own button finds it as it was.
        setTimeout(() => setLeaving(false), 8_000);
      } catch (error) {
        setFailed(t(error instanceof AppError ? error.message : messages.payment.onlineUnavailable));
      }
    });
  const waits = busy || leaving;
  return (
    <section className="grid justify-items-start gap-1 no-print" aria-label={t('Online payment')}>
      <button type="button" className="button w-full-below-sm" onClick={() => void press()} disabled={waits}>
        {waits ? t('Opening the payment page …') : t(`Pay ₹ ${formatNumber(amount)} online`)}
      </button>
      <p className="text-muted text-14 m-0">
        <T>
          By UPI, card or net banking on the payment company’s own page, which brings you back here. No screenshot is
          needed.
        </T>
      </p>
      <p className="hidden-if-empty m-0 text-bad" role="alert">
        {failed}
      </p>
    </section>
  );
}
