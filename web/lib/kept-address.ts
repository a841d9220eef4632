/** What each list of the office was narrowed to when it was left, for as long as the page lives. */
const kept = new Map<string, string>();
const keyOf = (path: string) => path.toLowerCase().replace(/\/$/, '');

/** @param without parameters that open something on the page, and are no part of the list */
export function keepAddress({ pathname, search }: { pathname: string; search: string }, without: readonly string[]) {
  const params = new URLSearchParams(search);
  for (const name of without) params.delete(name);
  kept.set(keyOf(pathname), params.size > 0 ? `?${params}` : '');
}

/** The address of a list as it was left last. */
export const asLeft = (path: string): string => path + (kept.get(keyOf(path)) ?? '');
