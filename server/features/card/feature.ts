import type { FastifyInstance } from 'fastify';
import { type Core, serviceOf } from '#server/core.ts';
import type { Feature } from '#server/feature.ts';
import { memberOf, route } from '#server/platform/http/route.ts';
import * as calls from '#shared/contracts/card.ts';
import { createCardService } from './card.service.ts';

/** The member card. */
export const card: Feature = {
  name: 'card',
  routes: cardRoutes,
};

/** A member's own card. */
function cardRoutes(app: FastifyInstance, core: Core): void {
  const cards = serviceOf(core, createCardService);

  route(app, calls.ownCard, async (_request, caller) => ({ data: await cards.own(memberOf(caller).memberId) }));
  route(app, calls.cardPdf, ({ query }, caller) => cards.pdf(memberOf(caller).memberId, query.paper));
  route(app, calls.cardPicture, (_request, caller) => cards.picture(memberOf(caller).memberId));
  route(app, calls.replaceCard, async (_request, caller) => ({
    message: 'Your card has a new code. The old one is no longer valid.',
    data: await cards.replace(memberOf(caller).memberId),
  }));
}
