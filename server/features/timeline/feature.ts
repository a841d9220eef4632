import type { FastifyInstance } from 'fastify';
import { type Core, serviceOf } from '#server/core.ts';
import type { Feature } from '#server/feature.ts';
import { administratorOf, route } from '#server/platform/http/route.ts';
import { getPerson } from '#shared/contracts/timeline.ts';
import { createTimelineService } from './timeline.service.ts';

/** What has happened with a person, for the office. */
export const timeline: Feature = {
  name: 'timeline',
  routes: timelineRoutes,
};

function timelineRoutes(app: FastifyInstance, core: Core): void {
  const timeline = serviceOf(core, createTimelineService);
  route(app, getPerson, ({ params, query }, caller) => timeline.get(params.id, query.page, administratorOf(caller)));
}
