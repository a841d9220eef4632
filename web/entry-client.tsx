import './lib/zod-config.ts';
import './ui/tokens.css';
import './ui/base.css';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { setPages } from '#web/lib/fetch-page.ts';
import { deserialize, type SerializedState } from '#web/lib/hydration.ts';
import type { PageHandle } from '#web/lib/page.ts';
import { getSession } from '#web/lib/session.ts';
import { ahead } from '#web/lib/when-idle.ts';
import { routes } from '#web/routes.tsx';

/** Lets the browser answer presses between two pieces of work. */
const pause = () => new Promise((resolve) => setTimeout(resolve));

/** Hydrates the page that the server has rendered: same modules, same data, so nothing moves. */
async function hydrate() {
  const container = document.getElementById('root');
  const data = document.getElementById('page-data')?.textContent;
  if (!container || !data) return;
  setPages(routes);
  await pause();
  const parts = (matchRoutes(routes, window.location) ?? []).map(async ({ route }) => {
    if (typeof route.lazy === 'function') Object.assign(route, await route.lazy(), { lazy: undefined });
    // Nothing of an area for who will not get past its gate. What cannot be fetched shows its failure where it belongs.
    else if (getSession()) await (route.handle as PageHandle | undefined)?.load?.().catch(() => {});
  });
  await Promise.all(parts);
  await pause();
  const router = createBrowserRouter(routes, { hydrationData: deserialize(JSON.parse(data) as SerializedState) });
  await pause();
  // As a transition it is done in short pieces, between which the browser answers the person.
  startTransition(() => {
    hydrateRoot(
      container,
      <StrictMode>
        <RouterProvider router={router} />
      </StrictMode>,
    );
  });
}

// After a new version has been put up, an open page may ask for a part of the old one: then it reloads, once.
window.addEventListener('vite:preloadError', (event) => {
  // Without a connection a reload would show nothing; for want of what is not needed yet nothing typed is given up.
  if (!navigator.onLine || ahead.fetching) return;
  const last = Number(sessionStorage.getItem('started-afresh') ?? 0);
  if (Date.now() - last < 60_000) return;
  sessionStorage.setItem('started-afresh', String(Date.now()));
  event.preventDefault();
  window.location.reload();
});

void hydrate();
