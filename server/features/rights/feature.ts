import type { FastifyInstance } from 'fastify';
import { type Core, serviceOf } from '#server/core.ts';
import type { Feature } from '#server/feature.ts';
import { memberOf, route } from '#server/platform/http/route.ts';
import * as calls from '#shared/contracts/rights.ts';
import { createRightsService } from './rights.service.ts';

/** What the law gives a person. */
export const rights: Feature = {
  name: 'rights',
  routes: rightsRoutes,
};

function rightsRoutes(app: FastifyInstance, core: Core): void {
  const service = serviceOf(core, createRightsService);
  route(app, calls.mySummary, async (_request, caller) => ({
    data: await service.summary(memberOf(caller).memberId, caller.language),
  }));
  route(app, calls.changeConsent, async ({ body: { purpose, given } }, caller) => ({
    message: given ? 'You have agreed to this.' : 'You have taken this back.',
    consent: await service.change(memberOf(caller), purpose, given),
  }));
  route(app, calls.privacyNotice, async ({ query: { language } }) => ({ data: await service.notice(language) }));
  route(app, calls.listRetention, async () => ({ data: service.retention() }));
}
