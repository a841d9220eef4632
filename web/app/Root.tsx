import { useEffect, useLayoutEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLocation, useMatches } from 'react-router';
import { unknownAssociation } from '#shared/legal.ts';
import type { AssociationInfo } from '#web/lib/association.ts';
import { fullTitle } from '#web/lib/page.ts';
import { t } from '#web/lib/text.ts';
import { showArrival } from '#web/lib/toast.ts';
import { AssociationContext } from '#web/lib/useAssociation.ts';
import { LinkContext } from '#web/ui/Link.tsx';
import { ToastHost } from '#web/ui/ToastHost.tsx';
import { LoginHost } from './LoginHost.tsx';
import { RoutedLink } from './RoutedLink.tsx';
import type { PageHandle } from './routes.tsx';

/** The association as the shell has it. */
function readAssociation(): AssociationInfo {
  const text = document.getElementById('association')?.textContent;
  return text ? (JSON.parse(text) as AssociationInfo) : unknownAssociation;
}
const association = readAssociation();

/** What is around every page of the app. */
export function Root() {
  useTitle();
  useFocusOnContent();
  useEffect(() => showArrival(), []);
  return (
    <AssociationContext value={association}>
      <LinkContext value={RoutedLink}>
        <Outlet />
        <LoginHost />
        <ToastHost />
        {/* A new page starts at its top; 'back' restores the scroll position; a change of filters does not scroll. */}
        <ScrollRestoration />
      </LinkContext>
    </AssociationContext>
  );
}

function useTitle() {
  const handle = useMatches().at(-1)?.handle as PageHandle | undefined;
  const page = handle?.page;
  const location = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page may have set another title
  useLayoutEffect(() => {
    if (page) document.title = fullTitle({ ...page, title: t(page.title) }, association);
  }, [page, location]);
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
