import type { FastifyInstance } from 'fastify';
import { type Core, serviceOf } from '#server/core.ts';
import type { Feature } from '#server/feature.ts';
import { administratorOf, route } from '#server/platform/http/route.ts';
import { searchAll } from '#shared/contracts/search.ts';
import { createSearchService } from './search.service.ts';

/** Search over the public site and the office. */
export const search: Feature = {
  name: 'search',
  routes: searchRoutes,
};

function searchRoutes(app: FastifyInstance, core: Core): void {
  const search = serviceOf(core, createSearchService, app.features);
  route(app, searchAll, ({ query }, caller) => search.all(query.search, administratorOf(caller)));
}
