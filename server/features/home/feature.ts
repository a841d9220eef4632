import type { FastifyInstance } from 'fastify';
import { type Core, serviceOf } from '#server/core.ts';
import type { Feature } from '#server/feature.ts';
import { memberOf, route } from '#server/platform/http/route.ts';
import { getHome } from '#shared/contracts/home.ts';
import { createHomeService } from './home.service.ts';

/** A member's start page. */
export const home: Feature = {
  name: 'home',
  routes: homeRoutes,
};

function homeRoutes(app: FastifyInstance, core: Core): void {
  const home = serviceOf(core, createHomeService);
  route(app, getHome, async (_request, caller) => ({ data: await home.get(memberOf(caller).memberId) }));
}
