import { dateParts, formatTime } from '#web/lib/format.ts';
import styles from './DateLeaf.module.css';

/** A date as the leaf of a calendar. */
export function DateLeaf({ date }: { date: string }) {
  const parts = dateParts(date);
  if (!parts) return null;
  return (
    <time className={`card text-center ${styles.leaf}`} dateTime={date}>
      <span className={`text-14 font-semibold text-on-fill ${styles.month}`}>
        {parts.month} {parts.year}
      </span>
      <span className={styles.day}>{parts.day}</span>
      <span className={`text-muted text-14 ${styles.time}`}>
        {parts.weekday}
        <br />
        {formatTime(date)}
      </span>
    </time>
  );
}
