import type { Feature } from '#server/feature.ts';
import { verificationPage, verificationRoutes } from './verification.routes.ts';

/** What a code on a receipt, card or certificate belongs to. */
export const verification: Feature = {
  name: 'verification',
  routes: verificationRoutes,
  server: verificationPage,
};
