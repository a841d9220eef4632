import type { OverviewData } from '#shared/contracts/overview.ts';
import { paths } from '#shared/paths.ts';
import { formatBalance } from '#web/features/shares/wording.ts';
import { formatDay } from '#web/lib/format.ts';
import { Link } from '#web/ui/Link.tsx';

/** What the State of an office that is bound to it is owed. */
export function OwnShare({ State, balance, oldestUnpaid }: NonNullable<OverviewData['shares']>) {
  return (
    <p className="below-2">
      Share of {State}: <Link to={paths.admin.shares}>{formatBalance(balance)}</Link>
      {oldestUnpaid && ` owed, unpaid since ${formatDay(oldestUnpaid)}`}
    </p>
  );
}
