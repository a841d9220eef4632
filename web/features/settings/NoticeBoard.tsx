import type { ImportantUpdate } from '#shared/contracts/settings.ts';
import { formatDay } from '#web/lib/format.ts';
import styles from './NoticeBoard.module.css';

/** The important updates, newest on top: the stored list read from its end. */
export function NoticeBoard({ updates }: { updates: ImportantUpdate[] }) {
  if (updates.length === 0) return null;
  return (
    <aside className={styles.board} aria-labelledby="updates">
      <h2 id="updates" className={styles.heading}>
        Important Updates
      </h2>
      {/* Longer than its place, it scrolls inside: the keyboard must be able to get there. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs the focus to be scrolled by keyboard */}
      <ol className={styles.list} tabIndex={0} aria-label="Important updates, newest first">
        {updates.toReversed().map((update) => (
          <li key={update._id} className={styles.item}>
            <h3 className={styles.title}>{update.title}</h3>
            <time className={styles.date} dateTime={update.createdAt}>
              {formatDay(update.createdAt)}
            </time>
            <p className={styles.text}>{update.discription}</p>
          </li>
        ))}
      </ol>
    </aside>
  );
}
