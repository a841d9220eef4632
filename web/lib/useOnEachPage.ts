import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** Calls `reload` whenever another page is opened, but not for the first. */
export function useOnEachPage(reload: () => void) {
  const { pathname } = useLocation();
  const seen = useRef(pathname);
  useEffect(() => {
    if (seen.current === pathname) return;
    seen.current = pathname;
    reload();
  }, [pathname, reload]);
}
