import type { NewsItem } from '#shared/contracts/news.ts';
import { limits } from '#shared/limits.ts';
import { paths } from '#shared/paths.ts';
import { cut, formatDate } from '#web/lib/languages/format.ts';
import { langOf } from '#web/lib/languages/written-text.ts';
import { Link } from '#web/ui/page/Link.tsx';
import { Picture } from '#web/ui/page/Picture.tsx';
import styles from './NewsCard.module.css';

interface Props {
  item: NewsItem;
  /** For the list beside the main article: smaller, and marked if it is the `current` one. */
  compact?: boolean;
  current?: boolean;
}

/** A short view of a news item; the whole card is a link. */
export function NewsCard({ item, compact = false, current = false }: Props) {
  return (
    <article className={`card ${styles.card} ${compact ? styles.compact : ''}`}>
      {item.picture && (
        <div className={styles.frame}>
          <Picture
            picture={item.picture}
            alt=""
            sizes={compact ? '96px' : '(min-width: 900px) 370px, (min-width: 600px) 36vw, 92vw'}
            className="size-full object-cover"
          />
        </div>
      )}
      <div className={styles.text}>
        <div className="mb-4px">
          <h3 className="m-0">
            <Link
              to={paths.newsItem(item.id)}
              // Also of its names, which are the headline.
              lang={langOf(item.title)}
              className={`${styles.link} ${compact ? styles.cut : ''}`}
              title={compact ? item.title : undefined}
              aria-label={compact ? item.title : undefined}
              aria-current={current ? 'true' : undefined}
            >
              {compact ? (
                <span aria-hidden="true">{cut(item.title, limits.newsCardTitle, '..')}</span>
              ) : (
                <span className={styles.whole}>{item.title}</span>
              )}
            </Link>
          </h3>
          <p className="text-muted text-14 m-0">
            {item.location} · <time dateTime={item.createdAt}>{formatDate(item.createdAt)}</time>
          </p>
        </div>
        <p className={compact ? 'text-14 m-0' : 'm-0'} lang={langOf(item.description)}>
          {cut(item.description, limits.newsCardDescription)}
        </p>
      </div>
    </article>
  );
}
