import { useSyncExternalStore } from 'react';
import { breakpoints } from '#shared/limits.ts';

type Width = keyof typeof breakpoints;

const queries = new Map<Width, MediaQueryList>();

function queryFor(width: Width): MediaQueryList {
  // The same as `@media (--below-…)` in style sheets.
  const query = queries.get(width) ?? matchMedia(`(max-width: ${breakpoints[width] - 0.02}px)`);
  queries.set(width, query);
  return query;
}

/** Whether the window is narrower than a breakpoint, where CSS is not enough. Not for parts rendered on the server. */
export function useBelow(width: Width): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = queryFor(width);
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    () => queryFor(width).matches,
    () => false,
  );
}
