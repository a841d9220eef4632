/** What the door keeps on a device. */
export const deviceDatabase = 'door';
export const deviceCache = 'door';

/** Where the door keeps check-ins that the server does not have yet. */
const unsentStore = 'scans';

export interface Unsent {
  count: number;
  /** One of the conferences at whose door they were made. */
  conference: string;
}

/** What a logout would lose; null for nothing, also where the browser keeps nothing. */
export async function findUnsent(): Promise<Unsent | null> {
  try {
    // Opening it would make it.
    if (!(await indexedDB.databases()).some(({ name }) => name === deviceDatabase)) return null;
    const database = await answerOf(indexedDB.open(deviceDatabase));
    try {
      const scans = await answerOf(database.transaction(unsentStore).objectStore(unsentStore).getAll());
      return scans.length > 0 ? { count: scans.length, conference: scans[0].conference } : null;
    } finally {
      database.close();
    }
  } catch {
    return null;
  }
}

const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** Removes what was kept for work without a network: nothing of it outlives the login. */
export function forgetDevice(): void {
  if (typeof indexedDB === 'undefined') return;
  indexedDB.deleteDatabase(deviceDatabase);
  if ('caches' in window) void caches.delete(deviceCache).catch(() => {});
}
