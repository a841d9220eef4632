import { type ComponentType, createElement, type ReactNode, Suspense, useEffect, useSyncExternalStore } from 'react';
import { Navigate, type RouteObject, redirectDocument, useLocation, useMatches, useRouteError } from 'react-router';
import { paths } from '#shared/paths.ts';
import { documentAddress } from '#web/lib/arrival.ts';
import { type LazyPart, lazyPart } from '#web/lib/lazyPart.ts';
import { t } from '#web/lib/text.ts';
import { ErrorPage } from '#web/site/ErrorPage.tsx';
import { NoLink } from '#web/ui/page/DeadLink.tsx';
import { Loading } from '#web/ui/page/Loading.tsx';
import { AdminGate, MemberGate } from './gates.tsx';
import { PublicFrame } from './PublicFrame.tsx';
import { type AppPage, doorPage, entrancePages, linkPages, memberPages, officePages } from './pages.ts';
import { type PageHandle, Root } from './Root.tsx';

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

/** In place of a page of the app whose script failed to load; its link loads the page again. */
function PageError() {
  return <ErrorPage error={useRouteError()} path={useLocation().pathname} />;
}

type Load = () => Promise<{ Component: ComponentType }>;

function page(declared: AppPage, shown: ReactNode, load?: () => Promise<unknown>): RouteObject {
  const handle: PageHandle = { page: declared, load };
  return {
    path: declared.path,
    element: createElement(Suspense, { fallback: createElement(Loading, { tall: true }) }, shown),
    ErrorBoundary: PageError,
    handle,
  };
}

/** The pages of an area; each is loaded when it is first shown. */
function areaPages<Name extends string>(
  declared: Record<Name, AppPage>,
  modules: { [Each in Name]: Load },
): RouteObject[] {
  return (Object.keys(declared) as Name[]).map((name) => {
    const Page = lazyPart(modules[name], 'Component');
    return page(declared[name], createElement(Page), Page.fetchAhead);
  });
}

/** The frame around an area's pages. */
function areaFrame(load: Load, children: RouteObject[]): RouteObject {
  const Frame = lazyPart(load, 'Component');
  function AreaFrame() {
    const handle = useMatches().at(-1)?.handle as PageHandle | undefined;
    useEffect(() => {
      // In parallel with the frame. React loads it again for nothing, and shows a failure there.
      handle?.load?.().catch(() => {});
    }, [handle]);
    return createElement(Suspense, { fallback: createElement(Loading, { tall: true }) }, createElement(Frame));
  }
  const handle: PageHandle = { load: Frame.fetchAhead };
  return { Component: AreaFrame, handle, children };
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

const [login, secondFactor] = areaPages(entrancePages, {
  login: () => import('./admin/LoginPage.tsx'),
  secondFactor: () => import('./admin/SecondFactorPage.tsx'),
}) as [RouteObject, RouteObject];
const entrance = areaFrame(
  () => import('./admin/AdminEntranceLayout.tsx'),
  [login, { Component: AdminGate, children: [secondFactor] }],
);

const Door = lazyPart(() => import('#web/features/door/DoorPage.tsx'), 'Component');
const office = areaFrame(
  () => import('./admin/AdminLayout.tsx'),
  [
    { path: paths.admin.root, element: createElement(Navigate, { to: paths.admin.overview, replace: true }) },
    ...areaPages(officePages, {
      overview: () => import('./admin/OverviewPage.tsx'),
      registrations: () => import('./admin/RegistrationsPage.tsx'),
      imports: () => import('./admin/ImportPage.tsx'),
      payments: () => import('./admin/PaymentsPage.tsx'),
      reconcile: () => import('./admin/ReconcilePage.tsx'),
      shares: () => import('#web/features/shares/SharesAdmin.tsx'),
      checkoff: () => import('#web/features/checkoff/CheckoffAdmin.tsx'),
      directory: () => import('./admin/DirectoryPage.tsx'),
      person: () => import('#web/features/timeline/PersonPage.tsx'),
      doubles: () => import('#web/features/merging/DoublesPage.tsx'),
      bounced: () => import('./admin/BouncedPage.tsx'),
      conferences: () => import('#web/features/conferences/ConferencesAdmin.tsx'),
      participants: () => import('#web/features/participations/office/ParticipantsAdmin.tsx'),
      attendanceSheet: () => import('#web/features/participations/office/AttendanceSheet.tsx'),
      letters: () => import('#web/features/letters/LettersAdmin.tsx'),
      letter: () => import('#web/features/letters/LetterPage.tsx'),
      votes: () => import('#web/features/votes/office/VotesAdmin.tsx'),
      vote: () => import('#web/features/votes/office/VoteAdminPage.tsx'),
      news: () => import('#web/features/news/NewsAdmin.tsx'),
      gallery: () => import('#web/features/gallery/GalleryAdmin.tsx'),
      resources: () => import('#web/features/resources/ResourcesAdmin.tsx'),
      library: () => import('#web/features/library/LibraryAdmin.tsx'),
      officeBearers: () => import('#web/features/bearers/BearersAdmin.tsx'),
      annualList: () => import('#web/features/bearers/AnnualList.tsx'),
      report: () => import('#web/features/reports/ReportAdmin.tsx'),
      memberships: () => import('#web/features/tiers/TiersAdmin.tsx'),
      contacts: () => import('#web/features/contact/ContactsAdmin.tsx'),
      settings: () => import('./admin/SettingsPage.tsx'),
      changePassword: () => import('./admin/ChangePasswordPage.tsx'),
      activity: () => import('./admin/ActivityPage.tsx'),
      administrators: () => import('./admin/AdministratorsPage.tsx'),
      log: () => import('./admin/LogPage.tsx'),
    }),
  ],
);

export const routes: RouteObject[] = [
  {
    id: 'root',
    Component: Root,
    ErrorBoundary: PageError,
    children: [
      { Component: PublicFrame, children: [...mailed, { Component: MemberGate, children: [member] }] },
      entrance,
      { Component: AdminGate, children: [page(doorPage, createElement(Door), Door.fetchAhead), office] },
      // Everything else is a document.
      {
        path: '*',
        loader: ({ request }) => redirectDocument(documentAddress(request.url)),
        element: createElement(Loading),
      },
    ],
  },
];
