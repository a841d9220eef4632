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
