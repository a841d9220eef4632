import { formatRupees } from '#shared/money.ts';
import { t } from '#web/lib/languages/text.ts';
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
    <dl className={`flex flex-wrap m-0 leading-tight ${styles.summary} rounded bg-surface`}>
      {membership && (
        <div>
          <dt className="text-14">{t('Membership')}</dt>
          <dd className={`font-semibold font-serif ${styles.figure}`}>{membership}</dd>
        </div>
      )}
      <div>
        <dt className="text-14">{label}</dt>
        <dd className={`font-semibold font-serif text-navy ${styles.figure}`}>{formatRupees(amount)}</dd>
      </div>
      <div>
        <dt className="text-14">{t('Reference')}</dt>
        <dd
          className={`flex items-center gap-1 font-semibold font-serif whitespace-nowrap tabular-nums ${styles.figure}`}
        >
          <span className={styles.reference}>{reference}</span>
          <span className={styles.copy}>
            <CopyButton label={t('Reference')} value={reference} />
          </span>
        </dd>
      </div>
    </dl>
  );
}
