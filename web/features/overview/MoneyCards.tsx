import { type MoneyOverview, moneyOverview } from '#shared/contracts/subscription.ts';
import { formatRupees } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { counted } from '#web/lib/languages/format.ts';
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
      className={`grid gap-2 grid-cols-2 m-0 mb-3 ${styles.amounts}`}
      aria-label="Payments"
      aria-busy={!data || undefined}
    >
      {cards.map(({ label, sum, to }) => {
        const { amount, count } = data ? sum(data.data) : { amount: 0, count: 0 };
        const text = label(data?.data);
        return (
          <li key={text}>
            <Link
              to={to}
              className="card flex flex-col hover-border-navy px-2 py-12px text-ink h-full gap-4px justify-between no-underline"
            >
              <span className="text-muted text-14">{text}</span>
              <span className={`font-semibold font-serif leading-tight ${styles.figure}`}>
                {data ? formatRupees(amount) : '…'}
              </span>
              <span className="text-muted text-14">{data && counted(count, 'payment')}</span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
