import type { Feature } from '#server/feature.ts';
import { sharesRoutes } from './shares.routes.ts';

/** What of each receipt belongs to the person's State, and what was paid of it. */
export const shares: Feature = { name: 'shares', routes: sharesRoutes };
