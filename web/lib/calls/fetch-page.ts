import { matchRoutes, type RouteObject } from 'react-router';

/** What a route's handle tells. */
interface Fetched {
  load?: () => Promise<unknown>;
}

let pages: RouteObject[] = [];

/** Registers the routes at start; importing them here would be circular. */
export function setPages(routes: RouteObject[]) {
  pages = routes;
}

/** Fetches the modules of an area's page and of its frame before somebody goes there. */
export const fetchPage = (address: string): Promise<unknown> =>
  Promise.all((matchRoutes(pages, address) ?? []).map(({ route }) => (route.handle as Fetched | undefined)?.load?.()));
