import type { FastifyInstance } from 'fastify';
import type { Core } from '#server/core.ts';
import { serviceOf } from '#server/core.ts';
import { administratorOf, route } from '#server/platform/http/route.ts';
import { getPerson } from '#shared/contracts/timeline.ts';
import { createTimelineService } from './timeline.service.ts';

export function timelineRoutes(app: FastifyInstance, core: Core): void {
  const timeline = serviceOf(core, createTimelineService);
  route(app, getPerson, ({ params, query }, caller) => timeline.get(params.id, query.page, administratorOf(caller)));
}
