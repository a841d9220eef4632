/** What the door keeps on a device. */
export const deviceDatabase = 'door';
export const deviceCache = 'door';

/** Removes what was kept for work without a network: nothing of it outlives the login. */
export function forgetDevice(): void {
  if (typeof indexedDB === 'undefined') return;
  indexedDB.deleteDatabase(deviceDatabase);
  if ('caches' in window) void caches.delete(deviceCache).catch(() => {});
}

/**
 * Removes who takes part in what, when the server has ended the session. Check-ins not sent yet stay: they name nobody, and
 * the same administrator's next login sends them.
 */
export function forgetPeople(): void {
  if (typeof indexedDB === 'undefined') return;
  const request = indexedDB.open(deviceDatabase);
  // There is none: none is made.
  request.onupgradeneeded = () => request.transaction?.abort();
  request.onsuccess = () => {
    const stores = ['lists', 'whole', 'entries'];
    const work = request.result.transaction(stores, 'readwrite');
    for (const name of stores) work.objectStore(name).clear();
    request.result.close();
  };
}
