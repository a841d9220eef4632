import { useEffect, useLayoutEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLocation, useMatches } from 'react-router';
import { unknownAssociation } from '#shared/association.ts';
import { getSettings } from '#shared/contracts/settings.ts';
import { paths } from '#shared/paths.ts';
import { hydratedEvent } from '#shared/rendered-page.ts';
import { LoginHost } from '#web/features/auth/LoginHost.tsx';
import { api } from '#web/lib/api.ts';
import type { AssociationInfo } from '#web/lib/association.ts';
import { fetchPage } from '#web/lib/fetch-page.ts';
import { fullTitle, type PageHandle, quietly, resolveMeta } from '#web/lib/page.ts';
import { useAssociation } from '#web/lib/useAssociation.ts';
import { useInBrowser } from '#web/ui/BrowserOnly.tsx';
import { ToastHost } from '#web/ui/ToastHost.tsx';

/** Loads the association's name and addresses for every page. The site works without them. */
export async function rootLoader(): Promise<{ association: AssociationInfo }> {
  const settings = await quietly(api(getSettings));
  const [record] = settings?.data ?? [];
  return {
    association: record ? { ...record.association, officeBearers: record.officeBearers } : unknownAssociation,
  };
}

/** A member's login leads to the directory. */
const fetchDirectory = () => fetchPage(paths.directory);

export function Root() {
  useHead();
  useFocusOnContent();
  // In the render after hydration, which shows the browser-only parts.
  const hydrated = useInBrowser();
  useEffect(() => {
    if (hydrated) dispatchEvent(new Event(hydratedEvent));
  }, [hydrated]);
  return (
    <>
      <Outlet />
      <LoginHost fetchAhead={fetchDirectory} />
      <ToastHost />
      {/* A new page starts at its top; 'back' restores the scroll position; a change of filters does not scroll. */}
      <ScrollRestoration />
    </>
  );
}

/** Updates the window's title and description to the current page. */
function useHead() {
  const association = useAssociation();
  const location = useLocation();
  const match = useMatches().at(-1);
  const meta = resolveMeta(match?.handle as PageHandle | undefined, match?.loaderData, location, association);
  const title = fullTitle(meta, association);
  const { description } = meta;
  // A layout effect, so that the effect of PageError can set another title; on each change of page or data, because PageError
  // does not reset its title.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useLayoutEffect(() => {
    document.title = title;
    if (description) document.querySelector('meta[name="description"]')?.setAttribute('content', description);
  }, [title, description, location, match?.loaderData]);
}

/** Moves keyboard and screen reader to the new page's content. */
function useFocusOnContent() {
  const { pathname } = useLocation();
  const previous = useRef(pathname);
  useEffect(() => {
    if (previous.current === pathname) return;
    previous.current = pathname;
    document.getElementById('content')?.focus({ preventScroll: true });
  }, [pathname]);
}
