import { useLocation } from 'react-router';
import { listOwnPayments } from '#shared/contracts/payments.ts';
import { formatRupees } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import { purposeOf } from '#web/features/payments/wording.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { t } from '#web/lib/languages/text.ts';
import { Link } from '#web/ui/page/Link.tsx';
import { Note } from '#web/ui/page/Note.tsx';
import { askedFor, isPayable, subscriptionText } from './wording.ts';

/** A note above a member's pages that a payment is due; not shown where it is paid, and where it stands anyway. */
export function DueNote() {
  const { pathname } = useLocation();
  const isHere = [paths.memberHome, paths.membershipStatus].some(
    (path) => path.toLowerCase() === pathname.toLowerCase(),
  );
  const { data } = useLoad(listOwnPayments, isHere ? null : {});
  if (!data || isHere) return null;
  const { standing, data: payments } = data;
  const isDue = (standing.state === 'due' || standing.state === 'lapsed') && askedFor(standing, payments).length > 0;
  // An old request for a subscription is not reminded of while none is charged.
  const other = payments.find((payment) => payment.purpose !== 'annual' && isPayable(payment));
  if (!isDue && !other) return null;
  return (
    <div className="container no-print pt-2">
      <Note tone={standing.state === 'lapsed' ? 'warning' : 'info'} role="note">
        {t('{due}.', {
          due: isDue
            ? subscriptionText(standing, payments)
            : other
              ? t('{amount} due: {other}', { amount: formatRupees(other.amount), other: purposeOf(other) })
              : '',
        })}{' '}
        <Link to={paths.membershipStatus}>{t('Pay under My Membership')}</Link>
      </Note>
    </div>
  );
}
