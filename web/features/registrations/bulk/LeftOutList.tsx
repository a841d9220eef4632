import type { LeftOut } from '#shared/contracts/jobs.ts';
import styles from './LeftOutList.module.css';

/** The registrations that a decision about several left out, and why. */
export function LeftOutList({ left }: { left: readonly LeftOut[] }) {
  if (left.length === 0) return null;
  return (
    <details className={styles.box}>
      <summary>Left out: which, and why</summary>
      <ul className={`listed ${styles.list}`}>
        {left.map(({ id, reference, message }) => (
          <li key={id}>
            <strong>{reference || 'A deleted record'}</strong>: {message}
          </li>
        ))}
      </ul>
    </details>
  );
}
