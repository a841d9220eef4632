/** What the door keeps on a device. */
export const deviceDatabase = 'door';
export const deviceCache = 'door';

/** Removes what was kept for work without a network: nothing of it outlives the login. */
export function forgetDevice(): void {
  if (typeof indexedDB === 'undefined') return;
  indexedDB.deleteDatabase(deviceDatabase);
  if ('caches' in window) void caches.delete(deviceCache).catch(() => {});
}
