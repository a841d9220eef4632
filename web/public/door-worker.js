// Only for the pages below /admin/CheckIn/: opened once, they open again without a network. The page itself says what is kept
// (see web/features/door/offline.ts); nothing of any person is: lists lie in the page's own database.
const kept = 'door';

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

async function fromNetworkFirst(request) {
  try {
    // A network that is there but answers nothing, as in many a hall, is none.
    return await fetch(request, { signal: AbortSignal.timeout(4_000) });
  } catch (error) {
    const page = await caches.match(request, { cacheName: kept, ignoreSearch: true, ignoreVary: true });
    if (page) return page;
    throw error;
  }
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin || pathname.startsWith('/api/')) return;
  if (request.mode === 'navigate') event.respondWith(fromNetworkFirst(request));
  // Their names change with their content.
  else if (pathname.startsWith('/assets/')) {
    event.respondWith(
      caches.match(request, { cacheName: kept, ignoreVary: true }).then((found) => found ?? fetch(request)),
    );
  }
});
