import { matchRoutes, type RouteObject } from 'react-router';
import type { PageHandle } from './page.ts';

let pages: RouteObject[] = [];

/** Registers the routes at start; importing them here would be circular. */
export function setPages(routes: RouteObject[]) {
  pages = routes;
}

/** Fetches the modules of an area's page and of its frame before somebody goes there. */
export const fetchPage = (address: string): Promise<unknown> =>
  Promise.all(
    (matchRoutes(pages, address) ?? []).map(({ route }) => (route.handle as PageHandle | undefined)?.load?.()),
  );
