import { type ComponentType, createElement, Suspense, useSyncExternalStore } from 'react';
import { type RouteObject, redirectDocument } from 'react-router';
import { documentAddress } from '#web/lib/arrival.ts';
import { type LazyPart, lazyPart } from '#web/lib/lazyPart.ts';
import { t } from '#web/lib/text.ts';
import { NoLink } from '#web/ui/page/DeadLink.tsx';
import { Loading } from '#web/ui/page/Loading.tsx';
import { officeRoutes } from './admin/routes.tsx';
import type { AppPage } from './app-page.ts';
import { areaFrame, areaPages, PageError, page } from './area-routes.tsx';
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

/** A page that a mailed link opens: personal, and browsers do not send the part after `#` to the server. */
function linkPage(
  declared: AppPage,
  View: LazyPart<{ link: string }>,
  WithoutLink: ComponentType = NoLink,
): RouteObject {
  function LinkPage() {
    const link = useLinkSecret();
    return (
      <div className="container page max-w-760">
        <h1>{t(declared.title)}</h1>
        <Suspense fallback={<Loading tall />}>
          {link === '' ? <WithoutLink /> : <View key={link} link={link} />}
        </Suspense>
      </div>
    );
  }
  return page(declared, createElement(LinkPage), View.fetchAhead);
}

const mailed = [
  linkPage(
    linkPages.application,
    lazyPart(() => import('#web/features/corrections/ApplicationView.tsx'), 'ApplicationView'),
    lazyPart(() => import('#web/features/corrections/LinkRequest.tsx'), 'LinkRequest'),
  ),
  linkPage(
    linkPages.correction,
    lazyPart(() => import('#web/features/corrections/CorrectionForm.tsx'), 'CorrectionForm'),
  ),
  linkPage(
    linkPages.email,
    lazyPart(() => import('#web/features/members/email/ConfirmEmail.tsx'), 'ConfirmEmail'),
  ),
  linkPage(
    linkPages.notMe,
    lazyPart(() => import('#web/features/passkeys/NotMe.tsx'), 'NotMe'),
  ),
  linkPage(
    linkPages.participation,
    lazyPart(() => import('#web/features/participations/GuestPart.tsx'), 'GuestPart'),
  ),
];

const member = areaFrame(
  () => import('./member/MemberLayout.tsx'),
  areaPages(memberPages, {
    home: () => import('#web/features/home/HomePage.tsx'),
    directory: () => import('./member/DirectoryPage.tsx'),
    profile: () => import('./member/ProfilePage.tsx'),
    membershipStatus: () => import('./member/MembershipStatusPage.tsx'),
    card: () => import('#web/features/card/CardPage.tsx'),
    circulars: () => import('#web/features/letters/own/OwnLettersPage.tsx'),
    library: () => import('#web/features/library/own/LibraryPage.tsx'),
    document: () => import('#web/features/library/own/DocumentPage.tsx'),
    votes: () => import('#web/features/votes/VotesPage.tsx'),
    secretBallot: () => import('#web/features/votes/SecrecyPage.tsx'),
    vote: () => import('#web/features/votes/VotePage.tsx'),
    conferences: () => import('#web/features/participations/MyConferences.tsx'),
    changePassword: () => import('./member/ChangePasswordPage.tsx'),
  }),
);

export const routes: RouteObject[] = [
  {
    id: 'root',
    Component: Root,
    ErrorBoundary: PageError,
    children: [
      { Component: PublicFrame, children: [...mailed, { Component: MemberGate, children: [member] }] },
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
