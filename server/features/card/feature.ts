import type { Feature } from '#server/feature.ts';
import { cardRoutes } from './card.routes.ts';

/** The member card. */
export const card: Feature = {
  name: 'card',
  routes: cardRoutes,
};
