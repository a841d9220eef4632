import { pageNumber, useQueryState } from '#web/lib/useQueryState.ts';

interface Sorting {
  key: string;
  descending: boolean;
}

/**
 * Page and sorting of a table that has all its rows, kept in the address as `page=2` and `sort=-date`.
 * @returns what a DataTable takes as `view`
 */
export function useTableView() {
  const [{ page, sort }, change] = useQueryState({ page: '1', sort: '' });
  return {
    page: pageNumber(page),
    sorting: sort === '' ? undefined : { key: sort.replace(/^-/, ''), descending: sort.startsWith('-') },
    onChange: (view: { page: number } | { sorting: Sorting }) => {
      if ('page' in view) change({ page: String(view.page) });
      else change({ sort: `${view.sorting.descending ? '-' : ''}${view.sorting.key}` });
    },
  };
}
