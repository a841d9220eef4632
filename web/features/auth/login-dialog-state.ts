import { useSyncExternalStore } from 'react';
import type { Role } from '#web/lib/session.ts';

/** A request to show the login dialog, until it is closed. */
export interface LoginRequest {
  role: Role;
  /** The session has just ended: the page stays below the dialog and keeps its input. */
  again: boolean;
  /** The page to open afterwards; absent: stay. */
  next?: string;
}

let request: LoginRequest | null = null;
let settle: ((loggedIn: boolean) => void) | undefined;
const listeners = new Set<() => void>();

function publish(next: LoginRequest | null) {
  request = next;
  for (const listener of listeners) listener();
}

/** Opens the dialog; resolves to whether the person has logged in. A later request replaces this one. */
export function openLogin(options: Partial<LoginRequest> = {}): Promise<boolean> {
  settle?.(false);
  return new Promise((resolve) => {
    settle = resolve;
    publish({ role: 'member', again: false, ...options });
  });
}

/** The dialog has been closed, with or without success. */
export function closeLogin(loggedIn: boolean) {
  const done = settle;
  settle = undefined;
  publish(null);
  done?.(loggedIn);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export function useLoginRequest(): LoginRequest | null {
  return useSyncExternalStore(
    subscribe,
    () => request,
    () => null,
  );
}
