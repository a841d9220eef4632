import { useEffect, useLayoutEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLocation, useMatches } from 'react-router';
import { getSettings } from '#shared/contracts/settings.ts';
import { paths } from '#shared/paths.ts';
import { hydratedEvent } from '#shared/rendered-page.ts';
import { LoginHost } from '#web/features/auth/LoginHost.tsx';
import { api } from '#web/lib/api.ts';
import { type AssociationInfo, fallbackAssociation } from '#web/lib/association.ts';
import { fetchPage } from '#web/lib/fetch-page.ts';
import { fullTitle, type PageHandle, quietly, resolveMeta } from '#web/lib/page.ts';
import { useAssociation } from '#web/lib/useAssociation.ts';
import { useInBrowser } from '#web/ui/BrowserOnly.tsx';
import { ToastHost } from '#web/ui/ToastHost.tsx';

/** What every page needs: the association's name and addresses. The site works without them. */
export async function rootLoader(): Promise<{ association: AssociationInfo }> {
  const settings = await quietly(api(getSettings));
  const [record] = settings?.data ?? [];
  return {
    association: record ? { ...record.association, officeBearers: record.officeBearers } : fallbackAssociation,
  };
}

/** Where a member's login leads. */
const fetchDirectory = () => fetchPage(paths.directory);

export function Root() {
  useHead();
  useFocusOnContent();
  // With the drawing after the hydration, in which forms and areas become what they are in a browser.
  const hydrated = useInBrowser();
  useEffect(() => {
    if (hydrated) dispatchEvent(new Event(hydratedEvent));
  }, [hydrated]);
  return (
    <>
      <Outlet />
      <LoginHost fetchAhead={fetchDirectory} />
      <ToastHost />
      {/* A new page begins at its top; going back returns to where one was; a change of filters does not move the page. */}
      <ScrollRestoration />
    </>
  );
}

/** Keeps the window's title and description on the page that is shown. */
function useHead() {
  const association = useAssociation();
  const location = useLocation();
  const match = useMatches().at(-1);
  const meta = resolveMeta(match?.handle as PageHandle | undefined, match?.loaderData, location, association);
  const title = fullTitle(meta, association);
  const { description } = meta;
  // Before the effect of a page that is shown in place of this one and has a title of its own (PageError); with each change of
  // page or data, because that one leaves its title behind.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useLayoutEffect(() => {
    document.title = title;
    if (description) document.querySelector('meta[name="description"]')?.setAttribute('content', description);
  }, [title, description, location, match?.loaderData]);
}

/** Anyone who walks by keyboard or screen reader begins at the new page's content. */
function useFocusOnContent() {
  const { pathname } = useLocation();
  const previous = useRef(pathname);
  useEffect(() => {
    if (previous.current === pathname) return;
    previous.current = pathname;
    document.getElementById('content')?.focus({ preventScroll: true });
  }, [pathname]);
}
