/** What the door keeps on a device. */
export const deviceDatabase = 'door';
export const deviceCache = 'door';

/** The beginning of keys in session storage of what is typed and must not outlive the session. */
export const typedKey = 'typed:';

/** The beginning of keys in local storage of papers of votes, which stay; `waiting` in them are choices that were not sent. */
export const paperKey = 'vote:';

/** Removes what is typed in this tab and not sent, and choices in papers. */
export function forgetTyped(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(typedKey)) sessionStorage.removeItem(key);
    for (const key of Object.keys(localStorage).filter((each) => each.startsWith(paperKey))) {
      const { waiting, ...paper } = JSON.parse(localStorage.getItem(key) ?? '{}') as { waiting?: unknown };
      if (waiting !== undefined) localStorage.setItem(key, JSON.stringify(paper));
    }
  } catch {
    // Storage is blocked: there is nothing.
  }
}

/** Removes all offline data at logout. */
export function forgetDevice(): void {
  if (typeof indexedDB === 'undefined') return;
  indexedDB.deleteDatabase(deviceDatabase);
  if ('caches' in window) void caches.delete(deviceCache).catch(() => {});
}

/**
 * Removes the lists of participants when the server has ended the session. Unsent check-ins stay: they name nobody, and
 * the same administrator's next login sends them.
 */
export function forgetPeople(): void {
  if (typeof indexedDB === 'undefined') return;
  const request = indexedDB.open(deviceDatabase);
  // The database does not exist; do not create it.
  request.onupgradeneeded = () => request.transaction?.abort();
  request.onsuccess = () => {
    const stores = ['lists', 'whole', 'entries'];
    const work = request.result.transaction(stores, 'readwrite');
    for (const name of stores) work.objectStore(name).clear();
    request.result.close();
  };
}
