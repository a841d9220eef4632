import { useSyncExternalStore } from 'react';

let isOpen = false;
const listeners = new Set<() => void>();

function publish(next: boolean) {
  isOpen = next;
  for (const listener of listeners) listener();
}

export const openSearch = () => publish(true);
export const closeSearch = () => publish(false);

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Whether the search across the office is open. */
export function useSearchOpen(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isOpen,
    () => false,
  );
}
