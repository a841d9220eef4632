import type { Feature } from '#server/feature.ts';
import { lettersRoutes } from './letters.routes.ts';
import { createLetterMakers } from './mail-makers.ts';
import { createLetterSender } from './sender.ts';

/** What the office writes to members. */
export const letters: Feature = {
  name: 'letters',
  routes: lettersRoutes,
  mails: createLetterMakers,
  background: createLetterSender,
};
