import './lib/zod-config.ts';
import './ui/tokens.css';
import './ui/base.css';
import './ui/controls.css';
import './ui/layout.css';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { follow, onPhones } from '#web/lib/back-closes.ts';
import { setPages } from '#web/lib/fetch-page.ts';
import { deserialize, type SerializedState } from '#web/lib/hydration.ts';
import type { PageHandle } from '#web/lib/page.ts';
import { getSession } from '#web/lib/session.ts';
import { ahead } from '#web/lib/when-idle.ts';
import { routes } from '#web/routes.tsx';

/** Lets the browser handle input between two pieces of work. */
const pause = () => new Promise((resolve) => setTimeout(resolve));

/** Hydrates the server-rendered page with the same modules and data, so that nothing moves. */
async function hydrate() {
  const container = document.getElementById('root');
  const data = document.getElementById('page-data')?.textContent;
  if (!container || !data) return;
  setPages(routes);
  await pause();
  const parts = (matchRoutes(routes, window.location) ?? []).map(async ({ route }) => {
    if (typeof route.lazy === 'function') Object.assign(route, await route.lazy(), { lazy: undefined });
    // Skip loading an area that the visitor may not enter. A module that fails to load shows its error in its place.
    else if (getSession()) await (route.handle as PageHandle | undefined)?.load?.().catch(() => {});
  });
  await Promise.all(parts);
  await pause();
  // Before the router: listeners of `window` are called in the order in which they were added.
  window.addEventListener('popstate', (event) => follow.popped(event));
  const router = createBrowserRouter(routes, { hydrationData: deserialize(JSON.parse(data) as SerializedState) });
  if (matchMedia(onPhones).matches) void import('#web/lib/back-entries.ts').then((back) => back.followRouter(router));
  await pause();
  // A transition hydrates in short pieces, between which the browser handles input.
  startTransition(() => {
    hydrateRoot(
      container,
      <StrictMode>
        <RouterProvider router={router} />
      </StrictMode>,
    );
  });
}

// After a deployment, an open page may request a script of the old version: it then reloads once.
window.addEventListener('vite:preloadError', (event) => {
  // Offline, a reload would show nothing; for a mere prefetch it would lose what was typed.
  if (!navigator.onLine || ahead.fetching) return;
  const last = Number(sessionStorage.getItem('started-afresh') ?? 0);
  if (Date.now() - last < 60_000) return;
  sessionStorage.setItem('started-afresh', String(Date.now()));
  event.preventDefault();
  window.location.reload();
});

void hydrate();
