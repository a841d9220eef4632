import { type ComponentType, createElement } from 'react';
import { type RouteObject, redirect, type ShouldRevalidateFunctionArgs, useMatches } from 'react-router';
import { membershipValues } from '#shared/memberships.ts';
import { paths } from '#shared/paths.ts';
import { AdminGate } from '#web/areas/admin/AdminGate.tsx';
import type { pages as adminPages } from '#web/areas/admin/pages.ts';
import { MemberGate } from '#web/areas/member/MemberGate.tsx';
import type { pages as memberPages } from '#web/areas/member/pages.ts';
import { PageError } from '#web/areas/public/PageError.tsx';
import { PublicLayout } from '#web/areas/public/PublicLayout.tsx';
import { Root, rootLoader } from '#web/areas/public/Root.tsx';
import { lazyPart } from '#web/lib/lazyPart.ts';
import type { PageHandle, PageModule, PageParameters } from '#web/lib/page.ts';
import { BrowserOnly } from '#web/ui/BrowserOnly.tsx';

/*
 * All pages. Each is a file of its own, loaded when it is first needed.
 *
 * A public page (`page`) is rendered on the server. Its module exports
 *   Component   the page;
 *   loader      (optional) loads its data with `api()`; runs on the server for the first view, in the browser afterwards.
 *               An error shows the error page (NOT_FOUND: a friendly 404); wrap optional data in `quietly()`;
 *   meta        (optional) title, description … as an object, or as a function of the loader's data: see PageMeta.
 *
 * A page of the member or admin area (`areaPage`) is rendered in the browser only, because the token lives there.
 * Its module exports `Component` and is named in the area's `pages.ts`; data comes from `useLoad()`. Its title is given here.
 */

interface PageOptions {
  parameters?: PageParameters;
  start?: PageHandle['start'];
}

/** @param name of the module in `areas/public`, by which the server finds its scripts and styles */
function page(path: string, name: string, load: () => Promise<PageModule>, options: PageOptions = {}): RouteObject {
  const handle: PageHandle = { source: `web/areas/public/${name}.tsx`, ...options };
  return {
    path,
    handle,
    ErrorBoundary: PageError,
    shouldRevalidate: (change) => concernsPage(change, Object.keys(options.parameters ?? {})),
    lazy: async () => {
      const { Component, loader, meta } = await load();
      // A lazy module cannot replace the handle, which is needed before the module is loaded.
      handle.meta = meta;
      return { Component, loader };
    },
  };
}

