import { type ComponentType, createElement, lazy } from 'react';
import { type RouteObject, redirect, type ShouldRevalidateFunctionArgs } from 'react-router';
import { AdminGate } from '#web/areas/admin/AdminGate.tsx';
import { MemberGate } from '#web/areas/member/MemberGate.tsx';
import { PageError } from '#web/areas/public/PageError.tsx';
import { PublicLayout } from '#web/areas/public/PublicLayout.tsx';
import { Root, rootLoader } from '#web/areas/public/Root.tsx';
import type { PageHandle, PageModule } from '#web/lib/page.ts';
import { paths } from '#web/paths.ts';
import { BrowserOnly } from '#web/ui/BrowserOnly.tsx';

/*
 * All pages. Each is a file of its own, loaded when it is first needed.
 *
 * A public page (`page`) is rendered on the server. Its module exports
 *   Component   the page;
 *   loader      (optional) loads its data with `api()`; runs on the server for the first view, in the browser afterwards.
 *               What throws shows the error page (NOT_FOUND: a friendly 404); wrap what may be missing in `quietly()`;
 *   meta        (optional) title, description … as an object, or as a function of the loader's data: see PageMeta.
 *
 * A page of the member or admin area (`areaPage`) is rendered in the browser only, because the token lives there.
 * Its module exports `Component`; data comes from `useLoad()`. Its title stands here.
 */

interface PageOptions {
  query?: readonly string[];
  hydrateAtOnce?: boolean;
}

/** `source` is the module's file below `web/`, by which the server finds its scripts and styles. */
function page(path: string, source: string, load: () => Promise<PageModule>, options: PageOptions = {}): RouteObject {
  const handle: PageHandle = { source: `web/${source}`, ...options };
  return {
    path,
    handle,
    ErrorBoundary: PageError,
    shouldRevalidate: (change) => concernsPage(change, options.query ?? []),
    lazy: async () => {
      const { Component, loader, meta } = await load();
      // A lazy module cannot replace the handle, which is needed before the module is there.
      handle.meta = meta;
      return { Component, loader };
    },
  };
}

