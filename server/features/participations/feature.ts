import type { Feature } from '#server/feature.ts';
import { keepParticipations } from './clean-up.ts';
import { createParticipationMakers } from './mail-makers.ts';
import { telling, tellKind } from './office/telling.ts';
import { endCalendars } from './own/calendars.queries.ts';
import { deleteLapsedLinks } from './own/links.queries.ts';
import { openGuestLink } from './own/links.ts';
import { calendarPage, participationsRoutes } from './participations.routes.ts';

/** How long the reason is kept why a link has ended. */
const linksKeptDays = 366;

/**
 * Who takes part in conferences. `own`: what members and guests do themselves; `office`: its lists and changes. They share the places and the waiting list, the mails, and the queries beside this file.
 */
export const participations: Feature = {
  name: 'participations',
  routes: participationsRoutes,
  server: calendarPage,
  cleanUps: {
    participations: keepParticipations,
    guestLinks: ({ database }) => deleteLapsedLinks(database, linksKeptDays),
  },
  accountParts: {
    calendars: {
      tables: ['member_calendars', 'merged_records'],
      end: (tx, { subject }) => ('memberId' in subject ? endCalendars(tx, subject.memberId) : undefined),
    },
  },
  jobs: () => ({ [tellKind]: telling }),
  mails: createParticipationMakers,
  links: { participation: openGuestLink },
};
