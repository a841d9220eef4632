import '#web/lib/forms/zod-config.ts';
import '#web/ui/tokens.css';
import '#web/ui/base.css';
import '#web/ui/controls.css';
import '#web/ui/layout.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { pathIn } from '#shared/languages.ts';
import { paths } from '#shared/paths.ts';
import { setGo } from '#web/lib/browser/arrival.ts';
import { follow, onPhones } from '#web/lib/browser/layers.ts';
import { ahead } from '#web/lib/browser/lazyPart.ts';
import { setPages } from '#web/lib/calls/fetch-page.ts';
import { pageLanguage } from '#web/lib/languages/text.ts';
import { later } from '#web/lib/languages/words.ts';
import { routes } from './routes.tsx';

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

setPages(routes);
// Before the router: listeners of `window` are called in the order in which they were added.
window.addEventListener('popstate', (event) => follow.popped(event));
const router = createBrowserRouter(routes, { basename: pathIn(pageLanguage(), paths.home) });
setGo((address, { replace = false } = {}) => void router.navigate(address, { replace }));
if (matchMedia(onPhones).matches)
  void import('#web/lib/browser/back-entries.ts').then((back) => back.followRouter(router));
void later(Promise.resolve(), '')
  .catch((error: unknown) => console.error(error))
  .then(() =>
    createRoot(document.getElementById('root')!).render(
      <StrictMode>
        <RouterProvider router={router} />
      </StrictMode>,
    ),
  );
