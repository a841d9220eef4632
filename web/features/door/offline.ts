import { paths } from '#shared/paths.ts';
import { deviceCache } from '#web/lib/login/device-data.ts';

const scope = paths.admin.checkIn('');

/** The loaded scripts and styles, and the code reader. */
const loadedAssets = () =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
    .map(({ pathname }) => pathname);

/**
 * Lets this page open offline. The document is the same for everybody, so it contains no personal data.
 * @param ready resolves when everything to cache has loaded
 */
export async function keepForOffline(ready: Promise<unknown>): Promise<void> {
  if (!('serviceWorker' in navigator) || !('caches' in window)) return;
  await ready.catch(() => {});
  try {
    await navigator.serviceWorker.register('/door-worker.js', { scope });
    const cache = await caches.open(deviceCache);
    const urls = [location.pathname, ...new Set(loadedAssets())];
    await Promise.all(
      urls.map(async (address) => {
        // Files with a hash in their name never change.
        if (address !== location.pathname && (await cache.match(address))) return;
        await cache.add(address);
      }),
    );
  } catch (error) {
    // Without a cache the page works until it is closed.
    console.error(error);
  }
}

/** Whether the browser loaded the door's own document: only that may run the reader, and opens offline. */
export function isOwnDocument(): boolean {
  const [entry] = performance.getEntriesByType('navigation');
  return entry !== undefined && new URL(entry.name).pathname.startsWith(scope) && location.pathname.startsWith(scope);
}

/** The door's address in the spelling that the service worker knows. */
export const ownAddress = () => location.pathname.replace(/^\/admin\/checkin\//i, scope);
