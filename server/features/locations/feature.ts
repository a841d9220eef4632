import type { FastifyInstance } from 'fastify';
import { type Core, serviceOf } from '#server/core.ts';
import type { Feature } from '#server/feature.ts';
import type { Reach } from '#server/platform/database/reach.ts';
import { type Caller, isOffice, reachOf, route } from '#server/platform/http/route.ts';
import * as contract from '#shared/contracts/locations.ts';
import { localitiesNamed } from './bundle.ts';
import { createLocationsService } from './locations.service.ts';

/** States and districts. */
export const locations: Feature = {
  name: 'locations',
  routes: locationsRoutes,
};

/** Only those who see people may read what single members have entered. */
function readerOf(caller: Caller): 'member' | Reach | undefined {
  if (caller.auth?.role === 'member') return 'member';
  return isOffice(caller, 'members') ? reachOf(caller) : undefined;
}

function locationsRoutes(app: FastifyInstance, core: Core): void {
  const locations = serviceOf(core, createLocationsService);
  app.addHook('onClose', () => locations.close());

  route(app, contract.listStates, async () => {
    const names = await locations.states();
    return { data: names.map((name) => ({ name })) };
  });

  route(app, contract.listDistricts, async ({ query }) => {
    const names = await locations.districts(query.state);
    return { data: names.map((name) => ({ name })) };
  });

  // Spelt as in members' records, independent of the open-data service.
  route(app, contract.findLocalities, async ({ query }) => ({
    data: localitiesNamed(query.text, 5).map(({ state, district }) => ({
      state,
      district,
    })),
  }));

  route(app, contract.listSubDistricts, async ({ query }, caller) => {
    const names = await locations.subDistricts(query.state, query.district, readerOf(caller));
    return { data: names.map((name) => ({ name })) };
  });
}
