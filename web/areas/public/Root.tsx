import { useEffect, useRef } from 'react';
import { Outlet, useLocation, useMatches, useRouteLoaderData } from 'react-router';
import { getSettings } from '#shared/contracts/settings.ts';
import { api } from '#web/lib/api.ts';
import { type AssociationInfo, fallbackAssociation } from '#web/lib/association.ts';
import { fullTitle, type PageHandle, quietly, resolveMeta } from '#web/lib/page.ts';

/** What every page needs: the association's name and addresses. A site without them still stands. */
export async function rootLoader(): Promise<{ association: AssociationInfo }> {
  const settings = await quietly(api(getSettings));
  return { association: settings?.data[0]?.association ?? fallbackAssociation };
}

export function useAssociation(): AssociationInfo {
  const data = useRouteLoaderData<typeof rootLoader>('root');
  return data?.association ?? fallbackAssociation;
}

export function Root() {
  useTitle();
  useStartOfPage();
  return <Outlet />;
}

/** Keeps the window's title and description on the page that is shown. */
function useTitle() {
  const association = useAssociation();
  const location = useLocation();
  const match = useMatches().at(-1);
  const meta = resolveMeta(match?.handle as PageHandle | undefined, match?.loaderData, location);
  const title = fullTitle(meta, association);
  const { description } = meta;
  useEffect(() => {
    document.title = title;
    if (description) document.querySelector('meta[name="description"]')?.setAttribute('content', description);
  }, [title, description]);
}

/** A new page begins at its top, for the eye and for the keyboard; going back returns to where one was. */
function useStartOfPage() {
  const { pathname } = useLocation();
  const previous = useRef(pathname);
  useEffect(() => {
    if (previous.current === pathname) return;
    previous.current = pathname;
    window.scrollTo(0, 0);
    document.getElementById('content')?.focus({ preventScroll: true });
  }, [pathname]);
}
