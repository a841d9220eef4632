import { formatRupees } from '#shared/money.ts';
import { CopyButton } from './CopyRows.tsx';
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
    <dl className={`wraps flush close-lines ${styles.summary} rounded surface`}>
      {membership && (
        <div>
          <dt className="small">Membership</dt>
          <dd className={`strong serif ${styles.figure}`}>{membership}</dd>
        </div>
      )}
      <div>
        <dt className="small">{label}</dt>
        <dd className={`strong serif navy ${styles.figure}`}>{formatRupees(amount)}</dd>
      </div>
      <div>
        <dt className="small">Reference</dt>
        <dd className={`bar gap-1 strong serif nowrap numbers ${styles.figure}`}>
          <span className={styles.reference}>{reference}</span>
          <span className={styles.copy}>
            <CopyButton label="Reference" value={reference} />
          </span>
        </dd>
      </div>
    </dl>
  );
}
