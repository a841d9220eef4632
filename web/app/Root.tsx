import { useEffect, useLayoutEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useHref, useLinkClickHandler, useLocation, useMatches } from 'react-router';
import { unknownAssociation } from '#shared/legal.ts';
import { t } from '#web/lib/languages/text.ts';
import { AssociationContext, type AssociationInfo } from '#web/lib/meta/association.ts';
import { fullTitle } from '#web/lib/meta/page.ts';
import { Arrival } from '#web/site/Arrival.tsx';
import { ToastHost } from '#web/ui/dialogs/ToastHost.tsx';
import { LinkContext, type LinkProps } from '#web/ui/page/Link.tsx';
import type { PageHandle } from './area-routes.tsx';
import { LoginHost } from './LoginHost.tsx';

/** The router's own link brings code for prefetching that no page uses. */
export function RoutedLink({ to, state, replace, preventScrollReset, onClick, ...rest }: LinkProps) {
  const href = useHref(to);
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, {
    target: rest.target,
    replace,
    state,
    preventScrollReset,
  });
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented) follow(event);
      }}
    />
  );
}

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
  return (
    <AssociationContext value={association}>
      <LinkContext value={RoutedLink}>
        <Outlet />
        <Arrival />
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
