import { paths } from '#shared/paths.ts';
import { href } from '#web/lib/languages/text.ts';

/**
 * What one page asks of the next, which may be another document. In the tab's storage, so that no address from outside can ask for it.
 */

export type Notice = ['success' | 'error' | 'info', string];

export interface Arrival {
  notices?: Notice[];
  logOut?: true;
  /** The server led here from an address without a page. */
  lost?: true;
}

export const arrivalKey = 'arrival';
const nextKey = 'after-login';

/** Notices of the last moment, which go on to the next page. */
let recent: { at: number; notice: Notice }[] = [];
const recentMs = 2_000;

export function noteNotice(notice: Notice) {
  recent = [...recent.filter(({ at }) => performance.now() - at < recentMs), { at: performance.now(), notice }];
}

/** The address of a document that is about to be opened, which is told what to do. */
export function documentAddress(address: string): string {
  const url = new URL(href(address), location.origin);
  const arrival: Arrival = {};
  if (url.searchParams.has('logout')) {
    url.searchParams.delete('logout');
    arrival.logOut = true;
  }
  const notices = recent.filter(({ at }) => performance.now() - at < recentMs).map(({ notice }) => notice);
  if (notices.length > 0) arrival.notices = notices;
  if (Object.keys(arrival).length > 0) write(arrivalKey, JSON.stringify(arrival));
  return `${url.pathname}${url.search}${url.hash}`;
}

/** Whether the server led from an address without a page to the office's login: no other redirect of ours goes there. */
export const isLostInOffice = (): boolean =>
  location.pathname.toLowerCase() === paths.admin.login.toLowerCase() &&
  performance.getEntriesByType('navigation').some((entry) => (entry as PerformanceNavigationTiming).redirectCount > 0);

/** The page that a login leads to. */
export const rememberNext = (path: string) => write(nextKey, path);
export const takeNext = () => take(nextKey);

type Go = (address: string, options?: { replace?: boolean }) => void;

/** By the browser, unless the app's router takes it. */
let go: Go = (address, { replace } = {}) => {
  const target = documentAddress(address);
  if (replace) location.replace(target);
  else location.assign(target);
};

export const goTo: Go = (...args) => go(...args);
export const setGo = (by: Go) => {
  go = by;
};

// Storage may be refused: then the next page shows no notice, and a login stays where it is.
function write(key: string, value: string) {
  try {
    sessionStorage.setItem(key, value);
  } catch {}
}

export function take(key: string): string | undefined {
  try {
    const value = sessionStorage.getItem(key) ?? undefined;
    sessionStorage.removeItem(key);
    return value;
  } catch {
    return undefined;
  }
}
