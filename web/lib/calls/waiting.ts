import { useEffect, useMemo, useRef } from 'react';
import { useLocation } from 'react-router';
import { getWaiting, type WaitingKind } from '#shared/contracts/overview.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { useSession } from '#web/lib/login/session.ts';

/** Calls `reload` whenever another page is opened, but not for the first. */
export function useOnEachPage(reload: () => void) {
  const { pathname } = useLocation();
  const lastPath = useRef(pathname);
  useEffect(() => {
    if (lastPath.current === pathname) return;
    lastPath.current = pathname;
    reload();
  }, [pathname, reload]);
}

const listeners = new Set<() => void>();

/** Reports that the number of waiting items may have changed. */
export function tellWaitingChanged() {
  for (const listener of listeners) listener();
}

/** How many items of each kind wait for the office; loaded again on every page and after every change. */
export function useWaiting(): ReadonlyMap<WaitingKind, number> {
  const session = useSession();
  const { data, reload } = useLoad(getWaiting, session ? {} : null);
  useEffect(() => {
    listeners.add(reload);
    return () => {
      listeners.delete(reload);
    };
  }, [reload]);
  useOnEachPage(reload);
  return useMemo(() => new Map(data?.data.map(({ kind, count }) => [kind, count])), [data]);
}
