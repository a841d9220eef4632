import { useSyncExternalStore } from 'react';

/**
 * The secret of the mailed link after the address's `#`, which browsers do not send to the server. It stays there, so that a
 * reload opens the same page. '' if there is none, and on the server.
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
