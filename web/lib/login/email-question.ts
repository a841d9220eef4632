import { useSyncExternalStore } from 'react';

// Whether to ask the member, who has just logged in, for a working e-mail address. Kept for the tab, as a login may lead to another
// document.
export const askEmailKey = 'ask-email';
const listeners = new Set<() => void>();

function isAsked(): boolean {
  try {
    return sessionStorage.getItem(askEmailKey) !== null;
  } catch {
    return false;
  }
}

export function askForEmail(ask: boolean): void {
  try {
    if (ask) sessionStorage.setItem(askEmailKey, 'yes');
    else sessionStorage.removeItem(askEmailKey);
  } catch {
    // Storage is refused: they are asked at another login.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export const useEmailQuestion = (): boolean => useSyncExternalStore(subscribe, isAsked, () => false);
