import { createElement } from 'react';
import { Navigate, type RouteObject } from 'react-router';
import { paths } from '#shared/paths.ts';
import { areaFrame, screenPage } from '../area-routes.tsx';
import { AdminGate } from './gates.tsx';
import { loginPage, officePages, secondFactorPage } from './pages.ts';

const entrance = areaFrame(
  () => import('./AdminEntranceLayout.tsx'),
  [screenPage(loginPage), { Component: AdminGate, children: [screenPage(secondFactorPage)] }],
);

const office = areaFrame(
  () => import('./AdminLayout.tsx'),
  [
    { path: paths.admin.root, element: createElement(Navigate, { to: paths.admin.overview, replace: true }) },
    ...officePages.filter(({ bare }) => !bare).map(screenPage),
  ],
);

export const officeRoutes: readonly RouteObject[] = [
  entrance,
  { Component: AdminGate, children: [...officePages.filter(({ bare }) => bare).map(screenPage), office] },
];
