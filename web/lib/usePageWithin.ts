import { useEffect } from 'react';
import type { Pagination } from '#shared/fields.ts';

/** Goes to the last page of a list when the requested page no longer exists, as after a deletion. */
export function usePageWithin(
  page: number,
  list: { data: { pagination: Pagination } | undefined; loading: boolean },
  onPage: (page: number) => void,
) {
  const last = list.loading || !list.data ? undefined : Math.max(1, list.data.pagination.totalPages);
  useEffect(() => {
    if (last !== undefined && page > last) onPage(last);
  }, [page, last, onPage]);
}
