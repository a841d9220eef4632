import { type MoneyOverview, moneyOverview } from '#shared/contracts/subscription.ts';
import { formatRupees } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import { counted } from '#web/lib/counted.ts';
import { useLoad } from '#web/lib/useLoad.ts';
import { Link } from '#web/ui/page/Link.tsx';
import { TryAgain } from '#web/ui/page/TryAgain.tsx';
import styles from './cards.module.css';

type Sum = MoneyOverview['due'];

const list = (state: string) => `${paths.admin.payments}?state=${state}`;
const cards: readonly {
  label: (money: MoneyOverview | undefined) => string;
  sum: (money: MoneyOverview) => Sum;
  to: string;
}[] = [
  { label: () => 'Received this month', sum: (money) => money.receivedThisMonth, to: list('received') },
  {
    label: (money) => `Received in ${money?.year ?? 'this year'}`,
    sum: (money) => money.receivedThisYear,
    to: list('received'),
  },
  { label: () => 'Claimed, to be checked', sum: (money) => money.claimed, to: list('claimed') },
  { label: () => 'Due', sum: (money) => money.due, to: list('due') },
];

/** The money received, to be checked and owed; each card leads to its payments. */
export function MoneyCards() {
  const { data, failed, loading, reload } = useLoad(moneyOverview, {});
  if (failed && !loading) return <TryAgain onClick={reload} text="The payments could not be loaded." />;
  return (
    <ul
      className={`stack two-columns flush below-3 ${styles.amounts}`}
      aria-label="Payments"
      aria-busy={!data || undefined}
    >
      {cards.map(({ label, sum, to }) => {
        const { amount, count } = data ? sum(data.data) : { amount: 0, count: 0 };
        const text = label(data?.data);
        return (
          <li key={text}>
            <Link to={to} className="card column outlines pad-line ink tall gap-half apart plain">
              <span className="muted small">{text}</span>
              <span className={`strong serif close-lines ${styles.figure}`}>{data ? formatRupees(amount) : '…'}</span>
              <span className="muted small">{data && counted(count, 'payment')}</span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
