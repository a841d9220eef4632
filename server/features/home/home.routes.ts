import type { FastifyInstance } from 'fastify';
import type { Core } from '#server/core.ts';
import { serviceOf } from '#server/core.ts';
import { memberOf, route } from '#server/platform/http/route.ts';
import { getHome } from '#shared/contracts/home.ts';
import { createHomeService } from './home.service.ts';

export function homeRoutes(app: FastifyInstance, core: Core): void {
  const home = serviceOf(core, createHomeService);
  route(app, getHome, async (_request, caller) => ({ data: await home.get(memberOf(caller).memberId) }));
}
