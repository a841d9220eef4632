import { useSyncExternalStore } from 'react';
import { forgetDevice, forgetPeople, forgetTyped } from '#web/lib/login/device-data.ts';

/**
 * Who is logged in. The token lives in local storage, so every tab shares it; its prefix says which area it opens.
 * That prefix only steers the screens: what a token may do is decided by the server.
 */

export type Role = 'member' | 'admin';

export interface Session {
  token: string;
  role: Role;
  /** Logged in with a temporary password that has not been changed yet. */
  mustChangePassword: boolean;
}

const tokenKey = 'token';
const mustChangeKey = 'mustChangePassword';
/** Tells the other tabs that the session lapsed and its owner did not log out, so that typed text stays there. */
const lapsedKey = 'sessionLapsed';

const listeners = new Set<() => void>();
let current: Session | null = null;
/** The role whose token the server refused; the current page stays until the person logs in again or cancels. */
let lapsed: Role | null = null;
/** Whose page this is: the beginning of the current token, or of the lapsed one while its page is still shown. */
let owner: string | null = null;
let started = false;

function roleOf(token: string): Role {
  return token.startsWith('admin_') ? 'admin' : 'member';
}

const ownerOf = (token: string) => token.split('_', 2).join('_');

// Local storage may be blocked altogether; then the session lasts as long as the page.
function readStored(): Session | null {
  try {
    const token = localStorage.getItem(tokenKey);
    if (!token) return null;
    return { token, role: roleOf(token), mustChangePassword: localStorage.getItem(mustChangeKey) === 'true' };
  } catch {
    return current;
  }
}

function readLapsed(): Role | null {
  try {
    return localStorage.getItem(lapsedKey) as Role | null;
  } catch {
    return null;
  }
}

function store(session: Session | null, lapsedRole: Role | null = null) {
  try {
    // Written before the token is removed, as that event makes the other tabs read this.
    if (lapsedRole) localStorage.setItem(lapsedKey, lapsedRole);
    else localStorage.removeItem(lapsedKey);
    if (session) localStorage.setItem(tokenKey, session.token);
    else localStorage.removeItem(tokenKey);
    if (session?.mustChangePassword) localStorage.setItem(mustChangeKey, 'true');
    else localStorage.removeItem(mustChangeKey);
  } catch {
    // Kept in memory only.
  }
}

function publish(session: Session | null) {
  if (session) {
    const next = ownerOf(session.token);
    // The page holds another person's data, so this token needs a fresh one.
    if (owner !== null && owner !== next && roleOf(owner) === session.role) {
      window.location.reload();
      return;
    }
    owner = next;
  } else if (!lapsed) {
    owner = null;
    forgetTyped();
  }
  current = session;
  // The style sheet shows and hides parts by these attributes, as the document's first script has set them.
  const { dataset } = document.documentElement;
  if (session) dataset.session = session.role;
  else delete dataset.session;
  if (session?.mustChangePassword) dataset.temporaryPassword = '';
  else delete dataset.temporaryPassword;
  // Islands that are for those who are logged in.
  globalThis.dispatchEvent?.(new Event('session'));
  for (const listener of listeners) listener();
}

function start() {
  if (started || typeof window === 'undefined') return;
  started = true;
  current = readStored();
  owner = current && ownerOf(current.token);
  window.addEventListener('storage', (event) => {
    if (event.key !== null && event.key !== tokenKey && event.key !== mustChangeKey) return;
    follow();
  });
  // A page restored by 'back' has missed these events.
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) follow();
  });
}

/** Takes over another tab's login or logout. */
function follow() {
  const stored = readStored();
  if (stored) lapsed = null;
  else if (current) lapsed = readLapsed();
  if (stored?.token === current?.token && stored?.mustChangePassword === current?.mustChangePassword) return;
  publish(stored);
}

/** The session as it is now; null for a visitor and always on the server. */
export function getSession(): Session | null {
  start();
  return current;
}

/** Stores a token after a login; the next call already sends it. */
export function beginSession(token: string, mustChangePassword: boolean) {
  start();
  lapsed = null;
  const session = { token, role: roleOf(token), mustChangePassword };
  store(session);
  publish(session);
}

/** Forgets the token, here and in every other tab. Tell the server first: see `logout` in `auth`. */
export function endSession() {
  start();
  lapsed = null;
  forgetDevice();
  store(null);
  publish(null);
}

/** The server no longer accepts `token`: forget it, but keep the page in use until {@link giveUpLapsed}. */
export function lapseSession(token: string) {
  start();
  if (current?.token !== token) return;
  lapsed = current.role;
  store(null, lapsed);
  publish(null);
}

/** The role whose session the server has ended while its page is in use, or null. */
export function getLapsedRole(): Role | null {
  return lapsed;
}

/** The person did not log in again: protected pages may now redirect. */
export function giveUpLapsed() {
  if (!lapsed) return;
  lapsed = null;
  forgetPeople();
  forgetTyped();
  owner = null;
  for (const listener of listeners) listener();
}

/** The temporary password has been replaced. */
export function passwordChanged() {
  if (current) beginSession(current.token, false);
}

function subscribe(listener: () => void) {
  start();
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** The session, kept up to date across tabs; null on the server and while a page from the server is hydrated. */
export function useSession(): Session | null {
  return useSyncExternalStore(subscribe, getSession, () => null);
}

/** {@link getLapsedRole}, kept up to date. */
export function useLapsedRole(): Role | null {
  return useSyncExternalStore(subscribe, getLapsedRole, () => null);
}
