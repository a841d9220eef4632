import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';

interface Change {
  /** Replaces the history entry, so that 'back' does not return to the old address. */
  replace?: boolean;
}

/**
 * A page's filters, kept in its address so that reload, 'back' and a shared link show the same.
 * A value equal to its default is left out of the address. Setting anything but `page` sets `page` back to its default.
 * @param defaults the names, and their values when the address has none
 * @param typed the name of the filter that is typed. If given, 'back' undoes the changes one by one: each choice and each
 *   whole text is a step, single letters are not. Without it, 'back' leaves the page
 * @returns the values, how to change them, and the page of a list
 */
export function useQueryState<const T extends Record<string, string>>(
  defaults: T,
  typed?: keyof T & string,
): [
  { [K in keyof T]: string },
  (change: { [K in keyof T]?: string }, how?: Change) => void,
  { page: number; onPage: (page: number) => void },
] {
  const [params, setParams] = useSearchParams();
  const text = params.toString();
  const frozen = JSON.stringify(defaults);

  const values = useMemo(() => {
    const current = new URLSearchParams(text);
    const entries = Object.entries(JSON.parse(frozen) as Record<string, string>);
    return Object.fromEntries(entries.map(([name, value]) => [name, current.get(name) ?? value]));
  }, [text, frozen]) as { [K in keyof T]: string };

  const change = useCallback(
    (changes: { [K in keyof T]?: string }, { replace = typed === undefined }: Change = {}) => {
      const letters = typed !== undefined && Object.keys(changes).join() === typed && values[typed] && changes[typed];
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          const standard = JSON.parse(frozen) as Record<string, string>;
          const all = 'page' in changes ? changes : { ...changes, page: standard.page };
          for (const [name, value] of Object.entries(all)) {
            if (value === undefined || value === standard[name]) next.delete(name);
            else next.set(name, value);
          }
          return next;
        },
        { replace: replace || Boolean(letters), preventScrollReset: true },
      );
    },
    [setParams, frozen, typed, values],
  );
  const onPage = useCallback((page: number) => change({ page: String(page) } as { [K in keyof T]?: string }), [change]);
  return [values, change, { page: pageNumber(values.page ?? '1'), onPage }];
}

/** The page number from the address; 1 for an invalid one. */
export function pageNumber(text: string): number {
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1;
}

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

/**
 * The entry of a list that is open in a dialog, kept in the address, so that a reload or a link shows it.
 * @param name of the parameter that holds its id
 */
export function useOpened(name: string): [string | undefined, (id: string | undefined) => void] {
  const [params, setParams] = useSearchParams();
  const open = useCallback(
    (id: string | undefined) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          if (id) next.set(name, id);
          else next.delete(name);
          return next;
        },
        { replace: true, preventScrollReset: true },
      ),
    [setParams, name],
  );
  return [params.get(name) ?? undefined, open];
}

/** Each office list's filters when it was left, until the page is reloaded. */
const filtersByPath = new Map<string, string>();
const keyOf = (path: string) => path.toLowerCase().replace(/\/$/, '');

/** @param without parameters that open something on the page and do not filter the list */
export function keepAddress({ pathname, search }: { pathname: string; search: string }, without: readonly string[]) {
  const params = new URLSearchParams(search);
  for (const name of without) params.delete(name);
  filtersByPath.set(keyOf(pathname), params.size > 0 ? `?${params}` : '');
}

/** The address of a list with the filters it had when it was left. */
export const withKeptFilters = (path: string): string => path + (filtersByPath.get(keyOf(path)) ?? '');
