import type { FastifyInstance } from 'fastify';
import { type Core, serviceOf } from '#server/core.ts';
import type { Feature } from '#server/feature.ts';
import { administratorOf, route } from '#server/platform/http/route.ts';
import * as calls from '#shared/contracts/door.ts';
import { createDoorService } from './door.service.ts';

/** The door of a conference: the list on the office's devices, and who came in. */
export const door: Feature = {
  name: 'door',
  routes: doorRoutes,
};

function doorRoutes(app: FastifyInstance, core: Core): void {
  const service = serviceOf(core, createDoorService);

  route(app, calls.doorList, ({ params, query }) => service.list(params.id, query.since));
  route(app, calls.checkIn, ({ params, body }, caller) =>
    service.scan(params.id, body.items, administratorOf(caller).email),
  );
}
