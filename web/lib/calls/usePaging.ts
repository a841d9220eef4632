import { useEffect } from 'react';
import type { Pagination } from '#shared/fields.ts';
import type { Load } from '#web/lib/calls/useLoad.ts';

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

/**
 * A list that is loaded page by page.
 * @returns the props of its table
 */
export function usePaging<Row>(
  load: Load<{ data: Row[]; pagination: Pagination }>,
  page: number,
  onPage: (page: number) => void,
) {
  const { data, loading, failed, reload } = load;
  usePageWithin(page, load, onPage);
  return {
    rows: data?.data,
    loading,
    failed: failed !== undefined,
    onRetry: reload,
    paging: data && { pagination: data.pagination, onPage },
  };
}
