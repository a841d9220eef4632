import { useCallback } from 'react';
import type { Pagination } from '#shared/fields.ts';
import type { Load } from '#web/lib/useLoad.ts';
import { usePageWithin } from '#web/lib/usePageWithin.ts';

/**
 * A list that is loaded page by page, with the page in the address.
 * @returns the props of its table
 */
export function usePaging<Row>(
  load: Load<{ data: Row[]; pagination: Pagination }>,
  page: number,
  change: (change: { page: string }) => void,
) {
  const onPage = useCallback((next: number) => change({ page: String(next) }), [change]);
  usePageWithin(page, load, onPage);
  return {
    rows: load.data?.data,
    pagination: load.data?.pagination,
    loading: load.loading,
    failed: load.failed !== undefined,
    onRetry: load.reload,
    onPage,
  };
}
