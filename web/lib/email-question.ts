import { useSyncExternalStore } from 'react';

// Whether to ask the member, who has just logged in, for a working e-mail address.
let asked = false;
const listeners = new Set<() => void>();

export function askForEmail(ask: boolean): void {
  if (ask === asked) return;
  asked = ask;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export const useEmailQuestion = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => asked,
    () => false,
  );
