import type { Feature } from '#server/feature.ts';
import { deleteOldMails, trimMails } from '#server/platform/mail/mail.queries.ts';
import { limits } from '#shared/limits.ts';
import { mailRoutes } from './mail.routes.ts';

/** The mails that were sent, and failed ones again. */
export const mail: Feature = {
  name: 'mail-log',
  routes: mailRoutes,
  cleanUps: {
    mails: ({ database }) => trimMails(database, limits.kept.mailTextDays),
    oldMails: ({ database }) => deleteOldMails(database, limits.kept.logDays),
  },
};
