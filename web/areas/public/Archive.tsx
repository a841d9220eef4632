import type { Pagination } from '#shared/fields.ts';
import { formatDay } from '#web/lib/format.ts';
import { Link } from '#web/ui/Link.tsx';
import { PageTitle } from '#web/ui/PageTitle.tsx';
import styles from './Archive.module.css';

export interface ArchiveEntry {
  to: string;
  title: string;
  /** ISO 8601. */
  at: string;
  note: string;
}

interface Props {
  entries: ArchiveEntry[];
  pagination: Pagination;
  /** The address of each page. */
  address: (page: number) => string;
  /** The list's name for screen readers. */
  label: string;
}

interface ArchivePageProps extends Props {
  title: string;
  /** Where the cards are. */
  latest: { to: string; label: string };
  emptyText: string;
}

/** The page of what is older than the cards of another one. */
export function ArchivePage({ title, latest, emptyText, ...list }: ArchivePageProps) {
  return (
    <>
      <PageTitle title={title}>
        <p>
          <Link className="tap" to={latest.to}>
            {latest.label}
          </Link>
        </p>
      </PageTitle>
      <div className="wrap page-body">
        {list.entries.length === 0 ? <p className="muted">{emptyText}</p> : <Archive {...list} />}
      </div>
    </>
  );
}

/** A plain, paged list. */
export function Archive({ entries, pagination, address, label }: Props) {
  const { currentPage: page, totalPages } = pagination;
  return (
    <>
      <ul className={styles.list}>
        {entries.map(({ to, title, at, note }) => (
          <li key={to}>
            <Link className={`muted ${styles.entry}`} to={to}>
              <time dateTime={at}>{formatDay(at)}</time>
              <span className={`text-18 strong breaks serif ${styles.title}`}>{title}</span>
              <span className={styles.note}>{note}</span>
            </Link>
          </li>
        ))}
      </ul>
      {totalPages > 1 && (
        <nav className="row gap-2 above-3 no-print" aria-label={label}>
          {page > 1 && (
            <Link className="button-quiet" rel="prev" to={address(page - 1)}>
              Previous<span className="unseen"> page</span>
            </Link>
          )}
          <span>
            Page {page} of {totalPages}
          </span>
          {page < totalPages && (
            <Link className="button-quiet" rel="next" to={address(page + 1)}>
              Next<span className="unseen"> page</span>
            </Link>
          )}
        </nav>
      )}
    </>
  );
}
