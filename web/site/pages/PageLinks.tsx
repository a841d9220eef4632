import { T } from '#web/lib/languages/T.ts';
import { t } from '#web/lib/languages/text.ts';
import { Link } from '#web/ui/page/Link.tsx';

interface Props {
  page: number;
  pages: number;
  /** The address of each page. */
  address: (page: number) => string;
  /** The list's name for screen readers. */
  label: string;
}

/** Links to the previous and the next page of a list; nothing if it has one page. */
export function PageLinks({ page, pages, address, label }: Props) {
  if (pages <= 1) return null;
  return (
    <nav className="flex flex-wrap items-center gap-2 no-print" aria-label={label}>
      {page > 1 && (
        <Link className="button-quiet" rel="prev" to={address(page - 1)}>
          <T>
            Previous<span className="sr-only"> {t('page')}</span>
          </T>
        </Link>
      )}
      <span>
        <T>
          Page {page} of {pages}
        </T>
      </span>
      {page < pages && (
        <Link className="button-quiet" rel="next" to={address(page + 1)}>
          <T>
            Next<span className="sr-only"> {t('page')}</span>
          </T>
        </Link>
      )}
    </nav>
  );
}
