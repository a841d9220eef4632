import './ui/tokens.css';
import './ui/base.css';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { type FrozenData, thaw } from '#web/lib/hydration.ts';
import { routes } from '#web/routes.tsx';

/** The page that the server has rendered comes alive: same modules, same data, so nothing moves. */
async function comeAlive() {
  const container = document.getElementById('root');
  const data = document.getElementById('page-data')?.textContent;
  if (!container || !data) return;
  for (const { route } of matchRoutes(routes, window.location) ?? []) {
    if (typeof route.lazy !== 'function') continue;
    Object.assign(route, await route.lazy(), { lazy: undefined });
  }
  const router = createBrowserRouter(routes, { hydrationData: thaw(JSON.parse(data) as FrozenData) });
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

// After a new version has been put up, an open page may ask for a part of the old one: then it starts afresh, once.
window.addEventListener('vite:preloadError', (event) => {
  const last = Number(sessionStorage.getItem('started-afresh') ?? 0);
  if (Date.now() - last < 60_000) return;
  sessionStorage.setItem('started-afresh', String(Date.now()));
  event.preventDefault();
  window.location.reload();
});

void comeAlive();
