import type { FastifyInstance } from 'fastify';
import { type Core, serviceOf } from '#server/core.ts';
import type { Feature } from '#server/feature.ts';
import { findMember } from '#server/features/members/members.queries.ts';
import { findSettings } from '#server/features/settings/settings.queries.ts';
import { administratorOf, route } from '#server/platform/http/route.ts';
import * as calls from '#shared/contracts/cases.ts';
import { createKindsService } from './kinds.service.ts';
import { openCaseLink } from './links.ts';

/** What members, applicants and visitors ask of the association. */
export const cases: Feature = {
  name: 'cases',
  routes: casesRoutes,
  links: { case: openCaseLink },
};

function casesRoutes(app: FastifyInstance, core: Core): void {
  const { database } = core;
  const kinds = serviceOf(core, createKindsService);

  route(app, calls.listCaseKinds, async (_request, { auth }) => {
    if (auth?.role === 'admin') return { data: await kinds.ofOffice() };
    const member = auth ? await findMember(database, auth.memberId, 'unrestricted') : undefined;
    const settings = await findSettings(database);
    return { data: await kinds.offered(member?.state ?? '', !auth, settings?.association.phone ?? '') };
  });
  route(app, calls.createCaseKind, async ({ body }, caller) => ({
    message: 'The kind was added.',
    kind: await kinds.create(body, administratorOf(caller).email),
  }));
  route(app, calls.updateCaseKind, async ({ params, body: { version, ...change } }, caller) => ({
    message: 'The kind was changed.',
    kind: await kinds.update(params.id, change, version, administratorOf(caller).email),
  }));
}
