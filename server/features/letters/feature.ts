import type { Feature } from '#server/feature.ts';
import { lettersRoutes } from './letters.routes.ts';
import { createLetterMakers } from './mail-makers.ts';
import { ownLettersRoutes } from './own-letters.routes.ts';
import { createLetterSender, endLettersOf } from './sender.ts';
import { unsubscribePage } from './unsubscribe.routes.ts';
import { letterWork } from './work.queries.ts';

/** Circulars and notices: what the office writes to members, what a member sees of them, and the way out of them. */
export const letters: Feature = {
  name: 'letters',
  work: letterWork,
  routes: (api, core) => {
    lettersRoutes(api, core);
    ownLettersRoutes(api, core);
  },
  server: unsubscribePage,
  mails: createLetterMakers,
  accountParts: { letters: { tables: ['circulars'], end: endLettersOf } },
  background: createLetterSender,
};
