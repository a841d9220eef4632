import type { ImportantUpdate } from '#shared/contracts/settings.ts';
import { limits } from '#shared/limits.ts';
import { formatDay } from '#web/lib/languages/format.ts';
import { T } from '#web/lib/languages/T.ts';
import { t } from '#web/lib/languages/text.ts';
import { officeText } from '#web/lib/languages/written-text.ts';
import { OfficeText } from '#web/ui/page/Prose.tsx';
import styles from './NoticeBoard.module.css';

/** The important updates, newest first: the stored list in reverse. Older ones are collapsed. */
export function NoticeBoard({ updates }: { updates: ImportantUpdate[] }) {
  if (updates.length === 0) return null;
  const newestFirst = updates.toReversed();
  const earlier = newestFirst.slice(limits.noticeBoard);
  return (
    <aside className={`card ${styles.board}`} aria-labelledby="updates">
      <h2 id="updates" className="text-22 border-b m-0 px-3 py-2">
        {t('Important Updates')}
      </h2>
      <Notices updates={newestFirst.slice(0, limits.noticeBoard)} />
      {earlier.length > 0 && (
        <details className={`border-t ${styles.earlier}`}>
          <summary className="opener px-3 py-2 no-print">
            <T>
              Earlier updates <span className="text-muted font-normal">({earlier.length})</span>
            </T>
          </summary>
          <Notices updates={earlier} />
        </details>
      )}
    </aside>
  );
}

function Notices({ updates }: { updates: ImportantUpdate[] }) {
  return (
    <ol className="divide-y px-3">
      {updates.map((update) => (
        <li key={update.id} className="py-2">
          <OfficeText as="h3" className="text-18 m-0 break-anywhere" {...officeText(update.title, update.hi.title)} />
          <time className="text-14 font-semibold text-saffron" dateTime={update.createdAt}>
            {formatDay(update.createdAt)}
          </time>
          <OfficeText
            as="p"
            className="break-anywhere whitespace-pre-line m-0 mt-4px"
            {...officeText(update.description, update.hi.description)}
          />
        </li>
      ))}
    </ol>
  );
}
