import { useEffect, useState } from 'react';
import { getRegistration } from '#shared/contracts/registrations.ts';
import { AppError } from '#shared/errors.ts';
import { paths } from '#shared/paths.ts';
import { api } from '#web/lib/calls/api.ts';
import { T } from '#web/lib/languages/T.ts';
import { t } from '#web/lib/languages/text.ts';
import { Link } from '#web/ui/page/Link.tsx';
import { forgetRegistered, type Registered, readRegistered } from './registered.ts';

/** The registration that waits for its payment, with the way on, while this device knows of it. */
export function Waiting() {
  const [registered, setRegistered] = useState<Registered | null>(null);
  useEffect(() => {
    const registered = readRegistered();
    if (!registered) return;
    let gone = false;
    const forget = () => {
      forgetRegistered();
      if (!gone) setRegistered(null);
    };
    setRegistered(registered);
    // It may have been paid, decided or deleted meanwhile.
    api(getRegistration, { params: { id: registered.id } })
      .then(({ data }) => data.state !== 'payment_due' && forget())
      .catch((error: unknown) => error instanceof AppError && error.code === 'NOT_FOUND' && forget());
    return () => {
      gone = true;
    };
  }, []);
  if (!registered) return null;
  return (
    <p className="flex flex-wrap gap-1 mb-3 no-print border-l-saffron bg-surface px-2 py-1">
      <span>
        <T>
          <strong className="tabular-nums">{registered.reference}</strong> is waiting for payment.
        </T>
      </span>
      <Link className="tap" to={paths.payment(registered.id, registered.membership)}>
        {t('Go on to the payment')}
      </Link>
      <button
        type="button"
        className="link-button min-h-touch text-14 ml-auto"
        onClick={() => {
          forgetRegistered();
          setRegistered(null);
        }}
      >
        {t('Do not show this on this device')}
      </button>
    </p>
  );
}
