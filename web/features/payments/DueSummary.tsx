import { formatRupees } from '#shared/money.ts';
import styles from './DueSummary.module.css';

interface Props {
  /** Stands before the amount of an admission. */
  membership?: string;
  /** What the amount is called. */
  label: string;
  amount: number;
  reference: string;
}

/** What is to be paid, in large letters, and the reference that the office looks for. */
export function DueSummary({ membership, label, amount, reference }: Props) {
  return (
    <dl className={styles.summary}>
      {membership && (
        <div>
          <dt>Membership</dt>
          <dd>{membership}</dd>
        </div>
      )}
      <div>
        <dt>{label}</dt>
        <dd className={styles.amount}>{formatRupees(amount)}</dd>
      </div>
      <div>
        <dt>Reference</dt>
        <dd className={styles.reference}>{reference}</dd>
      </div>
    </dl>
  );
}
