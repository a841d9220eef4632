import { paths } from '#shared/paths.ts';
import { deviceCache } from '#web/lib/device-data.ts';

const scope = paths.admin.checkIn('');

/** Scripts, styles and the reader, as far as they have been loaded. */
const loadedAssets = () =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
    .map(({ pathname }) => pathname);

/**
 * Lets this page open again without a network. The document holds nothing of any person, since it is the same for everybody.
 * @param ready what has to be loaded before
 */
export async function keepForOffline(ready: Promise<unknown>): Promise<void> {
  if (!('serviceWorker' in navigator) || !('caches' in window)) return;
  await ready.catch(() => {});
  try {
    await navigator.serviceWorker.register('/door-worker.js', { scope });
    const cache = await caches.open(deviceCache);
    const wanted = [location.pathname, ...new Set(loadedAssets())];
    await Promise.all(
      wanted.map(async (address) => {
        // What carries its content in its name is fetched once; the browser has it already.
        if (address !== location.pathname && (await cache.match(address))) return;
        await cache.add(address);
      }),
    );
  } catch (error) {
    // Without it the page works for as long as it stays open.
    console.error(error);
  }
}

/** Whether this document was asked for as the door's own: only then it may run the reader, and opens without a network. */
export function isOwnDocument(): boolean {
  const [entry] = performance.getEntriesByType('navigation');
  return entry !== undefined && new URL(entry.name).pathname.startsWith(scope) && location.pathname.startsWith(scope);
}

/** The door's address as the service worker knows it, whichever way it was typed. */
export const ownAddress = () => location.pathname.replace(/^\/admin\/checkin\//i, scope);
