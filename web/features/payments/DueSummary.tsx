import { formatRupees } from '#shared/money.ts';
import styles from './DueSummary.module.css';

interface Props {
  /** Shown before the amount of an admission. */
  membership?: string;
  /** The amount's name. */
  label: string;
  amount: number;
  reference: string;
}

/** The amount due in large letters, and the reference that identifies the payment. */
export function DueSummary({ membership, label, amount, reference }: Props) {
  return (
    <dl className={`pad-3 wraps flush close-lines ${styles.summary} rounded surface`}>
      {membership && (
        <div>
          <dt className="small">Membership</dt>
          <dd className="text-28 strong serif">{membership}</dd>
        </div>
      )}
      <div>
        <dt className="small">{label}</dt>
        <dd className="text-28 strong serif navy">{formatRupees(amount)}</dd>
      </div>
      <div>
        <dt className="small">Reference</dt>
        <dd className={`text-28 strong serif nowrap numbers ${styles.reference}`}>{reference}</dd>
      </div>
    </dl>
  );
}
