import type { ImportantUpdate } from '#shared/contracts/settings.ts';
import { limits } from '#shared/limits.ts';
import { formatDay } from '#web/lib/format.ts';
import { officeText } from '#web/lib/text.ts';
import { OfficeText } from '#web/ui/page/Prose.tsx';
import styles from './NoticeBoard.module.css';

/** The important updates, newest first: the stored list in reverse. Older ones are collapsed. */
export function NoticeBoard({ updates }: { updates: ImportantUpdate[] }) {
  if (updates.length === 0) return null;
  const newestFirst = updates.toReversed();
  const earlier = newestFirst.slice(limits.noticeBoard);
  return (
    <aside className={`card ${styles.board}`} aria-labelledby="updates">
      <h2 id="updates" className="text-22 line-below flush pad-2-3">
        Important Updates
      </h2>
      <Notices updates={newestFirst.slice(0, limits.noticeBoard)} />
      {earlier.length > 0 && (
        <details className={`line-above ${styles.earlier}`}>
          <summary className="opener pad-2-3 no-print">
            Earlier updates <span className="muted regular">({earlier.length})</span>
          </summary>
          <Notices updates={earlier} />
        </details>
      )}
    </aside>
  );
}

function Notices({ updates }: { updates: ImportantUpdate[] }) {
  return (
    <ol className={`ruled ${styles.list}`}>
      {updates.map((update) => (
        <li key={update._id} className="pad-y-2">
          <OfficeText as="h3" className="text-18 flush breaks" {...officeText(update.title, update.hi.title)} />
          <time className="small strong saffron" dateTime={update.createdAt}>
            {formatDay(update.createdAt)}
          </time>
          <OfficeText
            as="p"
            className="breaks pre-line flush above-half"
            {...officeText(update.discription, update.hi.discription)}
          />
        </li>
      ))}
    </ol>
  );
}
