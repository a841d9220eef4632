import { createElement, type ReactNode, Suspense, useEffect } from 'react';
import { type RouteObject, useMatches, useRouteError } from 'react-router';
import { lazyPart } from '#web/lib/browser/lazyPart.ts';
import { ErrorPage } from '#web/site/ErrorPage.tsx';
import { Loading } from '#web/ui/page/Loading.tsx';
import type { AppPage, ScreenPage } from './app-page.ts';

/** In place of a page of the app whose script failed to load; its link loads the page again. */
export function PageError() {
  return <ErrorPage error={useRouteError()} />;
}

/** What the app knows of a route. */
export interface PageHandle {
  page?: AppPage;
  /** Fetches the route's code before somebody goes there. */
  load?: () => Promise<unknown>;
}

export function page(declared: AppPage, shown: ReactNode, load?: () => Promise<unknown>): RouteObject {
  const handle: PageHandle = { page: declared, load };
  return {
    path: declared.path,
    element: createElement(Suspense, { fallback: createElement(Loading, { tall: true }) }, shown),
    ErrorBoundary: PageError,
    handle,
  };
}

/** A page that is loaded when it is first shown. */
export function screenPage(declared: ScreenPage): RouteObject {
  const Screen = lazyPart(declared.screen, 'Component');
  return page(declared, createElement(Screen), Screen.fetchAhead);
}

/** The frame around an area's pages. */
export function areaFrame(load: ScreenPage['screen'], children: RouteObject[]): RouteObject {
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
