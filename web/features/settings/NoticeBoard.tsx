import type { ImportantUpdate } from '#shared/contracts/settings.ts';
import { limits } from '#shared/limits.ts';
import { formatDay } from '#web/lib/format.ts';
import styles from './NoticeBoard.module.css';

/** The important updates, newest first: the stored list in reverse. Older ones are collapsed. */
export function NoticeBoard({ updates }: { updates: ImportantUpdate[] }) {
  if (updates.length === 0) return null;
  const newestFirst = updates.toReversed();
  const earlier = newestFirst.slice(limits.noticeBoard);
  return (
    <aside className={styles.board} aria-labelledby="updates">
      <h2 id="updates" className={styles.heading}>
        Important Updates
      </h2>
      <Notices updates={newestFirst.slice(0, limits.noticeBoard)} />
      {earlier.length > 0 && (
        <details className={styles.earlier}>
          <summary>
            Earlier updates <span>({earlier.length})</span>
          </summary>
          <Notices updates={earlier} />
        </details>
      )}
    </aside>
  );
}

function Notices({ updates }: { updates: ImportantUpdate[] }) {
  return (
    <ol className={styles.list}>
      {updates.map((update) => (
        <li key={update._id} className={styles.item}>
          <h3 className={styles.title}>{update.title}</h3>
          <time className={styles.date} dateTime={update.createdAt}>
            {formatDay(update.createdAt)}
          </time>
          <p className={styles.text}>{update.discription}</p>
        </li>
      ))}
    </ol>
  );
}
