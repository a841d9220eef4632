import type { Pagination } from '#shared/fields.ts';
import type { Load } from '#web/lib/useLoad.ts';
import { usePageWithin } from '#web/lib/usePageWithin.ts';

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
