import { createElement, Suspense, useSyncExternalStore } from 'react';
import { type RouteObject, redirectDocument } from 'react-router';
import { documentAddress } from '#web/lib/browser/arrival.ts';
import { t } from '#web/lib/languages/text.ts';
import { NoLink } from '#web/ui/page/DeadLink.tsx';
import { Loading } from '#web/ui/page/Loading.tsx';
import { officeRoutes } from './admin/routes.tsx';
import type { LinkPage } from './app-page.ts';
import { areaFrame, PageError, page, screenPage } from './area-routes.tsx';
import { MemberGate } from './MemberGate.tsx';
import { PublicFrame } from './PublicFrame.tsx';
import { linkPages, memberPages } from './pages.ts';
import { Root } from './Root.tsx';

/**
 * The secret of the mailed link after the address's `#`, which browsers do not send to the server. It stays there, so that a
 * reload opens the same page. '' if there is none, and on the server.
 */
function useLinkSecret(): string {
  return useSyncExternalStore(
    subscribe,
    () => window.location.hash.slice(1),
    () => '',
  );
}

function subscribe(listener: () => void) {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}

/** A page that a mailed link opens. */
function linkPage({ View, WithoutLink = NoLink, ...declared }: LinkPage): RouteObject {
  function PageOfLink() {
    const secret = useLinkSecret();
    return (
      <div className="container page max-w-760">
        <h1>{t(declared.title)}</h1>
        <Suspense fallback={<Loading tall />}>
          {secret === '' ? <WithoutLink /> : <View key={secret} link={secret} />}
        </Suspense>
      </div>
    );
  }
  return page(declared, createElement(PageOfLink), View.fetchAhead);
}

const member = areaFrame(() => import('./member/MemberLayout.tsx'), memberPages.map(screenPage));

export const routes: RouteObject[] = [
  {
    id: 'root',
    Component: Root,
    ErrorBoundary: PageError,
    children: [
      { Component: PublicFrame, children: [...linkPages.map(linkPage), { Component: MemberGate, children: [member] }] },
      ...officeRoutes,
      // Everything else is a document.
      {
        path: '*',
        loader: ({ request }) => redirectDocument(documentAddress(request.url)),
        element: createElement(Loading),
      },
    ],
  },
];
