import type { ReactNode } from 'react';
import type { NewsItem } from '#shared/contracts/news.ts';
import { formatDate } from '#web/lib/languages/format.ts';
import { langOf } from '#web/lib/languages/written-text.ts';
import { Picture } from '#web/ui/page/Picture.tsx';
import { Prose } from '#web/ui/page/Prose.tsx';
import styles from './NewsArticle.module.css';

/** An address up to the sign that ends its sentence. */
const address = /https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]’”']/g;

/** A text with its addresses as links. */
function withLinks(text: string): ReactNode[] {
  const parts: ReactNode[] = [];
  let at = 0;
  for (const { 0: url, index } of text.matchAll(address)) {
    parts.push(
      text.slice(at, index),
      <a key={index} href={url}>
        {url}
      </a>,
    );
    at = index + url.length;
  }
  return [...parts, text.slice(at)];
}

/** A complete news item, laid out like a newspaper page. */
export function NewsArticle({ item }: { item: NewsItem }) {
  return (
    <article>
      <h2 className={styles.title} lang={langOf(item.title)}>
        {item.title}
      </h2>
      <p className="text-muted flex flex-wrap gap-4px-2 border-t border-b py-1">
        <span className="text-ink font-semibold">{item.location}</span>
        <time dateTime={item.createdAt}>{formatDate(item.createdAt)}</time>
      </p>
      {item.picture && (
        <Picture
          picture={item.picture}
          alt=""
          first
          sizes="(min-width: 1264px) 760px, (min-width: 900px) 62vw, 92vw"
          className="w-full rounded mb-3"
        />
      )}
      <Prose text={item.description} className={`text-18 ${styles.text}`} shown={withLinks} />
    </article>
  );
}
