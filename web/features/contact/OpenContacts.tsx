import { formatNumber } from '#shared/money.ts';
import styles from './OpenContacts.module.css';
import { useOpenContacts } from './useOpenContacts.ts';

/** Beside the link to the messages: how many wait for an answer. */
export function OpenContacts() {
  const open = useOpenContacts();
  if (open === 0) return null;
  return (
    <span className={styles.count}>
      {formatNumber(open)}
      <span className="unseen"> open</span>
    </span>
  );
}