/** A page loads its data again where it asks for that, or where something in its address has changed that it reads. */
function concernsPage({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs, query: readonly string[]): boolean {
  if (currentUrl.href === nextUrl.href || currentUrl.pathname !== nextUrl.pathname) return true;
  return query.some((name) => currentUrl.searchParams.get(name) !== nextUrl.searchParams.get(name));
}

function areaPage(path: string, title: string, load: () => Promise<{ Component: ComponentType }>): RouteObject {
  const Page = lazy(async () => ({ default: (await load()).Component }));
  return {
    path,
    element: createElement(BrowserOnly, null, createElement(Page)),
    ErrorBoundary: PageError,
    handle: { meta: { title, noIndex: true } } satisfies PageHandle,
  };
}

/** The areas' frames carry the component library; like their pages they are asked for only behind the gate. */
function areaFrame(load: () => Promise<{ Component: ComponentType }>, children: RouteObject[]): RouteObject {
  const Frame = lazy(async () => ({ default: (await load()).Component }));
  return { element: createElement(BrowserOnly, null, createElement(Frame)), children };
}

/** Every address that is no page leads somewhere. */
function leadTo(path: string, address: string): RouteObject {
  return { path, loader: () => redirect(address), handle: { redirect: address } satisfies PageHandle };
}

const publicPages: RouteObject[] = [
  page(paths.home, 'areas/public/HomePage.tsx', () => import('#web/areas/public/HomePage.tsx')),
  page(paths.about, 'areas/public/AboutPage.tsx', () => import('#web/areas/public/AboutPage.tsx')),
  page(`${paths.news}/:id?`, 'areas/public/NewsPage.tsx', () => import('#web/areas/public/NewsPage.tsx'), {
    query: ['id'],
  }),
  page(paths.conferences, 'areas/public/ConferencesPage.tsx', () => import('#web/areas/public/ConferencesPage.tsx')),
  page(
    '/ConferencesDetails/:id',
    'areas/public/ConferenceDetailsPage.tsx',
    () => import('#web/areas/public/ConferenceDetailsPage.tsx'),
  ),
  page(paths.resources, 'areas/public/ResourcesPage.tsx', () => import('#web/areas/public/ResourcesPage.tsx'), {
    query: ['tab'],
  }),
  page(paths.gallery, 'areas/public/GalleryPage.tsx', () => import('#web/areas/public/GalleryPage.tsx')),
  page(paths.membership, 'areas/public/MembershipPage.tsx', () => import('#web/areas/public/MembershipPage.tsx'), {
    query: ['isRegistered', 'id', 'membership'],
    hydrateAtOnce: true,
  }),
  page(paths.contact, 'areas/public/ContactPage.tsx', () => import('#web/areas/public/ContactPage.tsx'), {
    query: ['sent'],
  }),
  page(
    paths.privacyPolicy,
    'areas/public/PrivacyPolicyPage.tsx',
    () => import('#web/areas/public/PrivacyPolicyPage.tsx'),
  ),
  page(
    paths.termsConditions,
    'areas/public/TermsConditionsPage.tsx',
    () => import('#web/areas/public/TermsConditionsPage.tsx'),
  ),
  page(paths.refundPolicy, 'areas/public/RefundPolicyPage.tsx', () => import('#web/areas/public/RefundPolicyPage.tsx')),
];

const memberLayout = () => import('#web/areas/member/MemberLayout.tsx');
const memberPages: RouteObject[] = [
  areaPage(paths.directory, 'Directory', () => import('#web/areas/member/DirectoryPage.tsx')),
  areaPage(paths.profile, 'My Profile', () => import('#web/areas/member/ProfilePage.tsx')),
  areaPage(paths.changePassword, 'Change Password', () => import('#web/areas/member/ChangePasswordPage.tsx')),
];

const adminLayout = () => import('#web/areas/admin/AdminLayout.tsx');
const adminEntrance = () => import('#web/areas/admin/AdminEntranceLayout.tsx');
const overview = () => import('#web/areas/admin/OverviewPage.tsx');
const adminPages: RouteObject[] = [
  areaPage(paths.admin.root, 'Overview', overview),
  areaPage(paths.admin.overview, 'Overview', overview),
  areaPage(paths.admin.registrations, 'Registrations', () => import('#web/areas/admin/RegistrationsPage.tsx')),
  areaPage(paths.admin.directory, 'Directory', () => import('#web/areas/admin/DirectoryPage.tsx')),
  areaPage(paths.admin.conferences, 'Conferences', () => import('#web/areas/admin/ConferencesPage.tsx')),
  areaPage(paths.admin.news, 'News', () => import('#web/areas/admin/NewsPage.tsx')),
  areaPage(paths.admin.gallery, 'Gallery', () => import('#web/areas/admin/GalleryPage.tsx')),
  areaPage(paths.admin.resources, 'Resources', () => import('#web/areas/admin/ResourcesPage.tsx')),
  areaPage(paths.admin.memberships, 'Memberships', () => import('#web/areas/admin/MembershipsPage.tsx')),
  areaPage(paths.admin.contacts, 'Contacts', () => import('#web/areas/admin/ContactsPage.tsx')),
  areaPage(paths.admin.settings, 'Settings', () => import('#web/areas/admin/SettingsPage.tsx')),
  areaPage(paths.admin.changePassword, 'Change Password', () => import('#web/areas/admin/ChangePasswordPage.tsx')),
  areaPage(paths.admin.administrators, 'Administrators', () => import('#web/areas/admin/AdministratorsPage.tsx')),
  areaPage(paths.admin.log, 'Log', () => import('#web/areas/admin/LogPage.tsx')),
];

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
        children: [...publicPages, { Component: MemberGate, children: [areaFrame(memberLayout, memberPages)] }],
      },
      page(
        paths.paymentStatus,
        'areas/public/PaymentStatusPage.tsx',
        () => import('#web/areas/public/PaymentStatusPage.tsx'),
        { query: ['status'] },
      ),
      areaFrame(adminEntrance, [areaPage(paths.admin.login, 'Login', () => import('#web/areas/admin/LoginPage.tsx'))]),
      { Component: AdminGate, children: [areaFrame(adminLayout, adminPages)] },
      leadTo(`${paths.admin.root}/*`, paths.admin.login),
      leadTo('*', paths.home),
    ],
  },
];
