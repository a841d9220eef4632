import type { Feature } from '#server/feature.ts';
import { remindCorrections } from './correction-mail.ts';
import { deleteOldLinks } from './corrections.queries.ts';
import { correctionsRoutes } from './corrections.routes.ts';
import { lateValues, openLink } from './links.ts';

/** How long the reason is kept why a link has ended. */
const linksKeptDays = 366;

/** What the office asks applicants to correct, and the applicants’ own pages. */
export const corrections: Feature = {
  name: 'corrections',
  routes: correctionsRoutes,
  cleanUps: {
    corrections: ({ database }, isStopping) => remindCorrections(database, isStopping),
    links: ({ database }) => deleteOldLinks(database, linksKeptDays),
  },
  mails: (core) => ({ lateValues: lateValues(core) }),
  links: {
    application: (db, secret) => openLink(db, 'application', secret),
    correction: (db, secret) => openLink(db, 'correction', secret),
  },
};
