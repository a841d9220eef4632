import './ui/tokens.css';
import './ui/base.css';
import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { type FrozenData, thaw } from '#web/lib/hydration.ts';
import type { PageHandle } from '#web/lib/page.ts';
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
  hydrateRoot(
    container,
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );
}

// After a new version has been put up, an open page may ask for a part of the old one: then it starts afresh, once.
window.addEventListener('vite:preloadError', (event) => {
  const last = Number(sessionStorage.getItem('started-afresh') ?? 0);
  if (Date.now() - last < 60_000) return;
  sessionStorage.setItem('started-afresh', String(Date.now()));
  event.preventDefault();
  window.location.reload();
});

const page = matchRoutes(routes, window.location)?.at(-1)?.route.handle as PageHandle | undefined;
// Pages of the areas show nothing before their script runs, so they do not wait for pictures and fonts.
const rendersInBrowser = page?.source === undefined;
if (rendersInBrowser || page.hydrateAtOnce || document.readyState === 'complete') void comeAlive();
else window.addEventListener('load', () => void comeAlive(), { once: true });
