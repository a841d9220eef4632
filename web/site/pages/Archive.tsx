import type { Pagination } from '#shared/fields.ts';
import { formatDay } from '#web/lib/languages/format.ts';
import { langOf } from '#web/lib/languages/written-text.ts';
import { Link } from '#web/ui/page/Link.tsx';
import styles from './Archive.module.css';
import { PageLinks } from './PageLinks.tsx';

export interface ArchiveEntry {
  to: string;
  title: string;
  /** ISO 8601. */
  at: string;
  note: string;
}

export interface ArchiveProps {
  entries: ArchiveEntry[];
  pagination: Pagination;
  /** The address of each page. */
  address: (page: number) => string;
  /** The list's name for screen readers. */
  label: string;
}

/** A plain, paged list. */
export function Archive({ entries, pagination, address, label }: ArchiveProps) {
  return (
    <>
      <ul className={styles.list}>
        {entries.map(({ to, title, at, note }) => (
          <li key={to}>
            <Link className={`text-muted text-14 grid border-t ${styles.entry}`} to={to}>
              <time dateTime={at}>{formatDay(at)}</time>
              <span className="text-18 font-semibold break-anywhere font-serif text-navy" lang={langOf(title)}>
                {title}
              </span>
              <span>{note}</span>
            </Link>
          </li>
        ))}
      </ul>
      <PageLinks page={pagination.currentPage} pages={pagination.totalPages} address={address} label={label} />
    </>
  );
}
