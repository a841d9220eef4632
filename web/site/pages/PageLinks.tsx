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
          Previous<span className="sr-only"> page</span>
        </Link>
      )}
      <span>
        Page {page} of {pages}
      </span>
      {page < pages && (
        <Link className="button-quiet" rel="next" to={address(page + 1)}>
          Next<span className="sr-only"> page</span>
        </Link>
      )}
    </nav>
  );
}