/** Whether a page must load its data again: it asked for that, or a parameter that it reads has changed. */
function concernsPage({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs, query: readonly string[]): boolean {
  if (currentUrl.href === nextUrl.href || currentUrl.pathname !== nextUrl.pathname) return true;
  return query.some((name) => currentUrl.searchParams.get(name) !== nextUrl.searchParams.get(name));
}

type LoadArea = () => Promise<{ Component: ComponentType }>;

/** A `source` in `more` makes a page's scripts load together with the first ones, for pages that are opened directly. */
function areaPage(
  path: string,
  title: string,
  loadPage: LoadArea,
  more: Pick<PageHandle, 'wasm' | 'source'> = {},
): RouteObject {
  const Page = lazyPart(loadPage, 'Component');
  return {
    path,
    element: createElement(BrowserOnly, null, createElement(Page)),
    ErrorBoundary: PageError,
    handle: { meta: { title, noIndex: true }, load: Page.fetchAhead, start: 'at-once', ...more } satisfies PageHandle,
  };
}

/** The frame around an area's pages. */
function areaFrame(loadFrame: LoadArea, children: RouteObject[]): RouteObject {
  const Frame = lazyPart(loadFrame, 'Component');
  function AreaFrame() {
    const handle = useMatches().at(-1)?.handle as PageHandle | undefined;
    // Load the page in parallel with the frame. React loads it again for nothing, and shows a failure there.
    if (!import.meta.env.SSR) handle?.load?.().catch(() => {});
    return createElement(BrowserOnly, null, createElement(Frame));
  }
  return { Component: AreaFrame, handle: { load: Frame.fetchAhead } satisfies PageHandle, children };
}

/** A redirect for an address that has no page of its own. */
function redirectFrom(path: string, address: string): RouteObject {
  return { path, loader: () => redirect(address), handle: { redirect: address } satisfies PageHandle };
}

const publicPages: RouteObject[] = [
  page(paths.home, 'HomePage', () => import('./areas/public/HomePage.tsx')),
  page(paths.about, 'AboutPage', () => import('./areas/public/AboutPage.tsx')),
  page(`${paths.news}/:id?`, 'NewsPage', () => import('./areas/public/NewsPage.tsx'), { parameters: { id: 'id' } }),
  page(paths.newsArchive(), 'NewsArchivePage', () => import('./areas/public/NewsArchivePage.tsx'), {
    parameters: { page: 'page' },
  }),
  page(paths.conferences, 'ConferencesPage', () => import('./areas/public/ConferencesPage.tsx')),
  page(
    paths.conferencesArchive(),
    'ConferencesArchivePage',
    () => import('./areas/public/ConferencesArchivePage.tsx'),
    { parameters: { page: 'page' } },
  ),
  page(
    `${paths.conference('')}:id`,
    'ConferenceDetailsPage',
    () => import('./areas/public/ConferenceDetailsPage.tsx'),
    { parameters: { id: 'id', sent: [''] }, start: 'load' },
  ),
  page(paths.resources, 'ResourcesPage', () => import('./areas/public/ResourcesPage.tsx'), {
    parameters: { tab: ['information-centre'] },
  }),
  page(paths.documents, 'DocumentsPage', () => import('./areas/public/DocumentsPage.tsx'), {
    parameters: { search: 'text', category: 'text', page: 'page' },
  }),
  page(`${paths.document('')}:id`, 'DocumentPage', () => import('./areas/public/DocumentPage.tsx'), {
    parameters: { id: 'id' },
  }),
  page(`${paths.voteResult('')}:id`, 'VoteResultPage', () => import('./areas/public/VoteResultPage.tsx'), {
    parameters: { id: 'id' },
    start: 'load',
  }),
  page(paths.gallery, 'GalleryPage', () => import('./areas/public/GalleryPage.tsx')),
  page(paths.officeBearers, 'OfficeBearersPage', () => import('./areas/public/OfficeBearersPage.tsx')),
  page(paths.membership, 'MembershipPage', () => import('./areas/public/MembershipPage.tsx'), {
    // Only the browser reads the parameter with the registration's id.
    parameters: { isRegistered: ['true'], membership: membershipValues },
    start: 'paint',
  }),
  page(paths.contact, 'ContactPage', () => import('./areas/public/ContactPage.tsx'), { parameters: { sent: [''] } }),
  page(paths.application, 'ApplicationPage', () => import('./areas/public/ApplicationPage.tsx'), { start: 'paint' }),
  page(paths.correction, 'CorrectionPage', () => import('./areas/public/CorrectionPage.tsx'), { start: 'paint' }),
  page(paths.email, 'EmailPage', () => import('./areas/public/EmailPage.tsx'), { start: 'paint' }),
  page(paths.participation, 'ParticipationPage', () => import('./areas/public/ParticipationPage.tsx'), {
    start: 'paint',
  }),
  page(paths.privacyPolicy, 'PrivacyPolicyPage', () => import('./areas/public/PrivacyPolicyPage.tsx')),
  page(paths.termsConditions, 'TermsConditionsPage', () => import('./areas/public/TermsConditionsPage.tsx')),
  page(paths.refundPolicy, 'RefundPolicyPage', () => import('./areas/public/RefundPolicyPage.tsx')),
];

const member = (name: keyof typeof memberPages) => async () =>
  (await import('#web/areas/member/pages.ts')).pages[name]();
const memberArea = areaFrame(member('layout'), [
  areaPage(paths.directory, 'Directory', member('directory')),
  areaPage(paths.profile, 'My Profile', member('profile')),
  areaPage(paths.membershipStatus, 'My Membership', member('membershipStatus')),
  areaPage(paths.memberCard, 'My Member Card', member('card')),
  areaPage(paths.circulars, 'Circulars', member('circulars')),
  areaPage(paths.library, 'Library', member('library')),
  areaPage(`${paths.library}/:id`, 'Document', member('document')),
  areaPage(paths.votes, 'Votes', member('votes')),
  areaPage(paths.secretBallot, 'How your vote stays secret', member('secretBallot')),
  areaPage(`${paths.vote('')}:id`, 'Vote', member('vote')),
  areaPage(paths.myConferences, 'My Conferences', member('conferences')),
  areaPage(paths.changePassword, 'Change Password', member('changePassword')),
]);

const admin = (name: keyof typeof adminPages) => async () => (await import('#web/areas/admin/pages.ts')).pages[name]();
const adminEntrance = areaFrame(admin('entrance'), [
  areaPage(paths.admin.login, 'Login', admin('login')),
  {
    Component: AdminGate,
    children: [areaPage(paths.admin.secondFactor, 'Second Factor', admin('secondFactor'))],
  },
]);
const adminArea = areaFrame(admin('layout'), [
  areaPage(paths.admin.root, 'Overview', admin('overview')),
  areaPage(paths.admin.overview, 'Overview', admin('overview')),
  areaPage(paths.admin.registrations, 'Registrations', admin('registrations')),
  areaPage(paths.admin.imports, 'Import of members', admin('imports')),
  areaPage(paths.admin.payments, 'Payments', admin('payments')),
  areaPage(paths.admin.reconcile, 'Reconcile', admin('reconcile')),
  areaPage(paths.admin.shares, 'Shares', admin('shares')),
  areaPage(paths.admin.directory, 'Directory', admin('directory')),
  areaPage(paths.admin.bounced, 'Addresses that do not work', admin('bounced')),
  areaPage(paths.admin.conferences, 'Conferences', admin('conferences')),
  areaPage(`${paths.admin.participants('')}:id`, 'Participants', admin('participants')),
  areaPage(`${paths.admin.attendanceSheet('')}:id`, 'Attendance sheet', admin('attendanceSheet')),
  areaPage(paths.admin.letters, 'Letters', admin('letters')),
  areaPage(`${paths.admin.letter('')}:id`, 'Letter', admin('letter')),
  areaPage(paths.admin.votes, 'Votes', admin('votes')),
  areaPage(`${paths.admin.vote('')}:id`, 'Vote', admin('vote')),
  areaPage(paths.admin.news, 'News', admin('news')),
  areaPage(paths.admin.gallery, 'Gallery', admin('gallery')),
  areaPage(paths.admin.resources, 'Resources', admin('resources')),
  areaPage(paths.admin.library, 'Library', admin('library')),
  areaPage(paths.admin.officeBearers, 'Office bearers', admin('officeBearers')),
  areaPage(paths.admin.annualList, 'Annual list', admin('annualList')),
  areaPage(paths.admin.report, 'Report', admin('report')),
  areaPage(paths.admin.memberships, 'Memberships', admin('memberships')),
  areaPage(paths.admin.contacts, 'Contacts', admin('contacts')),
  areaPage(paths.admin.settings, 'Settings', admin('settings')),
  areaPage(paths.admin.changePassword, 'Change Password', admin('changePassword')),
  areaPage(paths.admin.activity, 'Activity', admin('activity')),
  areaPage(paths.admin.administrators, 'Administrators', admin('administrators')),
  areaPage(paths.admin.log, 'Log', admin('log')),
]);

export const routes: RouteObject[] = [
  {
    id: 'root',
    Component: Root,
    loader: rootLoader,
    // The association's name and addresses are loaded once, and again only where a page asks for it (`revalidate()`).
    shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.href === nextUrl.href,
    ErrorBoundary: PageError,
    children: [
      {
        Component: PublicLayout,
        children: [...publicPages, { Component: MemberGate, children: [memberArea] }],
      },
      page(paths.paymentStatus, 'PaymentStatusPage', () => import('./areas/public/PaymentStatusPage.tsx'), {
        parameters: { status: ['success', 'pending'], again: 'text' },
      }),
      adminEntrance,
      {
        Component: AdminGate,
        children: [
          areaPage(`${paths.admin.checkIn('')}:id`, 'Check in', admin('checkIn'), {
            wasm: true,
            source: 'web/features/participations/door/DoorPage.tsx',
          }),
          adminArea,
        ],
      },
      redirectFrom(`${paths.admin.root}/*`, paths.admin.login),
      redirectFrom('*', paths.home),
    ],
  },
];
