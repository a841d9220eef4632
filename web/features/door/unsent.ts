import { deviceDatabase } from '#web/lib/login/device-data.ts';
import type { Scan } from './door-list.ts';

export interface Unsent {
  count: number;
  /** One of the conferences that they belong to. */
  conference: string;
}

export const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** Runs `work` on the stored scans; null if the device has no database. */
export async function withScans<T>(
  mode: IDBTransactionMode,
  work: (scans: IDBObjectStore) => Promise<T>,
): Promise<T | null> {
  const request = indexedDB.open(deviceDatabase);
  let isNone = false;
  // The database does not exist; do not create it.
  request.onupgradeneeded = () => {
    isNone = true;
    request.transaction?.abort();
  };
  const database = await answerOf(request).catch((error: unknown) => {
    if (isNone) return null;
    throw error;
  });
  if (!database) return null;
  try {
    return await work(database.transaction('scans', mode).objectStore('scans'));
  } finally {
    database.close();
  }
}

export const allScans = () => withScans<Scan[]>('readonly', (scans) => answerOf(scans.getAll()));

/** The check-ins that a logout would lose; null for none, and if storage is blocked. */
export async function findUnsent(): Promise<Unsent | null> {
  try {
    const scans = (await allScans()) ?? [];
    return scans[0] ? { count: scans.length, conference: scans[0].conference } : null;
  } catch {
    return null;
  }
}
