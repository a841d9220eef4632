import type { Feature } from '#server/feature.ts';
import { keepParticipations } from './clean-up.ts';
import { deleteLapsedLinks } from './links.queries.ts';
import { openGuestLink } from './links.ts';
import { createParticipationMakers } from './mail-makers.ts';
import { calendarPage, participationsRoutes } from './participations.routes.ts';
import { tellKind, tellStep } from './telling.ts';

/** How long the reason is kept why a link has ended. */
const linksKeptDays = 366;

/** Who takes part in conferences: members, guests, the office, the door. */
export const participations: Feature = {
  name: 'participations',
  routes: participationsRoutes,
  server: calendarPage,
  cleanUps: {
    participations: ({ database }, isStopping) => keepParticipations(database, isStopping),
    guestLinks: ({ database }) => deleteLapsedLinks(database, linksKeptDays),
  },
  jobs: (core) => ({ [tellKind]: tellStep(core) }),
  mails: createParticipationMakers,
  links: { participation: openGuestLink },
};
