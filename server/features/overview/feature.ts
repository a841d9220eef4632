import type { FastifyInstance } from 'fastify';
import { type Core, serviceOf } from '#server/core.ts';
import type { Feature } from '#server/feature.ts';
import { administratorOf, route } from '#server/platform/http/route.ts';
import * as contract from '#shared/contracts/overview.ts';
import { createOverviewService } from './overview.service.ts';

/** The figures of the office. */
export const overview: Feature = {
  name: 'overview',
  routes: overviewRoutes,
};

function overviewRoutes(app: FastifyInstance, core: Core): void {
  const overview = serviceOf(core, createOverviewService, app.features);

  route(app, contract.getOverview, async (_request, caller) => ({
    data: await overview.get(administratorOf(caller)),
  }));
  route(app, contract.getWaiting, async (_request, caller) => ({
    data: await overview.waiting(administratorOf(caller)),
  }));
  route(app, contract.getMine, async (_request, caller) => overview.mine(administratorOf(caller)));
  route(app, contract.listMonthEntries, async ({ query: { number, month, page } }, caller) => ({
    ...(await overview.entries(number, month, page, administratorOf(caller))),
  }));
}
