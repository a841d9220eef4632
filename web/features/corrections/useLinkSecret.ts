import { useSyncExternalStore } from 'react';

/**
 * The secret of the mailed link, behind the address's `#`, which the browser sends to no server. It stays there, so that a
 * reload opens the same page. '' without one, and on the server.
 */
export function useLinkSecret(): string {
  return useSyncExternalStore(
    subscribe,
    () => window.location.hash.slice(1),
    () => '',
  );
}

function subscribe(listener: () => void) {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}
