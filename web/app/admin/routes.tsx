import { createElement } from 'react';
import { Navigate, type RouteObject } from 'react-router';
import { paths } from '#shared/paths.ts';
import { lazyPart } from '#web/lib/lazyPart.ts';
import { areaFrame, areaPages, page } from '../area-routes.tsx';
import { AdminGate } from './gates.tsx';
import { doorPage, entrancePages, officePages } from './pages.ts';

const [login, secondFactor] = areaPages(entrancePages, {
  login: () => import('./LoginPage.tsx'),
  secondFactor: () => import('./SecondFactorPage.tsx'),
}) as [RouteObject, RouteObject];
const entrance = areaFrame(
  () => import('./AdminEntranceLayout.tsx'),
  [login, { Component: AdminGate, children: [secondFactor] }],
);

const Door = lazyPart(() => import('#web/features/door/DoorPage.tsx'), 'Component');
const office = areaFrame(
  () => import('./AdminLayout.tsx'),
  [
    { path: paths.admin.root, element: createElement(Navigate, { to: paths.admin.overview, replace: true }) },
    ...areaPages(officePages, {
      overview: () => import('./OverviewPage.tsx'),
      registrations: () => import('./RegistrationsPage.tsx'),
      imports: () => import('./ImportPage.tsx'),
      payments: () => import('./PaymentsPage.tsx'),
      reconcile: () => import('./ReconcilePage.tsx'),
      shares: () => import('#web/features/shares/SharesAdmin.tsx'),
      checkoff: () => import('#web/features/checkoff/CheckoffAdmin.tsx'),
      directory: () => import('./DirectoryPage.tsx'),
      person: () => import('#web/features/timeline/PersonPage.tsx'),
      doubles: () => import('#web/features/merging/DoublesPage.tsx'),
      bounced: () => import('./BouncedPage.tsx'),
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
      settings: () => import('./SettingsPage.tsx'),
      changePassword: () => import('./ChangePasswordPage.tsx'),
      activity: () => import('./ActivityPage.tsx'),
      administrators: () => import('./AdministratorsPage.tsx'),
      log: () => import('./LogPage.tsx'),
    }),
  ],
);

export const officeRoutes: readonly RouteObject[] = [
  entrance,
  { Component: AdminGate, children: [page(doorPage, createElement(Door), Door.fetchAhead), office] },
];
